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

/** A change of the machine's wall clock, in milliseconds; `since`: when it was first seen, on the monotonic clock. */
export type ClockStep = { byMs: number; since: number };

/** Clock steps and differences below this are ignored; it is larger than any that the doctor accepts. */
export const clockStepMsMin = 30 * secondMs;
/** No running process uses the time of a mark that is not renewed for this long (monotonic clock). */
export const markWatchedMs = 20 * secondMs;

/** A mark as first seen, and how far it was ahead of our clock then. */
export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  /** The clock matches the database's: the mark is renewed. */
  | { kind: 'agrees' }
  /**
   * Our clock or our machine's differs from the mark, which another process may yet renew. The mark stays as it is.
   * `ours`: the clock that we use is the one that differs, so expired leases may be in use.
   */
  | { kind: 'watches'; watched: WatchedMark; ours: boolean }
  /** Another process moved what waits to the time that our machine shows. */
  | { kind: 'follows' }
  /** No process uses the time of the mark. What waits in it moves by `byMs`; 0 after time that passed while none ran. */
  | { kind: 'takes over'; mark: ClockMark; byMs: number };

/** A process's clocks: the wall clock it uses, the monotonic one, and a step that it has not followed. */
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

/** Whether the wall clock moved against the monotonic one between two readings: it was set, or the machine was suspended. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}

/**
 * A shift of the instants in the database to the time after a step of the clock.
 * @property now epoch ms, in the time that the rows are compared with: the new time after a step back, else the old one
 * @property followedAt since when rows are written in the new time; null while they are written in the old one
 */
export type InstantShift = { byMs: number; now: number; followedAt: number | null };

/** Shifts the instant of a wait. An instant that has passed stays, because otherwise overdue work would be postponed. */
export function shiftDue(at: number, { byMs, now }: InstantShift): number {
  return at > now ? at + byMs : at;
}

/** Shifts the start of a span of elapsed time. */
export function shiftSince(at: number, { byMs, now, followedAt }: InstantShift): number {
  const isInNewTime = followedAt !== null && at >= followedAt && at <= now;
  return isInNewTime ? at : at + byMs;
}
