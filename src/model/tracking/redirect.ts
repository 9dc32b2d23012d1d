/** Longer ones fit into the header of no answer that every browser reads. */
const redirectCharactersMax = 8_000;

/**
 * The whole of a host right behind the scheme, with its port no longer than a host can be (RFC 1035 2.3.4): what it takes to
 * read one grows with the square of its letters. A backslash is a slash to a browser, and so is none at all.
 */
const webLink = /^https?:\/\/[^\s/?#\\@]{1,260}(?:[/?#]|$)/i;
const control = /\p{Cc}/u;

/**
 * Where a redirect may lead: to the web, and only where everybody who reads the target sees the same host. No other
 * scheme, nothing relative (`//host`, `\\host`, `https:host`), no name and password before the host, no control
 * characters, which browsers drop before they read.
 * @returns the URL as it goes into `Location`, in ASCII; null when nobody is sent there
 */
export function redirectTarget(target: string): string | null {
  if (target.length > redirectCharactersMax || !webLink.test(target) || control.test(target)) return null;
  const url = URL.parse(target);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url.href.length > redirectCharactersMax ? null : url.href;
}
