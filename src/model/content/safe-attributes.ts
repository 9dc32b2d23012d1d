import { wordSet } from '../text/text.ts';
import { escapeAttribute } from './escape-html.ts';
import { isMailLink, isSafeImage, isSafeLink } from './links/link-target.ts';
import { isLinkField, type ValuePlace } from './merge-fields.ts';
import { namedTarget, noteRemoved } from './removal/removed-parts.ts';
import { moveSlots, noteRemovedTarget, type SlotTable, takeSlotsOut } from './slots.ts';
import { isFontStylesheet, withoutImports } from './style/font-stylesheets.ts';

/** Only links, images and styles can do harm, so they are checked; all other attributes stay. */

const removedAttributes =
  wordSet(`srcdoc action formaction ping data codebase classid archive manifest profile icon
  dynsrc lowsrc longdesc nonce integrity is slot`);
const linkAttributes = wordSet('href xlink:href cite');
const imageAttributes = wordSet('src background poster');
const spanMax = 100;

/** Executable CSS in old clients, and imports that were not recognized. Drops the whole stylesheet. */
const harmfulCss = /expression\s*\(|(?:java|vb)script\s*:|-moz-binding|(?:^|[^-\w])behavior\s*:|@import/i;
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
    if (name === 'style' && typography !== '') safe = `${typography};${safe}`;
    written += ` ${name}="${escapeAttribute(safe)}"`;
  }
  return written;
}

/** Names a removed attribute; null for attributes that only occur on removed elements. */
function removedPart(name: string, value: string, slots: SlotTable): string | null {
  if (name.startsWith('on')) return name;
  if (name === 'action') return '<form action>';
  if (name === 'style' || name === 'srcset' || name === 'formaction') return name;
  const isTarget = linkAttributes.has(name) || imageAttributes.has(name);
  return isTarget ? namedTarget(name, takeSlotsOut(slots, value)) : null;
}

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

/** Moves slots to where values are percent-encoded; null if the target is not allowed. */
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
  // Only a platform link may begin with a slot, and the rest must not become a scheme if the value is missing.
  if (own ? !/^(?:[/?#&]|$)/.test(value.slice(first[0].length)) : !isSafe(start, true)) {
    noteRemovedTarget(slots, value);
    return null;
  }
  const part: ValuePlace = isMailLink(start) ? 'mailboxPart' : 'urlPart';
  return moveSlots(slots, value, (at) => (own && at === 0 ? 'wholeLink' : part));
}

/** Every word of a `srcset` that could be a URL must be http or https. */
function isSafeSourceSet(value: string, slots: SlotTable): boolean {
  if (value.includes(slots.stem)) return false;
  return value.split(/[\s,]+/).every((word) => !word.includes(':') || /^https?:/i.test(word));
}

/** Keeps only descriptive `meta`: no refresh, no base, no other charset. */
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

/** Returns an empty text for CSS that could run code. Removes imports from other hosts. */
export function safeCss(written: string, slots: SlotTable): string {
  const { css, rest } = withoutImports(written, () => noteRemoved(slots.parts, '@import'));
  if (harmfulCss.test(plainCss(rest))) {
    noteRemoved(slots.parts, '<style>');
    return '';
  }
  // CSS must not end its element or a surrounding comment, and must contain nothing like a tag.
  return cssSlots(css.replace(/<!--|--!?>/g, ' ').replace(/<(?=[A-Za-z/!?])/g, '< '), slots);
}

/** Removes comments and escapes, as clients do. */
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
