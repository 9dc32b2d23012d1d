import { secondMs } from './instant.ts';

/** Scheduled work uses the wall clock. Each process compares its clock with this mark in the database. */
export type ClockMark = {
  at: number;
  by: string;
};

/** `byMs` is the change of the wall clock; `since` is the monotonic time of its detection. */
export type ClockStep = { byMs: number; since: number };

/** Smaller clock differences are ignored. Larger than any difference that the doctor accepts. */
export const clockStepMsMin = 30 * secondMs;
/** No running process uses the time of a mark that was not renewed for this long (monotonic time). */
export const markWatchedMs = 20 * secondMs;

export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  | { kind: 'agrees' }
  /** Another process may renew the mark. With `ours`, it uses a different clock, so leases may be in use. */
  | { kind: 'watches'; watched: WatchedMark; ours: boolean }
  /** Another process moved the waiting rows to our machine's time. */
  | { kind: 'follows' }
  /** No process uses the mark's time. Waiting rows move by `byMs`, which is 0 after mere downtime. */
  | { kind: 'takes over'; mark: ClockMark; byMs: number };

export type ClockReading = { now: number; monotonic: number; step: ClockStep | null };

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

export type ClockLook = { wall: number; monotonic: number };

/** True if the wall clock was set, or the machine was suspended. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}

/**
 * Moves instants to the time after a clock step. `now` is in the new time after a step back, otherwise in the
 * old time. `followedAt` is the start of the new time for rows, or null.
 */
export type InstantShift = { byMs: number; now: number; followedAt: number | null };

/** Keeps past instants, because shifting would postpone overdue work. */
export function shiftDue(at: number, { byMs, now }: InstantShift): number {
  return at > now ? at + byMs : at;
}

/** Rows do not record which time they use, so a start since `followedAt` counts as new time. */
export function shiftSince(at: number, { byMs, now, followedAt }: InstantShift): number {
  const isInNewTime = followedAt !== null && at >= followedAt && at <= now;
  return isInNewTime ? at : at + byMs;
}

/** A wait that ends after the old time may predate the step, and shifts: early is better than late. */
export function isInNewTime(since: number, due: number, { byMs, now, followedAt }: InstantShift): boolean {
  return followedAt !== null && since >= followedAt && since <= now && due <= followedAt - byMs;
}
