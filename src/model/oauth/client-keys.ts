import { z } from 'zod';

/** A public key as a JSON Web Key (RFC 7517 4). */
type PublicKey = Record<string, unknown> & { kty: string };
export type PublicKeySet = { keys: PublicKey[] };

/** Where the keys of a client are: in its metadata, or published at a URL of its own. */
export type ClientKeys = { jwks: PublicKeySet } | { jwksUri: string };

/**
 * What signs a client assertion. Asymmetric only: `none` and the shared secrets of HS256 are refused whatever the header
 * of an assertion says.
 */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
export type AssertionAlgorithm = (typeof assertionAlgorithms)[number];

const keysMax = 100;
const asymmetricKinds: readonly string[] = ['RSA', 'EC', 'OKP'];
/** RFC 7518 6.2.2, 6.3.2 and 6.4.1: the members that only the owner of a key may know. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(keysMax) });

/**
 * The public keys of a JWK Set (RFC 7517 5); null when it has none. A key that shows its private part, or is a shared
 * secret, proves nothing and is left out.
 */
export function publicKeysOf(value: unknown): PublicKeySet | null {
  const read = KeySet.safeParse(value);
  if (!read.success) return null;
  const keys = read.data.keys.filter(isPublic);
  return keys.length > 0 ? { keys } : null;
}

/** Whether every key of a set is a public one: what a client registers holds nothing else. */
export function isAllPublic(value: unknown): boolean {
  const read = KeySet.safeParse(value);
  return read.success && read.data.keys.length > 0 && read.data.keys.every(isPublic);
}

function isPublic(key: PublicKey): boolean {
  return asymmetricKinds.includes(key.kty) && !privateMembers.some((member) => Object.hasOwn(key, member));
}

export function isAssertionAlgorithm(name: unknown): name is AssertionAlgorithm {
  return assertionAlgorithms.some((one) => one === name);
}
