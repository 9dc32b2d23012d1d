import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Cores of the measured and the measuring process, if the machine has two. */
const cores = { measured: 0, measuring: 1 } as const;
const pinned = availableParallelism() > 1 && existsSync('/usr/bin/taskset');

export type Child = {
  process: ChildProcess;
  line<Answer>(): Promise<Answer>;
  ask<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
};

/** Pins a command to a core. Leaves it unchanged on a machine with one core, or without a core name. */
export function onCore(core: keyof typeof cores | undefined, command: readonly string[]): string[] {
  return pinned && core !== undefined ? ['taskset', '-c', String(cores[core]), ...command] : [...command];
}

/**
 * Starts a file of this folder as a separate process, on one core or on any free one.
 * @param environment added to this process's environment
 */
export function startChild(
  file: string,
  values: readonly unknown[],
  core?: keyof typeof cores,
  environment: Record<string, string> = {},
): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const command = [
    process.execPath,
    path,
    ...values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  ];
  const words = onCore(core, command);
  const child = spawn(words[0]!, words.slice(1), {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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

/** Linux's unit of processor time on every machine (USER_HZ). */
const ticksPerSecond = 100;

/** Returns the processor time of a process and its descendants, including ended ones, in seconds. */
export async function cpuSeconds(pid: number): Promise<number> {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The program's name, in parentheses, may contain anything. The counted fields come after it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent, user, system, userOfDead, systemOfDead] = [0, 1, 11, 12, 13, 14].map(
      (at) => fields[at] ?? 0,
    );
    children.set(parent!, [...(children.get(parent!) ?? []), Number(name)]);
    ticks.set(Number(name), user! + system! + userOfDead! + systemOfDead!);
  }
  const ticksOf = (one: number): number =>
    (ticks.get(one) ?? 0) + (children.get(one) ?? []).reduce((sum, child) => sum + ticksOf(child), 0);
  return ticksOf(pid) / ticksPerSecond;
}

export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
