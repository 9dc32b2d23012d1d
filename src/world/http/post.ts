import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '../../concurrency/clock.ts';
import { secondMs } from '../../model/instant.ts';
import type { RequestFault } from '../../model/webhook/verdict.ts';
import type { Resolver } from '../dns/resolver.ts';
import { addressesToDial, createLookup } from './dialled-addresses.ts';
import { nodeHttp, nodeHttps } from './node-http.ts';

export type PostRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Keep-alive connections are shared only within a pool: one pool per endpoint. */
  pool: string;
  /** Time limit, including the DNS look-up and reading the response. */
  withinMs: number;
  /** Maximum octets of the response. Closes the connection beyond it. */
  readOctetsMax: number;
  keptOctetsMax: number;
};

/** Result of a post. `text` is the beginning of the response body, whatever its media type. */
export type Posted =
  | { kind: 'answered'; status: number; retryAfter: string | null; text: string }
  | { kind: 'unanswered'; fault: RequestFault; why: string };

export type Poster = {
  /** Never throws. */
  post(request: PostRequest): Promise<Posted>;
  close(): void;
};

type PosterOptions = {
  resolver: Pick<Resolver, 'addresses'>;
  clock: Clock;
  /** Allows addresses outside of the public internet, plain HTTP and any port, because the operator allowed it. */
  allowPrivate: boolean;
  /** Additional trusted certificate authorities (PEM) for tests. */
  ca?: string;
  port?: number;
};

export const connectionsPerPoolMax = 4;
/** Maximum pools. Beyond it, the least recently used pool is closed. */
const poolsMax = 1_000;
const keptIdleMs = 30 * secondMs;
const httpsPort = 443;
const reasonCharactersMax = 200;

type Pool = { agent: HttpAgent | HttpsAgent; inFlight: number };

/**
 * Each new connection checks its address (`addressesToDial`), so that changed addresses cannot bypass the
 * check. Requires valid TLS certificates, follows no redirects, and ignores the environment's proxies. The
 * status counts as soon as it arrives; a broken, slow or too long body only costs the connection.
 */
export function guardedPoster(options: PosterOptions): Poster {
  const { clock } = options;
  const pools = new Map<string, Pool>();

  function poolFor(name: string, isTls: boolean): Pool {
    const key = `${isTls ? 'https' : 'http'} ${name}`;
    const pool = pools.get(key) ?? { agent: createAgent(isTls, options.ca), inFlight: 0 };
    // Moves the pool to the end, because a Map keeps insertion order.
    pools.delete(key);
    pools.set(key, pool);
    if (pools.size > poolsMax) closeOldest();
    return pool;
  }

  function closeOldest(): void {
    for (const [key, pool] of pools) {
      if (pool.inFlight > 0) continue;
      pool.agent.destroy();
      pools.delete(key);
      return;
    }
  }

  async function attempt(asked: PostRequest, url: URL, isAgain: boolean): Promise<Posted | 'again'> {
    const isTls = url.protocol === 'https:';
    const pool = poolFor(asked.pool, isTls);
    pool.inFlight += 1;
    try {
      return await exchange(asked, isAgain, clock, (tooLate) => {
        const { request } = isTls ? nodeHttps() : nodeHttp();
        return request({
          host: url.hostname.replace(/^\[|\]$/g, ''),
          port: options.port ?? Number(url.port || (isTls ? httpsPort : 80)),
          path: url.pathname + url.search,
          method: 'POST',
          headers: {
            ...asked.headers,
            host: url.host,
            'content-length': Buffer.byteLength(asked.body),
          },
          agent: pool.agent,
          lookup: guardedLookup(options, tooLate),
        });
      });
    } finally {
      pool.inFlight -= 1;
    }
  }

  return {
    async post(asked) {
      const url = URL.parse(asked.url);
      const fault = await refuseUrl(url, options);
      if (fault !== null) return fault;
      const until = clock.monotonic() + asked.withinMs;
      const posted = await attempt(asked, url!, false);
      if (posted !== 'again') return posted;
      const leftMs = Math.max(0, until - clock.monotonic());
      return (await attempt({ ...asked, withinMs: leftMs }, url!, true)) as Posted;
    },
    close() {
      for (const { agent } of pools.values()) agent.destroy();
      pools.clear();
    },
  };
}

