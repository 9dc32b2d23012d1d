/** Excludes variation selectors, because an emoji may end in one. */
const padding = new Set(
  [
    '\t\v\f \u00A0\u00AD\u061C\u1680\u180E\u202F\u205F\u3000\uFEFF',
    '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A',
    '\u200B\u200C\u200D\u200E\u200F\u2060\u2066\u2067\u2068\u2069\u202A\u202B\u202C\u202D\u202E',
  ].flatMap((characters) => [...characters].map((character) => character.charCodeAt(0))),
);
const space = 0x20;
const firstWide = 0xa0;

/** A line feed is not padding. */
export function isPadding(code: number): boolean {
  if (code > space && code < firstWide) return false;
  return padding.has(code);
}

export function trimCell(cell: string): string {
  let start = 0;
  let end = cell.length;
  while (start < end && isTrimmed(cell.charCodeAt(start))) start += 1;
  while (end > start && isTrimmed(cell.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === cell.length ? cell : cell.slice(start, end);
}

const lineBreaks: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

function isTrimmed(code: number): boolean {
  return isPadding(code) || lineBreaks.has(code);
}

const blanksAndControls = /[\p{Cc}\p{Z}]+/gu;
const control = /[\p{Cc}\u2028\u2029]/u;

export function inOneLine(text: string): string {
  if (!control.test(text)) return text;
  return text.replaceAll(blanksAndControls, (run) => (control.test(run) ? ' ' : run));
}

const smartQuotes: readonly (readonly [opening: string, closing: string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['‘', '’'],
];

/** Removes typographic quotes around a text, which editors insert in place of straight quotes. */
export function withoutSmartQuotes(text: string): string {
  if (text.length < 2) return text;
  const encloses = smartQuotes.some(
    ([opening, closing]) => text.startsWith(opening) && text.indexOf(closing, 1) === text.length - 1,
  );
  return encloses ? trimCell(text.slice(1, -1)) : text;
}
