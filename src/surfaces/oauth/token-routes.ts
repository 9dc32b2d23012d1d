import { exchangeAssertion } from '../../engine/auth/oauth/exchange-assertion.ts';
import {
  endGrant,
  exchangeCode,
  exchangeRefresh,
  type IssuedTokens,
  type ProveClient,
} from '../../engine/auth/oauth/exchange-grant.ts';
import {
  type ClientCredential,
  type ClientProver,
  clientOfAssertion,
  clientProver,
} from '../../engine/auth/oauth/prove-client.ts';
import { secondMs } from '../../model/instant.ts';
import { withoutEmptyParameters } from '../../model/oauth/authorization-request.ts';
import { assertionType } from '../../model/oauth/client-assertion.ts';
import { assertionAlgorithms } from '../../model/oauth/client-keys.ts';
import { assertionGrantProfile, assertionGrantType } from '../../model/oauth/identity-assertion.ts';
import type { OauthFault } from '../../model/oauth/oauth-error.ts';
import { oauthScopes, scopeNames } from '../../model/oauth/scopes.ts';
import { languages } from '../../model/text/language.ts';
import { withCors } from '../http/cors.ts';
import { readForm } from '../http/form.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, type PublicRoute } from '../http/request-response.ts';
import { refused, tokenHeaders, unavailable } from './answers.ts';
import { formBytesMax, type OauthPlace } from './place.ts';
import { registrationPath } from './register-routes.ts';

type TokenPlace = OauthPlace & { prover: ClientProver };

const tokenPath = '/oauth/token';
const revocationPath = '/oauth/revoke';

export function tokenRoutes(around: OauthPlace): PublicRoute[] {
  const place: TokenPlace = { ...around, prover: clientProver(around.engine, around.clients) };
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
    { ...form, method: 'POST', path: tokenPath, answer: (request) => exchange(place, request) },
    { ...form, method: 'POST', path: revocationPath, answer: (request) => revoke(place, request) },
  ]);
}

const form = {
  access: 'public',
  envelope: 'v2',
  takes: 'bytes',
  bodyBytesMax: formBytesMax,
  unavailable,
} as const;

const authenticationMethods = ['none', 'private_key_jwt', 'client_secret_basic', 'client_secret_post'];

function grantTypes(identityProvider: OauthPlace['identityProvider']): string[] {
  return ['authorization_code', 'refresh_token', ...(identityProvider ? [assertionGrantType] : [])];
}

/** RFC 8414 section 2, RFC 9207 section 3, and drafts for client id metadata documents and identity assertions. */
function serverMetadata({
  issuer,
  urlOf,
  registration,
  identityProvider,
}: OauthPlace): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: urlOf('/oauth/authorize'),
    token_endpoint: urlOf(tokenPath),
    revocation_endpoint: urlOf(revocationPath),
    ...(registration && { registration_endpoint: urlOf(registrationPath) }),
    scopes_supported: oauthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes(identityProvider),
    ...(identityProvider && { authorization_grant_profiles_supported: [assertionGrantProfile] }),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authenticationMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    ui_locales_supported: Object.keys(languages),
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

async function exchange(place: TokenPlace, request: HttpRequest): Promise<HttpAnswer> {
  const { engine } = place;
  const fields = readParameters(request);
  if (!fields) return refused(unreadable);
  const shown = await readCredential(request, fields);
  if ('error' in shown) return refused(shown);
  const { clientId } = shown;
  const prove = proofOf(place, request, shown, tokenPath);
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
      const presented = { code, clientId, redirectUri, verifier, resource, requestId, prove };
      return answered(await exchangeCode(engine, presented));
    }
    case 'refresh_token': {
      const refreshToken = fields.get('refresh_token');
      if (!refreshToken) return refused({ error: 'invalid_request', why: 'refresh_token is required' });
      const scope = fields.get('scope');
      const scopes = scope === null ? null : scopeNames(scope);
      const presented = { refreshToken, clientId, resource, scopes, requestId, prove };
      return answered(await exchangeRefresh(engine, presented));
    }
    case assertionGrantType: {
      const { clients, identityProvider } = place;
      if (!identityProvider) return refused(unsupported(place));
      const assertion = fields.get('assertion');
      if (!assertion) return refused({ error: 'invalid_request', why: 'assertion is required' });
      const scope = fields.get('scope');
      const presented = { assertion, clientId, resource, scope, ip: request.ip, requestId, prove };
      return answered(await exchangeAssertion(engine, clients, identityProvider, presented));
    }
    default:
      return refused(unsupported(place));
  }
}

