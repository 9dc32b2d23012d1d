import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries, TransactionKind } from '../database.ts';
import type { Pool } from '../figures.ts';

/** Transactions that share one commit at most: bounds how long the first of them waits. */
const groupSizeMax = 256;

/**
 * Pages in the write-ahead log after which a commit copies them into the database, at once and while nothing else runs: 10,000 take
 * some 60 ms. They are more than SQLite's own 1,000, so that bodies are written once, in order. In bulk they are four times as many: a
 * page that many commits change, as those of an index of addresses, is then copied once for all of them, and an import of a million
 * people takes two thirds of the time.
 */
export const checkpointPages = { usual: 10_000, bulk: 40_000 } as const;

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
 * @param translated translates what SQLite throws
 */
export function groupCommit(
  connection: DatabaseSync,
  queries: Queries,
  translated: (error: unknown) => unknown,
) {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;
  /** Of the group that is being written: those that have not begun. */
  let following = 0;
  let checkpointsAfter: number = checkpointPages.usual;

  /** How long the log may be behind the commit of a group. */
  function setCheckpoint(group: readonly Waiting[]): void {
    const isBulk = group.every(({ kind }) => kind === 'bulk');
    const wanted = isBulk ? checkpointPages.bulk : checkpointPages.usual;
    if (wanted === checkpointsAfter) return;
    connection.exec(`PRAGMA wal_autocheckpoint = ${wanted}`);
    checkpointsAfter = wanted;
  }

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
      setCheckpoint(group);
      connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      const refusal = translated(error);
      for (const { reject } of group) reject(refusal);
      return;
    }
    try {
      following = group.length;
      for (const { work, resolve, reject } of group) {
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
