import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import type { Log } from './log.ts';
import { lowerPriority, preferForOomKill, type ReadUsage } from './process-usage.ts';

/** Messages of the child: one after its start, then one per task. */
export type FromChild<Answer> = {
  /** Its total processor time, and its memory after the task. */
  processorMs: number;
  memoryOctets: number;
} & ({ kind: 'ready' } | { kind: 'answer'; answer: Answer } | { kind: 'fault'; stack: string });

/** Why a task was ended. It depends only on the task, so a retry would end the same way. */
export type TooMuch = 'too_slow' | 'out_of_memory';

/** There is no answer, but not because of the task: the child could not start, was ended from outside or stalled. */
export class ChildUnavailable extends Error {}

type ChildLimits = {
  /** Processor time of one task in all threads. A child that is stopped or waits for a processor uses none. */
  processorMsMax: number;
  /** Resident memory and swap. Measures the process, because V8's own limit excludes memory outside of its heap. */
  memoryOctetsMax: number;
  /** Replaces a larger child between tasks, so that the next task is not blamed for it. */
  idleOctetsMax: number;
  /** Ends a child that was idle for this long. */
  idleMs: number;
};

/** Interval between checks of a child. Quick tasks finish before the first. */
export const lookEveryMs = 100;
/** Checks after which a task is abandoned although it is within its limits: half a minute on a stalled machine. */
export const looksMax = 300;
const restartMsMin = 100;
const restartMsMax = 30 * secondMs;

/** Signals of V8 and the kernel for a program that ran out of heap, stack or address space. */
const outOfMemorySignals: ReadonlySet<string> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
]);

/** A child process that runs one task at a time and may crash. It gets no environment but one channel. */
export class WatchedChild<Task, Answer> {
  readonly #program: () => Promise<URL>;
  readonly #execArgv: (program: URL) => readonly string[];
  readonly #limits: ChildLimits;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #readUsage: ReadUsage;
  #child: ChildProcess | null = null;
  #processorMs = 0;
  #failures = 0;
  #restartAt = 0;
  #closed = false;
  #stayAwake = (): void => {};
  #giveUp = (_why: ChildUnavailable): void => {};

  constructor(options: {
    program: () => Promise<URL>;
    execArgv: (program: URL) => readonly string[];
    limits: ChildLimits;
    clock: Clock;
    log: Log;
    readUsage: ReadUsage;
  }) {
    this.#program = options.program;
    this.#execArgv = options.execArgv;
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#readUsage = options.readUsage;
  }

  get isStarted(): boolean {
    return this.#child !== null;
  }

  /** Runs one task. @throws ChildUnavailable, or Error for a fault in the program itself */
  async run(task: Task, processorMsMax = this.#limits.processorMsMax): Promise<Answer | TooMuch> {
    if (this.#closed) throw new ChildUnavailable('Rendering was closed');
    if (!this.#child && this.#clock.monotonic() < this.#restartAt) {
      throw new ChildUnavailable('The process that renders will be restarted shortly');
    }
    this.#stayAwake();
    try {
      const child = this.#child ?? (await this.#start());
      const said = await this.#said(child, () => this.#send(child, task), processorMsMax);
      this.#failures = 0;
      if (typeof said === 'string') return said;
      if (said.kind === 'fault') throw new Error(`The program that renders failed: ${said.stack}`);
      if (said.kind === 'ready') throw new ChildUnavailable('The process that renders lost its place');
      if (said.memoryOctets > this.#limits.idleOctetsMax) await this.#end();
      return said.answer;
    } catch (error) {
      if (error instanceof ChildUnavailable && !this.#closed) this.#backOff();
      throw error;
    } finally {
      if (this.#child) {
        this.#stayAwake = this.#clock.after(this.#limits.idleMs, () => void this.#end());
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stayAwake();
    this.#giveUp(new ChildUnavailable('Rendering was closed'));
    await this.#end();
  }

  /** Delays the next restart. The first is immediate; each further failure doubles the wait. */
  #backOff(): void {
    const waitMs = this.#failures === 0 ? 0 : restartMsMin * 2 ** (this.#failures - 1);
    this.#failures += 1;
    this.#restartAt = this.#clock.monotonic() + Math.min(waitMs, restartMsMax);
  }

  async #start(): Promise<ChildProcess> {
    const program = await this.#program();
    const child = fork(program, [], {
      execArgv: [...this.#execArgv(program)],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    this.#processorMs = 0;
    // Lets this process exit while the child is idle. A running task keeps it alive by its timer.
    child.unref();
    child.channel?.unref();
    // Errors of starting and sending. A waiting task ends with the exit.
    child.on('error', (error) => this.#log.warn({ err: error }, 'The rendering process reported an error'));
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    if (child.pid !== undefined) {
      preferForOomKill(child.pid);
      lowerPriority(child.pid);
    }
    const said = await this.#said(child, () => {}, null);
    if (typeof said === 'string' || said.kind !== 'ready') {
      await this.#end();
      throw new ChildUnavailable('The process that renders did not start');
    }
    return child;
  }

  #send(child: ChildProcess, task: Task): void {
    // A broken channel closes, which ends the child.
    child.send(task as object, (error) => {
      if (error) child.kill('SIGKILL');
    });
  }

  /** Waits for the next message, unless the child ends first. No time limit while the child starts: null. */
  async #said(
    child: ChildProcess,
    begin: () => void,
    processorMsMax: number | null,
  ): Promise<FromChild<Answer> | TooMuch> {
    const { promise, resolve, reject } = Promise.withResolvers<FromChild<Answer> | TooMuch>();
    const watched = processorMsMax !== null;
    let looks = 0;
    let cancel = (): void => {};
    let isSettled = false;
    const onExit = (code: number | null, signal: string | null): void => {
      this.#log.warn({ code, signal }, 'The rendering process ended during a task');
      if (watched && signal !== null && outOfMemorySignals.has(signal)) resolve('out_of_memory');
      else reject(new ChildUnavailable('The rendering process ended'));
    };
    const look = async (): Promise<void> => {
      looks += 1;
      const { pid } = child;
      const usage = watched && pid !== undefined ? await this.#readUsage(pid) : null;
      if (isSettled) return;
      if (usage && usage.memoryOctets > this.#limits.memoryOctetsMax) resolve('out_of_memory');
      else if (usage && watched && usage.processorMs - this.#processorMs > processorMsMax)
        resolve('too_slow');
      else if (looks >= looksMax) reject(new ChildUnavailable('The process that renders stalled'));
      else cancel = this.#clock.after(lookEveryMs, look);
    };
    this.#giveUp = reject;
    child.once('message', resolve);
    child.once('exit', onExit);
    child.once('error', reject);
    cancel = this.#clock.after(lookEveryMs, look);
    const settle = (): void => {
      isSettled = true;
      cancel();
      child.off('message', resolve);
      child.off('exit', onExit);
      child.off('error', reject);
    };
    begin();
    try {
      const said = await promise.finally(settle);
      if (typeof said !== 'string') this.#processorMs = said.processorMs;
      else await this.#end();
      return said;
    } catch (error) {
      await this.#end();
      throw error instanceof ChildUnavailable ? error : new ChildUnavailable(String(error));
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const exited = once(child, 'exit');
    // `close` waits for the exit, so the child has to keep this process alive until then.
    child.ref();
    child.kill('SIGKILL');
    await exited;
  }
}
