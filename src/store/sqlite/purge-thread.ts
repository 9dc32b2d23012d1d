/** Worker thread of `purge.ts`. Reports whether the log is empty, then ends. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Short, because TRUNCATE waits for readers of the log while it holds the writer, which blocks the event loop. */
const tryMs = 10;
const pauseMs = 50;
const triesMax = 150;

const connection = new DatabaseSync(workerData as string, { timeout: tryMs });
// Copies most of the log while others write, so that TRUNCATE has little left to copy.
const copy = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const empty = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function isEmptied(): boolean {
  copy.get();
  return empty.get()?.busy === 0;
}

let emptied = isEmptied();
for (let tries = 1; !emptied && tries < triesMax; tries += 1) {
  Atomics.wait(waiting, 0, 0, pauseMs);
  emptied = isEmptied();
}
connection.close();
parentPort?.postMessage(emptied);
