import { hourMs, minuteMs } from '../instant.ts';
import type { ApprovalMode } from './approval-mode.ts';

/** Maximum number of people mailed without an approval within the shorter window. More would be a bulk send. */
export const unapprovedPeopleMax = 10;
export const unapprovedCountedMinutes = 15;
export const unapprovedCountedMs = unapprovedCountedMinutes * minuteMs;
export const unapprovedPeopleADayMax = 40;
/** Afterwards a person is no longer stored. */
export const unapprovedDayMs = 24 * hourMs;

/** A person mailed without an approval. The keyed mark does not reveal the address. */
export type UnapprovedPerson = {
  mark: string;
  at: number;
};

const windows = [
  { lengthMs: unapprovedCountedMs, max: unapprovedPeopleMax },
  { lengthMs: unapprovedDayMs, max: unapprovedPeopleADayMax },
] as const;

/**
 * Counts people (distinct `marks`) as mailed. `always` needs an approval for every person, `never` for none.
 * Returns the people to store; null if a window is exceeded.
 */
export function countUnapproved(
  known: readonly UnapprovedPerson[],
  marks: readonly string[],
  now: number,
  mode: ApprovalMode,
): UnapprovedPerson[] | null {
  if (marks.length === 0 || mode === 'never') return [...known];
  if (mode === 'always') return null;
  for (const { lengthMs, max } of windows) {
    const before = known.filter(({ at }) => at > now - lengthMs).map(({ mark }) => mark);
    const after = new Set([...before, ...marks]);
    if (after.size > before.length && after.size > max) return null;
  }
  const counted = new Map(stillCounted(known, now).map((person) => [person.mark, person]));
  for (const mark of marks) counted.set(mark, { mark, at: now });
  return [...counted.values()];
}

function stillCounted(known: readonly UnapprovedPerson[], now: number): UnapprovedPerson[] {
  return known.filter(({ at }) => at > now - unapprovedDayMs);
}
