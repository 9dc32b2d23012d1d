import type {
  DeliveryStatus,
  WebhookAttempt,
  WebhookAttempts,
  WebhookDelivery,
  WebhookMessage,
} from '../../../model/webhook/webhook.ts';
import { Columns, generated, plain } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import { buildPage, createdOrderSlackMs, type Page, type PageRequest } from '../../page.ts';
import { isMessageOfErased } from '../people/erasures.ts';
import { addDeliveries } from './webhook-messages.ts';

type Head = Omit<WebhookMessage, 'payload'>;

const messageColumns = new Columns<Head>({
  key: generated('key'),
  id: plain('id'),
  kind: plain('kind'),
  objectId: plain('object_id'),
  at: plain('at'),
  sequence: plain('sequence'),
});

const attemptColumns = new Columns<WebhookAttempt>({
  id: plain('id'),
  at: plain('at'),
  durationMs: plain('duration_ms'),
  url: plain('url'),
  outcome: plain('outcome'),
  statusCode: plain('status_code'),
  answer: plain('answer'),
});

type Filter = {
  status?: DeliveryStatus | undefined;
  /** Only messages about events at or after this time, epoch ms. */
  since?: number | undefined;
};

type Row = {
  message: number;
  status: DeliveryStatus;
  attempts: number;
  due_at: number | null;
  ended_at: number | null;
};

/** Deliveries to one endpoint. Pending and ended deliveries are in two tables. */
export class WebhookHistory {
  readonly #queries: Queries;
  readonly #organization: number;
  readonly #webhook: { key: number; id: string };

  constructor(
    { queries, organization }: { queries: Queries; organization: number },
    webhook: { key: number; id: string },
  ) {
    this.#queries = queries;
    this.#organization = organization;
    this.#webhook = webhook;
  }

  async page(
    { status, since }: Filter,
    { limit, after, before }: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    const wanted = limit + 1;
    const backwards = before !== undefined;
    const position = after ?? before;
    const values: Value[] = [this.#webhook.key, this.#organization];
    let where = `one.webhook = $1 AND one.organization = $2 AND NOT ${isMessageOfErased('said')}`;
    if (position !== undefined)
      where += ` AND one.message ${backwards ? '>' : '<'} $${values.push(position)}`;
    if (since !== undefined) {
      where += ` AND one.message > $${values.push(await this.#keyBefore(since))} AND said.at >= $${values.push(since)}`;
    }
    const order = `ORDER BY one.message ${backwards ? 'ASC' : 'DESC'} LIMIT ${wanted}`;
    const joined = 'one JOIN webhook_messages said ON said.key = one.message';
    const pending =
      status === undefined || status === 'pending'
        ? await this.#queries.all<Row>(
            `SELECT one.message, 'pending' AS status, one.attempts, one.due_at, NULL AS ended_at
             FROM webhook_deliveries ${joined} WHERE ${where} ${order}`,
            values,
          )
        : [];
    const outcome = status === undefined ? '' : `AND one.outcome = $${values.length + 1}`;
    const ended =
      status === 'pending'
        ? []
        : await this.#queries.all<Row>(
            `SELECT one.message, one.outcome AS status, one.attempts, NULL AS due_at, one.ended_at
             FROM webhook_results ${joined} WHERE ${where} ${outcome} ${order}`,
            status === undefined ? values : [...values, status],
          );
    const rows = [...pending, ...ended]
      .sort((a, b) => (backwards ? a.message - b.message : b.message - a.message))
      .slice(0, wanted);
    const page = buildPage(rows, wanted, backwards);
    return { ...page, rows: await this.#shown(page.rows) };
  }

  /** @param message key. @returns undefined if the message was never sent to this endpoint */
  async delivery(message: number): Promise<WebhookDelivery | undefined> {
    const values = [this.#webhook.key, message, this.#organization];
    const place = 'webhook = $1 AND message = $2 AND organization = $3';
    const rows = await this.#queries.all<Row>(
      `SELECT message, 'pending' AS status, attempts, due_at, NULL AS ended_at
       FROM webhook_deliveries WHERE ${place}
       UNION ALL
       SELECT message, outcome AS status, attempts, NULL AS due_at, ended_at
       FROM webhook_results WHERE ${place} LIMIT 1`,
      values,
    );
    return (await this.#shown(rows))[0];
  }

  /** Returns the last attempts of each delivery, newest first, and their total, by message key. */
  async attempts(messages: readonly number[], ofEach: number): Promise<Map<number, WebhookAttempts>> {
    const rows = await this.#queries.all<{ message: number; amount: number }>(
      `SELECT message, amount, ${attemptColumns.names} FROM (
         SELECT message, key, ${attemptColumns.names}, count(*) OVER (PARTITION BY message) AS amount,
           row_number() OVER (PARTITION BY message ORDER BY key DESC) AS place
         FROM webhook_attempts
         WHERE webhook = $1 AND organization = $2 AND message IN ${this.#queries.dialect.integers('$3')}
       ) AS attempt WHERE place <= $4 ORDER BY key DESC`,
      [this.#webhook.key, this.#organization, JSON.stringify(messages), ofEach],
    );
    const attempts = new Map<number, WebhookAttempts>();
    for (const row of rows) {
      const { newest = [] } = attempts.get(row.message) ?? {};
      attempts.set(row.message, { amount: row.amount, newest: [...newest, attemptColumns.read(row)] });
    }
    return attempts;
  }

  /** Returns a key below all messages about events since a time. Keys follow the event times closely. */
  async #keyBefore(since: number): Promise<number> {
    const row = await this.#queries.get<{ key: number }>(
      `SELECT key FROM webhook_messages WHERE organization = $1 AND at < $2 ORDER BY at DESC LIMIT 1`,
      [this.#organization, since - createdOrderSlackMs],
    );
    return row?.key ?? 0;
  }

  async #shown(rows: readonly Row[]): Promise<WebhookDelivery[]> {
    if (rows.length === 0) return [];
    const heads = await this.#queries.all<object>(
      `SELECT ${messageColumns.names} FROM webhook_messages
       WHERE organization + 0 = $1 AND key IN ${this.#queries.dialect.integers('$2')}
         AND NOT ${isMessageOfErased('webhook_messages')}`,
      [this.#organization, JSON.stringify(rows.map(({ message }) => message))],
    );
    const messages = new Map(heads.map((row) => messageColumns.read(row)).map((head) => [head.key, head]));
    return rows.flatMap((row) => {
      const message = messages.get(row.message);
      if (!message) return [];
      return {
        webhookId: this.#webhook.id,
        message,
        status: row.status,
        attempts: row.attempts,
        nextAttemptAt: row.due_at,
        endedAt: row.ended_at,
      };
    });
  }
}

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
