import { hash } from 'node:crypto';
import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { type IpRanges, inIpRanges, ipRanges } from '../../model/limits/ip-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { tokenPrefix } from '../../model/organization/token.ts';
import { noteTokensUsed, type TokenRecord, tokenBySecret } from '../../store/records/tokens.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../world/log.ts';
import type { Proof } from '../context/caller.ts';

export type CallerCache = {
  /**
   * Finds who presents `secret` from the address `ip`. What the store said is believed for one second, so a token
   * revoked by another process works that much longer at most.
   *
   * Answers at once when it remembers, and a promise when it must ask.
   */
  prove(secret: string, ip: string): Proof | Promise<Proof>;
  /** Forgets everything it read: the next question of each caller goes to the store. */
  clear(): void;
  /** Writes down what is not yet written of when tokens were used. Call once, last. */
  close(): Promise<void>;
};

/** How long what was read about a token is believed. */
export const believedMs = secondMs;
const provedMax = 10_000;
/** Unknown secrets are remembered apart, so that a flood of guesses pushes no real caller out. */
const unknownMax = 10_000;
/** A longer secret is not ours; it is not worth hashing. */
const secretCharactersMax = 512;
/** The use of a token is written down when the last one written is this old. */
const useNotedEveryMs = minuteMs;
/** Uses wait this long, so that many are written at once. */
const useFlushMs = 5 * secondMs;

type Known = { token: TokenRecord; organization: OrganizationRecord; allowlist: IpRanges | null };
type Remembered = { known: Known | null; until: number };

const unknown: Proof = { kind: 'unknown' };

/** Finds callers by their secrets, with a memory of one second. */
export function callerCache({
  store,
  clock,
  log,
}: {
  store: Store;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}): CallerCache {
  let proved = new Map<string, Remembered>();
  let guesses = new Map<string, Remembered>();
  let asking = new Map<string, Promise<Known | null>>();
  const uses = new Map<number, number>();
  let cancelFlush: (() => void) | null = null;
  let flushing: Promise<void> = Promise.resolve();

  function judge(known: Known | null, ip: string): Proof {
    if (known === null) return unknown;
    const { token, organization, allowlist } = known;
    const now = clock.now();
    if (token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return unknown;
    if (allowlist !== null && !inIpRanges(ip, allowlist)) return { kind: 'wrong address', organization };
    noteUse(token, now);
    return { kind: 'proved', token, organization };
  }

  /** Concurrent questions about one secret share one look-up. */
  function ask(digest: string): Promise<Known | null> {
    let answer = asking.get(digest);
    if (!answer) {
      const pending = asking;
      answer = lookUp(digest).finally(() => pending.delete(digest));
      pending.set(digest, answer);
    }
    return answer;
  }

  async function lookUp(digest: string): Promise<Known | null> {
    // What is read from here on is believed from here on; after a clear() it is answered but not remembered.
    const until = clock.monotonic() + believedMs;
    const memory = proved;
    const known = await readKnown(store, digest, clock.now());
    if (memory === proved) {
      proved.delete(digest);
      guesses.delete(digest);
      if (known) remember(proved, provedMax, digest, { known, until });
      else remember(guesses, unknownMax, digest, { known, until });
    }
    return known;
  }

  function noteUse(token: TokenRecord, now: number): void {
    if (token.lastUsedAt !== null && now - token.lastUsedAt < useNotedEveryMs) return;
    token.lastUsedAt = now;
    uses.set(token.key, now);
    cancelFlush ??= clock.after(useFlushMs, () => {
      cancelFlush = null;
      flushing = flush();
    });
  }

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const written = new Map(uses);
    uses.clear();
    try {
      await store.database.transaction((queries) => noteTokensUsed(queries, written));
    } catch (error) {
      // No caller waits for this, and the next use writes it again.
      log.warn({ err: error }, 'when tokens were last used could not be written');
    }
  }

  return {
    prove(secret, ip) {
      if (!secret.startsWith(tokenPrefix) || secret.length > secretCharactersMax) return unknown;
      const digest = hash('sha256', secret, 'hex');
      const remembered = proved.get(digest) ?? guesses.get(digest);
      if (remembered && remembered.until > clock.monotonic()) return judge(remembered.known, ip);
      return ask(digest).then((known) => judge(known, ip));
    },
    clear() {
      proved = new Map();
      guesses = new Map();
      asking = new Map();
    },
    async close() {
      cancelFlush?.();
      await flushing;
      await flush();
    },
  };
}

async function readKnown(store: Store, digest: string, now: number): Promise<Known | null> {
  const token = await tokenBySecret(store.database.reader, digest, now);
  if (!token) return null;
  const organization = await store.organizations.byKey(token.organization);
  if (!organization) return null;
  return { token, organization, allowlist: token.ipAllowlist && rangesOf(token.ipAllowlist) };
}

/** Entries were checked when the token was made; one that cannot be read all the same admits no address. */
function rangesOf(entries: readonly string[]): IpRanges {
  return entries.flatMap((entry) => {
    try {
      return ipRanges([entry]);
    } catch {
      return [];
    }
  });
}

/** Remembers, and forgets the oldest beyond `max`. */
function remember(memory: Map<string, Remembered>, max: number, digest: string, what: Remembered): void {
  memory.set(digest, what);
  if (memory.size > max) memory.delete(memory.keys().next().value!);
}
