import { type IdPrefix, idPrefixes } from '../model/id.ts';
import type { Queries, Value } from './database.ts';
import { toRemove } from './row-lock.ts';

/** Lists that continue from an item, with the prefix of the item's id; null if the id contains no time. */
const listedIds = {
  approvals: idPrefixes.approval,
  audit_entries: idPrefixes.auditEntry,
  campaigns: idPrefixes.campaign,
  domains: idPrefixes.domain,
  emails: idPrefixes.email,
  events: idPrefixes.event,
  imports: idPrefixes.import,
  integration_events: idPrefixes.integrationEvent,
  integrations: idPrefixes.integration,
  oauth_clients: null,
  oauth_grants: null,
  organizations: idPrefixes.organization,
  people: idPrefixes.person,
  segments: idPrefixes.segment,
  subscribers: idPrefixes.subscriber,
  suppressions: idPrefixes.suppression,
  tags: idPrefixes.tag,
  templates: idPrefixes.template,
  tokens: idPrefixes.token,
  webhook_messages: idPrefixes.message,
  webhooks: idPrefixes.webhook,
  workflow_runs: idPrefixes.run,
  workflows: idPrefixes.workflow,
} as const satisfies Record<string, IdPrefix | null>;

export type ListedTable = keyof typeof listedIds;

/** A first character above 7 would exceed the 48 bits of the time. */
const timeSortable = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** A power of two above every key. */
const keysMax = 2 ** 40;

/**
 * Returns the exclusive bound from which a list continues after an item; undefined for a malformed id. The
 * exact position of a deleted item is remembered for a while; after that, the time in its id gives the
 * position. The result does not reveal whether the item exists, or its owner.
 */
export async function positionOfId(
  queries: Pick<Queries, 'get'>,
  table: ListedTable,
  id: string,
  side: 'older' | 'newer',
): Promise<number | undefined> {
  const prefix = listedIds[table];
  if (prefix !== null && !(id.startsWith(`${prefix}_`) && timeSortable.test(id.slice(prefix.length + 1))))
    return undefined;
  const row = await queries.get<{ key: number }>(`SELECT key FROM ${table} WHERE id = $1`, [id]);
  if (row) return row.key;
  const deleted = await queries.get<{ place: number }>('SELECT place FROM deleted_positions WHERE id = $1', [
    id,
  ]);
  const place = deleted?.place ?? (prefix === null ? undefined : await placeByTime(queries, table, id));
  // A newer row may have reused the key of the deleted row.
  return place === undefined || side === 'older' ? place : place - 1;
}

/** Finds the lowest key that is newer than an id. Both increase over time, so a binary search takes about forty look-ups. */
async function placeByTime(queries: Pick<Queries, 'get'>, table: ListedTable, id: string): Promise<number> {
  const row = await queries.get<{ key: number }>(
    `WITH RECURSIVE search (low, step) AS (
       SELECT CAST(0 AS BIGINT), CAST(${keysMax} AS BIGINT)
       UNION ALL
       SELECT CASE WHEN (SELECT id FROM ${table} WHERE key >= search.low + search.step ORDER BY key LIMIT 1) <= $1
              THEN search.low + search.step ELSE search.low END,
         search.step / 2
       FROM search WHERE search.step > 0
     )
     SELECT max(low) AS key FROM search`,
    [id],
  );
  return (row?.key ?? 0) + 1;
}

/** Tables that belong to no organization. Their positions share the key 0. */
const instanceTables: ReadonlySet<ListedTable> = new Set(['oauth_clients']);

/** Remembers the list positions of rows before they are deleted. @param condition selects the rows; its parameters start at `$1` */
export async function rememberPositions(
  queries: Pick<Queries, 'run'>,
  table: ListedTable,
  condition: string,
  values: readonly Value[],
): Promise<void> {
  // Deleted rows that a job removes later carry the negated key of their organization.
  const organization = instanceTables.has(table) ? '0' : 'abs(organization)';
  await queries.run(
    `INSERT INTO deleted_positions (organization, id, place)
     SELECT ${organization}, id, key FROM ${table} WHERE ${condition}
     ON CONFLICT (id) DO NOTHING`,
    values,
  );
}

/** Deletes up to `limit` rows that ended by `now`, and remembers their positions. @returns the number deleted */
export async function deleteEnded(
  queries: Queries,
  table: 'oauth_clients' | 'oauth_grants',
  now: number,
  limit: number,
): Promise<number> {
  const rows = await queries.all<{ key: number }>(
    `SELECT key FROM ${table} WHERE ends_at <= $1 ORDER BY ends_at, key LIMIT $2 ${toRemove(queries)}`,
    [now, limit],
  );
  const ended = `key IN ${queries.dialect.integers('$1')}`;
  const keys = [JSON.stringify(rows.map(({ key }) => key))];
  await rememberPositions(queries, table, ended, keys);
  await queries.run(`DELETE FROM ${table} WHERE ${ended}`, keys);
  return rows.length;
}

/** @returns the next organization with remembered positions; null after the last one */
export async function nextWithPositions(
  queries: Pick<Queries, 'get'>,
  after: number,
): Promise<number | null> {
  const row = await queries.get<{ organization: number | null }>(
    'SELECT min(organization) AS organization FROM deleted_positions WHERE organization > $1',
    [after],
  );
  return row?.organization ?? null;
}

/** Deletes up to `limit` of the oldest positions beyond `share`. Returns the numbers deleted and kept. */
export async function forgetPositions(
  queries: Pick<Queries, 'get' | 'run'>,
  organization: number,
  share: number,
  limit: number,
): Promise<{ deleted: number; kept: number }> {
  const row = await queries.get<{ amount: number; oldest: number | null }>(
    `SELECT count(*) AS amount, min(key) AS oldest FROM (
       SELECT key FROM deleted_positions WHERE organization = $1 ORDER BY key DESC LIMIT $2) AS kept`,
    [organization, share],
  );
  if (!row || row.oldest === null || row.amount < share) return { deleted: 0, kept: row?.amount ?? 0 };
  const deleted = await queries.run(
    `DELETE FROM deleted_positions WHERE key IN (
       SELECT key FROM deleted_positions WHERE organization = $1 AND key < $2 ORDER BY key LIMIT $3)`,
    [organization, row.oldest, limit],
  );
  return { deleted, kept: row.amount };
}
