import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** A JWS in its compact form (RFC 7515 3.1), parsed but not verified. */
export type SignedToken = {
  algorithm: Algorithm;
  /** The issuer's key that signed it, according to the token. */
  keyId: string | null;
  claims: unknown;
  /** The signed text. */
  signed: string;
  signature: Buffer;
};

/** Asymmetric signatures only; `none` and the shared secrets of HS256 are not among them. */
const algorithms = ['RS256', 'ES256', 'EdDSA'] as const;
type Algorithm = (typeof algorithms)[number];

const shape = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
const Header = z.object({
  alg: z.enum(algorithms),
  // RFC 9068 4: without this type an ID token, or any other JWT of the issuer, could pass for an access token.
  typ: z.string().regex(/^(application\/)?at\+jwt$/i),
  kid: z.string().max(256).optional(),
  // RFC 7515 4.1.11: extensions that must be understood; none is supported. Keys inside the token are ignored.
  crit: z.undefined().optional(),
});

/** Parses a token; null for anything that is not a verifiable access token. */
export function readSignedToken(text: string): SignedToken | null {
  const found = shape.exec(text);
  if (!found) return null;
  const [, header, claims, signature] = found;
  const read = Header.safeParse(parsed(header!));
  if (!read.success) return null;
  return {
    algorithm: read.data.alg,
    keyId: read.data.kid ?? null,
    claims: parsed(claims!),
    signed: `${header}.${claims}`,
    signature: Buffer.from(signature!, 'base64url'),
  };
}

/** A key of an issuer, imported. */
export type IssuerKey = { keyId: string | null; algorithm: Algorithm; key: KeyObject };

const modulusBitsMin = 2_048;
const keysMax = 100;
const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(keysMax) });

/** The keys of a JWK Set (RFC 7517 5) that may sign tokens; those for other uses are skipped. */
export function readKeySet(text: string): IssuerKey[] | null {
  const read = KeySet.safeParse(parsedJson(text));
  return read.success ? read.data.keys.flatMap((key) => readKey(key) ?? []) : null;
}

function readKey(jwk: Record<string, unknown>): IssuerKey | null {
  const algorithm = algorithmOf(jwk);
  if (algorithm === null || (jwk.alg !== undefined && jwk.alg !== algorithm)) return null;
  if (jwk.use !== undefined && jwk.use !== 'sig') return null;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < modulusBitsMin) return null;
    return { keyId: typeof jwk.kid === 'string' ? jwk.kid : null, algorithm, key };
  } catch {
    // OpenSSL cannot read the key, so it cannot have signed a token we accept.
    return null;
  }
}

/** The one algorithm a key is used with, independent of what the token says. */
function algorithmOf({ kty, crv }: Record<string, unknown>): Algorithm | null {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  return null;
}

/** The key that a token names, or, if it names none, the only one of its kind. */
export function keyFor(token: SignedToken, keys: readonly IssuerKey[]): IssuerKey | null {
  const fitting = keys.filter(({ algorithm }) => algorithm === token.algorithm);
  if (token.keyId === null) return fitting.length === 1 ? fitting[0]! : null;
  return fitting.find(({ keyId }) => keyId === token.keyId) ?? null;
}

export function isSignedBy(token: SignedToken, { key, algorithm }: IssuerKey): boolean {
  if (algorithm !== token.algorithm) return false;
  const text = Buffer.from(token.signed);
  return algorithm === 'EdDSA'
    ? verify(null, text, key, token.signature)
    : verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, token.signature);
}

function parsed(base64url: string): unknown {
  return parsedJson(Buffer.from(base64url, 'base64url').toString('utf8'));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
