import type { WebhookAttempt } from '../../../model/webhook/webhook.ts';
import type { Queries } from '../../database.ts';
import { isMessageOfErased } from '../people/erasures.ts';

export type DueDelivery = {
  key: number;
  message: number;
  /** Recorded attempts, including attempts without a recorded end. */
  attempts: number;
  dueAt: number;
  messageId: string;
  payload: string;
};

/** Returns an endpoint's longest-due deliveries. Skips `except` and, to avoid dead rows, up to `floor`. */
export async function dueDeliveries(
  queries: Queries,
  webhook: number,
  { floor, now, except, limit }: { floor: number; now: number; except: readonly number[]; limit: number },
): Promise<DueDelivery[]> {
  return await queries.all<DueDelivery>(
    `SELECT due.key, due.message, due.attempts, due.due_at AS "dueAt", said.id AS "messageId", said.payload
     FROM webhook_deliveries due JOIN webhook_messages said ON said.key = due.message
     WHERE due.webhook = $1 AND due.due_at > $2 AND due.due_at <= $3
       AND due.key NOT IN ${queries.dialect.integers('$4')} AND NOT ${isMessageOfErased('said')}
     ORDER BY due.due_at LIMIT $5`,
    [webhook, floor, now, JSON.stringify(except), limit],
  );
}

/** Records an attempt, due again at `dueAt` if its end is lost. False if another process has the delivery. */
export async function countAttempt(
  queries: Queries,
  { key, message, attempts }: Pick<DueDelivery, 'key' | 'message' | 'attempts'>,
  dueAt: number,
): Promise<boolean> {
  const changed = await queries.run(
    `UPDATE webhook_deliveries SET due_at = $4, attempts = attempts + 1
     WHERE key = $1 AND message = $2 AND attempts = $3`,
    [key, message, attempts, dueAt],
  );
  return changed === 1;
}

export type EndedAttempt = {
  delivery: Pick<DueDelivery, 'key' | 'message' | 'attempts'>;
  attempts: number;
  webhook: number;
  organization: number;
  attempt: WebhookAttempt;
  /** `succeeded`, `failed` permanently, or the time of the next attempt (epoch ms). */
  next: 'succeeded' | 'failed' | number;
};

/** Records attempts, unless another process has ended them. Returns the recorded attempts. */
export async function endAttempts(
  queries: Queries,
  ended: readonly EndedAttempt[],
  now: number,
): Promise<EndedAttempt[]> {
  const inOrder = [...ended].sort((a, b) => a.delivery.key - b.delivery.key);
  const over = inOrder.filter(({ next }) => typeof next !== 'number');
  const removed = new Set(await removeDeliveries(queries, over));
  const written: EndedAttempt[] = over.filter(({ delivery }) => removed.has(delivery.key));
  await queries.insert(
    'INSERT INTO webhook_results (webhook, message, organization, outcome, attempts, ended_at)',
    written.map(({ webhook, delivery, organization, next, attempts }) => [
      webhook,
      delivery.message,
      organization,
      next,
      attempts,
      now,
    ]),
    `ON CONFLICT (webhook, message) DO UPDATE SET outcome = excluded.outcome, attempts = excluded.attempts,
       ended_at = excluded.ended_at`,
  );
  for (const one of inOrder) {
    if (typeof one.next !== 'number') continue;
    const changed = await queries.run(
      `UPDATE webhook_deliveries SET due_at = $4, attempts = $5
       WHERE key = $1 AND message = $2 AND attempts = $3`,
      [one.delivery.key, one.delivery.message, one.delivery.attempts, one.next, one.attempts],
    );
    if (changed === 1) written.push(one);
  }
  await addAttempts(queries, written);
  return written;
}

/** Matches the message too, because SQLite may reuse the key of a deleted row. */
async function removeDeliveries(queries: Queries, over: readonly EndedAttempt[]): Promise<number[]> {
  if (over.length === 0) return [];
  const rows = await queries.all<{ key: number }>(
    `WITH wanted AS MATERIALIZED (SELECT a AS key, b AS attempt FROM ${queries.dialect.pairs('$1')} AS pair)
     DELETE FROM webhook_deliveries WHERE key IN (
       SELECT one.key FROM wanted JOIN webhook_deliveries one
         ON one.key = wanted.key AND one.message || ' ' || one.attempts = wanted.attempt)
     RETURNING key`,
    [JSON.stringify(over.map(({ delivery: { key, message, attempts } }) => [key, `${message} ${attempts}`]))],
  );
  return rows.map(({ key }) => key);
}

async function addAttempts(queries: Queries, ended: readonly EndedAttempt[]): Promise<void> {
  await queries.insertCounting(
    `INSERT INTO webhook_attempts (id, organization, webhook, message, at, duration_ms, url, outcome, status_code,
       answer)`,
    ended.map(({ attempt, organization, webhook, delivery }) => [
      attempt.id,
      organization,
      webhook,
      delivery.message,
      attempt.at,
      attempt.durationMs,
      attempt.url,
      attempt.outcome,
      attempt.statusCode,
      attempt.answer,
    ]),
  );
}
