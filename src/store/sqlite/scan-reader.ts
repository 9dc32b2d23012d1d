import { Worker } from 'node:worker_threads';
import { Failure } from '../../model/failure.ts';
import type { Value } from '../database.ts';

export type ThreadStatement = { sql: string; values: readonly Value[] };
/** A SQLite error field by field, because errors lose their numeric fields between threads. */
type Fault = { message: string; code?: string | undefined; errcode?: number | undefined };
export type ThreadAnswer = { rows: unknown[] } | { fault: Fault };

/** Waiting statements per organization. Each takes milliseconds, so the last waits about a second. */
const waitingMax = 200;

const program = new URL(
  import.meta.url.endsWith('.ts') ? './scan-thread.ts' : './scan-thread.js',
  import.meta.url,
);

type Waiting = {
  statement: ThreadStatement;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
};

export type ScanReader = {
  /** Runs a SELECT in the thread. Organizations take turns. */
  all<Row>(organization: number, statement: ThreadStatement): Promise<Row[]>;
  close(): Promise<void>;
};

/**
 * Reads in a thread, because a node:sqlite statement blocks its thread. Runs one statement at a time in
 * turns, so that an organization with many statements delays another by at most one.
 */
export function scanReader(file: string, translated: (error: unknown) => unknown): ScanReader {
  const tenants = new Map<number, Waiting[]>();
  let thread: Worker | null = null;
  let running: Waiting | null = null;

  function start(): Worker {
    const started = new Worker(program, { workerData: file });
    started.on('message', (answer: ThreadAnswer) => {
      const { resolve, reject } = running!;
      running = null;
      if ('rows' in answer) resolve(answer.rows);
      else reject(translated(Object.assign(new Error(answer.fault.message), answer.fault)));
      next();
    });
    const ended = (fault: Error): void => {
      if (thread !== started) return;
      thread = null;
      running?.reject(fault);
      running = null;
      next();
    };
    started.on('error', ended);
    started.on('exit', () => ended(new Error('The thread that reads the database ended')));
    return started;
  }

  /** Serves the first organization, then moves it to the end of the queue. */
  function next(): void {
    if (running) return;
    const [first] = tenants;
    if (!first) {
      // Lets the process exit while the thread is idle.
      thread?.unref();
      return;
    }
    const [organization, waiting] = first;
    running = waiting.shift()!;
    tenants.delete(organization);
    if (waiting.length > 0) tenants.set(organization, waiting);
    thread ??= start();
    thread.ref();
    thread.postMessage(running.statement);
  }

  return {
    all<Row>(organization: number, statement: ThreadStatement): Promise<Row[]> {
      return new Promise((resolve, reject) => {
        const tenant = tenants.get(organization) ?? [];
        if (tenant.length >= waitingMax) {
          reject(
            new Failure('service_unavailable', { message: 'Too many searches wait; ask again shortly' }),
          );
          return;
        }
        tenant.push({ statement, resolve: resolve as (rows: unknown[]) => void, reject });
        tenants.set(organization, tenant);
        next();
      });
    },
    async close() {
      const ending = thread;
      thread = null;
      const closed = new Error('The database was closed');
      running?.reject(closed);
      running = null;
      for (const { reject } of [...tenants.values()].flat()) reject(closed);
      tenants.clear();
      await ending?.terminate();
    },
  };
}
