import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRow, CsvRows } from '../../model/import/csv-rows.ts';
import { headCharacters } from '../../model/import/csv-separator.ts';
import { EncodingFinder, TextDecoding } from '../../model/import/encoding.ts';
import { findReading } from '../../model/import/find-reading.ts';
import type { ImportOptions, Reading } from '../../model/import/import.ts';
import { type RowRead, RowReader } from '../../model/import/read-row.ts';
import { SeenTexts } from '../../model/import/seen-texts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { FileOctets } from './file-pieces.ts';

/** @property repeats an earlier readable row has the same address */
export type FileRow = { read: RowRead; repeats: boolean };

/** Reads the whole file, because its last octet may be invalid UTF-8. @throws Failure validation_error as `findReading` does */
export async function detectReading(
  octets: FileOctets,
  options: ImportOptions,
  { subscribers }: Pick<OrganizationStore, 'subscribers'>,
  signal?: AbortSignal,
): Promise<Reading> {
  const finder = new EncodingFinder();
  for await (const piece of octets()) {
    finder.push(piece);
    await nextTurn();
    signal?.throwIfAborted();
  }
  const encoding = finder.end();
  const decoding = new TextDecoding(encoding);
  let head = '';
  for await (const piece of octets()) {
    head += decoding.push(piece);
    if (head.length >= headCharacters) break;
  }
  if (head.length < headCharacters) head += decoding.end();
  const existing = await subscribers.attributeNames();
  return findReading(head.slice(0, headCharacters), encoding, options.columns, existing);
}

/** Rows before `from` are read but not yielded, because later rows may repeat their addresses. @param seed random */
export async function* rowsOfFile(
  octets: FileOctets,
  reading: Reading,
  options: ImportOptions,
  { from, lotRows, seed }: { from: number; lotRows: () => number; seed: number },
): AsyncGenerator<{ rows: FileRow[]; last: boolean }> {
  const reader = new RowReader(reading, options);
  const seen = new SeenTexts(seed);
  let passed = 0;
  let lot: FileRow[] = [];
  let rowsMax = lotRows();
  for await (const rows of csvOfFile(octets, reading)) {
    for (const row of rows) {
      const read = reader.read(row);
      const repeats = 'save' in read && !seen.add(read.save.email);
      passed += 1;
      if (passed <= from) continue;
      lot.push({ read, repeats });
      if (lot.length < rowsMax) continue;
      yield { rows: lot, last: false };
      lot = [];
      rowsMax = lotRows();
    }
  }
  yield { rows: lot, last: true };
}

async function* csvOfFile(octets: FileOctets, reading: Reading): AsyncGenerator<CsvRow[]> {
  const decoding = new TextDecoding(reading.encoding);
  const csv = new CsvRows(reading.separator, reading.skip > 0 ? 2 : 1);
  let skip = reading.skip;
  let isFirst = reading.hasHeader;
  const body = (rows: CsvRow[]): CsvRow[] => {
    if (!isFirst) return rows;
    const place = rows.findIndex((row) => 'cells' in row);
    if (place < 0) return rows;
    isFirst = false;
    return rows.filter((_, index) => index !== place);
  };
  const after = (text: string): string => {
    const rest = text.slice(skip);
    skip = Math.max(0, skip - text.length);
    return rest;
  };
  const inTurns = async function* (lots: Iterable<CsvRow[]>): AsyncGenerator<CsvRow[]> {
    for (const rows of lots) {
      yield body(rows);
      await nextTurn();
    }
  };
  for await (const piece of octets()) yield* inTurns(csv.push(after(decoding.push(piece))));
  yield* inTurns(csv.push(after(decoding.end())));
  yield* inTurns(csv.end());
}
