import { secondMs } from './instant.ts';

/**
 * All scheduled work in the database waits for an instant of the wall clock, which an operator may change. So the
 * database keeps a mark of the current time; each process on it renews the mark and compares its own clock with it.
 */
export type ClockMark = {
  /** Epoch ms. */
  at: number;
  /** The process that wrote the mark. */
  by: string;
};

/** A change of the machine's wall clock, in milliseconds. `since`: monotonic time at which it was first seen. */
export type ClockStep = { byMs: number; since: number };

/** Clock steps and differences below this are ignored; it is larger than any that the doctor accepts. */
export const clockStepMsMin = 30 * secondMs;
/** If a mark is not renewed for this long (monotonic time), no running process uses its time. */
export const markWatchedMs = 20 * secondMs;

/** A mark, and how far it was ahead of our clock when first seen. */
export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  /** The clock matches the database's: the mark is renewed. */
  | { kind: 'agrees' }
  /**
   * Our clock or our machine's clock differs from the mark, which another process may still renew. The mark is left unchanged.
   * `ours`: the clock in use differs, so leases that look expired may be in use.
   */
  | { kind: 'watches'; watched: WatchedMark; ours: boolean }
  /** Another process moved the waiting rows to our machine's time. */
  | { kind: 'follows' }
  /** No process uses the mark's time. Waiting rows move by `byMs`, which is 0 after mere downtime. */
  | { kind: 'takes over'; mark: ClockMark; byMs: number };

/** A process's wall clock, its monotonic clock, and the step that it has not followed yet. */
type ClockReading = { now: number; monotonic: number; step: ClockStep | null };

/** Compares a process's clocks with the database's mark. */
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

/** One reading of both clocks. */
type ClockLook = { wall: number; monotonic: number };

/** Whether the wall clock moved relative to the monotonic clock: it was set, or the machine was suspended. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}

/**
 * Shifts instants in the database to the time after a clock step.
 * @property now epoch ms to compare rows with: in the new time after a step back, otherwise in the old time
 * @property followedAt when rows started to use the new time; null while they use the old time
 */
export type InstantShift = { byMs: number; now: number; followedAt: number | null };

/**
 * Shifts the end of a wait. Does not shift a past instant, which would postpone overdue work. A wait that began in the new time, while
 * rows are moved, shifts too: it is better early than late.
 */
export function shiftDue(at: number, { byMs, now }: InstantShift): number {
  return at > now ? at + byMs : at;
}

/**
 * Shifts the start of an elapsed time span. A start in the old time that equals an instant since `followedAt` is taken for the new
 * time, because a row does not say which time it uses. The span is then late by the step.
 */
export function shiftSince(at: number, { byMs, now, followedAt }: InstantShift): number {
  const isInNewTime = followedAt !== null && at >= followedAt && at <= now;
  return isInNewTime ? at : at + byMs;
}

/**
 * Returns whether a wait began after a step back was followed, so that its end is in the new time already. A wait that ends after the
 * old time may be one from before the step instead, and shifts: it is better early than late.
 */
export function isInNewTime(since: number, due: number, { byMs, now, followedAt }: InstantShift): boolean {
  return followedAt !== null && since >= followedAt && since <= now && due <= followedAt - byMs;
}
