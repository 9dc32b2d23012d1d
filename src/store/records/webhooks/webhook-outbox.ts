import type { WebhookKind } from '../../../model/webhook/kinds.ts';
import { everyKind, groupOf } from '../../../model/webhook/kinds.ts';
import type { Queries } from '../../database.ts';
import { isOutboxRowOfErased } from '../people/erasures.ts';

/** Event kinds with at least one enabled endpoint, by organization. */
export class Listens {
  readonly #kinds: ReadonlySet<string>;

  constructor(rows: readonly { organization: number; kind: string }[]) {
    this.#kinds = new Set(rows.map(({ organization, kind }) => `${organization} ${kind}`));
  }

  get areNone(): boolean {
    return this.#kinds.size === 0;
  }

  hears(organization: number, kind: string): boolean {
    if (this.areNone) return false;
    return [kind, everyKind, groupOf(kind)].some((name) => this.#kinds.has(`${organization} ${name}`));
  }
}

/** The only read for an organization without endpoints. */
export async function readListens(queries: Queries, organizations: readonly number[]): Promise<Listens> {
  const rows = await queries.all<{ organization: number; kind: string }>(
    `SELECT DISTINCT organization, kind FROM webhook_listens
     WHERE organization IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(organizations)],
  );
  return new Listens(rows);
}

export async function readListeners(queries: Queries, organization: number): Promise<Map<string, number[]>> {
  const rows = await queries.all<{ kind: string; webhook: number }>(
    'SELECT kind, webhook FROM webhook_listens WHERE organization = $1 ORDER BY kind, webhook',
    [organization],
  );
  const listeners = new Map<string, number[]>();
  for (const { kind, webhook } of rows) {
    const others = listeners.get(kind);
    if (others) others.push(webhook);
    else listeners.set(kind, [webhook]);
  }
  return listeners;
}

/** An event, written in the transaction that causes it. Instants are epoch ms. */
export type OutboxRow = {
  organization: number;
  kind: string;
  objectId: string;
  at: number;
  data: Record<string, unknown>;
  /** Address (mailbox key) and subscriber of the person concerned; null for none. */
  toKey: string | null;
  subscriberId: string | null;
  /** The only endpoint to notify. Omit it for all that subscribe. */
  webhook?: number | null;
};

export async function addToOutbox(queries: Queries, rows: readonly OutboxRow[]): Promise<void> {
  await queries.insert(
    'INSERT INTO webhook_outbox (organization, kind, object_id, at, data, to_key, subscriber_id, webhook)',
    rows.map(({ organization, kind, objectId, at, data, toKey, subscriberId, webhook = null }) => [
      organization,
      kind,
      objectId,
      at,
      JSON.stringify(data),
      toKey,
      subscriberId,
      webhook,
    ]),
  );
}

/** Returns organizations after a key with outbox rows. The `floor` skips dead rows before VACUUM. */
export async function organizationsWaiting(
  queries: Queries,
  after: number,
  floor: number,
  limit: number,
): Promise<number[]> {
  const next = `(SELECT organization FROM webhook_outbox
     WHERE organization > $A AND key > $2 ORDER BY organization LIMIT 1)`;
  const rows = await queries.all<{ organization: number }>(
    `WITH RECURSIVE waiting (organization) AS (
       SELECT ${next.replace('$A', '$1')}
       UNION ALL
       SELECT ${next.replace('$A', 'waiting.organization')} FROM waiting WHERE waiting.organization IS NOT NULL
     )
     SELECT organization FROM waiting WHERE organization IS NOT NULL LIMIT $3`,
    [after, floor, limit],
  );
  return rows.map(({ organization }) => organization);
}

export async function newestInOutbox(queries: Queries): Promise<number> {
  const row = await queries.get<{ key: number }>(
    'SELECT key FROM webhook_outbox ORDER BY key DESC LIMIT 1',
    [],
  );
  return row?.key ?? 0;
}

type Row = {
  key: number;
  kind: string;
  object_id: string;
  at: number;
  data: string;
  to_key: string | null;
  subscriber_id: string | null;
  webhook: number | null;
  erased: number;
};

/** Returns the oldest rows of an organization, in order. Rows with `isOfErased` must only be deleted. */
export async function readOutbox(
  queries: Queries,
  organization: number,
  limit: number,
): Promise<(OutboxRow & { key: number; isOfErased: boolean })[]> {
  const rows = await queries.all<Row>(
    `SELECT key, kind, object_id, at, data, to_key, subscriber_id, webhook,
       CASE WHEN ${isOutboxRowOfErased('webhook_outbox')} THEN 1 ELSE 0 END AS erased
     FROM webhook_outbox WHERE organization = $1 ORDER BY key LIMIT $2`,
    [organization, limit],
  );
  return rows.map((row) => ({
    key: row.key,
    organization,
    kind: row.kind,
    objectId: row.object_id,
    at: row.at,
    data: JSON.parse(row.data),
    toKey: row.to_key,
    subscriberId: row.subscriber_id,
    webhook: row.webhook,
    isOfErased: row.erased === 1,
  }));
}

export async function removeFromOutbox(
  queries: Queries,
  organization: number,
  keys: readonly number[],
): Promise<void> {
  await queries.run(
    `DELETE FROM webhook_outbox WHERE organization = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(keys)],
  );
}

