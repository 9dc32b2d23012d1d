/** Longer URLs do not fit into a header that every browser accepts. */
const redirectCharactersMax = 8_000;

/**
 * A complete host right after the scheme, with its port no longer than a host can be (RFC 1035 2.3.4), because parsing
 * one takes quadratic time. Browsers treat a backslash as a slash and accept missing ones, so neither is allowed.
 */
const webLink = /^https?:\/\/[^\s/?#\\@]{1,260}(?:[/?#]|$)/i;
const control = /\p{Cc}/u;

/**
 * The allowed targets of a redirect: web URLs for which every parser sees the same host. No other scheme, nothing
 * relative (`//host`, `\\host`, `https:host`), no credentials before the host, no control characters, which browsers
 * drop.
 * @returns the URL as it goes into `Location`, in ASCII; null when it is not allowed
 */
export function redirectTarget(target: string): string | null {
  if (target.length > redirectCharactersMax || !webLink.test(target) || control.test(target)) return null;
  const url = URL.parse(target);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length > redirectCharactersMax ? null : url.href;
}
