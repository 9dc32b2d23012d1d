import {
  type ClockMark,
  type ClockVerdict,
  hasStepped,
  judgeClock,
  markWatchedMs,
  type WatchedMark,
} from '../../model/clock-mark.ts';
import { secondMs } from '../../model/instant.ts';
import { type MovedTo, moveWaiting } from '../../store/move-waiting.ts';
import { noteClockStep } from '../../store/records/instance/clock-steps.ts';
import {
  forgetInPlace,
  instanceValue,
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

export type ClockKeeper = {
  hasStepped(): boolean;
  /** False while leases that look expired may belong to live processes with another clock. */
  agrees(): boolean;
  /** Renews an old mark. After a clock step, moves the waiting rows. */
  round(): Promise<void>;
};

export function clockKeeper(engine: Engine, by: string): ClockKeeper {
  const { clock, log } = engine.world;
  const { database } = engine.store;
  const look = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  let last = look();
  let markedAt = Number.NEGATIVE_INFINITY;
  let watched: WatchedMark | null = null;
  let differs = false;
  let warned = false;
  let moving: { text: string; since: number; tookOver: boolean } | null = null;

  async function readMark(): Promise<ClockMark | null> {
    const text = await instanceValue(database.reader, markName);
    return text === undefined ? null : (JSON.parse(text) as ClockMark);
  }

  async function act(verdict: ClockVerdict): Promise<void> {
    if (verdict.kind === 'watches') return watch(verdict);
    if (verdict.kind === 'takes over' && verdict.byMs !== 0)
      return await beginMove(verdict.mark, verdict.byMs);
    if (verdict.kind === 'follows') clock.follow();
    await renewMark();
  }

  function watch(verdict: ClockVerdict & { kind: 'watches' }): void {
    const isRenewed = watched !== null && watched !== verdict.watched;
    differs = verdict.ours;
    watched = verdict.watched;
    // After downtime the mark is always in the past. Only a renewed mark proves that another process uses that time.
    const isAnotherClock = verdict.ours ? watched.aheadMs > 0 || isRenewed : isRenewed;
    if (!isAnotherClock || warned) return;
    warned = true;
    const aheadMs = verdict.ours ? watched.aheadMs : -(clock.step()?.byMs ?? 0);
    log.warn({ aheadMs }, 'The clock of this machine differs from the clock mark in the database');
  }

  async function renewMark(): Promise<void> {
    const mark: ClockMark = { at: clock.now(), by };
    await database.transaction((queries) => remember(queries, markName, JSON.stringify(mark)));
    markedAt = clock.monotonic();
    watched = null;
    differs = false;
    warned = false;
  }

  /** After a step back the clock follows first, so that rows written during the move are early, not late. */
  async function beginMove(old: ClockMark, byMs: number): Promise<void> {
    const { now, monotonic, step } = read();
    const isBack = byMs < 0;
    // Without a step, this process has used the new time since it started.
    const followedAt = step === null ? now - (monotonic - watched!.since) : now + byMs;
    const mark: ClockMark = { at: isBack && step !== null ? now + byMs : now, by };
    const move: ClockMove = { byMs, followedAt: isBack ? followedAt : null, by, to: { table: 0, key: null } };
    const text = JSON.stringify(move);
    await database.transaction(async (queries) => {
      const began =
        (await rememberInPlace(queries, markName, JSON.stringify(old), JSON.stringify(mark))) &&
        (await rememberInPlace(queries, moveName, undefined, text));
      if (!began) throw new MoveLost();
      if (isBack) await noteClockStep(queries, byMs);
    });
    if (isBack) clock.follow();
    watched = null;
    differs = false;
    moving = { text, since: monotonic, tookOver: false };
    log.warn({ byMs }, 'The wall clock was set: moving all waiting rows to the new time');
  }

  /** Continues this process's own move, or a move whose process stopped. */
  async function continueMove(text: string): Promise<void> {
    if (moving?.text !== text) moving = { text, since: clock.monotonic(), tookOver: false };
    const move = JSON.parse(text) as ClockMove;
    if (move.by !== by) {
      if (judgeClock(await readMark(), watched, read()).kind === 'follows') clock.follow();
      if (clock.monotonic() - moving.since < markWatchedMs) return;
      moving.tookOver = true;
    }
    if (move.followedAt !== null && clock.now() < move.followedAt + settleMs) return;
    let to: MovedTo | null = move.to;
    while (to !== null && !engine.stopping.now) to = await moveStretch({ ...move, to });
  }

  /** Moves a batch of rows and updates the progress in the same transaction. */
  async function moveStretch(move: ClockMove): Promise<MovedTo | null> {
    const { text: before, tookOver } = moving!;
    const { now, step } = read();
    // After a step forward the rows hold the old time, but a process started since then reads the new time.
    const isForward = move.byMs > 0;
    const oldNow = isForward && tookOver && step === null ? now - move.byMs : now;
    const { next, text } = await database.transaction(async (queries) => {
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
    moving = text === null ? null : { text, since: clock.monotonic(), tookOver };
    if (next === null && isForward) clock.follow();
    return next;
  }

  const read = () => ({ now: clock.now(), monotonic: clock.monotonic(), step: clock.step() });

  return {
    hasStepped() {
      const before = last;
      last = look();
      return hasStepped(before, last);
    },
    // Other processes may already have followed the step, so their leases look expired here.
    agrees: () => !differs && clock.step() === null,
    async round() {
      const isQuiet = clock.step() === null && watched === null && moving === null;
      if (isQuiet && clock.monotonic() - markedAt < markEveryMs) return;
      try {
        const text = await instanceValue(database.reader, moveName);
        if (text !== undefined) return await continueMove(text);
        moving = null;
        await act(judgeClock(await readMark(), watched, read()));
      } catch (error) {
        if (!(error instanceof MoveLost)) throw error;
      }
    },
  };
}

/** Rolls back the transaction, because another process moves the rows. */
class MoveLost extends Error {}