/** Creates the row that `lockWebhooks` locks. */
export async function beginWebhooks(queries: Queries, organization: number): Promise<void> {
  await queries.insert(
    'INSERT INTO webhook_organizations (organization)',
    [[organization]],
    'ON CONFLICT (organization) DO NOTHING',
  );
}

/** Locks the endpoints and the outbox; `ifFree` does not wait. False without the lock or any endpoint. */
export async function lockWebhooks(
  queries: Queries,
  organization: number,
  ifFree?: 'if_free',
): Promise<boolean> {
  const { name, skipLocked } = queries.dialect;
  const wait = name === 'postgres' ? 'FOR UPDATE' : '';
  const row = await queries.get<{ organization: number }>(
    `SELECT organization FROM webhook_organizations WHERE organization = $1 ${ifFree ? skipLocked : wait}`,
    [organization],
  );
  return row !== undefined;
}

/** Counts the pending deliveries to enabled endpoints of all organizations, and the outbox. */
export async function waitingForWebhooks(queries: Queries): Promise<number> {
  const row = await queries.get<{ amount: number }>(
    `SELECT (SELECT count(*) FROM webhook_outbox) + (SELECT count(*) FROM webhook_deliveries due
       JOIN webhook_states state ON state.webhook = due.webhook WHERE state.status = 'enabled') AS amount`,
    [],
  );
  return Number(row?.amount ?? 0);
}

export type Announcement = {
  organization: number;
  kind: WebhookKind;
  /** Messages about one object have increasing sequences. */
  objectId: string;
  at: number;
  /** For erasure: mailbox key and id of the person concerned. */
  person?: { toKey: string | null; subscriberId: string | null };
  data: Record<string, unknown>;
};

/**
 * Writes to the outbox in the transaction of the change. The object's row must be locked, so that messages
 * about it keep their order. `happened` is called only if an endpoint listens.
 */
export async function announce(
  queries: Queries,
  organizations: readonly number[],
  happened: (listens: Listens) => readonly Announcement[] | Promise<readonly Announcement[]>,
): Promise<void> {
  if (organizations.length === 0) return;
  const listens = await readListens(queries, [...new Set(organizations)]);
  if (listens.areNone) return;
  const heard = (await happened(listens)).filter(({ organization, kind }) =>
    listens.hears(organization, kind),
  );
  await addToOutbox(
    queries,
    heard.map(({ person, ...one }) => ({
      ...one,
      toKey: person?.toKey ?? null,
      subscriberId: person?.subscriberId ?? null,
    })),
  );
}
