import { closeSync, ftruncateSync, futimesSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { endFile } from './after-file.ts';
import { endPrograms } from './programs/child-programs.ts';

/**
 * Writes down what this process is at, in a file whose time of change says until when that may take by its own time-out.
 * `hanging-files.ts` reads it, because a process that hangs cannot end itself.
 */
const file = join(inject('deadlinesFolder'), String(process.pid));
const secondMs = 1_000;
// Kept open and written over: ext4 waits for the disk where a file is emptied and closed, at each test.
const descriptor = openSync(file, 'w');

function mayTake(what: string, ms: number): void {
  ftruncateSync(descriptor, writeSync(descriptor, what, 0));
  const until = (Date.now() + ms) / secondMs;
  futimesSync(descriptor, until, until);
}

mayTake(`${expect.getState().testPath}, being loaded`, 0);
beforeEach(({ task }) => mayTake(`${task.file.name} > ${task.name}`, task.timeout));
afterAll(endFile);
afterAll(endPrograms);
// Between two files that share the process nothing is awaited, and once the last has ended it may stay for a while.
afterAll(() => {
  closeSync(descriptor);
  rmSync(file, { force: true });
});
