import { isLoopback } from '../../model/loopback.ts';

/** Prevents DNS rebinding, where an attacker's page reaches a local server under the attacker's name. */
export function isOurHost(host: string | undefined, baseUrl: string): boolean {
  if (host === undefined) return false;
  if (host === last.host && baseUrl === last.baseUrl) return last.isOurs;
  const url = URL.parse(`http://${host}`);
  const isOurs = url !== null && (isLoopback(url.hostname) || url.hostname === new URL(baseUrl).hostname);
  last = { host, baseUrl, isOurs };
  return isOurs;
}

/** Cached, because almost all requests have the same host. */
let last = { host: '', baseUrl: '', isOurs: false };

/** Accepts a missing Origin, because only browsers send one. */
export function isOurOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && (isLoopback(url.hostname) || url.origin === new URL(baseUrl).origin);
}
