import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';

/**
 * Throttles guessing. Tokens are too long to guess; this limits the load, also from revoked passwords.
 *
 * Failures count by address and credential together, so a misconfigured program blocks neither others at its
 * address nor its token elsewhere. An address alone is only slowed down, because many people may share it; a
 * right token is delayed the first time only.
 */
export type AuthThrottle = {
  judge(address: string, credential: string, now: number): GuessVerdict;
  right(address: string, credential: string, now: number): void;
  /** Counts a failure. @returns the delay before the reply, in milliseconds */
  wrong(address: string, credential: string, now: number): number;
};

type GuessVerdict =
  /** Verify immediately: no failures, or recently valid. */
  | { kind: 'look' }
  /** Verify after `waitMs`. If it fails, the connection ends. */
  | { kind: 'look late'; waitMs: number }
  | { kind: 'refuse' };

export const guessWindowMs = 10 * minuteMs;
export const guessesMax = 5;
/** Failures of any kind per address, and per IPv6 /48, before further attempts are delayed. */
export const guessesPerAddressMax = 50;
export const guessesPerNetworkMax = 500;
export const shutOutMs = 10 * minuteMs;
/** Time for which a valid credential is not delayed, regardless of failures at its address. */
export const rightRememberedMs = hourMs;
/** The first failure gets an immediate reply. Each further delay doubles up to the maximum. */
const firstDelayMs = secondMs / 4;
export const longestDelayMs = 4 * secondMs;
/** Number of guessers and valid credentials kept; the oldest is dropped. */
const guessersMax = 20_000;
const rightMax = 20_000;

type Guesser = { failures: number; since: number; shutOutUntil: number };

/** @param address as returned by `budgetKey`, so an IPv6 customer is a single guesser */
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
      // A throttled network with many addresses must not evict other entries.
      const mayBeNew = !isShutOut(networks.get(network), now);
      count(networks, network, guessesPerNetworkMax, now);
      if (mayBeNew || pairs.has(pair)) count(pairs, pair, guessesMax, now);
      if (!mayBeNew && !addresses.has(address)) return longestDelayMs;
      return delayOf(count(addresses, address, guessesPerAddressMax, now));
    },
  };
}

/** Returns the /48 of an IPv6 address, the usual size of a site. An IPv4 address is returned unchanged. */
function networkOf(address: string): string {
  return address.endsWith('/64') ? `${address.slice(0, address.lastIndexOf(':'))}/48` : address;
}

function isShutOut(guesser: Guesser | undefined, now: number): boolean {
  return guesser !== undefined && guesser.shutOutUntil > now;
}

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
