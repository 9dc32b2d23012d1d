import type { Clock } from '../concurrency/clock.ts';
import type { Database, TransactionKind } from './database.ts';

/** What a transaction was for, as it is measured. */
export type Measured = Exclude<TransactionKind, 'unlimited'> | 'migration' | 'other';

/** A database that reports how long each of its transactions took, from the wish for it to its end. */
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
