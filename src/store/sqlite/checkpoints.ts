import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/**
 * Log length in pages at which a checkpoint starts. SQLite's default is 1,000; a higher value writes bodies
 * once, in order. With 40,000 pages, an import of a million people takes two thirds of the time.
 */
export const checkpointPages = { usual: 10_000, bulk: 40_000 } as const;
/** Uncopied pages that the writer copies itself, in about 7 ms. SQLite restarts the log only after the last commit is copied too. */
const tailPagesMax = 1_000;
/** Writer steps between two checks of a short log, because a check costs as much as a statement. */
const stepsPerLook = 1_000;
/** Uncopied pages at which the writer waits for the thread, which bounds the log. */
const uncopiedPagesMax = 4 * checkpointPages.bulk;

const program = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
);

export type Checkpoints = {
  /** Resolves immediately, unless the thread is far behind. `steps` counts statements and rows. */
  afterCommit(isBulk: boolean, steps: number): Promise<void> | undefined;
  close(): Promise<void>;
};

/**
 * Runs checkpoints in a thread. SQLite's automatic checkpoint, which `writer` must turn off, copies inside
 * the commit: 10,000 pages block the event loop for 80 ms. Pages committed during a copy follow later.
 */
export function threadCheckpoints(file: string, writer: DatabaseSync): Checkpoints {
  const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  const copyTail = writer.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  let thread: Worker | null = null;
  let copying: { ended: Promise<void>; end: () => void } | null = null;
  /** Uncopied pages when the last copy began. A reader of an old snapshot may have prevented it. */
  let uncopiedBefore = 0;
  let stepsUnlooked = 0;
  let isLong = false;
  /** True after the thread has ended unexpectedly. The writer then copies all pages. */
  let isBroken = false;

  function uncopied(): { log: number; left: number } {
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number };
    return { log, left: log - checkpointed };
  }

  function start(): Worker {
    const started = new Worker(program, { workerData: file });
    started.on('message', end);
    const ended = (): void => {
      if (thread !== started) return;
      thread = null;
      isBroken = true;
      end();
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  function end(): void {
    // Lets the process exit while the thread is idle.
    thread?.unref();
    copying?.end();
    copying = null;
  }

  function copy(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    copying = { ended: promise, end: resolve };
    thread ??= start();
    thread.ref();
    thread.postMessage('copy');
  }

  function copyIfLong(isBulk: boolean): Promise<void> | undefined {
    const { log, left } = uncopied();
    if (copying) return left >= uncopiedPagesMax ? copying.ended : undefined;
    isLong = log >= checkpointPages.usual;
    if (log < (isBulk ? checkpointPages.bulk : checkpointPages.usual)) uncopiedBefore = 0;
    else if (isBroken || left <= tailPagesMax) copyTail.get();
    else if (Math.abs(left - uncopiedBefore) >= tailPagesMax) {
      uncopiedBefore = left;
      copy();
    }
    return undefined;
  }

  return {
    afterCommit(isBulk, steps) {
      stepsUnlooked += steps;
      if (!isLong && stepsUnlooked < stepsPerLook) return undefined;
      stepsUnlooked = 0;
      try {
        return copyIfLong(isBulk);
      } catch {
        // The commit is on the disk, and the log keeps its pages until a later copy succeeds.
        return undefined;
      }
    },
    async close() {
      const ending = thread;
      thread = null;
      await ending?.terminate();
      end();
    },
  };
}