/** Returns null for a URL that may be requested. */
async function refuseUrl(url: URL | null, { resolver, allowPrivate }: PosterOptions): Promise<Posted | null> {
  const refusal = (why: string): Posted => ({ kind: 'unanswered', fault: 'refused_address', why });
  if (url === null || !/^https?:$/.test(url.protocol)) return refusal('it is not an https URL');
  if (url.username !== '' || url.password !== '') return refusal('a URL with a user name is not used');
  if (!allowPrivate && url.protocol !== 'https:') return refusal('only https URLs are used');
  if (!allowPrivate && url.port !== '') return refusal(`only port ${httpsPort} is used`);
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) return null;
  const found = await addressesToDial(url.hostname, resolver, { allowPrivate });
  return found.kind === 'found' ? null : refusal(found.why);
}

function createAgent(isTls: boolean, ca: string | undefined): HttpAgent | HttpsAgent {
  const kept = {
    keepAlive: true,
    maxSockets: connectionsPerPoolMax,
    maxFreeSockets: connectionsPerPoolMax,
    timeout: keptIdleMs,
  };
  if (!isTls) return new (nodeHttp().Agent)(kept);
  return new (nodeHttps().Agent)({
    ...kept,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
}

/** node:net calls it for each new connection to a name, but not for a literal address. */
function guardedLookup(
  { resolver, allowPrivate }: PosterOptions,
  fail: (posted: Posted) => void,
): ReturnType<typeof createLookup> {
  return (host, lookup, give) => {
    void addressesToDial(host, resolver, { allowPrivate }).then((found) => {
      if (found.kind === 'found') return createLookup(found.addresses)(host, lookup, give);
      fail({ kind: 'unanswered', fault: found.kind, why: found.why });
    });
  };
}

/** If a keep-alive connection closes, sends once more (`again`), because the idle timeout is no failure. */
function exchange(
  { body, withinMs, readOctetsMax, keptOctetsMax }: PostRequest,
  isAgain: boolean,
  clock: Clock,
  begin: (fail: (posted: Posted) => void) => ClientRequest,
): Promise<Posted | 'again'> {
  return new Promise((resolve) => {
    let answer: IncomingMessage | null = null;
    const kept: Buffer[] = [];
    let octets = 0;
    let isOver = false;
    const settle = (posted: Posted | 'again', closes: boolean): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      if (closes) asking.destroy();
      resolve(posted);
    };
    const answered = (): Posted => ({
      kind: 'answered',
      status: answer!.statusCode ?? 0,
      retryAfter: answer!.headers['retry-after'] ?? null,
      text: wholeCharacters(Buffer.concat(kept)),
    });
    const breakOff = (posted: Posted): void => settle(answer === null ? posted : answered(), true);
    const cancel = clock.after(withinMs, () =>
      breakOff({ kind: 'unanswered', fault: 'timed_out', why: 'no answer in time' }),
    );
    const asking = begin(breakOff);
    asking.on('error', (error: Error & { code?: unknown }) => {
      const isStale = asking.reusedSocket && answer === null && staleCodes.has(String(error.code));
      if (isStale && !isAgain) settle('again', true);
      else breakOff(faultOfError(error));
    });
    asking.on('response', (incoming) => {
      answer = incoming;
      incoming.on('data', (part: Buffer) => {
        if (octets < keptOctetsMax) kept.push(Buffer.from(part.subarray(0, keptOctetsMax - octets)));
        octets += part.length;
        if (octets > readOctetsMax) settle(answered(), true);
      });
      incoming.on('error', () => settle(answered(), true));
      incoming.on('aborted', () => settle(answered(), true));
      incoming.on('end', () => settle(answered(), false));
    });
    asking.end(body);
  });
}

/** Decodes text and drops an incomplete last character. */
function wholeCharacters(octets: Buffer): string {
  return octets.length === 0 ? '' : new TextDecoder().decode(octets, { stream: true });
}

const staleCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
/** Certificate errors of Node and OpenSSL. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|HOSTNAME_MISMATCH|ERR_SSL|EPROTO/;

function faultOfError(error: Error & { code?: unknown }): Posted {
  const code = String(error.code ?? '');
  const why = code || error.message.slice(0, reasonCharactersMax);
  const fault = certificateCode.test(code)
    ? 'invalid_certificate'
    : code.startsWith('HPE_')
      ? 'invalid_response'
      : 'connection_failed';
  return { kind: 'unanswered', fault, why };
}
