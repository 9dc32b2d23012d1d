/** Longer URLs do not fit into a header that every browser accepts. */
const redirectCharactersMax = 8_000;

/** Bounds the host, because parsing it takes quadratic time. Browsers read backslashes as slashes. */
const webLink = /^https?:\/\/[^\s/?#\\@]{1,260}(?:[/?#]|$)/i;
const control = /\p{Cc}/u;

/**
 * Returns the ASCII URL for `Location`; null unless every parser sees the same host. Rejects relative URLs
 * (`//host`, `\\host`, `https:host`), credentials, and control characters, which browsers drop.
 */
export function redirectTarget(target: string): string | null {
  if (target.length > redirectCharactersMax || !webLink.test(target) || control.test(target)) return null;
  const url = URL.parse(target);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length > redirectCharactersMax ? null : url.href;
}
