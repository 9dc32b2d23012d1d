import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries, TransactionKind } from '../database.ts';
import type { Pool } from '../figures.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Maximum transactions per commit, which bounds the wait of the first. */
const groupSizeMax = 256;

/** Steps after which a group commits although more transactions wait, about 20 ms. Otherwise a group would block the event loop for all of them. */
export const groupStepsMax = 4_000;

/** Statements run by the writer, plus rows read or written. */
export type Steps = { taken: number };

type Waiting = {
  kind: TransactionKind | undefined;
  work: (queries: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * Commits transactions in groups. Those that arrive during a commit run under savepoints and share the next
 * commit and disk flush. A transaction that throws is rolled back alone. `checkpoints` is null in memory.
 */
export function groupCommit(
  connection: DatabaseSync,
  queries: Queries,
  steps: Steps,
  translated: (error: unknown) => unknown,
  checkpoints: Checkpoints | null,
) {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;
  /** Transactions of the current group that have not started. */
  let following = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop lets requests that have arrived join the group, and lets other work run between commits.
      await nextTurn();
      const group = waiting.splice(0, groupSizeMax);
      const isBulk = group.every(({ kind }) => kind === 'bulk');
      await commitGroup(group);
      await checkpoints?.afterCommit(isBulk, steps.taken);
    }
    draining = null;
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    const answers: (() => void)[] = [];
    // A single transaction needs no savepoint. SQLite copies every page that changes under one.
    const shares = group.length > 1;
    let isUndone = false;
    try {
      connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      const refusal = translated(error);
      for (const { reject } of group) reject(refusal);
      return;
    }
    try {
      following = group.length;
      steps.taken = 0;
      for (const [index, { work, resolve, reject }] of group.entries()) {
        if (steps.taken >= groupStepsMax) {
          waiting.unshift(...group.splice(index));
          break;
        }
        following -= 1;
        if (shares) connection.exec('SAVEPOINT one');
        try {
          const value = await work(queries);
          if (shares) connection.exec('RELEASE one');
          answers.push(() => resolve(value));
        } catch (error) {
          // A full or failing disk rolls back the whole transaction with its savepoints.
          if (!connection.isTransaction) throw error;
          connection.exec(shares ? 'ROLLBACK TO one; RELEASE one' : 'ROLLBACK');
          isUndone = !shares;
          answers.push(() => reject(error));
        }
      }
      following = 0;
      if (!isUndone) connection.exec('COMMIT');
    } catch (error) {
      // The commit failed, for example on a full disk, so every transaction of the group fails.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      const refusal = translated(error);
      for (const { reject } of group) reject(refusal);
      return;
    }
    for (const answer of answers) answer();
  }

  return {
    run<T>(work: (queries: Queries) => Promise<T>, kind?: TransactionKind): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ kind, work, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    /** Counts the single writer connection as busy until its group starts, too. */
    pool(): Pool {
      const busy = draining === null ? 0 : 1;
      return { busy, idle: 1 - busy, waiting: waiting.length + following };
    },
    async idle(): Promise<void> {
      while (draining) await draining;
    },
  };
}
