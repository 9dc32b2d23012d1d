import { type IdPrefix, idPrefixes } from '../model/id.ts';
import type { Queries, Value } from './database.ts';

/** Lists that continue from an item, and the prefix of the item's id; null for ids that are not made from the time. */
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
  tokens: idPrefixes.token,
  webhook_messages: idPrefixes.message,
  webhooks: idPrefixes.webhook,
  workflow_runs: idPrefixes.run,
  workflows: idPrefixes.workflow,
} as const satisfies Record<string, IdPrefix | null>;

export type ListedTable = keyof typeof listedIds;

/** Beyond 7 in the first character the time would have more than 48 bits. */
const timeSortable = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** A power of two that no key reaches. */
const keysMax = 2 ** 40;
/** Positions of deleted items that are kept, of all organizations together. */
const positionsKeptMax = 200_000;

/**
 * The key at which a list continues from an item. A deleted item keeps its position: exactly while it is remembered, and
 * afterwards by the time in its id. The answer says nothing about whether the item exists, or whose it is.
 *
 * @param side which items follow: those before it or those after it in time
 * @returns the key that they lie beyond; undefined for a malformed id
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
  // Another row may have the key of a deleted one since, and it is newer.
  return place === undefined || side === 'older' ? place : place - 1;
}

/**
 * The lowest key that is newer than an id. Ids and keys are given in the order of time, so it is found bit by bit from the
 * highest down, in one statement of some forty look-ups.
 */
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

/** Remembers where rows stand in their list, before they are deleted. @param condition selects them, from `$1` */
export async function rememberPositions(
  queries: Pick<Queries, 'run'>,
  table: ListedTable,
  condition: string,
  values: readonly Value[],
): Promise<void> {
  await queries.run(
    `INSERT INTO deleted_positions (id, place) SELECT id, key FROM ${table} WHERE ${condition}
     ON CONFLICT (id) DO NOTHING`,
    values,
  );
}

/** Forgets the positions that were remembered first, beyond the limit. @returns how many, at most `limit` */
export async function forgetPositions(queries: Pick<Queries, 'run'>, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM deleted_positions WHERE key IN (
       SELECT key FROM deleted_positions
       WHERE key <= (SELECT max(key) FROM deleted_positions) - ${positionsKeptMax} ORDER BY key LIMIT $1)`,
    [limit],
  );
}
