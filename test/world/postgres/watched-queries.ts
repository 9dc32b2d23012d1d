import type { Database, Queries } from '../../../src/store/database.ts';

/** Turns of the event loop without a pending query after which no further query is expected. */
const quietTurns = 5;

/**
 * Counts the pending queries of a database, for tests that advance the clock while a real server responds.
 */
export function watchQueries(opened: Database): { database: Database; idle(): Promise<void> } {
  const pending = new Set<Promise<unknown>>();
  const watched = async <T>(asking: Promise<T>): Promise<T> => {
    pending.add(asking);
    try {
      return await asking;
    } finally {
      pending.delete(asking);
    }
  };
  const watchReader = (queries: Queries): Queries => ({
    ...queries,
    all: (sql, values) => watched(queries.all(sql, values)),
    get: (sql, values) => watched(queries.get(sql, values)),
    run: (sql, values) => watched(queries.run(sql, values)),
    insert: (head, rows, tail) => watched(queries.insert(head, rows, tail)),
    insertCounting: (head, rows, tail) => watched(queries.insertCounting(head, rows, tail)),
    away: (organization) => {
      const away = queries.away(organization);
      return {
        dialect: away.dialect,
        all: (sql, values) => watched(away.all(sql, values)),
        get: (sql, values) => watched(away.get(sql, values)),
      };
    },
  });
  return {
    database: {
      ...opened,
      reader: watchReader(opened.reader),
      counters: watchReader(opened.counters),
      transaction: (work, kind) => watched(opened.transaction(work, kind)),
    },
    /** Resolves when the pending queries and the queries they cause have ended. */
    async idle() {
      for (let quiet = 0; quiet < quietTurns; quiet = pending.size === 0 ? quiet + 1 : 0) {
        // Waits for the server, because spinning would take its CPU time.
        await Promise.allSettled(pending);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
