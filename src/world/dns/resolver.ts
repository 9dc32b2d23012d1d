import { isIPv4 } from 'node:net';
import type { Clock } from '../../concurrency/clock.ts';
import { FairPlaces, type PlaceLimits } from '../../concurrency/fair-places.ts';
import { systemClock } from '../clock.ts';
import { type Ids, systemIds } from '../ids.ts';
import { lookUp } from './dns-look-up.ts';
import { type DnsRecord, type DnsType, withoutFinalDot } from './dns-message.ts';
import { dnsServers } from './dns-servers.ts';

/**
 * A DNS answer. `none` (no such records) and `no_such_domain` are facts; `unavailable` means unknown and must
 * never be treated as either. `secure`: a validating server on this machine authenticated the fact (RFC 4035
 * 3.2.3).
 */
export type Answer<T> =
  | ({ kind: 'found'; value: T } & Standing)
  | ({ kind: 'none' } & Standing)
  | ({ kind: 'no_such_domain' } & Standing)
  | { kind: 'unavailable'; why: string };

type Standing = { secure?: boolean; ttlSeconds?: number };

/** A TLSA record (RFC 6698 2.1). */
export type TlsaRecord = { usage: number; selector: number; matchingType: number; certificate: Buffer };

/** DNS look-ups. None of them throws. */
export type Resolver = {
  /** MX records, lowest preference first. A null MX (RFC 7505), for a domain that accepts no mail, has an empty exchange. */
  mx(domain: string): Promise<Answer<{ exchange: string; priority: number }[]>>;
  /** A and AAAA records together, IPv4 first. Follows CNAMEs. */
  addresses(domain: string): Promise<Answer<string[]>>;
  /** TXT records with the strings of each joined, as in SPF, DKIM and DMARC (RFC 7208 3.3). */
  txt(name: string): Promise<Answer<string[]>>;
  cname(name: string): Promise<Answer<string[]>>;
  names(ip: string): Promise<Answer<string[]>>;
  /** TLSA records, for example of `_25._tcp.mx.example`. Only meaningful if `secure` (RFC 7672 2.2). */
  tlsa(name: string): Promise<Answer<TlsaRecord[]>>;
  /** Bypasses a caching resolver's cache, to check a record that was just changed. */
  fresh?: Resolver;
  /** Uses a separate queue, apart from mail in flight and other organizations: for names chosen by callers, whose servers may never answer. */
  apart?(tenant: LookUpQueue): Resolver;
};

/** @property organization key. Organizations take turns, each within its own share. */
export type LookUpQueue = { use: 'verification' | 'domain_check'; organization: number };

/** Limit for mail in flight. Each look-up holds a socket per server. */
const lookupsInFlightMax = 256;
/** Limits for look-ups on behalf of callers, per use. */
const lookupsApart: PlaceLimits = { placesMax: 128, perTenantMax: 48, perTenantMin: 8, overflowMax: 128 };
/** TTL if only one of the two address look-ups succeeded, so that the other is soon retried. */
const halfKnownTtlSeconds = 10;

/**
 * Queries recursive servers, without the system's search domains. `servers` as for `dnsServers`; `timeoutMs`
 * is the total for a look-up, which is then `unavailable`. @throws Error for an invalid server
 */
export function systemResolver(options: {
  servers: readonly string[] | null;
  timeoutMs: number;
  clock?: Clock;
  ids?: Pick<Ids, 'bytes'>;
}): Resolver {
  const { timeoutMs, clock = systemClock(), ids = systemIds(clock) } = options;
  const asking = { servers: dnsServers(options.servers, clock), clock, ids, timeoutMs };
  const over = (inTurn: Turns): Resolver => resolverOver(asking, inTime(inTurn, clock, timeoutMs));
  const apart = { verification: new FairPlaces(lookupsApart), domain_check: new FairPlaces(lookupsApart) };
  return {
    ...over(tenant(lookupsInFlightMax)),
    apart: ({ use, organization }) => over((task) => apart[use].take(String(organization), task)),
  };
}

type TooLate = { kind: 'unavailable'; why: string };
type Turns = <T>(task: () => Promise<T>) => Promise<T>;
type InTurn = <T>(task: () => Promise<T>) => Promise<T | TooLate>;

