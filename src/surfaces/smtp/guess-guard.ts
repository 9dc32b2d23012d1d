import { minuteMs, secondMs } from '../../model/instant.ts';

/**
 * Slows down and shuts out whoever guesses passwords. Tokens are far too long to be guessed; what is kept small is the
 * load of trying, and of programs that go on with a password that was revoked.
 *
 * Counted by address and credential together, so that one wrong program keeps neither another one at the same address
 * out, nor its own token at another address; and, more generously, by address alone.
 */
export type GuessGuard = {
  /** Whether a credential may be looked at that comes from this address. */
  allows(address: string, credential: string, now: number): boolean;
  /** Counts a wrong one. @returns how long to wait before saying so, in milliseconds */
  failed(address: string, credential: string, now: number): number;
};

export const guessWindowMs = 10 * minuteMs;
export const guessesMax = 5;
/** Wrong credentials of any kind from one address. */
export const guessesPerAddressMax = 50;
/** How long nothing is looked at after too many. */
export const shutOutMs = 10 * minuteMs;
/** The first wrong one is told at once; then each waits twice as long as the one before, up to the longest. */
const firstDelayMs = secondMs / 4;
const longestDelayMs = 4 * secondMs;
/** Guessers remembered; the oldest is forgotten for a new one. */
const guessersMax = 20_000;

type Guesser = { failures: number; since: number; shutOutUntil: number };

/** @param address as `budgetKey` has it: one customer of IPv6 is one guesser */
export function guessGuard(): GuessGuard {
  const pairs = new Map<string, Guesser>();
  const addresses = new Map<string, Guesser>();

  return {
    allows(address, credential, now) {
      return (
        !isShutOut(pairs.get(`${address} ${credential}`), now) && !isShutOut(addresses.get(address), now)
      );
    },
    failed(address, credential, now) {
      count(pairs, `${address} ${credential}`, guessesMax, now);
      return delayOf(count(addresses, address, guessesPerAddressMax, now));
    },
  };
}

function isShutOut(guesser: Guesser | undefined, now: number): boolean {
  return guesser !== undefined && guesser.shutOutUntil > now;
}

/** @returns the failures within the window */
function count(guessers: Map<string, Guesser>, key: string, max: number, now: number): number {
  let guesser = guessers.get(key);
  if (!guesser || now - guesser.since >= guessWindowMs) {
    guesser = { failures: 0, since: now, shutOutUntil: 0 };
    guessers.delete(key);
    guessers.set(key, guesser);
    if (guessers.size > guessersMax) guessers.delete(guessers.keys().next().value!);
  }
  guesser.failures += 1;
  if (guesser.failures >= max) guesser.shutOutUntil = now + shutOutMs;
  return guesser.failures;
}

function delayOf(failures: number): number {
  return failures === 1 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 2));
}
