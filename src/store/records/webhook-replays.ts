import type { Queries, Value } from '../database.ts';
import { isMessageOfErased } from './erasures.ts';
import { addDeliveries } from './webhook-messages.ts';

type Place = { queries: Queries; organization: number };

/**
 * Has messages sent to an endpoint now: an ended delivery begins again, and one that waits for its next attempt has it now.
 * One whose attempt is under way is due already, and left to it.
 */
export async function replayDeliveries(
  { queries, organization }: Place,
  webhook: number,
  messages: readonly number[],
  now: number,
): Promise<void> {
  const listed = queries.dialect.integers('$3');
  const values = [webhook, organization, JSON.stringify(messages)];
  const place = `webhook = $1 AND organization = $2 AND message IN ${listed}`;
  await queries.run(`DELETE FROM webhook_results WHERE ${place}`, values);
  await queries.run(`UPDATE webhook_deliveries SET due_at = $4 WHERE ${place} AND due_at > $4`, [
    ...values,
    now,
  ]);
  await addDeliveries(
    queries,
    organization,
    messages.map((message) => ({ webhook, message, dueAt: now })),
  );
}

/** Messages whose last attempt to an endpoint failed, whether it ended so or waits for the next. */
export async function failedMessages(
  { queries, organization }: Place,
  webhook: number,
  now: number,
  limit: number,
): Promise<number[]> {
  const ended = await queries.all<{ message: number }>(
    `SELECT message FROM webhook_results WHERE webhook = $1 AND organization = $2 AND outcome = 'failed'
     ORDER BY message LIMIT $3`,
    [webhook, organization, limit],
  );
  const waiting = await queries.all<{ message: number }>(
    `SELECT message FROM webhook_deliveries
     WHERE webhook = $1 AND organization = $2 AND due_at > $3 AND attempts > 0
     ORDER BY due_at LIMIT $4`,
    [webhook, organization, now, limit - ended.length],
  );
  return [...ended, ...waiting].map(({ message }) => message);
}

/** Where a walk over messages has come to. */
export type MessagePosition = { at: number; key: number };

/**
 * Messages about what happened since a time that an endpoint listens to, in that order, tests left out.
 * @param kinds every name that may stand in front; null for all
 */
export async function messagesSince(
  { queries, organization }: Place,
  { at, key }: MessagePosition,
  kinds: readonly string[] | null,
  limit: number,
): Promise<MessagePosition[]> {
  const values: Value[] = [organization, at, key, limit];
  const heard = kinds && `AND kind IN ${queries.dialect.strings(`$${values.push(JSON.stringify(kinds))}`)}`;
  return await queries.all<MessagePosition>(
    `SELECT at, key FROM webhook_messages
     WHERE organization = $1 AND at >= $2 AND (at > $2 OR key > $3) AND kind <> 'webhook.test' ${heard ?? ''}
       AND NOT ${isMessageOfErased('webhook_messages')}
     ORDER BY at, key LIMIT $4`,
    values,
  );
}
