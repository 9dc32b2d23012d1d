import { hash } from 'node:crypto';
import type { Clock } from '../../concurrency/clock.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { type IpRanges, inIpRanges, ipRanges } from '../../model/limits/ip-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { tokenPrefix } from '../../model/organization/token.ts';
import { noteTokensUsed, type TokenRecord, tokenBySecret } from '../../store/records/access/tokens.ts';
import type { Store } from '../../store/store.ts';
import type { Log } from '../../world/log.ts';
import type { Proof } from '../context/caller.ts';

export type CallerCache = {
  /** Caches look-ups for one second, in which a token revoked by another process still works. */
  prove(secret: string, ip: string): Proof | Promise<Proof>;
  clear(): void;
  /** Writes the pending last-used times. Call it once, at shutdown. */
  close(): Promise<void>;
};

export const believedMs = secondMs;
const provedMax = 10_000;
/** Unknown secrets have their own cache, so that a flood of guesses evicts no real caller. */
const unknownMax = 10_000;
const secretCharactersMax = 512;
/** Minimum interval between two writes of a token's last-used time. */
const useNotedEveryMs = minuteMs;
const useFlushMs = 5 * secondMs;

type Known = { token: TokenRecord; organization: OrganizationRecord; allowlist: IpRanges | null };
type Remembered = { known: Known | null; until: number };

const unknown: Proof = { kind: 'unknown' };

export function callerCache({
  store,
  clock,
  log,
}: {
  store: Store;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}): CallerCache {
  let proved = new BoundedMap<string, Remembered>(provedMax);
  let guesses = new BoundedMap<string, Remembered>(unknownMax);
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
    // After a clear() during the read, the result is returned but not cached.
    const until = clock.monotonic() + believedMs;
    const memory = proved;
    const known = await readKnown(store, digest, clock.now());
    if (memory === proved) {
      proved.delete(digest);
      guesses.delete(digest);
      (known ? proved : guesses).set(digest, { known, until });
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
      // The next use of the token repeats the write.
      log.warn({ err: error }, 'the last use of tokens could not be recorded');
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
      proved = new BoundedMap(provedMax);
      guesses = new BoundedMap(unknownMax);
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

/** Entries were validated when the token was made. An entry that cannot be parsed admits no address. */
function rangesOf(entries: readonly string[]): IpRanges {
  return entries.flatMap((entry) => {
    try {
      return ipRanges([entry]);
    } catch {
      return [];
    }
  });
}