function readParameters(request: HttpRequest): URLSearchParams | null {
  const form = readForm(request);
  return form && withoutEmptyParameters(form);
}

function unsupported({ identityProvider }: OauthPlace): OauthFault {
  return {
    error: 'unsupported_grant_type',
    why: `grant_type must be ${grantTypes(identityProvider).join(' or ')}`,
  };
}

/** RFC 7009 section 2: an unknown token is not an error. */
async function revoke(place: TokenPlace, request: HttpRequest): Promise<HttpAnswer> {
  const fields = readParameters(request);
  if (!fields) return refused(unreadable);
  const shown = await readCredential(request, fields);
  if ('error' in shown) return refused(shown);
  const token = fields.get('token');
  if (!token) return refused({ error: 'invalid_request', why: 'token is required' });
  const { clientId } = shown;
  const prove = proofOf(place, request, shown, revocationPath);
  const fault = await endGrant(place.engine, { token, clientId, requestId: request.requestId, prove });
  return fault ? refused(fault) : { status: 200, headers: tokenHeaders, body: null };
}

/** RFC 7523 section 3: an assertion names as audience the issuer or the endpoint it is sent to. */
function proofOf(
  { prover, issuer, urlOf }: TokenPlace,
  { ip }: HttpRequest,
  shown: ShownCredential,
  path: string,
): ProveClient {
  const audiences = [issuer, urlOf(tokenPath), urlOf(path)];
  return (grant) => prover.prove(grant, { ...shown, audiences, ip });
}

const unreadable: OauthFault = {
  error: 'invalid_request',
  why: 'The body must be application/x-www-form-urlencoded, with each parameter once',
};

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

type ShownCredential = { clientId: string; credential: ClientCredential };

/** OAuth 2.1 section 2.4, RFC 7521 section 4.2. Verifies nothing. */
async function readCredential(
  { headers }: HttpRequest,
  fields: URLSearchParams,
): Promise<ShownCredential | OauthFault> {
  const shown = ['client_secret', 'client_assertion'].filter((name) => fields.has(name));
  const header = headers.authorization;
  // OAuth 2.1 section 2.4: a client must not use several methods, because two parsers might pick different ones.
  if (shown.length + (header === undefined ? 0 : 1) > 1) {
    return { error: 'invalid_request', why: 'A request must use a single client authentication method' };
  }
  const clientId = fields.get('client_id');
  if (header !== undefined) return readBasic(header, clientId);
  const assertion = fields.get('client_assertion');
  if (assertion !== null) {
    if (fields.get('client_assertion_type') !== assertionType) {
      return { error: 'invalid_request', why: `client_assertion_type must be ${assertionType}` };
    }
    const named = clientId ?? (await clientOfAssertion(assertion));
    if (!named) return { error: 'invalid_client', why: 'The client_assertion names no client' };
    return { clientId: named, credential: { kind: 'assertion', assertion } };
  }
  if (!clientId) return { error: 'invalid_request', why: 'client_id is required' };
  const secret = fields.get('client_secret');
  return { clientId, credential: secret === null ? { kind: 'none' } : { kind: 'secret', secret } };
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(header: string, clientId: string | null): ShownCredential | OauthFault {
  const [, encoded] = /^basic ([a-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const joined = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = joined.indexOf(':');
  const [id, secret] = [joined.slice(0, colon), joined.slice(colon + 1)].map(formDecoded);
  if (colon < 1 || !id || secret === undefined) {
    return {
      error: 'invalid_client',
      why: 'Authorization must be Basic with the id and the secret of the client',
    };
  }
  if (clientId !== null && clientId !== id) {
    return { error: 'invalid_request', why: 'client_id differs from the client in Authorization' };
  }
  return { clientId: id, credential: { kind: 'secret', secret } };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
