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

/** Clock steps and differences below this are ignored; it is larger than any that the doctor accepts. */
export const clockStepMsMin = 30 * secondMs;
/** A mark of another time that is not renewed for this long (monotonic clock) was made before the clock was set. */
export const markWatchedMs = 20 * secondMs;

/** A mark that differs from our clock, when we first saw it, and how far it was ahead then. */
export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  /** The clock matches the database's: the mark is renewed. */
  | { kind: 'agrees' }
  /** Our clock was set, or differs from the other processes': claims nothing of theirs and writes no mark. */
  | { kind: 'watches'; watched: WatchedMark }
  /** No process uses the other time. Its work waits `setBackMs` too long; 0 if the clock went forward. */
  | { kind: 'takes over'; mark: ClockMark; setBackMs: number };

/** Compares a process's clock with the database's mark. `now` is the wall clock, `monotonic` the other. */
export function judgeClock(
  mark: ClockMark | null,
  watched: WatchedMark | null,
  now: number,
  monotonic: number,
): ClockVerdict {
  if (mark === null || Math.abs(mark.at - now) < clockStepMsMin) return { kind: 'agrees' };
  const same = watched !== null && watched.mark.at === mark.at && watched.mark.by === mark.by;
  if (!same) return { kind: 'watches', watched: { mark, since: monotonic, aheadMs: mark.at - now } };
  if (monotonic - watched.since < markWatchedMs) return { kind: 'watches', watched };
  return { kind: 'takes over', mark, setBackMs: Math.max(0, watched.aheadMs) };
}

/** One reading of both clocks. */
type ClockLook = { wall: number; monotonic: number };

/** Whether the wall clock was set between two readings. A suspended machine looks the same, and is treated the same. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}
