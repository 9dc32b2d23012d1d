import { Parser } from 'htmlparser2';

/** One element as found by an independent parser. */
type ReadElement = { name: string; attributes: Record<string, string>; inComment: boolean };

const runs = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'applet',
  'svg',
  'math',
  'base',
  'noscript',
  'template',
  'frame',
  'frameset',
]);
const targets = new Set([
  'href',
  'src',
  'xlink:href',
  'background',
  'poster',
  'cite',
  'action',
  'formaction',
  'data',
]);
const harmless = new Set(['http', 'https', 'mailto', 'tel', 'cid']);

/** Returns all elements of a document, including the content of comments for Outlook. */
export function elementsOf(html: string, inComment = false): ReadElement[] {
  const found: ReadElement[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      found.push({ name, attributes, inComment });
    },
    oncomment: (comment) => {
      const inside = /^\[if[^\]]*\]>([\s\S]*)<!\[endif\]$/.exec(comment)?.[1];
      if (inside !== undefined) found.push(...elementsOf(inside, true));
    },
  });
  parser.end(html);
  return found;
}

/**
 * Lists elements and attributes that run code, load a page, or link to a forbidden target. Empty for safe
 * HTML.
 */
export function dangersIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes, inComment }) => {
    // Outlook runs no scripts, so <noscript> in a comment for Outlook hides nothing.
    const dangers: string[] = runs.has(name) && !(name === 'noscript' && inComment) ? [`<${name}>`] : [];
    for (const [attribute, value] of Object.entries(attributes)) {
      if (/^on/i.test(attribute) || attribute === 'srcdoc') dangers.push(`${name} ${attribute}`);
      if (attribute === 'action' || attribute === 'formaction') dangers.push(`${name} ${attribute}`);
      if (name === 'meta' && attribute === 'http-equiv' && /refresh|set-cookie/i.test(value))
        dangers.push(`${name} ${attribute}`);
      if (targets.has(attribute) && !leadsSomewhereHarmless(value))
        dangers.push(`${name} ${attribute}=${value}`);
    }
    return dangers;
  });
}

/**
 * Reads a scheme as the URL standard does: without leading controls and blanks, and without tabs and line
 * ends.
 */
function leadsSomewhereHarmless(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the standard's own list.
  const read = url.replace(/^[\x00-\x20]+/, '').replace(/[\t\n\r]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  return scheme === undefined || harmless.has(scheme) || /^data:image\//i.test(read);
}
