import { secondMs } from './instant.ts';

/**
 * All scheduled work in the database waits for an instant of the wall clock, which an operator may change. So the
 * database keeps a mark of the current time, which each process renews and compares with its own clock.
 */
export type ClockMark = {
  /** Epoch ms. */
  at: number;
  /** The writing process. */
  by: string;
};

/** `byMs` is the change of the wall clock; `since` is the monotonic time of its detection. */
export type ClockStep = { byMs: number; since: number };

/** Smaller clock differences are ignored. Larger than any difference that the doctor accepts. */
export const clockStepMsMin = 30 * secondMs;
/** No running process uses the time of a mark that was not renewed for this long (monotonic time). */
export const markWatchedMs = 20 * secondMs;

/** A mark, and its lead over our clock when first seen. */
export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  /** The clock matches, so the mark is renewed. */
  | { kind: 'agrees' }
  /**
   * Our clock or our machine's clock differs from the mark, which another process may still renew, so it stays. With
   * `ours`, the clock in use differs, so expired leases may still be in use.
   */
  | { kind: 'watches'; watched: WatchedMark; ours: boolean }
  /** Another process moved the waiting rows to our machine's time. */
  | { kind: 'follows' }
  /** No process uses the mark's time. Waiting rows move by `byMs`, which is 0 after mere downtime. */
  | { kind: 'takes over'; mark: ClockMark; byMs: number };

/** `step` is the clock step that the process has not followed yet. */
type ClockReading = { now: number; monotonic: number; step: ClockStep | null };

export function judgeClock(
  mark: ClockMark | null,
  watched: WatchedMark | null,
  { now, monotonic, step }: ClockReading,
): ClockVerdict {
  if (mark === null) return { kind: 'agrees' };
  const aheadMs = mark.at - now;
  const ours = Math.abs(aheadMs) >= clockStepMsMin;
  if (step === null && !ours) return { kind: 'agrees' };
  if (step !== null && ours && Math.abs(aheadMs - step.byMs) < clockStepMsMin) return { kind: 'follows' };
  const same = watched !== null && watched.mark.at === mark.at && watched.mark.by === mark.by;
  if (!same) return { kind: 'watches', watched: { mark, since: monotonic, aheadMs }, ours };
  if (monotonic - watched.since < markWatchedMs) return { kind: 'watches', watched, ours };
  return { kind: 'takes over', mark, byMs: step?.byMs ?? Math.min(0, -watched.aheadMs) };
}

type ClockLook = { wall: number; monotonic: number };

/** True if the wall clock was set, or the machine was suspended. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}

/**
 * Moves instants in the database to the time after a clock step.
 * @property now epoch ms for comparison with rows: in the new time after a step back, otherwise in the old time
 * @property followedAt start of the new time for rows; null while they use the old time
 */
export type InstantShift = { byMs: number; now: number; followedAt: number | null };

/**
 * Shifts the end of a wait. Keeps past instants, because shifting would postpone overdue work. A wait that began in the
 * new time during the move shifts too: early is better than late.
 */
export function shiftDue(at: number, { byMs, now }: InstantShift): number {
  return at > now ? at + byMs : at;
}

/**
 * Shifts the start of an elapsed span. A start in the old time that equals an instant since `followedAt` counts as new
 * time, because rows do not record their time. The span is then late by the step.
 */
export function shiftSince(at: number, { byMs, now, followedAt }: InstantShift): number {
  const isInNewTime = followedAt !== null && at >= followedAt && at <= now;
  return isInNewTime ? at : at + byMs;
}

/**
 * Returns whether a wait began after a step back was followed, so that its end is in the new time. A wait that ends
 * after the old time may also predate the step, and shifts: early is better than late.
 */
export function isInNewTime(since: number, due: number, { byMs, now, followedAt }: InstantShift): boolean {
  return followedAt !== null && since >= followedAt && since <= now && due <= followedAt - byMs;
}
