import { escapeAttribute } from './escape-html.ts';
import { isMailLink, isSafeImage, isSafeLink } from './link-target.ts';
import { isLinkField, type ValuePlace } from './merge-fields.ts';
import { namedTarget, noteRemoved } from './removal/removed-parts.ts';
import { moveSlots, noteRemovedTarget, type SlotTable, takeSlotsOut } from './slots.ts';
import { isFontStylesheet, withoutImports } from './style/font-stylesheets.ts';
import { words } from './words.ts';

/**
 * Which attributes and styles of a mail stay. Only links, images and styles can do harm, so these three are checked,
 * and their slots are moved to where a value is harmless; all others stay.
 */

const removedAttributes =
  words(`srcdoc action formaction ping data codebase classid archive manifest profile icon
  dynsrc lowsrc longdesc nonce integrity is slot`);
const linkAttributes = words('href xlink:href cite');
const imageAttributes = words('src background poster');
/** The most columns or rows a cell may span. */
const spanMax = 100;

/** Executable CSS in old clients, and imports that were not recognized; a stylesheet with any of it is dropped. */
const harmfulCss = /expression\s*\(|(?:java|vb)script\s*:|-moz-binding|(?:^|[^-\w])behavior\s*:|@import/i;
/** The attributes of an element as written to the output, each preceded by a blank. */
export function safeAttributes(
  element: string,
  attributes: ReadonlyMap<string, string>,
  slots: SlotTable,
  typography: string,
): string {
  let written = '';
  if (typography !== '' && !attributes.has('style')) written += ` style="${escapeAttribute(typography)}"`;
  for (const [name, value] of attributes) {
    let safe = safeAttribute(element, name.toLowerCase(), value, slots);
    if (safe === null) {
      const part = removedPart(name.toLowerCase(), value, slots);
      if (part !== null) noteRemoved(slots.parts, part);
      continue;
    }
    // The author's own style comes last and wins.
    if (name === 'style' && typography !== '') safe = `${typography};${safe}`;
    written += ` ${name}="${escapeAttribute(safe)}"`;
  }
  return written;
}

/** Names a removed attribute; null for one that only its removed element uses. */
function removedPart(name: string, value: string, slots: SlotTable): string | null {
  if (name.startsWith('on')) return name;
  if (name === 'action') return '<form action>';
  if (name === 'style' || name === 'srcset' || name === 'formaction') return name;
  const isTarget = linkAttributes.has(name) || imageAttributes.has(name);
  return isTarget ? namedTarget(name, takeSlotsOut(slots, value)) : null;
}

/** The sanitized value of an attribute, or null when it is dropped. */
function safeAttribute(element: string, name: string, value: string, slots: SlotTable): string | null {
  if (name.startsWith('on') || removedAttributes.has(name) || name.includes(slots.stem)) return null;
  if (linkAttributes.has(name)) return safeTarget(value.trim(), slots, isSafeLink);
  if (imageAttributes.has(name)) {
    const embedded = element === 'img' || name === 'background';
    return safeTarget(value.trim(), slots, (start, goesOn) => isSafeImage(start, { embedded, goesOn }));
  }
  switch (name) {
    case 'srcset':
      return isSafeSourceSet(value, slots) ? value : null;
    case 'style':
      return harmfulCss.test(plainCss(value)) ? null : cssSlots(value, slots);
    case 'usemap':
      return value.startsWith('#') ? value : null;
    case 'colspan':
    case 'rowspan':
      return String(Math.min(spanMax, Math.max(1, Number.parseInt(value, 10) || 1)));
    default:
      return value;
  }
}

/** A URL with its slots moved to where their values are percent-encoded; null when the target is not allowed. */
function safeTarget(
  value: string,
  slots: SlotTable,
  isSafe: (start: string, goesOn: boolean) => boolean,
): string | null {
  slots.pattern.lastIndex = 0;
  const first = value.includes(slots.stem) ? slots.pattern.exec(value) : null;
  if (!first) return isSafe(value, false) ? value : null;
  const start = value.slice(0, first.index);
  const own = start === '' && isLinkField(slots.placeholders[Number(first[1])]?.name ?? '');
  // A link may only begin with a slot if it is the platform's own link. What follows must not become a scheme when the
  // value is missing.
  if (own ? !/^(?:[/?#&]|$)/.test(value.slice(first[0].length)) : !isSafe(start, true)) {
    noteRemovedTarget(slots, value);
    return null;
  }
  const part: ValuePlace = isMailLink(start) ? 'mailboxPart' : 'urlPart';
  return moveSlots(slots, value, (at) => (own && at === 0 ? 'wholeLink' : part));
}

/** A `srcset`: every word that could be a URL has to be on the web. */
function isSafeSourceSet(value: string, slots: SlotTable): boolean {
  if (value.includes(slots.stem)) return false;
  return value.split(/[\s,]+/).every((word) => !word.includes(':') || /^https?:/i.test(word));
}

/** Only `meta` that describes the mail: no refresh, no base, no charset other than the mail's own. */
export function headAttributes(
  name: string,
  attributes: ReadonlyMap<string, string>,
  slots: SlotTable,
): string | null {
  const get = (key: string): string => attributes.get(key)?.trim().toLowerCase() ?? '';
  if ([...attributes].some((pair) => pair.some((word) => word.includes(slots.stem)))) return null;
  const plain = (): string =>
    [...attributes]
      .filter(([key]) => !key.startsWith('on') && key !== 'ping')
      .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
      .join('');
  switch (name) {
    case 'title':
      return '';
    case 'meta': {
      if (attributes.has('charset')) return ' charset="utf-8"';
      const header = get('http-equiv');
      if (header === 'content-type') return ' http-equiv="Content-Type" content="text/html; charset=utf-8"';
      if (header === 'x-ua-compatible' || header === 'content-language') return plain();
      return header === '' && attributes.has('name') ? plain() : null;
    }
    case 'link':
      return get('rel') === 'stylesheet' && isFontStylesheet(attributes.get('href') ?? '') ? plain() : null;
    default:
      return null;
  }
}

/** The contents of a style element; empty if they could run code. Stylesheets of other hosts are not imported. */
export function safeCss(written: string, slots: SlotTable): string {
  const { css, rest } = withoutImports(written, () => noteRemoved(slots.parts, '@import'));
  if (harmfulCss.test(plainCss(rest))) {
    noteRemoved(slots.parts, '<style>');
    return '';
  }
  // The CSS must not end its element or a comment around it, and nothing in it may look like a tag.
  return cssSlots(css.replace(/<!--|--!?>/g, ' ').replace(/<(?=[A-Za-z/!?])/g, '< '), slots);
}

/** CSS as a client interprets it: without comments and escapes. */
function plainCss(css: string): string {
  const outside: string[] = [];
  for (let at = 0; at !== -1; ) {
    const begin = css.indexOf('/*', at);
    outside.push(begin === -1 ? css.slice(at) : css.slice(at, begin));
    const end = begin === -1 ? -1 : css.indexOf('*/', begin + 2);
    at = end === -1 ? -1 : end + 2;
  }
  return outside
    .join('')
    .replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([\s\S]))/g, (_, hex?: string, character?: string) => {
      return hex === undefined ? character! : characterOf(Number.parseInt(hex, 16));
    });
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}

function cssSlots(css: string, slots: SlotTable): string {
  return moveSlots(slots, css, () => 'css');
}
