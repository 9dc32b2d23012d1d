/** Worker thread of `checkpoints.ts`. Each message starts one passive checkpoint. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

let connection: DatabaseSync | null = null;

parentPort?.on('message', () => {
  try {
    connection ??= new DatabaseSync(workerData as string);
    connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  } catch {
    // As with SQLite's own automatic checkpoints, a failed copy loses nothing: the log still has the pages.
  }
  parentPort?.postMessage('ended');
});
