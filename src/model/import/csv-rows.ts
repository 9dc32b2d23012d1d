import { invalidField } from '../failure.ts';
import { readRow } from './csv-row.ts';
import { findSeparator, headCharacters } from './csv-separator.ts';
import { plainText } from './encoding.ts';
import { importLimits } from './limits.ts';
import { trimCell } from './padding.ts';

export type CsvRow = { line: number; cells: string[] } | { line: number; fault: RowFault };
export type RowFault = 'row_too_long' | 'quote_not_closed';

/**
 * Reads CSV rows from chunks of text. Skips empty rows. Reads an incomplete row again with the next chunk,
 * and yields rows in batches, so that other work may run in between.
 */
export class CsvRows {
  readonly #separator: string;
  #rest = '';
  #line: number;
  #broken = 0;
  #skipsLine = false;

  /** @param line number of the text's first line */
  constructor(separator: string, line = 1) {
    this.#separator = separator;
    this.#line = line;
  }

  /** @throws Failure validation_error if too many quotes never close */
  *push(text: string): Generator<CsvRow[]> {
    this.#rest += text;
    yield this.#takeRows(false);
    while (this.#rest.length > importLimits.rowCharactersMax) {
      const passed = this.#passRow();
      yield [...passed, ...this.#takeRows(false)];
    }
  }

  /** Returns the remaining rows at the end of the text. @throws Failure as `push` does */
  *end(): Generator<CsvRow[]> {
    yield this.#takeRows(true);
    while (this.#rest !== '') {
      const dropped = this.#dropLine('quote_not_closed');
      yield [dropped, ...this.#takeRows(true)];
    }
  }

  #takeRows(isLast: boolean): CsvRow[] {
    if (this.#skipsLine) {
      const end = this.#rest.indexOf('\n');
      this.#rest = end < 0 ? '' : this.#rest.slice(end + 1);
      if (end < 0) return [];
      this.#skipsLine = false;
      this.#line += 1;
    }
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < this.#rest.length) {
      const row = readRow(this.#rest, at, this.#separator, { isLast, readsPadded: true });
      if (row === null) break;
      this.#add(rows, row.cells);
      at = row.end;
    }
    this.#rest = this.#rest.slice(at);
    return rows;
  }

  /** Handles a row that is too long: reads a quote after blanks as text, or drops the line. */
  #passRow(): CsvRow[] {
    const row = readRow(this.#rest, 0, this.#separator, { isLast: false, readsPadded: false });
    if (row === null || row.end > importLimits.rowCharactersMax) {
      return [this.#dropLine(this.#rest.includes('\n') ? 'quote_not_closed' : 'row_too_long')];
    }
    this.#countBroken();
    const rows: CsvRow[] = [];
    this.#add(rows, row.cells);
    this.#rest = this.#rest.slice(row.end);
    return rows;
  }

  #dropLine(fault: RowFault): CsvRow {
    this.#countBroken();
    const dropped = { line: this.#line, fault };
    const end = this.#rest.indexOf('\n');
    this.#skipsLine = end < 0;
    if (end >= 0) this.#line += 1;
    this.#rest = end < 0 ? '' : this.#rest.slice(end + 1);
    return dropped;
  }

  #countBroken(): void {
    this.#broken += 1;
    if (this.#broken <= importLimits.brokenRowsMax) return;
    throw invalidField(
      'csv',
      `has too many quotes that never close, the first unreadable ones before line ${this.#line}`,
    );
  }

  #add(rows: CsvRow[], cells: string[]): void {
    if (cells.some((cell) => trimCell(cell) !== '')) rows.push({ line: this.#line, cells });
    this.#line += 1;
    for (const cell of cells) if (cell.includes('\n')) this.#line += cell.split('\n').length - 1;
  }
}

/** Characters parsed at a time, so that other work can run in between. */
const pieceCharacters = 64 * 1024;

/** Reads a complete text piece by piece. @throws Failure as `CsvRows` does */
export function* rowsOfText(given: string): Generator<CsvRow[]> {
  const text = plainText(given);
  const { separator, skip } = findSeparator(text.slice(0, headCharacters));
  const rows = new CsvRows(separator, skip > 0 ? 2 : 1);
  for (let at = skip; at < text.length; at += pieceCharacters) {
    yield* rows.push(text.slice(at, at + pieceCharacters));
  }
  yield* rows.end();
}
