import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries, TransactionKind } from '../database.ts';
import type { Pool } from '../figures.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Transactions that share one commit at most: bounds how long the first of them waits. */
const groupSizeMax = 256;

/**
 * Statements, and rows read or written, after which a group is committed although others wait: some 20 ms. A group without this limit
 * blocks the event loop for the sum of its transactions.
 */
export const groupStepsMax = 4_000;

/** Counts the writer's statements and the rows that they read or write. */
export type Steps = { taken: number };

type Waiting = {
  kind: TransactionKind | undefined;
  work: (queries: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * The one writer of a SQLite database, with group commit: transactions that came
 * while the last commit was on its way run one after another, each of several under its own savepoint, and share one
 * commit, so one wait for the disk answers them all. A transaction that throws is undone alone.
 * @param steps counts what `queries` do
 * @param translated translates what SQLite throws
 * @param checkpoints null for a database in memory
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
  /** Of the group that is being written: those that have not begun. */
  let following = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop lets every request that has already arrived join the group, and lets everything
      // else have its turn between two commits.
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
    // SQLite keeps a copy of every page that changes under a savepoint; a transaction that is alone is undone without one.
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
          // A full or failing disk undoes the whole transaction, and with it the savepoints.
          if (!connection.isTransaction) throw error;
          connection.exec(shares ? 'ROLLBACK TO one; RELEASE one' : 'ROLLBACK');
          isUndone = !shares;
          answers.push(() => reject(error));
        }
      }
      following = 0;
      if (!isUndone) connection.exec('COMMIT');
    } catch (error) {
      // The commit itself failed (a full disk, say): nothing of the group happened, and every caller gets the error.
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
    /** Of the one connection that writes: the time until a group begins is its, too. */
    pool(): Pool {
      const busy = draining === null ? 0 : 1;
      return { busy, idle: 1 - busy, waiting: waiting.length + following };
    },
    /** Resolves once nothing waits to be written. */
    async idle(): Promise<void> {
      while (draining) await draining;
    },
  };
}
