import type { ChildProcess } from 'node:child_process';
import { afterAll } from 'vitest';

/** Programs that the tests of this file have started. */
const started = new Set<ChildProcess>();

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Ends a program with the tests of the file, however they end: one that is left over keeps the whole run from ending. */
export function endsWithTests<Child extends ChildProcess>(child: Child): Child {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}
