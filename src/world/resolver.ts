import { promises as dns } from 'node:dns';

/**
 * What DNS said. A name without such records (`none`) and a name that does not exist (`no_such_domain`) are
 * facts; `unavailable` is not knowing, and must never be taken for either.
 *
 * `secure` is true where DNSSEC vouches for a fact, told by a validating server on this machine (RFC 4035 3.2.3);
 * `ttlSeconds` is how long the fact may be believed.
 */
export type Answer<T> =
  | ({ kind: 'found'; value: T } & Standing)
  | ({ kind: 'none' } & Standing)
  | ({ kind: 'no_such_domain' } & Standing)
  | { kind: 'unavailable'; why: string };

type Standing = { secure?: boolean; ttlSeconds?: number };

/** A TLSA record (RFC 6698 2.1). */
export type TlsaRecord = { usage: number; selector: number; matchingType: number; certificate: Buffer };

/** Look-ups in DNS. None of them throws. */
export type Resolver = {
  /**
   * MX records, lowest preference number first. A null MX (RFC 7505, `MX 0 .`), by which a domain says that it
   * takes no mail, is one record whose exchange is the empty string.
   */
  mx(domain: string): Promise<Answer<{ exchange: string; priority: number }[]>>;
  /** A and AAAA records together, IPv4 first. CNAMEs are followed. */
  addresses(domain: string): Promise<Answer<string[]>>;
  /** TXT records, the strings of each joined as SPF, DKIM and DMARC read them (RFC 7208 3.3). */
  txt(name: string): Promise<Answer<string[]>>;
  /** The names a CNAME record points to. */
  cname(name: string): Promise<Answer<string[]>>;
  /** TLSA records of `_25._tcp.mx.example`. Worth something only where the answer is `secure` (RFC 7672 2.2). */
  tlsa(name: string): Promise<Answer<TlsaRecord[]>>;
};

/** More at once would only fill the socket's buffer and be lost there. */
const lookupsInFlightMax = 64;
/** A lost datagram is asked for once more. The second wait is twice the first, so three parts in all. */
const triesPerServer = 2;
const timeoutParts = 3;

/**
 * DNS over the network.
 *
 * @param options.servers `ip`, `ip:port` or `[ip6]:port` each, or null for the system's
 * @param options.timeoutMs how long one look-up may take in all, after which it is `unavailable`
 */
export function systemResolver(options: { servers: readonly string[] | null; timeoutMs: number }): Resolver {
  const { timeoutMs } = options;
  const resolver = new dns.Resolver({ timeout: Math.ceil(timeoutMs / timeoutParts), tries: triesPerServer });
  if (options.servers !== null) resolver.setServers(options.servers);
  const inTurn = lane(lookupsInFlightMax);
  const ask = <T>(query: () => Promise<T[]>): Promise<Answer<T[]>> =>
    inTurn(() => answerWithin(timeoutMs, query));

  return {
    async mx(domain) {
      const answer = await ask(() => resolver.resolveMx(domain));
      if (answer.kind !== 'found') return answer;
      const records = answer.value.map(({ exchange, priority }) => ({ exchange, priority }));
      return found(records.sort((a, b) => a.priority - b.priority));
    },
    async addresses(domain) {
      const [four, six] = await Promise.all([
        ask(() => resolver.resolve4(domain)),
        ask(() => resolver.resolve6(domain)),
      ]);
      return together(four, six);
    },
    async txt(name) {
      const answer = await ask(() => resolver.resolveTxt(name));
      return answer.kind === 'found' ? found(answer.value.map((strings) => strings.join(''))) : answer;
    },
    cname: (name) => ask(() => resolver.resolveCname(name)),
    async tlsa() {
      return { kind: 'none' };
    },
  };
}

/** The answer about a name from the answers about its two kinds of address. */
export function together(four: Answer<string[]>, six: Answer<string[]>): Answer<string[]> {
  const known = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.value : []));
  if (known.length > 0) return found(known);
  // A name does not exist for one type and exist for the other, so one such answer speaks for both.
  for (const kind of ['no_such_domain', 'unavailable'] as const) {
    const answer = [four, six].find((each) => each.kind === kind);
    if (answer !== undefined) return answer;
  }
  return { kind: 'none' };
}

function found<T>(value: T): Answer<T> {
  return { kind: 'found', value };
}

async function answerWithin<T>(timeoutMs: number, query: () => Promise<T[]>): Promise<Answer<T[]>> {
  let timer: NodeJS.Timeout | undefined;
  // The resolver counts its timeout per server and try; the caller was promised one for everything.
  const late = new Promise<Answer<T[]>>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { kind: 'unavailable', why: `no answer within ${timeoutMs} ms` });
  });
  try {
    return await Promise.race([late, query().then(answerOf, answerOfError)]);
  } finally {
    clearTimeout(timer);
  }
}

function answerOf<T>(records: T[]): Answer<T[]> {
  return records.length > 0 ? found(records) : { kind: 'none' };
}

function answerOfError(error: unknown): Answer<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'ENODATA':
      return { kind: 'none' };
    case 'ENOTFOUND':
    // A name that breaks the rules for names, such as one with a label of 64 octets, cannot be registered.
    case 'EBADNAME':
      return { kind: 'no_such_domain' };
    case 'ETIMEOUT':
      return { kind: 'unavailable', why: 'the DNS server did not answer in time' };
    case 'ESERVFAIL':
      return { kind: 'unavailable', why: 'the DNS server failed to find out (SERVFAIL)' };
    case 'ECONNREFUSED':
      return { kind: 'unavailable', why: 'the DNS server cannot be reached' };
    default:
      return { kind: 'unavailable', why: `the look-up failed (${code})` };
  }
}

/** Runs at most `width` tasks at once; the others wait their turn, first come first served. */
function lane(width: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running === width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place goes straight to the next in line, so nobody who comes later can slip in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
