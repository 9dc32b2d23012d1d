import type { FormatCallback, HtmlToTextOptions } from 'html-to-text';
import { runWithinLimit } from './run-within-limit.ts';
import { withReferencesRead } from './sanitize-html.ts';
import { slotsWithoutPlaces } from './slots.ts';
import { withoutTrailingBlanks } from './trailing-blanks.ts';

/** Does not wrap lines: filled merge fields would break the wrapping, and the transfer encoding keeps lines short. */

const unwatchedCharacters = 50_000;
/** The converter truncates longer HTML and logs to the console, so it never receives any. */
const convertedCharactersMax = 16_000_000;
/** The converter keeps several hundred bytes per element. Real letters of that length have a tenth of this. */
const tagsMax = 200_000;
/** A text part longer than its HTML by this factor is mostly indentation. */
const growthMax = 2;

export async function convertToPlainText(html: string): Promise<string> {
  return (await loadPlainText())(html);
}

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
  // Deep nesting indents every line; the text is readable without indentation.
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

/** An image without alt text is decoration. */
const image: FormatCallback = (element, _walk, builder) => {
  const text: string = element.attribs?.alt?.trim() ?? '';
  if (text !== '') builder.addInline(text);
};

/** Reads a data table row by row, and a layout table cell by cell. */
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

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

type Element = Parameters<FormatCallback>[0];

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

/** Ignores the scheme and a trailing slash, which readers would not type. */
function sameTarget(text: string, target: string): boolean {
  return plainTarget(slotsWithoutPlaces(text)) === plainTarget(slotsWithoutPlaces(target));
}

function plainTarget(text: string): string {
  return text
    .trim()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '');
}

/** In sanitized HTML, `<` and `>` occur only in tags and comments. */
function withoutTags(html: string): string {
  const text = html
    .replace(/<!--\[if [^\]]*\]>(?!<!-->)[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<style[^>]*>[^<]*(?:<(?!\/style>)[^<]*)*<\/style>/g, '')
    .replace(/<\/(?:p|div|h[1-6]|li|tr|table)>|<br>/g, '\n')
    .replace(/<[^>]*>/g, '');
  return withReferencesRead(text);
}

function tidy(text: string): string {
  return withoutTrailingBlanks(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
