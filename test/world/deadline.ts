import { closeSync, ftruncateSync, futimesSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { endFile } from './after-file.ts';
import { endPrograms } from './programs/child-programs.ts';

/**
 * Records the current test of this process in a file whose modification time is the test's deadline.
 * `hanging-files.ts` reads it, because a hanging process cannot end itself.
 */
const file = join(inject('deadlinesFolder'), String(process.pid));
const secondMs = 1_000;
// Kept open and overwritten: truncating and closing a file makes ext4 wait for the disk, at each test.
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
// Nothing runs between two files in a process, and the process may idle after the last one.
afterAll(() => {
  closeSync(descriptor);
  rmSync(file, { force: true });
});
