import { setImmediate as nextTurn } from 'node:timers/promises';
import { secondMs } from '../../model/instant.ts';
import {
  coverNext,
  hasChanges,
  isUncovered,
  newestKey,
  type SearchedTable,
  searchedTables,
  settleChanges,
} from '../../store/search-index.ts';
import type { Engine } from '../context/scope.ts';

/** Rows that get their entries in one transaction: some milliseconds of the one writer. */
export const lotRows = 100;
/** Lots of one round: others have the writer in between. */
const lotsMax = 20;
/** Rows taken out of the index of SQLite in one transaction: each takes some milliseconds. */
const settledRows = 3;
const settledLotsMax = 200;
/** On PostgreSQL a row with a lower key than others may be committed after them, by so much at most. */
const settlesWithinMs = 30 * secondMs;

/**
 * Brings the index of free text up to the rows that were written since, and then back to those from before there was one.
 * @returns what does one round of it
 */
export function searchCoverage({ store: { database }, world: { clock } }: Engine): () => Promise<void> {
  const newest = new Map<SearchedTable, { key: number; seenAt: number }>();

  /** All rows up to this key are there to be seen, or never will be. */
  async function settledKey(table: SearchedTable): Promise<number | null> {
    const seenAt = clock.monotonic();
    const seen = newest.get(table);
    const isLite = database.reader.dialect.name === 'sqlite';
    if (!isLite && seen && seenAt - seen.seenAt < settlesWithinMs) return null;
    const key = await newestKey(database.reader, table);
    newest.set(table, { key, seenAt });
    return isLite ? key : (seen?.key ?? null);
  }

  /** An erased person leaves no trace in it either. */
  async function settle(table: SearchedTable): Promise<void> {
    if (!(await hasChanges(database.reader, table))) return;
    for (let lots = 0; lots < settledLotsMax; lots += 1) {
      if ((await database.transaction((queries) => settleChanges(queries, table, settledRows))) === 0) return;
      await nextTurn();
    }
  }

  return async () => {
    for (const table of Object.keys(searchedTables) as SearchedTable[]) {
      const settled = await settledKey(table);
      await settle(table);
      if (settled === null || !(await isUncovered(database.reader, table, settled))) continue;
      for (let lots = 0; lots < lotsMax; lots += 1) {
        const looked = await database.transaction((queries) => coverNext(queries, table, settled, lotRows));
        if (looked === 0) break;
        await nextTurn();
      }
    }
  };
}
