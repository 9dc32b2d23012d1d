import { z } from 'zod';

type PublicKey = Record<string, unknown> & { kty: string };
export type PublicKeySet = { keys: PublicKey[] };

export type ClientKeys = { jwks: PublicKeySet } | { jwksUri: string };

/** Asymmetric only: `none` and HS256 are refused, whatever the assertion's header names. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
export type AssertionAlgorithm = (typeof assertionAlgorithms)[number];

const keysMax = 100;
const asymmetricKinds: readonly string[] = ['RSA', 'EC', 'OKP'];
/** Private members by RFC 7518 6.2.2, 6.3.2 and 6.4.1. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(keysMax) });

/** RFC 7517 5. Drops keys with a private part and shared secrets, which prove nothing. */
export function readPublicKeys(value: unknown): PublicKeySet | null {
  const read = KeySet.safeParse(value);
  if (!read.success) return null;
  const keys = read.data.keys.filter(isPublic);
  return keys.length > 0 ? { keys } : null;
}

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
