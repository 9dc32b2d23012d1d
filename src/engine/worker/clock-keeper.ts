import type { HeldClock } from '../../concurrency/clock.ts';
import {
  type ClockLook,
  type ClockMark,
  type ClockReading,
  type ClockVerdict,
  hasStepped,
  judgeClock,
  markWatchedMs,
  type WatchedMark,
} from '../../model/clock-mark.ts';
import { secondMs } from '../../model/instant.ts';
import type { Database } from '../../store/database.ts';
import { type MovedTo, moveWaiting } from '../../store/move-waiting.ts';
import {
  forgetInPlace,
  instanceValue,
  noteClockStep,
  remember,
  rememberInPlace,
} from '../../store/records/instance/instance.ts';
import type { Engine } from '../context/scope.ts';

const markEveryMs = 10 * secondMs;
/** Every round reads the database while a step is pending or rows are being moved. */
export const clockRoundMs = secondMs;
/** Transactions that read the old time have this long to commit before rows are moved back. */
const settleMs = 2 * secondMs;
const markName = 'clock';
const moveName = 'clock move';

/** Progress of moving all waiting rows. One process at a time continues it, so each row moves once. */
type ClockMove = { byMs: number; followedAt: number | null; by: string; to: MovedTo };

/** Keeps the clock mark of this process in the database, and moves the waiting rows after a clock step. */
export class ClockKeeper {
  readonly #engine: Engine;
  readonly #clock: HeldClock;
  readonly #database: Database;
  readonly #by: string;
  #last: ClockLook;
  #markedAt = Number.NEGATIVE_INFINITY;
  #watched: WatchedMark | null = null;
  #differs = false;
  #warned = false;
  #moving: { text: string; since: number; tookOver: boolean } | null = null;

  constructor(engine: Engine, by: string) {
    this.#engine = engine;
    this.#clock = engine.world.clock;
    this.#database = engine.store.database;
    this.#by = by;
    this.#last = this.#look();
  }

