/** Longer URLs do not fit into a header that every browser accepts. */
const redirectCharactersMax = 8_000;

/**
 * Parsing a host takes quadratic time (RFC 1035 2.3.4). Browsers treat a backslash as a slash and accept missing ones.
 */
const webLink = /^https?:\/\/[^\s/?#\\@]{1,260}(?:[/?#]|$)/i;
const control = /\p{Cc}/u;

/**
 * Accepts web URLs for which every parser sees the same host. Rejects other schemes, relative URLs (`//host`, `\\host`,
 * `https:host`), credentials, and control characters, which browsers drop.
 * @returns the ASCII URL for `Location`; null if it is not allowed
 */
export function redirectTarget(target: string): string | null {
  if (target.length > redirectCharactersMax || !webLink.test(target) || control.test(target)) return null;
  const url = URL.parse(target);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length > redirectCharactersMax ? null : url.href;
}
