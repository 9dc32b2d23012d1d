/** The program of the thread that `purge.ts` starts: it says whether the log is empty, and ends. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const busyTimeoutMs = 10_000;

const connection = new DatabaseSync(workerData as string, { timeout: busyTimeoutMs });
// Most of the work is done while others write; the second one keeps them waiting only for what came meanwhile.
connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
const last = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
connection.close();
parentPort?.postMessage(last?.busy === 0);
