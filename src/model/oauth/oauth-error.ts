export type OauthErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'
  | 'access_denied'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export type OauthFault = { error: OauthErrorName; why: string };
