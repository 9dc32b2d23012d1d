import { Worker } from 'node:worker_threads';

const program = new URL(
  import.meta.url.endsWith('.ts') ? './purge-thread.ts' : './purge-thread.js',
  import.meta.url,
);

/** Moves the write-ahead log into the database file, in a thread because a checkpoint blocks. Requests during a run share the next run. */
export function purging(file: string): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = checkpoint(file).finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

function checkpoint(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: file });
    thread.on('message', (emptied: boolean) => {
      if (emptied) resolve();
      else reject(new Error('The write-ahead log is in use by a reader and could not be emptied'));
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('The thread that empties the write-ahead log ended')));
  });
}