/** Skips a look-up that waited longer than its timeout, because its caller has given up. */
function inTime(inTurn: Turns, clock: Clock, timeoutMs: number): InTurn {
  return async (task) => {
    const came = clock.monotonic();
    return await inTurn(
      async (): Promise<Awaited<ReturnType<typeof task>> | TooLate> =>
        clock.monotonic() - came > timeoutMs
          ? { kind: 'unavailable', why: 'too many look-ups wait for the DNS servers' }
          : await task(),
    );
  };
}

function resolverOver(asking: Parameters<typeof lookUp>[0], inTurn: InTurn): Resolver {
  const ask = async <Type extends DnsType, T>(
    name: string,
    type: Type,
    read: (record: DnsRecord<Type>) => T,
  ): Promise<Answer<T[]>> => {
    const found = await inTurn(() => lookUp(asking, withoutFinalDot(name), type));
    if (found.kind === 'unavailable') return found;
    const standing = {
      ...(found.secure && { secure: true }),
      ...(found.ttlSeconds !== undefined && { ttlSeconds: found.ttlSeconds }),
    };
    return found.kind === 'found'
      ? { kind: 'found', value: found.records.map(read), ...standing }
      : { kind: found.kind, ...standing };
  };

  return {
    async mx(domain) {
      const answer = await ask(domain, 'MX', ({ data }) => ({
        exchange: withoutFinalDot(data.exchange),
        priority: data.preference ?? 0,
      }));
      if (answer.kind === 'found') answer.value.sort((a, b) => a.priority - b.priority);
      return answer;
    },
    async addresses(domain) {
      const [four, six] = await Promise.all([
        ask(domain, 'A', ({ data }) => data),
        ask(domain, 'AAAA', ({ data }) => data),
      ]);
      return combineAnswers(four, six);
    },
    txt: (name) => ask(name, 'TXT', ({ data }) => Buffer.concat([data].flat().map(Buffer.from)).toString()),
    cname: (name) => ask(name, 'CNAME', ({ data }) => withoutFinalDot(data)),
    names: (ip) => ask(reverseName(ip), 'PTR', ({ data }) => withoutFinalDot(data)),
    tlsa: (name) =>
      ask(name, 'TLSA', ({ data: { usage, selector, matchingType, certificate } }) => ({
        usage,
        selector,
        matchingType,
        // A copy, so that the certificate does not keep the whole message in memory.
        certificate: Buffer.from(certificate),
      })),
  };
}

/** Returns the reverse name of an address (RFC 1035 3.5; RFC 3596 2.5 for IPv6). */
function reverseName(ip: string): string {
  if (isIPv4(ip)) return `${ip.split('.').reverse().join('.')}.in-addr.arpa`;
  const [before = '', after] = ip.split('::');
  const words = (text: string | undefined) => (text ? text.split(':') : []);
  const [first, last] = [words(before), words(after)];
  const zeros = Array.from({ length: ipv6Words - first.length - last.length }, () => '0');
  const digits = [...first, ...zeros, ...last].map((word) => word.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

const ipv6Words = 8;

export function combineAnswers(four: Answer<string[]>, six: Answer<string[]>): Answer<string[]> {
  const both = [four, six];
  const found = both.filter((answer) => answer.kind === 'found');
  if (found.length > 0) {
    return { kind: 'found', value: found.flatMap(({ value }) => value), ...progressOf(found, both) };
  }
  // A name cannot exist for one type only, so one such answer decides for both.
  for (const kind of ['no_such_domain', 'unavailable'] as const) {
    const answer = both.find((each) => each.kind === kind);
    if (answer !== undefined) return answer;
  }
  return { kind: 'none', ...progressOf(both, both) };
}

/** A combined answer is secure if all found ones are, and expires with the shortest TTL. */
function progressOf(found: readonly Answer<unknown>[], all: readonly Answer<unknown>[]): Standing {
  const ttls = all.flatMap((answer) => {
    if (answer.kind === 'unavailable') return [halfKnownTtlSeconds];
    return answer.ttlSeconds === undefined ? [] : [answer.ttlSeconds];
  });
  return {
    ...(found.every((answer) => answer.kind !== 'unavailable' && answer.secure === true) && { secure: true }),
    ...(ttls.length > 0 && { ttlSeconds: Math.min(...ttls) }),
  };
}

/** Runs at most `width` tasks at a time, first come, first served. */
function tenant(width: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running === width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // Hands the place directly to the next task, so that no later one can take it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
