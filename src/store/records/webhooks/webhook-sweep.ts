import type { Queries } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { removeMessages } from './webhook-messages.ts';

/** Deletes the oldest messages with their deliveries. Returns their number; fewer than `limit` when done. */
export async function forgetMessages(queries: Queries, before: number, limit: number): Promise<number> {
  const rows = await queries.all<{ key: number; organization: number; at: number }>(
    'SELECT key, organization, at FROM webhook_messages ORDER BY key LIMIT $1',
    [limit],
  );
  const old = rows.filter(({ at }) => at < before);
  const byOrganization = Map.groupBy(old, ({ organization }) => organization);
  for (const [organization, messages] of byOrganization) {
    await removeMessages(
      queries,
      organization,
      messages.map(({ key }) => key),
    );
  }
  return old.length;
}

const ofDeleted = ['webhook_deliveries', 'webhook_results', 'webhook_attempts'] as const;

/** Deletes the next rows of a deleted endpoint, and its own row last. False when none is left. */
export async function forgetDeletedWebhook(queries: Queries, limit: number): Promise<boolean> {
  const deleted = await queries.get<{ key: number }>(
    'SELECT key FROM webhooks WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1',
    [],
  );
  if (!deleted) return false;
  for (const table of ofDeleted) {
    const removed = await queries.run(
      `DELETE FROM ${table} WHERE webhook = $1 AND message IN (
         SELECT message FROM ${table} WHERE webhook = $1 ORDER BY message LIMIT $2)`,
      [deleted.key, limit],
    );
    if (removed > 0) return true;
  }
  await rememberPositions(queries, 'webhooks', 'key = $1', [deleted.key]);
  await queries.run('DELETE FROM webhooks WHERE key = $1 AND deleted_at IS NOT NULL', [deleted.key]);
  return true;
}
