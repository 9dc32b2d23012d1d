import { isoInstant, secondMs } from '../../model/instant.ts';
import { describeMail } from '../../model/webhook/describe-mail.ts';
import { everyKind, groupOf, payloadText } from '../../model/webhook/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import { announcedMails } from '../../store/records/webhooks/webhook-facts.ts';
import {
  addDeliveries,
  addMessages,
  type NewMessage,
  readSequences,
} from '../../store/records/webhooks/webhook-messages.ts';
import {
  lockWebhooks,
  newestInOutbox,
  type OutboxRow,
  organizationsWaiting,
  readListeners,
  readOutbox,
  removeFromOutbox,
} from '../../store/records/webhooks/webhook-outbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';

/** Bounds how long a transaction holds the writer. */
const stretchRows = 200;
const organizationsPerLookMax = 200;
/** Interval of full scans. Scans in between skip keys below the floor. */
const fullLookEveryMs = 30 * secondMs;
/** Full scans before a key falls below the floor: longer than any transaction that may still commit a lower key. */
const fullLooksToPass = 4;

type Place = {
  running: Promise<number> | null;
  /** Only full scans read keys up to the floor. */
  floor: number;
  /** Newest keys at the last full scans, oldest first. */
  newest: number[];
  fullLookAt: number;
};

const placeOf = perEngine(
  (): Place => ({ running: null, floor: 0, newest: [], fullLookAt: Number.NEGATIVE_INFINITY }),
);

/** Fans out for all organizations in turn. Concurrent processes skip a locked organization. @returns the outbox rows removed */
export function fanOutDue(engine: Engine): Promise<number> {
  const place = placeOf(engine);
  place.running ??= fanOutAll(engine, place).finally(() => {
    place.running = null;
  });
  return place.running;
}

async function fanOutAll(engine: Engine, place: Place): Promise<number> {
  const { reader } = engine.store.database;
  const floor = await floorOf(engine, place);
  let done = 0;
  for (let after = 0; ; ) {
    const organizations = await organizationsWaiting(reader, after, floor, organizationsPerLookMax);
    done += await fanOutInTurn(engine, organizations);
    if (organizations.length < organizationsPerLookMax) return done;
    after = organizations.at(-1)!;
  }
}

async function fanOutInTurn(engine: Engine, organizations: readonly number[]): Promise<number> {
  let done = 0;
  let open = organizations;
  while (open.length > 0) {
    const more: number[] = [];
    for (const organization of open) {
      const rows = await fanOutOrLog(engine, organization);
      done += rows;
      if (rows === stretchRows) more.push(organization);
    }
    open = more;
  }
  return done;
}

/** An error in one organization's rows must not block the others. The rows stay and are retried at the next scan. */
async function fanOutOrLog(engine: Engine, organization: number): Promise<number> {
  try {
    return await fanOut(engine, organization);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    engine.world.log.error({ err: error, organization }, 'Webhook messages could not be created');
    return 0;
  }
}

async function floorOf({ store, world }: Engine, place: Place): Promise<number> {
  // SQLite needs no floor, because it reads no deleted rows, and it reuses the keys of an emptied table.
  if (store.database.reader.dialect.name === 'sqlite') return 0;
  const now = world.clock.monotonic();
  if (now < place.fullLookAt) return place.floor;
  place.fullLookAt = now + fullLookEveryMs;
  place.newest.push(Math.max(place.newest.at(-1) ?? 0, await newestInOutbox(store.database.reader)));
  if (place.newest.length > fullLooksToPass) place.floor = place.newest.shift()!;
  return 0;
}

async function fanOut(engine: Engine, organization: number): Promise<number> {
  const { clock } = engine.world;
  return await engine.store.database.transaction(async (queries) => {
    if (!(await lockWebhooks(queries, organization, 'if_free'))) return 0;
    const rows = await readOutbox(queries, organization, stretchRows);
    const listeners = await readListeners(queries, organization);
    const heard = rows.flatMap((row) => {
      if (row.isOfErased) return [];
      const webhooks = row.webhook
        ? [row.webhook]
        : [everyKind, groupOf(row.kind), row.kind].flatMap((name) => listeners.get(name) ?? []);
      return webhooks.length === 0 ? [] : [{ row, webhooks: [...new Set(webhooks)] }];
    });
    const messages = await messagesOf(
      engine,
      queries,
      organization,
      heard.map(({ row }) => row),
    );
    const keys = await addMessages(queries, organization, messages);
    const now = clock.now();
    await addDeliveries(
      queries,
      organization,
      heard.flatMap(({ webhooks }, index) => {
        const message = keys.get(messages[index]!.id)!;
        return webhooks.map((webhook) => ({ webhook, message, dueAt: now }));
      }),
    );
    await removeFromOutbox(
      queries,
      organization,
      rows.map(({ key }) => key),
    );
    return rows.length;
  }, 'webhook');
}

async function messagesOf(
  engine: Engine,
  queries: Queries,
  organization: number,
  rows: readonly OutboxRow[],
): Promise<NewMessage[]> {
  const { clock, ids } = engine.world;
  const complete = await completion(queries, organization, rows);
  const sequences = await readSequences(queries, organization, [
    ...new Set(rows.map(({ objectId }) => objectId)),
  ]);
  const now = clock.now();
  return rows.map((row) => {
    const { kind, objectId, at, toKey, subscriberId } = row;
    // Sequences grow per object. The clock makes them reveal nothing about other objects.
    const sequence = Math.max(now, (sequences.get(objectId) ?? 0) + 1);
    sequences.set(objectId, sequence);
    const payload = payloadText(kind, isoInstant(at), { ...complete(row), sequence });
    return { id: ids.id('msg'), kind, objectId, at, sequence, payload, toKey, subscriberId };
  });
}

/** Completes outbox rows with current mail and tag details, in one query per kind. */
async function completion(
  queries: Queries,
  organization: number,
  rows: readonly OutboxRow[],
): Promise<(row: OutboxRow) => Record<string, unknown>> {
  const mails = await announcedMails(queries, organization, [
    ...new Set(rows.filter(isOfMail).map(({ objectId }) => objectId)),
  ]);
  const tagIds = new Set(rows.flatMap(({ data }) => tagIdsOf(data)));
  const labels =
    tagIds.size === 0
      ? new Map()
      : await new OrganizationStore(queries, organization).tags.labels([...tagIds]);
  return (row) => {
    if (isOfMail(row)) {
      const mail = mails.get(row.objectId);
      return { ...(mail ? describeMail(mail) : { email_id: row.objectId }), ...row.data };
    }
    if (!('tagIds' in row.data)) return row.data;
    const { tagIds: _, ...data } = row.data;
    const tags = tagIdsOf(row.data).map((id) => ({ id, name: labels.get(id)?.name ?? null }));
    return { ...data, tags };
  };
}

function isOfMail({ kind }: OutboxRow): boolean {
  return kind.startsWith('email.');
}

function tagIdsOf({ tagIds }: OutboxRow['data']): string[] {
  return Array.isArray(tagIds) ? tagIds : [];
}
