import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Programs that the tests of the file that runs have started. */
const started = new Set<ChildProcess>();

/** Called after each file by `deadline.ts`: files that share a process share this module too, and load it once. */
export function endPrograms(): void {
  for (const child of started) child.kill('SIGKILL');
}

/** Ends a program with the tests of the file, however they end: one that is left over keeps the whole run from ending. */
export function endsWithTests<Child extends ChildProcess>(child: Child): Child {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** The children of this process that run a program of that name (Linux). */
export function childrenRunning(program: string): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(program))
    .map(Number);
}
