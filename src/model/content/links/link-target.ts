/** Allowed targets of links and images. Refuses ambiguous targets, even if browsers accept them. */

const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);
const imageSchemes = new Set(['http', 'https', 'cid']);
const embeddedImage = /^data:image\/[a-z0-9.+-]+[;,]/i;

/** Invisible characters, some of which browsers drop before reading a scheme. */
const unseen = /[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** @param goesOn whether a merge field follows; the target must then include the scheme, so no value can supply it */
export function isSafeLink(target: string, goesOn = false): boolean {
  return hasScheme(target, linkSchemes, goesOn);
}

/** @param embedded also allows `data:image/…` */
export function isSafeImage(target: string, { embedded = false, goesOn = false } = {}): boolean {
  if (embedded && embeddedImage.test(target.trimStart())) return true;
  return hasScheme(target, imageSchemes, goesOn);
}

/** The `@` of a following mailbox must not be percent-encoded. */
export function isMailLink(target: string): boolean {
  return /^\s*mailto:/i.test(target);
}

function hasScheme(target: string, schemes: ReadonlySet<string>, goesOn: boolean): boolean {
  const seen = target.replace(unseen, '');
  const end = seen.search(/[:/?#\\]/);
  if (end === -1) return !goesOn;
  if (seen[end] === ':') return schemes.has(seen.slice(0, end).toLowerCase());
  return seen[end] !== '\\';
}

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
