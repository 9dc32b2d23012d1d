import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import type { Log } from './log.ts';
import { comeAfterDoors, endFirstWithoutMemory, type UsageOf } from './process-usage.ts';

/** What the child sends: once when it has started, then once for each task. */
export type FromChild<Answer> = {
  /** All the processor time that it has used, and its memory after the task. */
  processorMs: number;
  memoryOctets: number;
} & ({ kind: 'ready' } | { kind: 'answer'; answer: Answer } | { kind: 'fault'; stack: string });

/** What a task was ended for: facts about the task alone, which the next try would meet again. */
export type TooMuch = 'too_slow' | 'out_of_memory';

/** There is no answer, and it says nothing about the task: the child could not start, was ended from outside or stalled. */
export class ChildUnavailable extends Error {}

type ChildLimits = {
  /** Processor time of one task in all threads. A child that is stopped or waits for a processor uses none. */
  processorMsMax: number;
  /** Resident and swapped. V8's own limit does not count what lies outside its heap, so the process is measured. */
  memoryOctetsMax: number;
  /** A child that is larger than this between two tasks is replaced, because the next task did not make it so. */
  idleOctetsMax: number;
  /** A child that has nothing to do for so long is ended. */
  idleMs: number;
};

/** The looks at a child are as far apart; quick tasks are over before the first. */
export const lookEveryMs = 100;
/** A task that is neither done nor over its limits by then is given up: half a minute of a machine that stands still. */
export const looksMax = 300;
const restartMsMin = 100;
const restartMsMax = 30 * secondMs;

/** The signals of V8 and of the kernel for a program that ran out of heap, of stack or of address space. */
const outOfMemorySignals: ReadonlySet<string> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
]);

/**
 * One child process that does one task at a time and may die alone. It gets nothing but its tasks: no environment, no
 * descriptors but the channel, and whatever `execArgv` leaves it.
 */
export class WatchedChild<Task, Answer> {
  readonly #program: URL;
  readonly #execArgv: readonly string[];
  readonly #limits: ChildLimits;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #usageOf: UsageOf;
  #child: ChildProcess | null = null;
  #processorMs = 0;
  #failures = 0;
  #restartAt = 0;
  #closed = false;
  #stayAwake = (): void => {};
  #giveUp = (_why: ChildUnavailable): void => {};

  constructor(options: {
    program: URL;
    execArgv: readonly string[];
    limits: ChildLimits;
    clock: Clock;
    log: Log;
    usageOf: UsageOf;
  }) {
    this.#program = options.program;
    this.#execArgv = options.execArgv;
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#usageOf = options.usageOf;
  }

  get isStarted(): boolean {
    return this.#child !== null;
  }

  /**
   * @throws ChildUnavailable
   * @throws Error for a fault in the program itself
   */
  async run(task: Task): Promise<Answer | TooMuch> {
    if (this.#closed) throw new ChildUnavailable('Rendering was closed');
    if (!this.#child && this.#clock.monotonic() < this.#restartAt) {
      throw new ChildUnavailable('The process that renders will be restarted shortly');
    }
    this.#stayAwake();
    try {
      const child = this.#child ?? (await this.#start());
      const told = await this.#told(child, () => this.#send(child, task));
      this.#failures = 0;
      if (typeof told === 'string') return told;
      if (told.kind === 'fault') throw new Error(`The program that renders failed: ${told.stack}`);
      if (told.kind === 'ready') throw new ChildUnavailable('The process that renders lost its place');
      if (told.memoryOctets > this.#limits.idleOctetsMax) await this.#end();
      return told.answer;
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

  /** The first restart is at once; each one that fails as well waits twice as long as the one before. */
  #backOff(): void {
    const waitMs = this.#failures === 0 ? 0 : restartMsMin * 2 ** (this.#failures - 1);
    this.#failures += 1;
    this.#restartAt = this.#clock.monotonic() + Math.min(waitMs, restartMsMax);
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(this.#program, [], {
      execArgv: [...this.#execArgv],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    this.#processorMs = 0;
    // A task in it keeps this process alive by its timer; a child that waits for work must not.
    child.unref();
    child.channel?.unref();
    // Faults of starting and sending; who waits for an answer hears of the exit.
    child.on('error', (error) => this.#log.warn({ err: error }, 'The process that renders had a fault'));
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    if (child.pid !== undefined) {
      endFirstWithoutMemory(child.pid);
      comeAfterDoors(child.pid);
    }
    const told = await this.#told(child, () => {}, { watched: false });
    if (typeof told === 'string' || told.kind !== 'ready') {
      await this.#end();
      throw new ChildUnavailable('The process that renders did not start');
    }
    return child;
  }

  #send(child: ChildProcess, task: Task): void {
    // A channel that is broken closes, which ends the child.
    child.send(task as object, (error) => {
      if (error) child.kill('SIGKILL');
    });
  }

  /** The next message, unless the child ends or is ended before it. */
  async #told(
    child: ChildProcess,
    begin: () => void,
    { watched }: { watched: boolean } = { watched: true },
  ): Promise<FromChild<Answer> | TooMuch> {
    const { promise, resolve, reject } = Promise.withResolvers<FromChild<Answer> | TooMuch>();
    let looks = 0;
    let cancel = (): void => {};
    let isSettled = false;
    const onExit = (code: number | null, signal: string | null): void => {
      this.#log.warn({ code, signal }, 'The process that renders ended in the middle of its work');
      if (watched && signal !== null && outOfMemorySignals.has(signal)) resolve('out_of_memory');
      else reject(new ChildUnavailable('The process that renders ended'));
    };
    const look = async (): Promise<void> => {
      looks += 1;
      const { pid } = child;
      const usage = watched && pid !== undefined ? await this.#usageOf(pid) : null;
      if (isSettled) return;
      const { memoryOctetsMax, processorMsMax } = this.#limits;
      if (usage && usage.memoryOctets > memoryOctetsMax) resolve('out_of_memory');
      else if (usage && usage.processorMs - this.#processorMs > processorMsMax) resolve('too_slow');
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
      const told = await promise.finally(settle);
      if (typeof told !== 'string') this.#processorMs = told.processorMs;
      else await this.#end();
      return told;
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
    // Who closes waits for this, and it must not be the last thing that this process waits for.
    child.ref();
    child.kill('SIGKILL');
    await exited;
  }
}
