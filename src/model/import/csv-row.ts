import { isPadding } from './padding.ts';

const quote = 0x22;
const lineFeed = 0x0a;

/** `end` is the index after the line feed. */
export type RowCells = { cells: string[]; end: number };

/**
 * Reads a row of CSV (RFC 4180), as spreadsheets and databases write it: a quoted cell may have blanks around
 * its quotes, and a quote without a separator after it belongs to the text.
 *
 * Hand-written because papaparse reads a quote after a blank as text, and takes quadratic time for many
 * quotes followed by blanks. Every loop here only moves forward.
 * @param readsPadded whether a quote after blanks opens a quoted cell; false reads it as text
 * @returns null if the text ends before the row does or inside a quoted cell
 */
export function readRow(
  text: string,
  start: number,
  separator: string,
  { isLast, readsPadded }: { isLast: boolean; readsPadded: boolean },
): RowCells | null {
  const divider = separator.charCodeAt(0);
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = readCell(text, at, divider, isLast, readsPadded);
    if (cell === null) return null;
    cells.push(cell.text);
    if (cell.end === text.length) return isLast ? { cells, end: cell.end } : null;
    if (text.charCodeAt(cell.end) === lineFeed) return { cells, end: cell.end + 1 };
    at = cell.end + 1;
  }
}

/** @property end index of the separator or line feed after the cell, or the end of the text */
type Cell = { text: string; end: number };

function readCell(
  text: string,
  at: number,
  divider: number,
  isLast: boolean,
  readsPadded: boolean,
): Cell | null {
  const opening = readsPadded ? afterPadding(text, at, divider) : at;
  if (text.charCodeAt(opening) === quote) {
    const isPadded = opening > at;
    const quoted = readQuoted(text, opening, divider, isLast, isPadded);
    if (quoted === 'open' && !(isPadded && isLast)) return null;
    if (typeof quoted === 'object') return quoted;
  }
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === divider || code === lineFeed) break;
  }
  return { text: text.slice(at, end), end };
}

/**
 * Reads a quoted cell from its opening quote; `open` if the text ends first. `text` if the quotes do not
 * enclose the cell: if `isPadded`, ` "the" countess` is text.
 */
function readQuoted(
  text: string,
  opening: number,
  divider: number,
  isLast: boolean,
  isPadded: boolean,
): Cell | 'open' | 'text' {
  let isDoubled = false;
  let from = opening + 1;
  for (;;) {
    const closing = text.indexOf('"', from);
    if (closing < 0) return 'open';
    if (text.charCodeAt(closing + 1) === quote) {
      isDoubled = true;
      from = closing + 2;
      continue;
    }
    const end = afterPadding(text, closing + 1, divider);
    if (end === text.length && !isLast) return 'open';
    const code = text.charCodeAt(end);
    if (end === text.length || code === divider || code === lineFeed) {
      const inner = text.slice(opening + 1, closing);
      return { text: isDoubled ? inner.replaceAll('""', '"') : inner, end };
    }
    if (isPadded) return 'text';
    from = closing + 1;
  }
}

/** Skips blanks and invisible characters, but not a tab separator. */
function afterPadding(text: string, from: number, divider: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === divider || !isPadding(code)) break;
  }
  return at;
}
