import type { Clock } from '../../concurrency/clock.ts';
import { secondMs } from '../../model/instant.ts';
import type { Resolver } from '../dns/resolver.ts';
import { addressesToDial, createLookup, type DialOptions } from './dialled-addresses.ts';
import { nodeHttps } from './node-http.ts';

/** A document's text, or why the fetch failed; `certificate` if the server's certificate was invalid. */
export type FetchedDocument = { text: string } | { fault: 'failed' | 'certificate'; why: string };

type DocumentRequest = {
  url: string;
  takes(mediaType: string): boolean;
  octetsMax: number;
  /** Time limit, including the DNS look-up. */
  withinMs: number;
  /** Also dials addresses outside of the public internet. Only for a URL that the operator chose. */
  allowPrivate?: boolean;
};

/** Fetches a document by GET over HTTPS. Never throws. */
export type FetchDocument = (asked: DocumentRequest) => Promise<FetchedDocument>;

type DocumentFetchOptions = {
  resolver: Resolver;
  clock: Clock;
  port?: number;
  own?: DialOptions['own'];
};

const reasonCharactersMax = 200;

/** Requires a valid certificate, status 200 and an accepted type. No redirects or credentials. */
export function documentFetch({ resolver, clock, port, own }: DocumentFetchOptions): FetchDocument {
  return async (asked) => {
    const url = URL.parse(asked.url);
    if (url?.protocol !== 'https:') return failed('it is not an https URL');
    const host = url.hostname;
    const until = clock.monotonic() + asked.withinMs;
    const addresses = await inTime(
      addressesToDial(host, resolver, { allowPrivate: asked.allowPrivate ?? false, own }),
      clock,
      asked.withinMs,
    );
    if ('fault' in addresses) return addresses;
    if (addresses.kind !== 'found') return failed(addresses.why);
    const { withinMs } = asked;
    const leftMs = Math.max(0, until - clock.monotonic());
    const late = { afterMs: leftMs, fault: tooLate(withinMs) };
    return await fetchFrom(asked, url, port ?? Number(url.port || 443), addresses.addresses, clock, late);
  };
}

/** Resolves with the look-up's result or a timeout, so that a hanging resolver blocks no caller. */
async function inTime<Found>(
  found: Promise<Found>,
  clock: Clock,
  withinMs: number,
): Promise<Found | { fault: 'failed'; why: string }> {
  const { promise: late, resolve } = Promise.withResolvers<{ fault: 'failed'; why: string }>();
  const cancel = clock.after(withinMs, () => resolve(tooLate(withinMs)));
  try {
    return await Promise.race([found, late]);
  } finally {
    cancel();
  }
}

function tooLate(withinMs: number): { fault: 'failed'; why: string } {
  return failed(`no answer within ${Math.ceil(withinMs / secondMs)} s`);
}

async function fetchFrom(
  { takes, octetsMax }: DocumentRequest,
  url: URL,
  port: number,
  addresses: readonly string[],
  clock: Clock,
  late: { afterMs: number; fault: FetchedDocument },
): Promise<FetchedDocument> {
  const { request } = nodeHttps();
  return await new Promise((resolve) => {
    const settle = (fetched: FetchedDocument) => {
      cancel();
      asking.destroy();
      resolve(fetched);
    };
    const cancel = clock.after(late.afterMs, () => settle(late.fault));
    const asking = request({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: '*/*', 'user-agent': 'Posthouse' },
      agent: false,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      lookup: createLookup(addresses),
    });
    asking.on('error', (error: Error & { code?: unknown }) => settle(faultOf(error)));
    asking.on('response', (answer) => {
      if (answer.statusCode !== 200) return settle(failed(`the answer was ${answer.statusCode}`));
      const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
      if (!takes(type.trim().toLowerCase())) return settle(failed(`the answer is of another type`));
      const parts: Buffer[] = [];
      let octets = 0;
      answer.on('data', (part: Buffer) => {
        octets += part.length;
        parts.push(part);
        if (octets > octetsMax) settle(failed('the answer is too large'));
      });
      answer.on('error', (error: Error & { code?: unknown }) => settle(faultOf(error)));
      answer.on('end', () => settle({ text: Buffer.concat(parts).toString() }));
      answer.on('aborted', () => settle(failed('the answer broke off')));
    });
    asking.end();
  });
}

/** Certificate errors of Node and OpenSSL. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|HOSTNAME_MISMATCH/;

function faultOf(error: Error & { code?: unknown }): FetchedDocument {
  const code = String(error.code ?? '');
  if (certificateCode.test(code)) {
    return { fault: 'certificate', why: `its certificate is not valid (${code})` };
  }
  return failed(`the connection failed (${code || error.message.slice(0, reasonCharactersMax)})`);
}

function failed(why: string): { fault: 'failed'; why: string } {
  return { fault: 'failed', why };
}
