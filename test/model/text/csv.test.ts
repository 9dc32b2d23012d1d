import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, readCsv } from '../../../src/model/text/csv.ts';
import { unguardFormula } from '../../../src/model/text/formula-cell.ts';

function cellsOf(text: string): string[][] {
  const read = readCsv(text, 100);
  if (!read.ok) throw new Error(`line ${read.line} ${read.message}`);
  return read.rows.map(({ cells }) => cells);
}

describe('reading', () => {
  test('CRLF and LF, a byte order mark, quotes within quotes, line ends within quotes', () => {
    expect(cellsOf('\uFEFFa,b\r\n1,"2 ""two"""\n"x\r\ny",\n')).toEqual([
      ['a', 'b'],
      ['1', '2 "two"'],
      ['x\r\ny', ''],
    ]);
    expect(cellsOf('a,')).toEqual([['a', '']]);
    expect(cellsOf('"a"')).toEqual([['a']]);
    expect(cellsOf('it is 5" long,b')).toEqual([['it is 5" long', 'b']]);
  });

  test('semicolons and tabs, where the first line has them', () => {
    expect(cellsOf('a;b\nc;"d;e"')).toEqual([
      ['a', 'b'],
      ['c', 'd;e'],
    ]);
    expect(cellsOf('a\tb\nc\td')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('empty rows are passed over, and every row knows its line', () => {
    const read = readCsv('a\n\n"b\nc"\n,,\nd', 100);
    expect(read).toMatchObject({ rows: [{ line: 1 }, { line: 3 }, { line: 6, cells: ['d'] }] });
  });

  test('what has no end, or too many rows, is refused with its line', () => {
    expect(readCsv('a\n"b', 100)).toMatchObject({ ok: false, line: 2 });
    expect(readCsv('a\n"b"c', 100)).toMatchObject({ ok: false, line: 2 });
    expect(readCsv('a\nb\nc', 2)).toMatchObject({ ok: false, line: 3 });
  });
});

describe('writing', () => {
  test('no cell is taken for a formula', () => {
    expect(csvRow(['=1+1', '+tag@acme.com', '-1', '@sum', 'ada@acme.com', ''])).toBe(
      "'=1+1,'+tag@acme.com,'-1,'@sum,ada@acme.com,\r\n",
    );
  });

  test('what was written is read again, whatever it was', () => {
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
        expect(read).toEqual(rows.filter((cells) => cells.some((each) => each !== '')));
      }),
    );
  });
});
