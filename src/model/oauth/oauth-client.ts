import { z } from 'zod';
import { dayMs } from '../instant.ts';
import { type ClientKeys, isAllPublic, isAssertionAlgorithm, publicKeysOf } from './client-keys.ts';
import { isRedirectTarget } from './redirect-uri.ts';

/** How a client proves at the token endpoint which one it is: not at all (a public client), by a secret, or by a signature. */
export const clientAuthentications = ['none', 'client_secret', 'private_key_jwt'] as const;
export type ClientAuthentication = (typeof clientAuthentications)[number];

/** Who says what a client is: its document at its own URL, the operator, or the client itself. */
export type ClientOrigin = 'document' | 'operator' | 'registration';

/** A client that a person can let in. */
export type OauthClient = {
  clientId: string;
  origin: ClientOrigin;
  name: string;
  redirectUris: readonly string[];
  /** It can keep a refresh token. */
  renewable: boolean;
  authentication: ClientAuthentication;
  /** SHA-256 of its secret, hex. */
  secretHash: string | null;
  keys: ClientKeys | null;
  /** The one algorithm that it signs with, where it names one. */
  algorithm: string | null;
};

/** A client without a document, as stored. Instants are epoch milliseconds. */
export type ClientRecord = Omit<OauthClient, 'clientId' | 'origin'> & {
  /** The internal key; never shown. */
  key: number;
  /** Its client_id. */
  id: string;
  origin: Exclude<ClientOrigin, 'document'>;
  createdAt: number;
  usedAt: number | null;
  /** When it is forgotten unless it is used; null for those of the operator. */
  endsAt: number | null;
};

export const clientLimits = {
  nameCharacters: 100,
  redirectUris: 50,
  redirectUriCharacters: 2_048,
  /** Of all organizations together. */
  madeByOperator: 1_000,
} as const;

/** A registration is forgotten a day after it was made, or 90 days after its last use: longer than any grant rests. */
export const registrationUnusedMs = dayMs;
export const registrationRestMs = 90 * dayMs;
/** A use is written down again when the last one is this old. */
export const clientUseNotedEveryMs = dayMs;

/** As a public client_id is shown and stored; a URL is never one of these. */
export const clientIdShape = /^oac_[0-9a-f]{26}$/;

/** Metadata by which a client authenticates (RFC 7591 2), wherever it was read. */
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

/** The keys of a client that signs; `fault` says in a few words what is wrong with them. */
export function readClientKeys({
  token_endpoint_auth_signing_alg: algorithm,
  jwks,
  jwks_uri: jwksUri,
}: AuthenticationMetadata): { keys: ClientKeys; algorithm: string | null } | { fault: string } {
  if (algorithm !== undefined && !isAssertionAlgorithm(algorithm)) {
    return { fault: 'its token_endpoint_auth_signing_alg is not one that is taken' };
  }
  const named = { algorithm: algorithm ?? null };
  // RFC 7591 2: they must not be present both, because a reader could then choose.
  if (jwks !== undefined && jwksUri !== undefined) return { fault: 'it has both jwks and jwks_uri' };
  if (jwksUri !== undefined) {
    if (!isKeysUrl(jwksUri)) return { fault: 'its jwks_uri is not a plain https URL' };
    return { keys: { jwksUri }, ...named };
  }
  const keys = publicKeysOf(jwks);
  if (keys === null || !isAllPublic(jwks))
    return { fault: 'its jwks holds no public keys, or others beside them' };
  return { keys: { jwks: keys }, ...named };
}

/** Published keys are fetched from the default port of a named host alone; who answers there is decided when it is dialled. */
function isKeysUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    isRedirectTarget(text) &&
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    /\.[a-z][a-z0-9-]*$/.test(url.hostname)
  );
}

/** One short line without control characters, or bidirectional ones that reorder the text around it (UAX #9 2). */
export function shownName(text: string): string {
  const line = text
    .replace(/[\p{Bidi_Control}\p{Cf}]/gu, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, clientLimits.nameCharacters).join('') || 'Without a name';
}
