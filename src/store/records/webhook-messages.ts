import type { WebhookMessage } from '../../model/webhook/webhook.ts';
import { Columns, generated, plain } from '../columns.ts';
import type { Queries } from '../database.ts';

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
  /** The person it is about. */
  toKey: string | null;
  subscriberId: string | null;
};

/** @returns their keys, by their ids */
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
    `SELECT ${columns.names} FROM webhook_messages WHERE id = $1 AND organization = $2`,
    [id, organization],
  );
  return columns.readIf(row);
}

/** The sequence of the newest message about each object; one without a message is left out. */
export async function sequencesOf(
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

/** Adds deliveries of messages to endpoints, each due at once. One that is pending already stays as it is. */
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
