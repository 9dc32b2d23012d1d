import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';

/**
 * Slows down and shuts out clients that guess passwords. Tokens are far too long to be guessed; what is kept small is the
 * load of trying, and of programs that go on with a password that was revoked.
 *
 * Counted by address and credential together, so that one wrong program keeps neither another one at the same address
 * out, nor its own token at another address. An address alone is only ever slowed down, because many people may be
 * behind it: a client with the right token there gets in, late the first time, and at once from then on.
 */
export type AuthThrottle = {
  /** How a credential that comes from this address may be looked at. */
  judge(address: string, credential: string, now: number): GuessVerdict;
  /** Remembers a right one. */
  right(address: string, credential: string, now: number): void;
  /** Counts a wrong one. @returns how long to wait before saying so, in milliseconds */
  wrong(address: string, credential: string, now: number): number;
};

type GuessVerdict =
  /** At once: nothing speaks against it, or it was right lately. */
  | { kind: 'look' }
  /** After `waitMs`; and when it is wrong again, that was the last on this connection. */
  | { kind: 'look late'; waitMs: number }
  | { kind: 'refuse' };

export const guessWindowMs = 10 * minuteMs;
export const guessesMax = 5;
/** Wrong credentials of any kind from one address, and from one /48 of IPv6, before each further one is looked at late. */
export const guessesPerAddressMax = 50;
export const guessesPerNetworkMax = 500;
/** How long nothing is looked at, or late, after too many. */
export const shutOutMs = 10 * minuteMs;
/** How long a right credential is let through at once, whatever is guessed behind the same address. */
export const rightRememberedMs = hourMs;
/** The first wrong one is answered at once; then each waits twice as long as the one before, up to the longest. */
const firstDelayMs = secondMs / 4;
export const longestDelayMs = 4 * secondMs;
/** Guessers, and right credentials, that are remembered; the oldest is forgotten for a new one. */
const guessersMax = 20_000;
const rightMax = 20_000;

type Guesser = { failures: number; since: number; shutOutUntil: number };

/** @param address as `budgetKey` has it: one customer of IPv6 is one guesser */
export function authThrottle(): AuthThrottle {
  const pairs = new Map<string, Guesser>();
  const addresses = new Map<string, Guesser>();
  const networks = new Map<string, Guesser>();
  const rightUntil = new Map<string, number>();

  return {
    judge(address, credential, now) {
      const pair = `${address} ${credential}`;
      if ((rightUntil.get(pair) ?? 0) > now) return { kind: 'look' };
      if (isShutOut(pairs.get(pair), now)) return { kind: 'refuse' };
      const late = isShutOut(addresses.get(address), now) || isShutOut(networks.get(networkOf(address)), now);
      return late ? { kind: 'look late', waitMs: longestDelayMs } : { kind: 'look' };
    },

    right(address, credential, now) {
      const pair = `${address} ${credential}`;
      pairs.delete(pair);
      rightUntil.delete(pair);
      rightUntil.set(pair, now + rightRememberedMs);
      if (rightUntil.size > rightMax) rightUntil.delete(rightUntil.keys().next().value!);
    },

    wrong(address, credential, now) {
      const pair = `${address} ${credential}`;
      rightUntil.delete(pair);
      const network = networkOf(address);
      // A network of very many addresses, which is slowed down as a whole, does not push others out of the memory.
      const mayBeNew = !isShutOut(networks.get(network), now);
      count(networks, network, guessesPerNetworkMax, now);
      if (mayBeNew || pairs.has(pair)) count(pairs, pair, guessesMax, now);
      if (!mayBeNew && !addresses.has(address)) return longestDelayMs;
      return delayOf(count(addresses, address, guessesPerAddressMax, now));
    },
  };
}

/** The /48 of an IPv6 address, which is what one site commonly has; an IPv4 address alone. */
function networkOf(address: string): string {
  return address.endsWith('/64') ? `${address.slice(0, address.lastIndexOf(':'))}/48` : address;
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
