import papaparse from 'papaparse';
import { invalidField } from '../failure.ts';
import { findSeparator, headCharacters } from './csv-separator.ts';
import { plainText } from './encoding.ts';
import { importLimits } from './limits.ts';

/** One row with the line of the file on which it begins, from 1; or a line that cannot be read. */
export type CsvRow = { line: number; cells: string[] } | { line: number; fault: RowFault };
export type RowFault = 'row_too_long' | 'quote_not_closed';

/**
 * Reads the rows of CSV from text that comes in pieces (RFC 4180, and what spreadsheets make of it). Empty rows are left out.
 *
 * The parser is papaparse's inner one, which is handed what is left of the last row with each piece. Its own streaming collects a
 * row without bound, and breaks characters at the ends of pieces.
 *
 * Rows are generated in lots, because after a line that cannot be read all that is there is parsed again: other work runs between
 * two lots.
 */
export class CsvRows {
  readonly #parser: papaparse.Parser;
  #rest = '';
  #line: number;
  #broken = 0;
  #skipsLine = false;

  /** @param line the line of the file on which the text begins */
  constructor(separator: string, line = 1) {
    this.#parser = new papaparse.Parser({ delimiter: separator, newline: '\n' });
    this.#line = line;
  }

  /** @throws Failure validation_error when too many quotes never close */
  *push(text: string): Generator<CsvRow[]> {
    this.#rest += text;
    yield this.#takeRows();
    while (this.#rest.length > importLimits.rowCharactersMax) {
      const dropped = this.#dropLine(this.#rest.includes('\n') ? 'quote_not_closed' : 'row_too_long');
      yield [dropped, ...this.#takeRows()];
    }
  }

  /** The rows that are left when the text is over. @throws Failure as `push` does */
  *end(): Generator<CsvRow[]> {
    if (this.#skipsLine) this.#rest = '';
    while (this.#rest !== '') {
      const { data, errors } = this.#parse(this.#rest, false);
      if (errors.some(({ code }) => code === 'MissingQuotes')) {
        const dropped = this.#dropLine('quote_not_closed');
        yield [dropped, ...this.#takeRows()];
      } else {
        this.#rest = '';
        yield this.#rowsOf(data);
      }
    }
  }

  /** Takes every row that is whole. */
  #takeRows(): CsvRow[] {
    if (this.#skipsLine) {
      const end = this.#rest.indexOf('\n');
      this.#rest = end < 0 ? '' : this.#rest.slice(end + 1);
      if (end < 0) return [];
      this.#skipsLine = false;
      this.#line += 1;
    }
    const { data, meta } = this.#parse(this.#rest, true);
    this.#rest = this.#rest.slice(meta.cursor);
    return this.#rowsOf(data);
  }

  /** Gives up the line on which the unfinished row begins, and goes on behind it. */
  #dropLine(fault: RowFault): CsvRow {
    this.#broken += 1;
    if (this.#broken > importLimits.brokenRowsMax) {
      throw invalidField(
        'csv',
        `has too many quotes that never close, the first unreadable ones before line ${this.#line}`,
      );
    }
    const dropped = { line: this.#line, fault };
    const end = this.#rest.indexOf('\n');
    this.#skipsLine = end < 0;
    if (end >= 0) this.#line += 1;
    this.#rest = end < 0 ? '' : this.#rest.slice(end + 1);
    return dropped;
  }

  #rowsOf(data: readonly string[][]): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const cells of data) {
      if (cells.some((cell) => cell !== '')) rows.push({ line: this.#line, cells });
      this.#line += 1;
      for (const cell of cells) if (cell.includes('\n')) this.#line += cell.split('\n').length - 1;
    }
    return rows;
  }

  #parse(text: string, leavesLastRow: boolean): papaparse.ParseResult<string[]> {
    return this.#parser.parse(text, 0, leavesLastRow) as papaparse.ParseResult<string[]>;
  }
}

/** Text is parsed in pieces of this length, so that other work runs between two of them. */
const pieceCharacters = 64 * 1024;

/** Reads the rows of a text that is there as a whole, piece by piece. @throws Failure as `CsvRows` does */
export function* rowsOfText(given: string): Generator<CsvRow[]> {
  const text = plainText(given);
  const { separator, skip } = findSeparator(text.slice(0, headCharacters));
  const rows = new CsvRows(separator, skip > 0 ? 2 : 1);
  for (let at = skip; at < text.length; at += pieceCharacters) {
    yield* rows.push(text.slice(at, at + pieceCharacters));
  }
  yield* rows.end();
}
