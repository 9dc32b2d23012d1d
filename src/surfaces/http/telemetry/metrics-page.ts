import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../../model/failure.ts';
import { isLoopback } from '../../../model/loopback.ts';
import type { Meters } from '../../../world/telemetry/meters.ts';
import { publicPage } from '../public-pages.ts';
import type { HttpRequest, PublicRoute } from '../request-response.ts';

/** What a proxy adds to a request that it passes on. One that adds none of these must not be in front of an open page. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
] as const;

/**
 * `/metrics`: what this process counted, for Prometheus. With a token only callers that have it are answered, from anywhere.
 * Without one only programs on this machine are: to all others there is no such page.
 *
 * @param token null for none
 */
export function metricsPage(meters: Meters, token: string | null): PublicRoute {
  const mayRead = operatorProof(token);
  const page = publicPage('/metrics', async (request) => {
    if (!mayRead(request)) throw new Failure('not_found');
    const { type, text } = await meters.exposition();
    return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': 'no-store' }, body: text };
  });
  return { ...page, probe: true };
}

/**
 * Tells whether a request comes from the operator: it has the token or, without a configured token, comes from this machine.
 * @param token null for none
 */
export function operatorProof(token: string | null): (request: HttpRequest) => boolean {
  if (token === null) return isOfThisMachine;
  const expected = digest(token);
  return ({ headers }) =>
    headers.authorization !== undefined && timingSafeEqual(expected, digest(presented(headers)));
}

function presented({ authorization = '' }: IncomingHttpHeaders): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** Of one length, whatever the text is. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The name in Host counts too: a page of the web may lead its own name to this machine. */
function isOfThisMachine({ peer, headers }: HttpRequest): boolean {
  if (!isLoopback(peer.replace(/^::ffff:/, ''))) return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return isLoopback(host);
}