  /** Compares with the time of the last call. */
  hasStepped(): boolean {
    const before = this.#last;
    this.#last = this.#look();
    return hasStepped(before, this.#last);
  }

  /** False while leases that look expired may belong to live processes with another clock. */
  agrees(): boolean {
    // Other processes may already have followed the step, so their leases look expired here.
    return !this.#differs && this.#clock.step() === null;
  }

  /** Renews an old mark. After a clock step, moves the waiting rows. */
  async round(): Promise<void> {
    const isQuiet = this.#clock.step() === null && this.#watched === null && this.#moving === null;
    if (isQuiet && this.#clock.monotonic() - this.#markedAt < markEveryMs) return;
    try {
      const text = await instanceValue(this.#database.reader, moveName);
      if (text !== undefined) return await this.#continueMove(text);
      this.#moving = null;
      await this.#act(await this.#judge());
    } catch (error) {
      if (!(error instanceof MoveLost)) throw error;
    }
  }

  #look(): ClockLook {
    return { wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  async #judge(): Promise<ClockVerdict> {
    const text = await instanceValue(this.#database.reader, markName);
    const mark = text === undefined ? null : (JSON.parse(text) as ClockMark);
    return judgeClock(mark, this.#watched, this.#read());
  }

  #read(): ClockReading {
    return { now: this.#clock.now(), monotonic: this.#clock.monotonic(), step: this.#clock.step() };
  }

  async #act(verdict: ClockVerdict): Promise<void> {
    if (verdict.kind === 'watches') return this.#watch(verdict);
    if (verdict.kind === 'takes over' && verdict.byMs !== 0)
      return await this.#beginMove(verdict.mark, verdict.byMs);
    if (verdict.kind === 'follows') this.#clock.follow();
    await this.#renewMark();
  }

  #watch(verdict: ClockVerdict & { kind: 'watches' }): void {
    const isRenewed = this.#watched !== null && this.#watched !== verdict.watched;
    this.#differs = verdict.ours;
    this.#watched = verdict.watched;
    // After downtime the mark is always in the past. Only a renewed mark proves that another process uses that time.
    const isAnotherClock = verdict.ours ? verdict.watched.aheadMs > 0 || isRenewed : isRenewed;
    if (!isAnotherClock || this.#warned) return;
    this.#warned = true;
    const aheadMs = verdict.ours ? verdict.watched.aheadMs : -(this.#clock.step()?.byMs ?? 0);
    this.#engine.world.log.warn(
      { aheadMs },
      'The clock of this machine differs from the clock mark in the database',
    );
  }

  async #renewMark(): Promise<void> {
    const mark: ClockMark = { at: this.#clock.now(), by: this.#by };
    await this.#database.transaction((queries) => remember(queries, markName, JSON.stringify(mark)));
    this.#markedAt = this.#clock.monotonic();
    this.#watched = null;
    this.#differs = false;
    this.#warned = false;
  }

  /** After a step back the clock follows first, so that rows written during the move are early, not late. */
  async #beginMove(old: ClockMark, byMs: number): Promise<void> {
    const { now, monotonic, step } = this.#read();
    const by = this.#by;
    const isBack = byMs < 0;
    // Without a step, this process has used the new time since it started.
    const followedAt = step === null ? now - (monotonic - this.#watched!.since) : now + byMs;
    const mark: ClockMark = { at: isBack && step !== null ? now + byMs : now, by };
    const move: ClockMove = { byMs, followedAt: isBack ? followedAt : null, by, to: { table: 0, key: null } };
    const text = JSON.stringify(move);
    await this.#database.transaction(async (queries) => {
      const began =
        (await rememberInPlace(queries, markName, JSON.stringify(old), JSON.stringify(mark))) &&
        (await rememberInPlace(queries, moveName, undefined, text));
      if (!began) throw new MoveLost();
      if (isBack) await noteClockStep(queries, byMs);
    });
    if (isBack) this.#clock.follow();
    this.#watched = null;
    this.#differs = false;
    this.#moving = { text, since: monotonic, tookOver: false };
    this.#engine.world.log.warn({ byMs }, 'The wall clock was set: moving all waiting rows to the new time');
  }

  /** Continues this process's own move, or a move whose process stopped. */
  async #continueMove(text: string): Promise<void> {
    if (this.#moving?.text !== text) this.#moving = { text, since: this.#clock.monotonic(), tookOver: false };
    const move = JSON.parse(text) as ClockMove;
    if (move.by !== this.#by) {
      if ((await this.#judge()).kind === 'follows') this.#clock.follow();
      if (this.#clock.monotonic() - this.#moving.since < markWatchedMs) return;
      this.#moving.tookOver = true;
    }
    if (move.followedAt !== null && this.#clock.now() < move.followedAt + settleMs) return;
    let to: MovedTo | null = move.to;
    while (to !== null && !this.#engine.stopping.now) to = await this.#moveBatch({ ...move, to });
  }

  /** Moves a batch of rows and updates the progress in the same transaction. */
  async #moveBatch(move: ClockMove): Promise<MovedTo | null> {
    const by = this.#by;
    const { text: before, tookOver } = this.#moving!;
    const { now, step } = this.#read();
    // After a step forward the rows hold the old time, but a process started since then reads the new time.
    const isForward = move.byMs > 0;
    const oldNow = isForward && tookOver && step === null ? now - move.byMs : now;
    const { next, text } = await this.#database.transaction(async (queries) => {
      const to = await moveWaiting(queries, move.to, { ...move, now: oldNow });
      const after = to === null ? null : JSON.stringify({ ...move, by, to });
      const isOurs =
        after === null
          ? await forgetInPlace(queries, moveName, before)
          : await rememberInPlace(queries, moveName, before, after);
      if (!isOurs) throw new MoveLost();
      if (after === null && isForward) {
        const mark: ClockMark = { at: oldNow + move.byMs, by };
        await remember(queries, markName, JSON.stringify(mark));
        await noteClockStep(queries, move.byMs);
      }
      return { next: to, text: after };
    });
    this.#moving = text === null ? null : { text, since: this.#clock.monotonic(), tookOver };
    if (next === null && isForward) this.#clock.follow();
    return next;
  }
}

/** Rolls back the transaction, because another process moves the rows. */
class MoveLost extends Error {}
