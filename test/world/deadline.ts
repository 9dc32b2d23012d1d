import { rmSync, utimesSync, writeFileSync } from 'node:fs';
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

function mayTake(what: string, ms: number): void {
  writeFileSync(file, what);
  const until = (Date.now() + ms) / secondMs;
  utimesSync(file, until, until);
}

mayTake(`${expect.getState().testPath}, being loaded`, 0);
beforeEach(({ task }) => mayTake(`${task.file.name} > ${task.name}`, task.timeout));
afterAll(endFile);
afterAll(endPrograms);
// Between two files that share the process nothing is awaited, and once the last has ended it may stay for a while.
afterAll(() => rmSync(file, { force: true }));
