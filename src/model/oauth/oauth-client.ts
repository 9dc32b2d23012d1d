import { z } from 'zod';
import { dayMs } from '../instant.ts';
import { type ClientKeys, isAllPublic, isAssertionAlgorithm, readPublicKeys } from './client-keys.ts';
import { isRedirectTarget } from './redirect-uri.ts';

/** Authentication at the token endpoint: none (a public client), a secret, or a signature. */
export const clientAuthentications = ['none', 'client_secret', 'private_key_jwt'] as const;
export type ClientAuthentication = (typeof clientAuthentications)[number];

/** Source of the client's metadata: the document at its URL, the operator, or the client itself. */
export type ClientOrigin = 'document' | 'operator' | 'registration';

export type OauthClient = {
  clientId: string;
  origin: ClientOrigin;
  name: string;
  redirectUris: readonly string[];
  renewable: boolean;
  authentication: ClientAuthentication;
  secretHash: string | null;
  keys: ClientKeys | null;
  /** The client's only signing algorithm; null for any. */
  algorithm: string | null;
};

/** A client without a document. Instants are epoch milliseconds. */
export type ClientRecord = Omit<OauthClient, 'clientId' | 'origin'> & {
  key: number;
  id: string;
  origin: Exclude<ClientOrigin, 'document'>;
  createdAt: number;
  usedAt: number | null;
  /** End of an unused registration; null for the operator's clients. */
  endsAt: number | null;
};

export const clientLimits = {
  nameCharacters: 100,
  redirectUris: 50,
  redirectUriCharacters: 2_048,
  /** For all organizations together. */
  madeByOperator: 1_000,
} as const;

/** A registration expires a day after its creation, or 90 days after its last use. */
export const registrationUnusedMs = dayMs;
export const registrationRestMs = 90 * dayMs;
/** Minimum interval between recorded uses. */
export const clientUseNotedEveryMs = dayMs;

/** Form of a public client_id, which never matches a URL. */
export const clientIdShape = /^oac_[0-9a-f]{26}$/;

/** Authentication metadata (RFC 7591 2) from a document or a registration. */
export const authenticationFields = {
  token_endpoint_auth_method: z.string().max(100).optional(),
  token_endpoint_auth_signing_alg: z.string().max(20).optional(),
  jwks: z.unknown().optional(),
  jwks_uri: z.string().max(clientLimits.redirectUriCharacters).optional(),
};
type AuthenticationMetadata = {
  token_endpoint_auth_signing_alg?: string | undefined;
  jwks?: unknown;
  jwks_uri?: string | undefined;
};

export function readClientKeys({
  token_endpoint_auth_signing_alg: algorithm,
  jwks,
  jwks_uri: jwksUri,
}: AuthenticationMetadata): { keys: ClientKeys; algorithm: string | null } | { fault: string } {
  if (algorithm !== undefined && !isAssertionAlgorithm(algorithm)) {
    return { fault: 'its token_endpoint_auth_signing_alg is not supported' };
  }
  const named = { algorithm: algorithm ?? null };
  // RFC 7591 2 forbids both, because parsers could choose differently.
  if (jwks !== undefined && jwksUri !== undefined) return { fault: 'it has both jwks and jwks_uri' };
  if (jwksUri !== undefined) {
    if (!isKeysUrl(jwksUri)) return { fault: 'its jwks_uri is not a plain https URL' };
    return { keys: { jwksUri }, ...named };
  }
  const keys = readPublicKeys(jwks);
  if (keys === null || !isAllPublic(jwks))
    return { fault: 'its jwks must contain public keys and no others' };
  return { keys: { jwks: keys }, ...named };
}

/** Published keys come only from the default port of a named host. The dialed address is checked on connecting. */
function isKeysUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    isRedirectTarget(text, []) &&
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    /\.[a-z][a-z0-9-]*$/.test(url.hostname)
  );
}

/** Bidirectional characters would reorder surrounding text (UAX #9 2). */
export function shownName(text: string): string {
  const line = text
    .replace(/[\p{Bidi_Control}\p{Cf}]/gu, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, clientLimits.nameCharacters).join('') || 'Without a name';
}
