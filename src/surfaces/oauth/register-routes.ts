import { registerClient } from '../../engine/auth/oauth/register-client.ts';
import { hourMs, secondMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import { readRegistration, registrationOctetsMax } from '../../model/oauth/client-registration.ts';
import type { OauthFault } from '../../model/oauth/oauth-error.ts';
import { withCors } from '../http/cors.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, type PublicRoute } from '../http/request-response.ts';
import { refused, tokenHeaders, unavailable } from './answers.ts';
import type { OauthPlace } from './place.ts';

export const registrationPath = '/oauth/register';

const registrationsPerAddressMax = 10;

/** Dynamic client registration (RFC 7591). No routes unless the operator enables it. */
export function registerRoutes(place: OauthPlace): PublicRoute[] {
  if (!place.registration) return [];
  const budget = attemptBudget(registrationsPerAddressMax, hourMs);
  return withCors([
    {
      access: 'public',
      envelope: 'v2',
      method: 'POST',
      path: registrationPath,
      takes: 'bytes',
      bodyBytesMax: registrationOctetsMax,
      unavailable,
      answer: (request) => register(place, budget, request),
    },
  ]);
}

async function register(
  { engine }: OauthPlace,
  budget: AttemptBudget,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const registration = readRegistration(bodyOf(request), engine.settings.redirectSchemes ?? []);
  if ('error' in registration) return refused(registration);
  const now = engine.world.clock.monotonic();
  if (!budget.allows(request.ip, now)) return tooMany(hourMs);
  budget.spend(request.ip, now);
  const registered = await registerClient(engine, registration);
  if ('retryAfterMs' in registered) return tooMany(registered.retryAfterMs);
  const { client, secret } = registered;
  return jsonAnswer(
    201,
    {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt / secondMs),
      ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', ...(client.renewable ? ['refresh_token'] : [])],
      response_types: ['code'],
      token_endpoint_auth_method: registration.method,
      ...(client.algorithm !== null && { token_endpoint_auth_signing_alg: client.algorithm }),
      ...(client.keys &&
        ('jwks' in client.keys ? { jwks: client.keys.jwks } : { jwks_uri: client.keys.jwksUri })),
    },
    tokenHeaders,
  );
}

const tooManyRequests = 429;
const tooManyFault: OauthFault = {
  error: 'temporarily_unavailable',
  why: 'Too many clients registered; publish a client id metadata document, or ask the operator for a client_id',
};

function tooMany(retryAfterMs: number): HttpAnswer {
  const headers = { 'Retry-After': String(retryAfterMs / secondMs) };
  return refused(tooManyFault, { status: tooManyRequests, headers });
}

function bodyOf({ headers, body }: HttpRequest): unknown {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return null;
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return null;
  }
}
