import Keyv from 'keyv';
import type { Clock } from '../concurrency/clock.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import { plainHost } from '../model/host-name.ts';
import { hourMs, minuteMs, secondMs } from '../model/instant.ts';
import type { Answer, Resolver } from './dns/resolver.ts';

/** A cache with expiry. May evict entries early. */
export type Cache = {
  get(key: string): Promise<{ value: unknown; msLeft: number } | undefined>;
  set(key: string, value: unknown, ms: number): Promise<void>;
};

/** Caches in this process's memory. Beyond `entriesMax`, the oldest entry is evicted. */
export function memoryCache(options: { clock: Clock; entriesMax: number }): Cache {
  const { clock, entriesMax } = options;
  const keyv = new Keyv<{ value: unknown; until: number }>({
    store: new BoundedMap(entriesMax),
    // Entries stay in this process, so they need no serialization.
    serialization: false,
  });
  return {
    async get(key) {
      const kept = await keyv.get(key);
      const msLeft = kept === undefined ? 0 : kept.until - clock.monotonic();
      return kept !== undefined && msLeft > 0 ? { value: kept.value, msLeft } : undefined;
    },
    async set(key, value, ms) {
      await keyv.set(key, { value, until: clock.monotonic() + ms });
    },
  };
}

/** Minimum lifetime of an entry worth writing to a file. */
const lastingMsMin = 5 * minuteMs;

/** Combines the memory cache with a cache that survives a restart. */
export function layeredCache(memory: Cache, lasting: Cache): Cache {
  return {
    async get(key) {
      const found = await memory.get(key);
      if (found !== undefined) return found;
      const kept = await lasting.get(key);
      if (kept !== undefined) await memory.set(key, kept.value, kept.msLeft);
      return kept;
    },
    async set(key, value, ms) {
      await memory.set(key, value, ms);
      if (ms >= lastingMsMin) await lasting.set(key, value, ms);
    },
  };
}

/** Upper bound of a TTL, so that a changed record is seen after this time. */
const foundMsMax = hourMs;
/** Upper bound for absent records, because people set up a domain and check again soon (RFC 2308 5). */
const absentMsMax = 5 * minuteMs;
/** Failures are cached briefly, so that many mails do not query a dead server one by one (RFC 2308 7). */
const unavailableMs = 5 * secondMs;

/** Maximum size of a cached answer, serialized, so that a malicious domain cannot fill the memory. */
const keptCharactersMax = 4_096;

/** Caches each answer for its TTL within bounds, and shares one look-up between concurrent callers. `fresh` bypasses the cache. */
export function cachedResolver(resolver: Resolver, cache: Cache): Resolver {
  const asking = new Map<string, Promise<Answer<unknown>>>();
  const { apart } = resolver;
  return {
    ...rememberingResolver(resolver, { cache, asking, tenant: '', keepsFailures: true }),
    ...(apart && {
      apart: (of) =>
        rememberingResolver(apart(of), {
          cache,
          asking,
          // Sharing a look-up with another tenant would mean waiting for that tenant's turn.
          tenant: `${of.use} ${of.organization} `,
          // Under load, a look-up may fail without reaching DNS, which says nothing about the name.
          keepsFailures: false,
        }),
    }),
  };
}

/** @property asking look-ups in flight, prefixed with their tenant */
type Remembering = {
  cache: Cache;
  asking: Map<string, Promise<Answer<unknown>>>;
  tenant: string;
  keepsFailures: boolean;
};

function rememberingResolver(
  resolver: Resolver,
  { cache, asking, tenant, keepsFailures }: Remembering,
): Resolver {
  const remembered = <T>(
    type: string,
    name: string,
    ask: (name: string) => Promise<Answer<T[]>>,
  ): Promise<Answer<T[]>> => {
    const key = `dns ${type} ${plainHost(name)}`;
    const place = tenant + key;
    let answer = asking.get(place) as Promise<Answer<T[]>> | undefined;
    if (answer === undefined) {
      answer = cachedOrAsk(key, () => ask(name)).finally(() => asking.delete(place));
      asking.set(place, answer);
    }
    return answer.then(ownCopy);
  };

  const cachedOrAsk = async <T>(key: string, ask: () => Promise<Answer<T[]>>): Promise<Answer<T[]>> => {
    const kept = await cache.get(key);
    if (kept !== undefined) return aged(kept.value as Answer<T[]>, kept.msLeft);
    const answer = await ask();
    const ms = answer.kind === 'unavailable' && !keepsFailures ? 0 : msWorth(answer);
    if (ms > 0) await cache.set(key, answer, ms);
    return answer;
  };

  return {
    mx: (domain) => remembered('MX', domain, resolver.mx),
    addresses: (domain) => remembered('A/AAAA', domain, resolver.addresses),
    txt: (name) => remembered('TXT', name, resolver.txt),
    cname: (name) => remembered('CNAME', name, resolver.cname),
    names: (ip) => remembered('PTR', ip, resolver.names),
    tlsa: (name) => remembered('TLSA', name, resolver.tlsa),
    fresh: resolver,
  };
}

function msWorth(answer: Answer<unknown>): number {
  if (answer.kind === 'unavailable') return unavailableMs;
  if (answer.kind === 'found' && JSON.stringify(answer.value).length > keptCharactersMax) return 0;
  const most = answer.kind === 'found' ? foundMsMax : absentMsMax;
  return Math.min((answer.ttlSeconds ?? 0) * secondMs, most);
}

function aged<T>(answer: Answer<T>, msLeft: number): Answer<T> {
  if (answer.kind === 'unavailable') return answer;
  return { ...answer, ttlSeconds: Math.ceil(msLeft / secondMs) };
}

/** Copies the list, so that a caller that sorts or shortens it does not change the cached answer. */
function ownCopy<T>(answer: Answer<T[]>): Answer<T[]> {
  return answer.kind === 'found' ? { ...answer, value: [...answer.value] } : answer;
}
