import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Programs started by the tests of the current file. */
const started = new Set<ChildProcess>();

/** Called after each file by `deadline.ts`, because files that share a process load this module only once. */
export function endPrograms(): void {
  for (const child of started) child.kill('SIGKILL');
}

/** Ends a program with the tests of the file, because a leftover program would keep the run from ending. */
export function endsWithTests<Child extends ChildProcess>(child: Child): Child {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Returns this process's children that run the named program (Linux). */
export function childrenRunning(program: string): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(program))
    .map(Number);
}
