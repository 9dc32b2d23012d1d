import type { StoredWebhook, WebhookRecord, WebhookState } from '../../../model/webhook/webhook.ts';
import { assignments, type Column, Columns, fixed, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<WebhookRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  url: plain('url'),
  events: json('events'),
  description: plain('description'),
  secret: plain('secret'),
  oldSecret: plain('old_secret'),
  oldSecretUntil: plain('old_secret_until'),
  createdAt: fixed(plain('created_at')),
  updatedAt: plain('updated_at'),
});

const stateColumns = new Columns<WebhookState>({
  status: plain('status'),
  reason: plain('reason'),
  statusAt: plain('status_at'),
  consecutiveFailures: plain('consecutive_failures'),
  failingSince: plain('failing_since'),
  lastDeliveryAt: plain('last_delivery_at'),
  lastSuccessAt: plain('last_success_at'),
  pausedUntil: plain('paused_until'),
} as const satisfies { [Field in keyof WebhookState]: Column<WebhookState[Field]> });

const select = `SELECT ${columns.of('hook')}, ${stateColumns.of('state')}
  FROM webhooks hook JOIN webhook_states state ON state.webhook = hook.key`;

/** Endpoints of one organization, without deleted ones. */
export class WebhookRecords extends ScopedRecords {
  async byId(id: string): Promise<StoredWebhook | undefined> {
    const row = await this.queries.get<object>(
      `${select} WHERE hook.id = $1 AND hook.organization = $2 AND hook.deleted_at IS NULL`,
      [id, this.organization],
    );
    return row && read(row);
  }

  async hold(id: string): Promise<StoredWebhook | undefined> {
    const row = await this.queries.get<object>(
      `${select} WHERE hook.id = $1 AND hook.organization = $2 AND hook.deleted_at IS NULL
       ${forUpdate(this.queries)}`,
      [id, this.organization],
    );
    return row && read(row);
  }

  async page(request: PageRequest): Promise<Page<StoredWebhook>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `${select} WHERE hook.organization = $1 AND hook.deleted_at IS NULL`,
        values: [this.organization],
        key: 'hook.key',
      },
      request,
    );
    return { ...page, rows: page.rows.map(read) };
  }

  /** Returns the URLs of all endpoints, whose number is limited. */
  async urls(): Promise<string[]> {
    const rows = await this.queries.all<{ url: string }>(
      'SELECT url FROM webhooks WHERE organization = $1 AND deleted_at IS NULL',
      [this.organization],
    );
    return rows.map(({ url }) => url);
  }

  /** Returns the first URL whose host is new to the organization's endpoints. */
  async firstOfNewHost(urls: readonly string[]): Promise<string | undefined> {
    if (urls.length === 0) return undefined;
    const hosts = new Set((await this.urls()).map((url) => new URL(url).host));
    return urls.find((url) => !hosts.has(new URL(url).host));
  }

  async keyByUrl(url: string): Promise<number | undefined> {
    const row = await this.queries.get<{ key: number }>(
      `SELECT key FROM webhooks WHERE organization = $1 AND url = $2 AND deleted_at IS NULL ORDER BY key LIMIT 1`,
      [this.organization, url],
    );
    return row?.key;
  }

  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM webhooks WHERE organization = $1 AND deleted_at IS NULL',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  async add(webhook: Omit<WebhookRecord, 'key'>, state: WebhookState): Promise<number> {
    const added = columns.added(webhook);
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO webhooks (organization, ${Object.keys(added).join(', ')})`,
      [[this.organization, ...Object.values(added)]],
      'RETURNING key',
    );
    const { key } = row!;
    await this.queries.insert(
      `INSERT INTO webhook_states (webhook, organization, ${stateColumns.inserted})`,
      [[key, this.organization, ...stateColumns.values(state)]],
    );
    return key;
  }

  async update(webhook: WebhookRecord): Promise<void> {
    const changed = columns.changed(webhook);
    await this.queries.run(
      `UPDATE webhooks SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
      [webhook.key, this.organization, ...Object.values(changed)],
    );
  }

  async updateState(key: number, state: WebhookState): Promise<void> {
    const changed = stateColumns.changed(state);
    await this.queries.run(
      `UPDATE webhook_states SET ${assignments(changed, 3)} WHERE webhook = $1 AND organization = $2`,
      [key, this.organization, ...Object.values(changed)],
    );
  }

  /** Deletes a locked endpoint. The sweep deletes its messages later, in batches. */
  async remove(key: number, now: number): Promise<void> {
    const values = [key, this.organization];
    await this.queries.run('UPDATE webhooks SET deleted_at = $3 WHERE key = $1 AND organization = $2', [
      ...values,
      now,
    ]);
    await this.queries.run('DELETE FROM webhook_states WHERE webhook = $1 AND organization = $2', values);
    await this.listen(key, []);
  }

  /** Replaces the kinds, groups or `*` that an endpoint subscribes to; empty for an endpoint that is not enabled. */
  async listen(key: number, kinds: readonly string[]): Promise<void> {
    await this.queries.run('DELETE FROM webhook_listens WHERE organization = $1 AND webhook = $2', [
      this.organization,
      key,
    ]);
    await this.queries.insert(
      'INSERT INTO webhook_listens (organization, kind, webhook)',
      kinds.map((kind) => [this.organization, kind, key]),
    );
  }
}

function read(row: object): StoredWebhook {
  return { ...columns.read(row), state: stateColumns.read(row) };
}

/** Returns the endpoints that failures disabled, for the doctor. @param organization null for all */
export async function autoDisabledWebhooks(
  queries: Queries,
  organization: number | null,
  limit: number,
): Promise<{ id: string; url: string; organization: string; reason: string | null }[]> {
  return await queries.all(
    `SELECT hook.id, hook.url, owner.id AS organization, state.reason
     FROM webhook_states state
     JOIN webhooks hook ON hook.key = state.webhook
     JOIN organizations owner ON owner.key = state.organization
     WHERE state.status = 'auto_disabled' ${organization === null ? '' : 'AND state.organization = $2'}
     ORDER BY state.webhook DESC LIMIT $1`,
    organization === null ? [limit] : [limit, organization],
  );
}

export type DeliveredWebhook = StoredWebhook & { organization: number };

export async function webhooksByKeys(queries: Queries, keys: readonly number[]): Promise<DeliveredWebhook[]> {
  return await readByKeys(queries, keys, '');
}

export async function holdWebhooks(queries: Queries, keys: readonly number[]): Promise<DeliveredWebhook[]> {
  return await readByKeys(queries, keys, `ORDER BY hook.key ${forUpdate(queries)}`);
}

async function readByKeys(
  queries: Queries,
  keys: readonly number[],
  tail: string,
): Promise<DeliveredWebhook[]> {
  const rows = await queries.all<{ organization: number }>(
    `SELECT hook.organization, ${columns.of('hook')}, ${stateColumns.of('state')}
     FROM webhooks hook JOIN webhook_states state ON state.webhook = hook.key
     WHERE hook.key IN ${queries.dialect.integers('$1')} AND hook.deleted_at IS NULL ${tail}`,
    [JSON.stringify(keys)],
  );
  return rows.map((row) => ({ ...read(row), organization: row.organization }));
}
