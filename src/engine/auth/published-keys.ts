import type { CompactVerifyGetKey, CryptoKey, JWK } from 'jose';
import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import { readPublicKeys } from '../../model/oauth/client-keys.ts';
import type { Engine } from '../context/scope.ts';

export type PublishedKeys = {
  signed(token: string, algorithms: readonly string[]): Promise<boolean>;
};

const believedMs = 10 * minuteMs;
/** Lifetime of keys that cannot be fetched again. */
const believedAtMostMs = hourMs;
/** Minimum interval between two fetches, because an attacker can name any number of unknown keys. */
const restMs = 30 * secondMs;

/** Caches remote keys. An unknown `kid` triggers another fetch of the JWK Set (RFC 7517 5). */
export function publishedKeys(
  { world: { clock, lastingCache } }: Pick<Engine, 'world'>,
  { cacheKey, fetchKeys }: { cacheKey: string; fetchKeys(): Promise<unknown> },
): PublishedKeys {
  let keyFor: CompactVerifyGetKey | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  let reading: Promise<void> | null = null;

  async function ask(): Promise<void> {
    askedAt = clock.monotonic();
    const at = askedAt;
    const found = await fetchKeys();
    if (!(await believe(found, at))) return;
    await lastingCache?.set(cacheKey, found, believedAtMostMs);
  }

  async function believe(found: unknown, at: number): Promise<boolean> {
    const read = readPublicKeys(found);
    if (read === null) return false;
    keyFor = await keyFinder(read);
    fetchedAt = at;
    return true;
  }

  /** Restores the keys cached before a restart, in case the publisher is unreachable. */
  async function readKept(): Promise<void> {
    const kept = await lastingCache?.get(cacheKey);
    if (kept) await believe(kept.value, clock.monotonic() - (believedAtMostMs - kept.msLeft));
  }

  async function askAgain(): Promise<void> {
    if (asking === null && clock.monotonic() - askedAt < restMs) return;
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  return {
    async signed(token, algorithms) {
      reading ??= readKept();
      await reading;
      if (clock.monotonic() - fetchedAt >= believedMs) await askAgain();
      if (clock.monotonic() - fetchedAt >= believedAtMostMs) return false;
      const signed = keyFor && (await isSigned(token, keyFor, algorithms));
      if (signed !== null) return signed;
      await askAgain();
      return (keyFor && (await isSigned(token, keyFor, algorithms))) ?? false;
    },
  };
}

export async function keyFinder({ keys }: { keys: readonly object[] }): Promise<CompactVerifyGetKey> {
  const { createLocalJWKSet } = await import('jose');
  return createLocalJWKSet({ keys: keys as JWK[] });
}

/** For a token without a `kid`. */
const keysTriedMax = 10;

/** Returns null if a newer key set may contain the key: the `kid` is unknown, or missing and no key matches. */
export async function isSigned(
  token: string,
  keyFor: CompactVerifyGetKey,
  algorithms: readonly string[],
): Promise<boolean | null> {
  const { compactVerify, decodeProtectedHeader, errors } = await import('jose');
  const options = { algorithms: [...algorithms] };
  try {
    const { protectedHeader } = await compactVerify(token, keyFor, options);
    return isEncoded(protectedHeader);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return null;
    let tried = 0;
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      for await (const key of error) {
        if (tried === keysTriedMax) break;
        tried += 1;
        if (await isSignedWith(token, key, options)) return true;
      }
    } else if (!(error instanceof errors.JWSSignatureVerificationFailed)) return false;
    return decodeProtectedHeader(token).kid === undefined ? null : false;
  }
}

async function isSignedWith(
  token: string,
  key: CryptoKey,
  options: { algorithms: string[] },
): Promise<boolean> {
  const { compactVerify, errors } = await import('jose');
  try {
    const { protectedHeader } = await compactVerify(token, key, options);
    return isEncoded(protectedHeader);
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** RFC 7797 7: the payload of a JWT is always encoded. */
function isEncoded({ b64 }: { b64?: unknown }): boolean {
  return b64 !== false;
}
