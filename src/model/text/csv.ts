/**
 * Comma-separated values (RFC 4180), as spreadsheets write them: a byte order mark, LF alone as a line end, and
 * semicolons or tabs in place of commas are accepted too.
 */
import { guardFormula } from './formula-cell.ts';

/** One row, and the line of the file on which it begins, from 1. */
type CsvRow = { line: number; cells: string[] };

type CsvRead = { ok: true; rows: CsvRow[] } | { ok: false; line: number; message: string };

const separators = [',', ';', '\t'] as const;

/** Reads all rows except empty ones. @param rowsMax more are refused */
export function readCsv(text: string, rowsMax: number): CsvRead {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const separator = separatorOf(text, at);
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    if (cell === null) return { ok: false, line, message: 'has a quoted cell that does not end' };
    row.cells.push(cell.value);
    line += cell.lineEnds;
    at = cell.end;
    const last = at >= text.length || text[at] === '\n' || text.startsWith('\r\n', at);
    if (!last && text[at] !== separator) {
      return { ok: false, line, message: 'has something behind the closing quote of a cell' };
    }
    if (last) {
      if (row.cells.some((value) => value !== '')) {
        if (rows.length === rowsMax) {
          return { ok: false, line, message: `is beyond ${rowsMax.toLocaleString('en')} rows` };
        }
        rows.push(row);
      }
      at += text[at] === '\r' ? 2 : 1;
      line += 1;
      row = { line, cells: [] };
    } else {
      at += 1;
      // A separator at the very end is followed by an empty cell.
      if (at === text.length) row.cells.push('');
    }
  }
  if (row.cells.length > 0 && row.cells.some((value) => value !== '')) rows.push(row);
  return { ok: true, rows };
}

type Cell = { value: string; end: number; lineEnds: number };

/** The separator used in the first line; a comma where it has none. */
function separatorOf(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  const first = end < 0 ? text.slice(from) : text.slice(from, end);
  return separators.find((separator) => first.includes(separator)) ?? ',';
}

function plainCell(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  if (text[end] === '\n' && text[end - 1] === '\r' && end > from) end -= 1;
  return { value: text.slice(from, end), end, lineEnds: 0 };
}

function quotedCell(text: string, from: number): Cell | null {
  let value = '';
  let start = from + 1;
  let lineEnds = 0;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote < 0) return null;
    const part = text.slice(start, quote);
    lineEnds += part.split('\n').length - 1;
    value += part;
    if (text[quote + 1] !== '"') return { value, end: quote + 1, lineEnds };
    value += '"';
    start = quote + 2;
  }
}

/** A row as text, with its line end; no cell of it is evaluated as a formula. */
export function csvRow(cells: readonly string[]): string {
  return csvLine(cells.map(guardFormula));
}

/** A row as text, with its line end. The cells are written as they are: a text among them is to be guarded before. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\r\n`;
}

function quotedIfNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
