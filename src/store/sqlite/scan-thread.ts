/** Worker thread of `scan-reader.ts`. Answers each statement with its rows or its error. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Queries } from '../database.ts';
import { openForReading } from './database.ts';
import type { ThreadAnswer, ThreadStatement } from './scan-reader.ts';

let queries: Queries | null = null;

parentPort?.on('message', async ({ sql, values }: ThreadStatement) => {
  parentPort?.postMessage((await answerTo(sql, values)) satisfies ThreadAnswer);
});

async function answerTo(sql: string, values: ThreadStatement['values']): Promise<ThreadAnswer> {
  try {
    // Opened inside the handler, so that a failure becomes an answer.
    queries ??= openForReading(workerData as string);
    return { rows: await queries.all(sql, values) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { fault: { message, code, errcode } };
  }
}
