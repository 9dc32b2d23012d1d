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

/** A few milliseconds of the writer per transaction. */
export const lotRows = 100;
/** Batches per round, so that others get the writer in between. */
const lotsMax = 20;
/** Rows removed from the SQLite index per transaction, some milliseconds each. */
const settledRows = 3;
const settledLotsMax = 200;
/** A PostgreSQL row with a lower key may commit this much later than others. */
const settlesWithinMs = 30 * secondMs;

/** Indexes new rows for free-text search, then rows from before the index existed. @returns runs one round */
export function searchCoverage({ store: { database }, world: { clock } }: Engine): () => Promise<void> {
  const newest = new Map<SearchedTable, { key: number; seenAt: number }>();

  /** Every row up to this key has committed or never will. */
  async function settledKey(table: SearchedTable): Promise<number | null> {
    const seenAt = clock.monotonic();
    const seen = newest.get(table);
    const isLite = database.reader.dialect.name === 'sqlite';
    if (!isLite && seen && seenAt - seen.seenAt < settlesWithinMs) return null;
    const key = await newestKey(database.reader, table);
    newest.set(table, { key, seenAt });
    return isLite ? key : (seen?.key ?? null);
  }

  /** Removes erased people from the index too. */
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
