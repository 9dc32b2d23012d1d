import { secondMs } from './instant.ts';

/**
 * Everything that waits in the database waits for an instant of the wall clock, which somebody may set. So the database
 * keeps a mark of what time it is, which the processes that live on it renew, and each compares its own clock with it.
 */
export type ClockMark = {
  /** Epoch ms. */
  at: number;
  /** The process that wrote it. */
  by: string;
};

/** A smaller step of a clock, or difference of two, changes nothing; more than any that the doctor lets pass. */
export const clockStepMsMin = 30 * secondMs;
/** A mark of another time that nobody renews for so long, by the monotonic clock, was made before the clock was set. */
export const markWatchedMs = 20 * secondMs;

/** A mark of another time, since when it has been seen, and by how much it lay ahead then. */
export type WatchedMark = { mark: ClockMark; since: number; aheadMs: number };

export type ClockVerdict =
  /** The clock is the database's: the mark is renewed. */
  | { kind: 'agrees' }
  /** Nothing is claimed from others and nothing marked: the clock was set, or is another than theirs. */
  | { kind: 'watches'; watched: WatchedMark }
  /** Nobody keeps to the other time any more. What waits for it waits too long by `setBackMs`; 0 where the clock went on. */
  | { kind: 'takes over'; mark: ClockMark; setBackMs: number };

/** What a process makes of the database's mark. `now` is the wall clock, `monotonic` the other. */
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

/** Two looks at both clocks. */
type ClockLook = { wall: number; monotonic: number };

/** Whether the wall clock was set between two looks. A machine that slept looks the same, and is. */
export function hasStepped(before: ClockLook, after: ClockLook): boolean {
  const stepMs = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(stepMs) >= clockStepMsMin;
}
