/**
 * The allowed targets of links and sources of images: one list for everything that becomes HTML.
 *
 * A target is judged by its beginning. Anything that is not clearly one of the schemes below, or clearly without a
 * scheme, is refused, whatever a browser would make of it.
 */

const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);
const imageSchemes = new Set(['http', 'https', 'cid']);
const embeddedImage = /^data:image\/[a-z0-9.+-]+[;,]/i;

/** Browsers drop some of these before they read a scheme, and all are invisible. */
const unseen = /[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * @param target a URL as an author wrote it, up to its first merge field
 * @param goesOn whether a merge field follows: then the target must already have a scheme, never a value
 */
export function isSafeLink(target: string, goesOn = false): boolean {
  return hasScheme(target, linkSchemes, goesOn);
}

/** The same for the source of an image; `embedded` also allows `data:image/…`. */
export function isSafeImage(target: string, { embedded = false, goesOn = false } = {}): boolean {
  if (embedded && embeddedImage.test(target.trimStart())) return true;
  return hasScheme(target, imageSchemes, goesOn);
}

/** Whether a mailbox follows, in which `@` must not be percent-encoded. */
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
