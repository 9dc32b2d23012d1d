import type { WebhookMessage } from '../../../model/webhook/webhook.ts';
import { Columns, generated, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { type Erasure, isHeldByAnother, isMessageOfErased } from '../people/erasures.ts';
import { lockWebhooks } from './webhook-outbox.ts';

const columns = new Columns<WebhookMessage>({
  key: generated('key'),
  id: plain('id'),
  kind: plain('kind'),
  objectId: plain('object_id'),
  at: plain('at'),
  sequence: plain('sequence'),
  payload: plain('payload'),
});

export type NewMessage = Omit<WebhookMessage, 'key'> & {
  toKey: string | null;
  subscriberId: string | null;
};

/** @returns keys by id */
export async function addMessages(
  queries: Queries,
  organization: number,
  messages: readonly NewMessage[],
): Promise<Map<string, number>> {
  const rows = await queries.insert<{ key: number; id: string }>(
    `INSERT INTO webhook_messages (organization, to_key, subscriber_id, ${columns.inserted})`,
    messages.map((message) => [
      organization,
      message.toKey,
      message.subscriberId,
      ...columns.values(message),
    ]),
    'RETURNING key, id',
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export async function messageById(
  queries: Queries,
  organization: number,
  id: string,
): Promise<WebhookMessage | undefined> {
  const row = await queries.get<object>(
    `SELECT ${columns.names} FROM webhook_messages
     WHERE id = $1 AND organization = $2 AND NOT ${isMessageOfErased('webhook_messages')}`,
    [id, organization],
  );
  return columns.readIf(row);
}

/** Returns the newest message's sequence for each object that has a message. */
export async function readSequences(
  queries: Queries,
  organization: number,
  objectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries.all<{ id: string; sequence: number | null }>(
    `SELECT wanted.b AS id, (SELECT sequence FROM webhook_messages
       WHERE organization = wanted.a AND object_id = wanted.b ORDER BY key DESC LIMIT 1) AS sequence
     FROM ${queries.dialect.pairs('$1')} AS wanted`,
    [JSON.stringify(objectIds.map((id) => [organization, id]))],
  );
  return new Map(rows.flatMap(({ id, sequence }) => (sequence === null ? [] : [[id, Number(sequence)]])));
}

/** Adds deliveries that are due immediately. A pending delivery stays unchanged. */
export async function addDeliveries(
  queries: Queries,
  organization: number,
  deliveries: readonly { webhook: number; message: number; dueAt: number }[],
): Promise<void> {
  await queries.insert(
    `INSERT INTO webhook_deliveries (organization, webhook, message, due_at, attempts)`,
    deliveries.map(({ webhook, message, dueAt }) => [organization, webhook, message, dueAt, 0]),
    'ON CONFLICT (webhook, message) DO NOTHING',
  );
}

/** Deletes a person's next outbox rows; the fan-out skips the rest. Returns `limit` if rows may be left. */
export async function removeFromOutboxAbout(
  { queries, organization }: { queries: Queries; organization: number },
  { toKey, subscriberId }: Erasure,
  limit: number,
): Promise<number> {
  // Waits for a fan-out that has locked these rows. `removeMessagesAbout` deletes its messages.
  await lockWebhooks(queries, organization);
  const theirs = 'SELECT key FROM webhook_outbox WHERE organization = $1';
  return await queries.run(
    `DELETE FROM webhook_outbox WHERE key IN (
       SELECT key FROM (${theirs} AND subscriber_id = $3 LIMIT $4) AS theirs
       UNION SELECT key FROM (${theirs} AND to_key = $2 AND NOT ${isHeldByAnother('webhook_outbox')} LIMIT $4) AS addressed)`,
    [organization, toKey, subscriberId, limit],
  );
}

/**
 * Deletes a person's next webhook messages with their deliveries and attempts. A worker that is sending one
 * records nothing. @returns number of deleted messages; `limit` if messages may be left
 */
export async function removeMessagesAbout(
  { queries, organization }: { queries: Queries; organization: number },
  { toKey, subscriberId, newestMessage }: Erasure,
  limit: number,
): Promise<number> {
  const rows = await queries.all<{ key: number }>(
    `SELECT key FROM (SELECT key FROM webhook_messages
       WHERE organization = $1 AND to_key = $2 AND key <= $4 LIMIT $5) AS addressed
     UNION SELECT key FROM (SELECT key FROM webhook_messages
       WHERE organization = $1 AND subscriber_id = $3 LIMIT $5) AS theirs`,
    [organization, toKey, subscriberId, newestMessage, limit],
  );
  await removeMessages(
    queries,
    organization,
    rows.map(({ key }) => key),
  );
  return rows.length;
}

export async function removeMessages(
  queries: Queries,
  organization: number,
  keys: readonly number[],
): Promise<void> {
  if (keys.length === 0) return;
  const values = [organization, JSON.stringify(keys)];
  const messages = queries.dialect.integers('$2');
  for (const table of ['webhook_deliveries', 'webhook_results', 'webhook_attempts']) {
    // Uses the index on endpoints, including deleted ones.
    await queries.run(
      `DELETE FROM ${table} WHERE webhook IN (SELECT key FROM webhooks WHERE organization = $1)
         AND message IN ${messages}`,
      values,
    );
  }
  // The sum keeps SQLite from scanning all messages of the organization for a few keys.
  await queries.run(
    `DELETE FROM webhook_messages WHERE organization + 0 = $1 AND key IN ${messages}`,
    values,
  );
}

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
