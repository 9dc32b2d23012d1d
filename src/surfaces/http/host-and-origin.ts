import { isLoopback } from '../../model/loopback.ts';

/**
 * DNS rebinding: an attacker's page reaches a server on the reader's own machine under the attacker's name.
 * So only our own name and the loopback names are answered.
 */
export function isOurHost(host: string | undefined, baseUrl: string): boolean {
  if (host === undefined) return false;
  if (host === last.host && baseUrl === last.baseUrl) return last.isOurs;
  const url = URL.parse(`http://${host}`);
  const isOurs = url !== null && (isLoopback(url.hostname) || url.hostname === new URL(baseUrl).hostname);
  last = { host, baseUrl, isOurs };
  return isOurs;
}

/** Nearly all requests name the same host as the one before. */
let last = { host: '', baseUrl: '', isOurs: false };

/** Clients that are not browsers send no Origin. */
export function isOurOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  return url !== null && (isLoopback(url.hostname) || url.origin === new URL(baseUrl).origin);
}
