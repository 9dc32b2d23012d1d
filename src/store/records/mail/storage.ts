import { type FoundRoom, isRoomTaken, rowOctets } from '../../../model/organization/storage.ts';
import type { Queries } from '../../database.ts';
import { WriteConflict } from '../../outage.ts';
import { type NotesWriter, notesIn } from '../../transaction-notes.ts';

/** A transaction writes its sums last, so that an organization's shared row is locked only briefly. */

type StorageNotes = { changed: Map<number, number>; rooms: Map<number, FoundRoom> };

const storageNotes = { begin: (): StorageNotes => ({ changed: new Map(), rooms: new Map() }) };

export const countingStorage: NotesWriter<StorageNotes> = { notes: storageNotes, write: writeChanges };

/** Adds to the change of an organization's storage, which the transaction writes before it commits. */
export function changeStorage(queries: Queries, organization: number, octets: number): void {
  const changed = notesIn(queries, storageNotes)?.changed;
  changed?.set(organization, (changed.get(organization) ?? 0) + octets);
}

export function changedStorage(queries: Queries, organization: number): number {
  return notesIn(queries, storageNotes)?.changed.get(organization) ?? 0;
}

/** Retries the transaction if concurrent transactions use up this room before it commits. */
export function relyOnRoom(queries: Queries, organization: number, room: FoundRoom): void {
  notesIn(queries, storageNotes)?.rooms.set(organization, room);
}

/** @throws WriteConflict because the room was read without a lock */
async function writeChanges(queries: Queries, { changed, rooms }: StorageNotes): Promise<void> {
  const rows = [...changed].filter(([, octets]) => octets !== 0).sort(([a], [b]) => a - b);
  if (rows.length === 0) return;
  const written = await queries.insert<{ organization: number; octets: number }>(
    'INSERT INTO storage (organization, octets, counted_at)',
    rows.map(([organization, octets]) => [organization, octets, 0]),
    `ON CONFLICT (organization) DO UPDATE SET octets = storage.octets + excluded.octets
     RETURNING organization, octets`,
  );
  for (const { organization, octets } of written) {
    const room = rooms.get(organization);
    if (room && isRoomTaken(room, changed.get(organization)!, Number(octets))) {
      throw new WriteConflict('Concurrent transactions used the room in the storage');
    }
  }
}

export async function readStorage(
  queries: Queries,
  organizations: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queries.all<{ organization: number; octets: number }>(
    `SELECT organization, octets FROM storage WHERE organization IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(organizations)],
  );
  return new Map(rows.map(({ organization, octets }) => [organization, Number(octets)]));
}

/** SQL for the stored content of a mail, without its row. @param mail the table or its alias */
export function mailOctets(mail = 'emails'): string {
  return `octet_length(${mail}.body) + COALESCE(octet_length(${mail}.merge_values), 0)`;
}

/** SQL for a template or a version of it. */
export const templateOctets = `octet_length(body) + octet_length(variables) + ${rowOctets.body}`;

/** Counted tables with the size of a row. Reads lengths without the texts. */
const counted = [
  { table: 'emails', octets: `${mailOctets()} + ${rowOctets.mail}` },
  { table: 'raw_messages', octets: `octets + ${rowOctets.message}` },
  { table: 'mass_bodies', octets: `octet_length(body) + ${rowOctets.body}` },
  { table: 'templates', octets: templateOctets },
  { table: 'template_versions', octets: templateOctets },
  { table: 'organization_logos', octets: `octet_length(content) + ${rowOctets.logo}` },
  { table: 'subscribers', octets: `octet_length(attributes) + ${rowOctets.subscriber}` },
  { table: 'events', octets: `octet_length(properties) + ${rowOctets.event}` },
  { table: 'import_chunks', octets: `octet_length(content) + ${rowOctets.chunk}` },
  { table: 'integration_events', octets: `octets + ${rowOctets.integrationEvent}` },
  { table: 'workflow_runs', octets: `octet_length(trigger_data) + ${rowOctets.workflowRun}` },
] as const;

/** Position of a count over all organizations. @property upTo the last key of each table to count */
export type StorageCount = { table: number; after: number; upTo: readonly number[] };

/** Starts a count and returns the stored totals of the same moment. Excludes later rows, because they change the stored totals. */
export async function beginStorageCount(
  queries: Queries,
): Promise<{ start: StorageCount; known: Map<number, number> }> {
  const rows = await queries.all<{ place: number; organization: number; amount: number }>(
    `SELECT -1 AS place, organization, octets AS amount
     FROM (SELECT organization, octets FROM storage ORDER BY organization LIMIT ${organizationsMax}) AS known
     ${counted.map(({ table }, place) => `UNION ALL SELECT ${place}, 0, COALESCE(MAX(key), 0) FROM ${table}`).join('\n     ')}`,
    [],
  );
  const upTo = counted.map((_, table) => Number(rows.find(({ place }) => place === table)?.amount ?? 0));
  const known = rows.filter(({ place }) => place < 0);
  return {
    start: { table: 0, after: 0, upTo },
    known: new Map(known.map(({ organization, amount }) => [organization, Number(amount)])),
  };
}

/** Above the size of any instance. */
const organizationsMax = 1_000_000;

/** Adds the next rows to `sums` by organization. Returns the position to continue from; null when done. */
export async function countStorage(
  queries: Pick<Queries, 'all'>,
  { table, after, upTo }: StorageCount,
  sums: Map<number, number>,
  rows: number,
): Promise<StorageCount | null> {
  const of = counted[table]!;
  const found = await queries.all<{ organization: number; last: number; octets: number }>(
    `SELECT organization, MAX(key) AS last, SUM(octets) AS octets
     FROM (SELECT key, organization, ${of.octets} AS octets FROM ${of.table} WHERE key > $1 AND key <= $2
           ORDER BY key LIMIT ${rows}) AS stretch
     GROUP BY organization`,
    [after, upTo[table]!],
  );
  let last = after;
  for (const row of found) {
    last = Math.max(last, row.last);
    sums.set(row.organization, (sums.get(row.organization) ?? 0) + Number(row.octets));
  }
  if (found.length > 0) return { table, after: last, upTo };
  return table + 1 < counted.length ? { table: table + 1, after: 0, upTo } : null;
}

/** @param off differences between counted and stored totals, added because concurrent transactions may have changed the totals */
export async function correctStorage(
  queries: Queries,
  off: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  await queries.insert(
    'INSERT INTO storage (organization, octets, counted_at)',
    [...off].sort(([a], [b]) => a - b).map(([organization, octets]) => [organization, octets, now]),
    'ON CONFLICT (organization) DO UPDATE SET octets = storage.octets + excluded.octets, counted_at = excluded.counted_at',
  );
}
