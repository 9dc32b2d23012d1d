import {
  endGrant,
  exchangeCode,
  exchangeRefresh,
  type IssuedTokens,
} from '../../engine/auth/exchange-grant.ts';
import { secondMs } from '../../model/instant.ts';
import type { OauthFault } from '../../model/oauth/oauth-error.ts';
import { oauthScopes, scopeNames } from '../../model/oauth/scopes.ts';
import { withCors } from '../http/cors.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonHeaders,
  type PublicRoute,
} from '../http/request-response.ts';
import { formBytesMax, readForm } from './form.ts';
import type { OauthPlace } from './place.ts';

/** What programs ask of the authorization server: what it can do, tokens for codes, and the end of tokens. */
export function tokenRoutes(place: OauthPlace): PublicRoute[] {
  const metadata = serverMetadata(place);
  return withCors([
    {
      ...form,
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      takes: 'nothing',
      bodyBytesMax: 0,
      answer: async () => jsonAnswer(200, metadata),
    },
    { ...form, method: 'POST', path: '/oauth/token', answer: (request) => exchange(place, request) },
    { ...form, method: 'POST', path: '/oauth/revoke', answer: (request) => revoke(place, request) },
  ]);
}

const form = {
  access: 'public',
  envelope: 'v2',
  takes: 'bytes',
  bodyBytesMax: formBytesMax,
  /** RFC 6749 has this error for the authorization endpoint alone; clients know it here too. */
  unavailable: (_: HttpRequest, sentence: string) =>
    jsonAnswer(
      503,
      { error: 'temporarily_unavailable', error_description: asciiOnly(sentence) },
      tokenHeaders,
    ),
} as const;

/** RFC 8414 2, with the names of RFC 9207 3 and of draft-ietf-oauth-client-id-metadata-document. */
function serverMetadata({ issuer, urlOf }: OauthPlace): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: urlOf('/oauth/authorize'),
    token_endpoint: urlOf('/oauth/token'),
    revocation_endpoint: urlOf('/oauth/revoke'),
    scopes_supported: oauthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

async function exchange({ engine }: OauthPlace, request: HttpRequest): Promise<HttpAnswer> {
  const fields = readForm(request);
  if (!fields) return refused(unreadable);
  if (signsIn(request, fields)) return refused(publicOnly, unauthorized);
  const clientId = fields.get('client_id');
  if (!clientId) return refused({ error: 'invalid_request', why: 'client_id is required' });
  const resource = fields.get('resource');
  const { requestId } = request;
  switch (fields.get('grant_type')) {
    case 'authorization_code': {
      const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) =>
        fields.get(name),
      );
      if (!code || !redirectUri || !verifier) {
        return refused({
          error: 'invalid_request',
          why: 'code, redirect_uri and code_verifier are required',
        });
      }
      return answered(
        await exchangeCode(engine, { code, clientId, redirectUri, verifier, resource, requestId }),
      );
    }
    case 'refresh_token': {
      const refreshToken = fields.get('refresh_token');
      if (!refreshToken) return refused({ error: 'invalid_request', why: 'refresh_token is required' });
      const scope = fields.get('scope');
      const scopes = scope === null ? null : scopeNames(scope);
      return answered(await exchangeRefresh(engine, { refreshToken, clientId, resource, scopes, requestId }));
    }
    default:
      return refused({
        error: 'unsupported_grant_type',
        why: 'grant_type must be authorization_code or refresh_token',
      });
  }
}

/** RFC 7009 2: whatever was presented does not work afterwards; that it never did is no error. */
async function revoke({ engine }: OauthPlace, request: HttpRequest): Promise<HttpAnswer> {
  const fields = readForm(request);
  if (!fields) return refused(unreadable);
  if (signsIn(request, fields)) return refused(publicOnly, unauthorized);
  const [token, clientId] = [fields.get('token'), fields.get('client_id')];
  if (!token || !clientId) {
    return refused({ error: 'invalid_request', why: 'token and client_id are required' });
  }
  const ended = await endGrant(engine, token, clientId, request.requestId);
  if (!ended) return refused({ error: 'invalid_grant', why: 'The token is another client’s' });
  return { status: 200, headers: tokenHeaders, body: null };
}

/** Clients are public: one that shows a secret was registered somewhere else. */
function signsIn({ headers }: HttpRequest, fields: URLSearchParams): boolean {
  return headers.authorization !== undefined || fields.has('client_secret') || fields.has('client_assertion');
}

const publicOnly: OauthFault = {
  error: 'invalid_client',
  why: 'Clients do not authenticate here; send client_id alone',
};
const unreadable: OauthFault = {
  error: 'invalid_request',
  why: 'The body must be application/x-www-form-urlencoded, with each parameter once',
};
const unauthorized = 401;
const badRequest = 400;

/** OAuth 2.1 3.2.3. */
const tokenHeaders = { ...jsonHeaders, 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function answered(result: IssuedTokens | OauthFault): HttpAnswer {
  if ('error' in result) return refused(result);
  const { accessToken, lifeMs, refreshToken, scopes } = result;
  return jsonAnswer(
    200,
    {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: lifeMs / secondMs,
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
      scope: scopes.join(' '),
    },
    tokenHeaders,
  );
}

function refused({ error, why }: OauthFault, status = badRequest): HttpAnswer {
  const headers =
    status === unauthorized
      ? { ...tokenHeaders, 'WWW-Authenticate': 'Basic realm="posthouse"' }
      : tokenHeaders;
  return jsonAnswer(status, { error, error_description: asciiOnly(why) }, headers);
}

/** RFC 6749 5.2 allows few characters in a description. */
function asciiOnly(text: string): string {
  return text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '');
}
