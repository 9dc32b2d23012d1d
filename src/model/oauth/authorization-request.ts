import { isChallenge } from './code-challenge.ts';
import type { ClientAuthentication, ClientOrigin, OauthClient } from './oauth-client.ts';
import type { OauthFault } from './oauth-error.ts';
import { askedScopes, type OauthScope } from './scopes.ts';

export type AuthorizationRequest = {
  clientId: string;
  clientName: string;
  clientOrigin: ClientOrigin;
  clientAuthentication: ClientAuthentication;
  renewable: boolean;
  redirectUri: string;
  challenge: string;
  resource: string;
  scopes: OauthScope[];
  state: string | null;
};

/** Parameters that every parser must read alike, so each may occur only once (OAuth 2.1 3.1). */
const parameterNames = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
] as const;
const stateCharactersMax = 2_048;
const scopeCharactersMax = 2_048;

export function repeatedParameter(query: URLSearchParams): string | null {
  return parameterNames.find((name) => query.getAll(name).length > 1) ?? null;
}

/** RFC 6749 3.1 and 3.2: a parameter without a value counts as omitted. */
export function withoutEmptyParameters(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([, value]) => value !== ''));
}

export function readAuthorizationRequest(
  query: URLSearchParams,
  client: OauthClient,
  redirectUri: string,
  resource: string,
): AuthorizationRequest | OauthFault {
  const state = query.get('state');
  if (state !== null && state.length > stateCharactersMax) {
    return { error: 'invalid_request', why: `state must have at most ${stateCharactersMax} characters` };
  }
  if ((query.get('response_mode') ?? 'query') !== 'query') {
    return { error: 'invalid_request', why: 'response_mode must be query' };
  }
  if (query.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', why: 'response_type must be code' };
  }
  // RFC 7636 4.3: without a method, `plain` applies, which is not supported.
  if (query.get('code_challenge_method') !== 'S256') {
    return { error: 'invalid_request', why: 'code_challenge_method must be S256' };
  }
  const challenge = query.get('code_challenge') ?? '';
  if (!isChallenge(challenge)) {
    return { error: 'invalid_request', why: 'code_challenge must be the base64url of a SHA-256' };
  }
  // RFC 8707 2: clients of revision 2025-03-26 send no resource, and this server has only one.
  if ((query.get('resource') ?? resource) !== resource) {
    return { error: 'invalid_target', why: `resource must be ${resource}` };
  }
  const scope = query.get('scope');
  if (scope !== null && scope.length > scopeCharactersMax) {
    return { error: 'invalid_scope', why: `scope must have at most ${scopeCharactersMax} characters` };
  }
  const scopes = askedScopes(scope);
  if (scopes.length === 0) return { error: 'invalid_scope', why: 'none of the scopes can be granted' };
  return {
    clientId: client.clientId,
    clientName: client.name,
    clientOrigin: client.origin,
    clientAuthentication: client.authentication,
    renewable: client.renewable,
    redirectUri,
    challenge,
    resource,
    scopes,
    state,
  };
}
