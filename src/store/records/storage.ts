import { rowOctets } from '../../model/organization/storage.ts';
import type { Database, Queries } from '../database.ts';

/**
 * How many octets each organization keeps. What a transaction changes is added up and written as its last statement: the row of
 * an organization is touched by every transaction that adds to it, and held only until the commit that follows at once.
 */

const changes = new WeakMap<Queries, Map<number, number>>();

/** A database whose transactions write down what they changed by `changeStorage`. */
export function countingStorage(database: Database): Database {
  return {
    ...database,
    transaction: (work, kind) =>
      database.transaction(async (queries) => {
        const changed = new Map<number, number>();
        changes.set(queries, changed);
        try {
          const answer = await work(queries);
          await writeChanges(queries, changed);
          return answer;
        } finally {
          changes.delete(queries);
        }
      }, kind),
  };
}

/** Notes that an organization keeps so many octets more, or fewer, once this transaction is committed. */
export function changeStorage(queries: Queries, organization: number, octets: number): void {
  const changed = changes.get(queries);
  changed?.set(organization, (changed.get(organization) ?? 0) + octets);
}

/** What this transaction has noted so far of an organization. */
export function changedStorage(queries: Queries, organization: number): number {
  return changes.get(queries)?.get(organization) ?? 0;
}

async function writeChanges(queries: Queries, changed: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...changed].filter(([, octets]) => octets !== 0).sort(([a], [b]) => a - b);
  if (rows.length === 0) return;
  await queries.insert(
    'INSERT INTO storage (organization, octets, counted_at)',
    rows.map(([organization, octets]) => [organization, octets, 0]),
    'ON CONFLICT (organization) DO UPDATE SET octets = storage.octets + excluded.octets',
  );
}

/** How many octets organizations keep, as committed. */
export async function storageOf(
  queries: Queries,
  organizations: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queries.all<{ organization: number; octets: number }>(
    `SELECT organization, octets FROM storage WHERE organization IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(organizations)],
  );
  return new Map(rows.map(({ organization, octets }) => [organization, Number(octets)]));
}

/** All that is counted: the table, and what one of its rows comes to. Lengths are read without the texts. */
const counted = [
  { table: 'emails', octets: `octet_length(body) + ${rowOctets.mail}` },
  { table: 'raw_messages', octets: `octets + ${rowOctets.message}` },
  { table: 'mass_bodies', octets: `octet_length(body) + ${rowOctets.body}` },
  { table: 'subscribers', octets: `octet_length(attributes) + ${rowOctets.subscriber}` },
  { table: 'events', octets: `octet_length(properties) + ${rowOctets.event}` },
  { table: 'import_chunks', octets: `octet_length(content) + ${rowOctets.chunk}` },
  { table: 'integration_events', octets: `octets + ${rowOctets.integrationEvent}` },
  { table: 'workflow_runs', octets: `octet_length(trigger_data) + ${rowOctets.workflowRun}` },
] as const;

/** Where a count of all organizations has come to. @property upTo the last key of each table that it counts */
export type StorageCount = { table: number; after: number; upTo: readonly number[] };

/**
 * Where a count begins, and what is known of organizations, by their keys. Both are of one moment: rows that are added
 * later change what is known, so the count leaves them out.
 */
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

/** More than an instance has. */
const organizationsMax = 1_000_000;

/**
 * Counts some more rows, of all organizations.
 * @param sums grow by what is counted
 * @returns where to go on; null when all are counted
 */
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

/** @param off how far what was known is from what was counted: others may have changed it since */
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
