import type { FormatCallback, HtmlToTextOptions } from 'html-to-text';
import { runWithinLimit } from './run-within-limit.ts';
import { withReferencesRead } from './sanitize-html.ts';
import { slotsWithoutPlaces } from './slots.ts';
import { withoutTrailingBlanks } from './trailing-blanks.ts';

/**
 * The text part of a mail, derived from its HTML.
 *
 * Lines are not wrapped: merge fields are filled later and would break the wrapping, wrapped lines look broken on
 * narrow screens, and the transfer encoding keeps lines short on the wire.
 */

/** The converter is linear in sanitized HTML. */
const unwatchedCharacters = 50_000;
/** The converter truncates longer HTML and logs it to the console, so it never gets any. */
const convertedCharactersMax = 16_000_000;
/**
 * The converter keeps an object of several hundred octets per element; half a million of them, which fit into two
 * megabytes, would need more memory than rendering has. Real letters of that length have a tenth of this.
 */
const tagsMax = 200_000;
/** A text part this many times as long as its HTML is mostly indentation. */
const growthMax = 2;

/** @param html a sanitized document or fragment */
export async function plainTextOf(html: string): Promise<string> {
  return (await loadPlainText())(html);
}

/** Loads the converter, and returns the function that makes a plain text of sanitized HTML. */
export async function loadPlainText(): Promise<(html: string) => string> {
  converter ??= load();
  const convert = await converter;
  return (html) => toPlainText(html, convert);
}

function toPlainText(html: string, convert: (html: string) => string): string {
  if (html.length > convertedCharactersMax || hasMoreTags(html, tagsMax)) return tidy(withoutTags(html));
  const text = runWithinLimit(
    { characters: html.length, unwatched: unwatchedCharacters },
    () => convert(html),
    () => withoutTags(html),
  );
  // Nested lists and quotes indent every line; a mail made of them is readable without the indentation.
  const grown = text.length > html.length * growthMax;
  return tidy(grown ? withoutTags(html) : text);
}

function hasMoreTags(html: string, most: number): boolean {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > most) return true;
  }
  return false;
}

let converter: Promise<(html: string) => string> | null = null;

async function load(): Promise<(html: string) => string> {
  const { compile } = await import('html-to-text');
  return compile(options);
}

/** A link as `text <url>`; the URL alone where both are the same. */
const link: FormatCallback = (element, walk, builder) => {
  const target: string = element.attribs?.href ?? '';
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  const shown = target.replace(/^(?:mailto|tel):/i, '');
  if (shown === '' || shown.startsWith('#') || sameTarget(text, shown)) return;
  builder.addInline(text === '' ? shown : ` <${shown}>`, { noWordTransform: true });
};

/** An image is its alt text; one without is decoration. */
const image: FormatCallback = (element, _walk, builder) => {
  const text: string = element.attribs?.alt?.trim() ?? '';
  if (text !== '') builder.addInline(text);
};

/** A data table is read row by row; a layout table as its cells are. */
const table: FormatCallback = (element, walk, builder) => {
  const rows = rowsOf(element);
  if (element.attribs?.role === 'presentation' || !rows.some(({ children }) => children.some(isHeaderCell))) {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
    return;
  }
  builder.openTable();
  for (const row of rows) {
    builder.openTableRow();
    for (const cell of row.children.filter(isCell)) {
      builder.openTableCell({});
      walk(cell.children, builder);
      builder.closeTableCell({});
    }
    builder.closeTableRow();
  }
  builder.closeTable({ tableToString: rowsToText, leadingLineBreaks: 2, trailingLineBreaks: 2 });
};

/** A cell of a layout: keeps the words of two cells apart. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

type Element = Parameters<FormatCallback>[0];

/** The rows of a table, without those of nested tables. */
function rowsOf(element: Element): Element[] {
  return element.children.flatMap((child: Element) => {
    if (child.name === 'tr') return [child];
    return child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot' ? rowsOf(child) : [];
  });
}

function isCell({ name }: Element): boolean {
  return name === 'td' || name === 'th';
}

function isHeaderCell({ name }: Element): boolean {
  return name === 'th';
}

function rowsToText(rows: { text: string }[][]): string {
  return rows.map((cells) => cells.map(({ text }) => onOneLine(text)).join(' | ')).join('\n');
}

function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

const skipped = [
  '[hidden]',
  '[style*="display:none"i]',
  '[style*="display: none"i]',
  'head',
  'title',
  'style',
];
const heading = { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: false };

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: convertedCharactersMax },
  formatters: { link, image, table, cell },
  selectors: [
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'image' },
    { selector: 'table', format: 'table' },
    { selector: 'tr', format: 'block' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', options: { length: 20 } },
  ],
};

/** Equal except for what a reader would not type: the scheme and a final slash. */
function sameTarget(text: string, target: string): boolean {
  return plainTarget(slotsWithoutPlaces(text)) === plainTarget(slotsWithoutPlaces(target));
}

function plainTarget(text: string): string {
  return text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '');
}

/** Sanitized HTML has `<` and `>` only in tags and comments. */
function withoutTags(html: string): string {
  const text = html
    .replace(/<!--\[if [^\]]*\]>(?!<!-->)[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<style[^>]*>[^<]*(?:<(?!\/style>)[^<]*)*<\/style>/g, '')
    .replace(/<\/(?:p|div|h[1-6]|li|tr|table)>|<br>/g, '\n')
    .replace(/<[^>]*>/g, '');
  return withReferencesRead(text);
}

/** Trims lines and the text, and collapses empty lines. */
function tidy(text: string): string {
  return withoutTrailingBlanks(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
