import type { Queries } from '../../database.ts';
import { isMessageOfErased } from '../people/erasures.ts';
import { addDeliveries } from './webhook-messages.ts';

type Place = { queries: Queries; organization: number };

/** Makes deliveries due now: restarts ended ones and skips waits, but not an attempt in progress. */
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

/** Returns messages whose last attempt to an endpoint failed, whether they will be retried or not. */
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

export type MessagePosition = { at: number; key: number; id: string };

export async function messagesAfter(
  { queries, organization }: Place,
  { at, key }: MessagePosition,
  limit: number,
): Promise<(MessagePosition & { kind: string })[]> {
  const messages = `SELECT at, key, id, kind FROM webhook_messages
     WHERE organization = $1 AND NOT ${isMessageOfErased('webhook_messages')}`;
  // SQLite would read all messages of the position's instant to compare (at, key).
  return await queries.all(
    `SELECT at, key, id, kind FROM (
       SELECT * FROM (${messages} AND at = $2 AND key > $3 ORDER BY key LIMIT $4) AS same_instant
       UNION ALL SELECT * FROM (${messages} AND at > $2 ORDER BY at, key LIMIT $4) AS later) AS following
     ORDER BY at, key LIMIT $4`,
    [organization, at, key, limit],
  );
}
