import type { Clock } from '../concurrency/clock.ts';
import type { Database, TransactionKind } from './database.ts';

export type Measured = Exclude<TransactionKind, 'unlimited'> | 'migration' | 'other';

/** Wraps a database to report how long each transaction took, including the wait for its start. */
export function measuredDatabase(
  database: Database,
  { monotonic }: Pick<Clock, 'monotonic'>,
  ended: (what: Measured, tookMs: number) => void,
): Database {
  return {
    ...database,
    async transaction(work, kind) {
      const began = monotonic();
      try {
        return await database.transaction(work, kind);
      } finally {
        ended(kind === 'unlimited' ? 'migration' : (kind ?? 'other'), monotonic() - began);
      }
    },
  };
}
