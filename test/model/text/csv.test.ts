import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRow, rowsOfText } from '../../../src/model/import/csv-rows.ts';
import { importLimits } from '../../../src/model/import/limits.ts';
import { trimCell } from '../../../src/model/import/padding.ts';
import { readTagsCell } from '../../../src/model/subscriber/subscriber-csv.ts';
import { csvRow } from '../../../src/model/text/csv.ts';
import { guardFormula, unguardFormula } from '../../../src/model/text/formula-cell.ts';

function rowsIn(text: string): CsvRow[] {
  return [...rowsOfText(text)].flat();
}

function cellsOf(text: string): string[][] {
  return rowsIn(text).map((row) => ('cells' in row ? row.cells : [row.fault]));
}

describe('reading CSV', () => {
  test('accepts CRLF, CR and LF, a byte order mark, and quotes and line ends within quotes', () => {
    expect(cellsOf('\uFEFFa,b\r\n1,"2 ""two"""\r"x\r\ny",\n')).toEqual([
      ['a', 'b'],
      ['1', '2 "two"'],
      ['x\ny', ''],
    ]);
    expect(cellsOf('a,')).toEqual([['a', '']]);
    expect(cellsOf('"a"')).toEqual([['a']]);
    expect(cellsOf('it is 5" long,b')).toEqual([['it is 5" long', 'b']]);
  });

  test('accepts semicolons and tabs as separators', () => {
    expect(cellsOf('a;b\nc;"d;e"')).toEqual([
      ['a', 'b'],
      ['c', 'd;e'],
    ]);
    expect(cellsOf('a\tb\nc\td')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('skips empty rows and reports line numbers', () => {
    const read = rowsIn('a\n\n"b\nc"\n,,\nd');
    expect(read).toMatchObject([{ line: 1 }, { line: 3 }, { line: 6, cells: ['d'] }]);
  });

  test('loses only the line with an unclosed quote', () => {
    expect(rowsIn('a\n"b\nc\nd')).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, fault: 'quote_not_closed' },
      { line: 3, cells: ['c'] },
      { line: 4, cells: ['d'] },
    ]);
  });
});

describe('reading CSV in steps', () => {
  /** Each line opens a quote that never closes, because no separator follows the next quote. */
  const open = (lines: number): string => '"x\n'.repeat(lines);

  function lotsOf(text: string): number {
    let lots = 0;
    const reading = rowsOfText(text);
    expect(() => {
      while (!reading.next().done) lots += 1;
    }).toThrow(/quotes that never close/);
    return lots;
  }

  test('yields after each unreadable line, because the rest is parsed again', () => {
    expect(lotsOf(open(1_000))).toBeGreaterThanOrEqual(importLimits.brokenRowsMax);
    expect(lotsOf(open(importLimits.rowCharactersMax / 2))).toBeGreaterThanOrEqual(
      importLimits.brokenRowsMax,
    );
  });

  test('does not parse a tags cell that exceeds the maximum of all tags', () => {
    expect(readTagsCell(open(20_000))).toHaveLength(1);
  });
});

describe('writing CSV', () => {
  test('protects cells against formulas', () => {
    expect(csvRow(['=1+1', '+tag@acme.com', '-1', '@sum', 'ada@acme.com', ''])).toBe(
      "'=1+1,'+tag@acme.com,'-1,'@sum,ada@acme.com,\r\n",
    );
  });

  test('protects cells against full-width formula characters too', () => {
    expect(csvRow(['＝1+1', '＋1', '－1', '＠sum', '1＝1'])).toBe("'＝1+1,'＋1,'－1,'＠sum,1＝1\r\n");
  });

  test('produces rows that are read back unchanged', () => {
    const cell = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom("'", '=', '+', '"', ',', '\n', '\r\n', 'a', ' '))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const text = `head,er\r\n${rows.map(csvRow).join('')}`;
        const read = cellsOf(text)
          .slice(1)
          .map((cells) => cells.map(unguardFormula));
        // Reading turns every line end into LF, also within quotes.
        const lines = rows.map((cells) => cells.map((each) => each.replaceAll(/\r\n?/g, '\n')));
        // A line of blank cells is not a row; a guard is not blank.
        expect(read).toEqual(
          lines.filter((cells) => cells.some((each) => trimCell(guardFormula(each)) !== '')),
        );
      }),
    );
  });
});
