import type { Platform } from '../../platform.ts';
import type { Streams } from './streams.ts';

/** Prints the token of a first start. Only its hash is stored, so this is the only chance. */
export function showFirstToken({ start }: Platform, { err }: Streams): void {
  if (start.madeToken === null) return;
  err.write(`First start: this is your API token, shown this once: ${start.madeToken}\n`);
}
