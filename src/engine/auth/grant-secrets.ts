import { hash, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../context/scope.ts';

/**
 * The codes and tokens of a grant. Each names its grant and proves by a MAC that it was made here, so a made-up one
 * costs no look-up, and a used refresh token is recognized without being kept.
 */

/** None of them begins as an API token does: no door for those ever looks one up. */
const secretPrefixes = { code: 'phc_', access: 'pha_', refresh: 'phr_' } as const;
export type SecretKind = keyof typeof secretPrefixes;

/** 256 bits. */
const randomBytesLength = 32;
/** 128 bits. */
const macBytes = 16;
const shape = /^ph[car]_([0-9a-z]{26})_([\w-]{43})([\w-]{22})$/;
const grantIdPrefix = 'grt_';
/** As many characters as ids have. */
const grantIdBytes = 13;

/** A new id for a grant: unlike others it does not sort by time, because a client sees it. */
export function grantId({ world }: Pick<Engine, 'world'>): string {
  return grantIdPrefix + world.ids.bytes(grantIdBytes).toString('hex');
}

/** A new code or token of a grant, and its SHA-256, which is all that is kept of it. */
export function makeSecret(
  engine: Pick<Engine, 'world' | 'secretBox'>,
  kind: SecretKind,
  grant: string,
): { secret: string; hash: string } {
  const random = engine.world.ids.bytes(randomBytesLength).toString('base64url');
  const id = grant.slice(grantIdPrefix.length);
  const secret = `${secretPrefixes[kind]}${id}_${random}${macOf(engine, kind, id, random)}`;
  return { secret, hash: hash('sha256', secret) };
}

/** Which grant a code or token was made for, if it was made here as one of this kind. */
export function readSecret(
  engine: Pick<Engine, 'secretBox'>,
  kind: SecretKind,
  secret: string,
): { grant: string; hash: string } | null {
  const found = secret.startsWith(secretPrefixes[kind]) ? shape.exec(secret) : null;
  if (!found) return null;
  const [, id, random, mac] = found;
  const expected = macOf(engine, kind, id!, random!);
  if (!timingSafeEqual(Buffer.from(mac!), Buffer.from(expected))) return null;
  return { grant: grantIdPrefix + id, hash: hash('sha256', secret) };
}

function macOf(
  { secretBox }: Pick<Engine, 'secretBox'>,
  kind: SecretKind,
  id: string,
  random: string,
): string {
  return secretBox.mac(`oauth ${kind}`, `${id}\n${random}`).subarray(0, macBytes).toString('base64url');
}
