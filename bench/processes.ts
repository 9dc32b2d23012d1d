import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What is measured runs on one core, what measures on another, where the machine has two. */
export const cores = { measured: 0, measuring: 1 } as const;
const pinned = availableParallelism() > 1 && existsSync('/usr/bin/taskset');

export type Child = {
  process: ChildProcess;
  /** The next line it writes, as JSON. */
  line<Answer>(): Promise<Answer>;
  ask<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
};

/** Starts a file of this folder as a process of its own. */
export function startChild(file: string, values: readonly unknown[], core: keyof typeof cores): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const command = [
    process.execPath,
    path,
    ...values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  ];
  const words = pinned ? ['taskset', '-c', String(cores[core]), ...command] : command;
  const child = spawn(words[0]!, words.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = async <Answer>(): Promise<Answer> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ended without an answer`);
    return JSON.parse(value) as Answer;
  };
  return {
    process: child,
    line,
    async ask() {
      child.stdin.write('?\n');
      return await line();
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

/** Resident memory of a process in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
