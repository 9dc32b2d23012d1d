import {
  type UnapprovedPerson,
  unapprovedCountedMs,
  unapprovedDayMs,
} from '../../model/sending/unapproved-people.ts';
import type { Queries } from '../database.ts';

/** Whose people are counted: the public id of a token, or `operator`. */
export type UnapprovedCaller = { organization: number; caller: string };

const head = 'INSERT INTO unasked_mail (organization, caller, people, counted_until)';

/**
 * The people a caller has mailed without approval, locked until the transaction ends: what is decided on it stays true, so
 * that two calls at one moment, or two processes, cannot both mail the last one.
 */
export async function lockUnapprovedPeople(
  queries: Queries,
  { organization, caller }: UnapprovedCaller,
): Promise<UnapprovedPerson[]> {
  // Held by writing it, as there may be no row yet.
  const [row] = await queries.insert<{ people: string }>(
    head,
    [[organization, caller, '[]', 0]],
    `ON CONFLICT (organization, caller) DO UPDATE SET caller = excluded.caller RETURNING people`,
  );
  return unapprovedPeopleIn(row!.people);
}

/** The same without a lock: only to tell what would be. */
export async function lookAtUnapprovedPeople(
  queries: Queries,
  { organization, caller }: UnapprovedCaller,
): Promise<UnapprovedPerson[]> {
  const row = await queries.get<{ people: string }>(
    'SELECT people FROM unasked_mail WHERE organization = $1 AND caller = $2',
    [organization, caller],
  );
  return row === undefined ? [] : unapprovedPeopleIn(row.people);
}

/** A person of an earlier version has the end of the shorter window in place of its beginning. */
type KeptPerson = UnapprovedPerson | (Omit<UnapprovedPerson, 'at'> & { until: number });

/** Reads the people of a row. */
export function unapprovedPeopleIn(text: string): UnapprovedPerson[] {
  return (JSON.parse(text) as KeptPerson[]).map((person) =>
    'at' in person ? person : { mark: person.mark, at: person.until - unapprovedCountedMs },
  );
}

/** Writes what was held. */
export async function saveUnapprovedPeople(
  queries: Queries,
  { organization, caller }: UnapprovedCaller,
  people: readonly UnapprovedPerson[],
): Promise<void> {
  await queries.run(
    'UPDATE unasked_mail SET people = $3, counted_until = $4 WHERE organization = $1 AND caller = $2',
    [
      organization,
      caller,
      JSON.stringify(people),
      Math.max(0, ...people.map(({ at }) => at + unapprovedDayMs)),
    ],
  );
}

/** Forgets up to `limit` callers none of whose people still counts. @returns how many there were: fewer than `limit` when done */
export async function forgetUnapprovedPeople(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    // Checked twice: a caller who counts a person meanwhile is not to be forgotten.
    `DELETE FROM unasked_mail WHERE counted_until <= $1 AND (organization, caller) IN (
       SELECT organization, caller FROM unasked_mail WHERE counted_until <= $1 ORDER BY counted_until LIMIT $2)`,
    [now, limit],
  );
}
