import { randomFillSync } from 'node:crypto';
import type { Clock } from '../concurrency/clock.ts';
import type { IdPrefix } from '../model/id.ts';
import { tokenPrefix } from '../model/organization/token.ts';

/** All randomness: ids, secrets, and random choice. */
export type Ids = {
  /** Creates a prefixed ULID in lower-case Crockford base32. Ids of one process sort by creation. */
  id(prefix: IdPrefix): string;
  /** Creates a secret: `posthouse_` and 40 characters of A-Z a-z 0-9, each equally likely (238 bits). */
  secret(): string;
  bytes(n: number): Buffer;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter and random choice. */
  uniform(): number;
};

type FillRandom = (buffer: Buffer) => unknown;

export function systemIds(clock: Clock): Ids {
  return idsFrom(clock, randomFillSync);
}

/** A call of the random source takes microseconds regardless of its size, so ids draw from a pool. */
const poolBytes = 8_192;
const secretLength = 40;
const secretAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the alphabet's size in a byte. Higher bytes would favour the first letters. */
const secretByteLimit = 256 - (256 % secretAlphabet.length);
const crockford = '0123456789abcdefghjkmnpqrstvwxyz';
/** Every pair of base32 characters: ten bits per step. */
const pairs = Array.from({ length: 1_024 }, (_, n) => `${crockford[n >> 5]}${crockford[n & 31]}`);
const half = 2 ** 40;
const tenBits = 2 ** 10;
const twentyBits = 2 ** 20;

/** Creates ids that are deterministic for the same times and random bytes. */
export function idsFrom(clock: Pick<Clock, 'now'>, fill: FillRandom): Ids {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  const take = (count: number): number => {
    if (used + count > poolBytes) {
      fill(pool);
      used = 0;
    }
    used += count;
    return used - count;
  };

  let stampedMs = -1;
  let stamp = '';
  // The 80 random bits in two halves, because a double holds only 53 bits exactly.
  let high = 0;
  let low = 0;

  const stampAt = (ms: number) => {
    stampedMs = ms;
    stamp = base32of40(Math.floor(ms / tenBits)) + pairs[ms % tenBits]!;
    const at = take(10);
    high = pool.readUIntBE(at, 5);
    low = pool.readUIntBE(at + 5, 5);
  };

  return {
    id(prefix) {
      const now = clock.now();
      if (now > stampedMs) {
        stampAt(now);
      } else {
        // Within one millisecond, the random part grows by a random step, so that ids stay sorted and do not reveal the next id.
        low += 1 + pool.readUInt32BE(take(4));
        if (low >= half) {
          low -= half;
          high += 1;
        }
        if (high >= half) stampAt(stampedMs + 1);
      }
      return `${prefix}_${stamp}${base32of40(high)}${base32of40(low)}`;
    },

    secret() {
      let secret = tokenPrefix;
      // Not drawn from the pool, so that no secret remains in it.
      const bytes = Buffer.alloc(secretLength * 2);
      let at = bytes.length;
      while (secret.length < tokenPrefix.length + secretLength) {
        if (at === bytes.length) {
          fill(bytes);
          at = 0;
        }
        const byte = bytes[at++]!;
        if (byte < secretByteLimit) secret += secretAlphabet[byte % secretAlphabet.length];
      }
      bytes.fill(0);
      return secret;
    },

    bytes(n) {
      const bytes = Buffer.alloc(n);
      fill(bytes);
      return bytes;
    },

    uniform() {
      const at = take(7);
      // 53 bits, the precision of a double between 0 and 1.
      return (pool.readUIntBE(at, 6) * 32 + (pool[at + 6]! >> 3)) / 2 ** 53;
    },
  };
}

function base32of40(n: number): string {
  const top = Math.floor(n / twentyBits);
  const bottom = n % twentyBits;
  return pairs[top >> 10]! + pairs[top & 1_023]! + pairs[bottom >> 10]! + pairs[bottom & 1_023]!;
}
