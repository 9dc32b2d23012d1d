import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subscriberLines } from '../../../src/model/export/csv-rows.ts';
import { rowsOfText } from '../../../src/model/import/csv-rows.ts';
import {
  attributeCell,
  readAttributeCell,
  readTagsCell,
  tagsCell,
} from '../../../src/model/subscriber/subscriber-csv.ts';
import { csvLine } from '../../../src/model/text/csv.ts';
import { guardFormula, unguardFormula } from '../../../src/model/text/formula-cell.ts';

/** Texts of characters that matter to CSV, spreadsheets and numbers, and any others. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '1', '.', 'e', 'a', ' '),
  }),
  fc.constantFrom('true', 'false', '0', '-0', '01', '1e5', '1E+5', '.5', '5.', 'null', '', "'", "''", "'5"),
);

test('a guarded text is never evaluated as a formula, and is read back unchanged', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
      expect(unguardFormula(guardFormula(text))).toBe(text.replaceAll('\0', ''));
    }),
  );
});

test('an attribute is read back with its type', () => {
  const values = fc.oneof(
    texts,
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  );
  fc.assert(
    fc.property(values, (value) => {
      const back = typeof value === 'string' ? value.replaceAll('\0', '') : value;
      expect(readAttributeCell(attributeCell(value))).toEqual(Object.is(value, -0) ? 0 : back);
    }),
  );
  expect(readAttributeCell(attributeCell(undefined))).toBeUndefined();
  expect(attributeCell(-5)).toBe('-5');
  expect(attributeCell('-5')).toBe("'-5");
  expect(attributeCell('=1+1')).toBe("'=1+1");
});

test('tag names in one cell are read back unchanged, whatever they contain', () => {
  const names = fc.array(
    texts.map((text) => text.replaceAll('\0', '').trim()).filter((text) => text !== ''),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(names, (tags) => {
      expect(readTagsCell(unguardFormula(tagsCell(tags)))).toEqual(tags);
    }),
  );
  expect(readTagsCell('')).toEqual([]);
  expect(readTagsCell('one, two')).toEqual(['one', 'two']);
});

test('any cells in a CSV line are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (cells) => {
      const read = [...rowsOfText(csvLine(['x', 'y', ...cells]))].flat();
      const lines = cells.map((cell) => cell.replaceAll(/\r\n?/g, '\n'));
      expect(read).toMatchObject([{ cells: ['x', 'y', ...lines] }]);
    }),
  );
});

test('NUL characters are dropped, and attributes without a column share one column', () => {
  const subscriber = {
    attributes: { plan: 'a\0b', seats: 2, age: 3 },
    firstName: '\0=1+1',
  } as unknown as Parameters<ReturnType<typeof subscriberLines>>[0][number];
  expect(subscriberLines(['firstName', 'attributes.plan', 'attributes'])([subscriber])).toBe(
    '\'=1+1,ab,"{""seats"":2,""age"":3}"\r\n',
  );
});
