import { hash, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../../context/scope.ts';

/** The grant id and a MAC in each secret reject forgeries and recognize used refresh tokens without a look-up. */

/** None starts like an API token, so the API token look-up never sees them. */
const secretPrefixes = { code: 'phc_', access: 'pha_', refresh: 'phr_' } as const;
export type SecretKind = keyof typeof secretPrefixes;

const randomBytesLength = 32;
const macBytes = 16;
const shape = /^ph[car]_([0-9a-z]{26})_([\w-]{43})([\w-]{22})$/;
const grantIdPrefix = 'grt_';
const grantIdBytes = 13;

/** Makes a grant id. Unlike other ids it does not sort by time, because clients see it. */
export function grantId({ world }: Pick<Engine, 'world'>): string {
  return grantIdPrefix + world.ids.bytes(grantIdBytes).toString('hex');
}

/** Only the hash is stored. */
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

/** Returns null if the secret's MAC or kind is invalid. */
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
