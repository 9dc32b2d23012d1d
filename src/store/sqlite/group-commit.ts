import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../database.ts';

/** Transactions that share one commit at most: bounds how long the first of them waits. */
const groupSizeMax = 256;

type Waiting = {
  work: (queries: Queries) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * The one writer of a SQLite database, with group commit: transactions that came
 * while the last commit was on its way run one after another, each of several under its own savepoint, and share one
 * commit, so one wait for the disk answers them all. A transaction that throws is undone alone.
 * @param translated translates what SQLite throws
 */
export function groupCommit(
  connection: DatabaseSync,
  queries: Queries,
  translated: (error: unknown) => unknown,
) {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop lets every request that has already arrived join the group, and lets everything
      // else have its turn between two commits.
      await nextTurn();
      await commitGroup(waiting.splice(0, groupSizeMax));
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
      for (const { work, resolve, reject } of group) {
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
    run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    /** Resolves once nothing waits to be written. */
    async idle(): Promise<void> {
      while (draining) await draining;
    },
  };
}
