// Printed by `npm run pins` from the catalogue.
/** Failures of every call. */
export type CallFailure =
  | 'validation_error'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'restricted_api_key'
  | 'rate_limit_exceeded'
  | 'internal_server_error'
  | 'service_unavailable';

/** Failures of every call with a body. */
export type WriteFailure =
  | CallFailure
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid_idempotency_key'
  | 'invalid_idempotent_request'
  | 'concurrent_idempotent_requests';
