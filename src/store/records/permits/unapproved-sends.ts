import {
  type UnapprovedPerson,
  unapprovedCountedMs,
  unapprovedDayMs,
} from '../../../model/sending/unapproved-people.ts';
import type { Queries } from '../../database.ts';

/** The caller whose unapproved recipients are counted: the public id of a token, or `operator`. */
export type UnapprovedCaller = { organization: number; caller: string };

const head = 'INSERT INTO unasked_mail (organization, caller, people, counted_until)';

/** Locks and reads the people mailed without approval, so that two concurrent calls cannot both use the last of the budget. */
export async function lockUnapprovedPeople(
  queries: Queries,
  { organization, caller }: UnapprovedCaller,
): Promise<UnapprovedPerson[]> {
  // An upsert, because the row may not exist yet.
  const [row] = await queries.insert<{ people: string }>(
    head,
    [[organization, caller, '[]', 0]],
    `ON CONFLICT (organization, caller) DO UPDATE SET caller = excluded.caller RETURNING people`,
  );
  return unapprovedPeopleIn(row!.people);
}

/** Reads the people without a lock, for a preview. */
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

const callersMax = 200;

/** Reads the people of all callers, for a list of the organization's assistants. */
export async function unapprovedPeopleByCaller(
  queries: Queries,
  organization: number,
): Promise<Map<string, UnapprovedPerson[]>> {
  const rows = await queries.all<{ caller: string; people: string }>(
    'SELECT caller, people FROM unasked_mail WHERE organization = $1 ORDER BY counted_until DESC LIMIT $2',
    [organization, callersMax],
  );
  return new Map(rows.map(({ caller, people }) => [caller, unapprovedPeopleIn(people)]));
}

/** Rows of an earlier version store the end of the shorter window instead of its start. */
type KeptPerson = UnapprovedPerson | (Omit<UnapprovedPerson, 'at'> & { until: number });

export function unapprovedPeopleIn(text: string): UnapprovedPerson[] {
  return (JSON.parse(text) as KeptPerson[]).map((person) =>
    'at' in person ? person : { mark: person.mark, at: person.until - unapprovedCountedMs },
  );
}

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

/** Deletes up to `limit` callers whose recipients no longer count. @returns the number; fewer than `limit` when done */
export async function forgetUnapprovedPeople(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    // The condition is repeated, so that a caller with a new count is not deleted.
    `DELETE FROM unasked_mail WHERE counted_until <= $1 AND (organization, caller) IN (
       SELECT organization, caller FROM unasked_mail WHERE counted_until <= $1 ORDER BY counted_until LIMIT $2)`,
    [now, limit],
  );
}
