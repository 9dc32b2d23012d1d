import type { Platform } from '../../platform.ts';
import type { Streams } from './streams.ts';

/** The first start makes a token and keeps only its hash, so the terminal of that start shows it. */
export function showFirstToken({ start }: Platform, { err }: Streams): void {
  if (start.madeToken === null) return;
  err.write(`First start: this is your API token, shown this once: ${start.madeToken}\n`);
}
