import { z } from 'zod';
import {
  authenticationFields,
  type ClientAuthentication,
  type ClientRecord,
  clientLimits,
  readClientKeys,
  shownName,
} from './oauth-client.ts';
import type { OauthFault } from './oauth-error.ts';
import { isRedirectTarget } from './redirect-uri.ts';

/** From all addresses. Unused registrations last a day, so this bounds them below `registeredMax`. */
export const registrationsPerHourMax = 40;
export const registeredMax = 2_000;
export const registrationOctetsMax = 32 * 1024;

/** Client metadata (RFC 7591 2); other fields are ignored. */
const Metadata = z.object({
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z
    .array(z.string().max(clientLimits.redirectUriCharacters))
    .min(1)
    .max(clientLimits.redirectUris),
  grant_types: z.array(z.string().max(200)).max(20).optional(),
  response_types: z.array(z.string().max(200)).max(20).optional(),
  ...authenticationFields,
});

export type Registration = Pick<
  ClientRecord,
  'name' | 'redirectUris' | 'renewable' | 'authentication' | 'keys' | 'algorithm'
> & { method: string };

const methods: Readonly<Record<string, ClientAuthentication>> = {
  none: 'none',
  client_secret_basic: 'client_secret',
  client_secret_post: 'client_secret',
  private_key_jwt: 'private_key_jwt',
};

/** RFC 7591 3.1. Drops unsupported grant types from the response, as section 2 allows. */
export function readRegistration(body: unknown, schemes: readonly string[]): Registration | OauthFault {
  const read = Metadata.safeParse(body);
  if (!read.success) {
    const field = String(read.error.issues[0]?.path[0] ?? 'the body');
    const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    return { error, why: `${field} is missing or invalid` };
  }
  const { client_name, redirect_uris, grant_types, response_types, ...how } = read.data;
  const untaken = redirect_uris.find((uri) => !isRedirectTarget(uri, schemes));
  if (untaken !== undefined) {
    return {
      error: 'invalid_redirect_uri',
      why: 'Each redirect_uri must be https, a loopback http URL, or an app scheme such as com.example.app:/callback or one that the operator of this server allows. A host has only letters, digits, dots and hyphens',
    };
  }
  const servesCodes =
    (grant_types ?? ['authorization_code']).includes('authorization_code') &&
    (response_types ?? ['code']).includes('code');
  if (!servesCodes)
    return { error: 'invalid_client_metadata', why: 'The client must use authorization codes' };
  // RFC 7591 2 makes client_secret_basic the default.
  const method = how.token_endpoint_auth_method ?? 'client_secret_basic';
  const authentication = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (authentication === undefined) {
    return {
      error: 'invalid_client_metadata',
      why: `token_endpoint_auth_method must be one of ${Object.keys(methods).join(', ')}`,
    };
  }
  const signed = authentication === 'private_key_jwt' ? readClientKeys(how) : { keys: null, algorithm: null };
  if ('fault' in signed)
    return { error: 'invalid_client_metadata', why: `The client cannot sign: ${signed.fault}` };
  return {
    name: shownName(client_name ?? ''),
    redirectUris: redirect_uris,
    renewable: grant_types?.includes('refresh_token') ?? true,
    authentication,
    ...signed,
    method,
  };
}
