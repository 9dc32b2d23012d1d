import { minuteMs } from '../instant.ts';

/** Maximum number of people mailed one by one without an approval. More would be a bulk send. */
export const unapprovedPeopleMax = 10;
/** Minutes for which a person counts after a mail without an approval. */
export const unapprovedCountedMinutes = 15;
export const unapprovedCountedMs = unapprovedCountedMinutes * minuteMs;

/** A person mailed without an approval. The keyed mark does not reveal the address. */
export type UnapprovedPerson = {
  mark: string;
  /** Epoch milliseconds when they stop counting. */
  until: number;
  /** Number of calls that counted this person, who counts until all of them are taken back. */
  calls: number;
};

/**
 * Counts some people as mailed at `now`.
 * @param known people already counted, in any order
 * @param marks of the people, each once
 * @returns what to keep; null when one would be too many. People already counted never are; their time is renewed
 */
export function countUnapproved(
  known: readonly UnapprovedPerson[],
  marks: readonly string[],
  now: number,
): UnapprovedPerson[] | null {
  const counted = new Map(stillCounted(known, now).map((person) => [person.mark, person]));
  const before = counted.size;
  for (const mark of marks) {
    const calls = (counted.get(mark)?.calls ?? 0) + 1;
    counted.set(mark, { mark, until: now + unapprovedCountedMs, calls });
  }
  return counted.size > before && counted.size > unapprovedPeopleMax ? null : [...counted.values()];
}

/**
 * Takes back the people that one call counted, because it mailed none of them. People counted by another call stay.
 * @param call its people's marks, and when it counted them, epoch milliseconds
 * @returns what to keep
 */
export function uncountUnapproved(
  known: readonly UnapprovedPerson[],
  { marks, countedAt }: { marks: readonly string[]; countedAt: number },
  now: number,
): UnapprovedPerson[] {
  const counted = stillCounted(known, now);
  // Its entries have expired, so people present now were counted by other calls.
  if (countedAt + unapprovedCountedMs <= now) return counted;
  return counted
    .map((person) => (marks.includes(person.mark) ? { ...person, calls: person.calls - 1 } : person))
    .filter(({ calls }) => calls > 0);
}

function stillCounted(known: readonly UnapprovedPerson[], now: number): UnapprovedPerson[] {
  return known.filter(({ until }) => until > now);
}
