import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../../model/failure.ts';
import { isLoopback } from '../../../model/loopback.ts';
import type { Meters } from '../../../world/telemetry/meters.ts';
import { publicPage } from '../public-pages.ts';
import type { HttpRequest, PublicRoute } from '../request-response.ts';

/** Headers that proxies add. Without a token, the page must not be behind a proxy that adds none of them. */
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

/** With a token, answers clients with that token from any address. Without one, only programs on this machine. */
export function metricsPage(meters: Meters, token: string | null): PublicRoute {
  const mayRead = operatorProof(token);
  const page = publicPage('/metrics', async (request) => {
    if (!mayRead(request)) throw new Failure('not_found');
    const { type, text } = await meters.exposition();
    return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': 'no-store' }, body: text };
  });
  return { ...page, probe: true };
}

/** Recognizes the operator by the token or, if none is configured, by a connection from this machine. */
export function operatorProof(token: string | null): (request: HttpRequest) => boolean {
  if (token === null) return isOfThisMachine;
  const expected = digest(token);
  return ({ headers }) =>
    headers.authorization !== undefined && timingSafeEqual(expected, digest(presented(headers)));
}

function presented({ authorization = '' }: IncomingHttpHeaders): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** Hashes a text, because `timingSafeEqual` needs equal lengths. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Checks the Host header too, because a web page may resolve its own name to this machine (DNS rebinding). */
function isOfThisMachine({ peer, headers }: HttpRequest): boolean {
  if (!isLoopback(peer.replace(/^::ffff:/, ''))) return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return isLoopback(host);
}
