import type { EventFact, Person } from '../../../model/workflow/facts.ts';
import type { Queries } from '../../database.ts';
import { isAmong } from '../../look-up-each.ts';
import { forUpdate } from '../../row-lock.ts';
import { clockSteps, elapsedSince } from '../instance/instance.ts';
import { subscriberColumns } from '../people/subscriber-row.ts';

/** Facts for the decisions of workflow runs, read for many people in a few statements. */

/** Returns people by key. `hold` locks them until the transaction ends, in the order of their keys. */
export async function readPeople(
  queries: Queries,
  organization: number,
  keys: readonly number[],
  reading: 'hold' | 'look',
): Promise<Map<number, Person>> {
  if (keys.length === 0) return new Map();
  const rows = await queries.all<{ last_opened_at: number | null; last_clicked_at: number | null }>(
    `SELECT ${subscriberColumns.names}, last_opened_at, last_clicked_at FROM subscribers
     WHERE organization = $1 AND ${isAmong(queries, 'key', queries.dialect.integers('$2'))}
     ORDER BY key ${reading === 'hold' ? forUpdate(queries) : ''}`,
    [organization, JSON.stringify(keys)],
  );
  const read = rows.map((row) => ({ row, record: subscriberColumns.read(row) }));
  const names = await tagNames(queries, organization, new Set(read.flatMap(({ record }) => record.tagIds)));
  return new Map(
    read.map(({ row, record: { tagIds, ...record } }) => [
      record.key,
      {
        ...record,
        tags: tagIds.flatMap((id) => {
          const name = names.get(id);
          return name === undefined ? [] : [{ id, name }];
        }),
        lastOpenedAt: row.last_opened_at,
        lastClickedAt: row.last_clicked_at,
      },
    ]),
  );
}

async function tagNames(
  queries: Queries,
  organization: number,
  ids: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const rows = await queries.all<{ id: string; name: string }>(
    `SELECT id, name FROM tags WHERE organization = $1 AND id IN ${queries.dialect.strings('$2')}`,
    [organization, JSON.stringify([...ids])],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type WantedEvents = { subscriber: number; name: string };

/** Returns people's newest events since a time, up to `perName`, by the person's key and the name. */
export async function readEventsSince(
  queries: Queries,
  organization: number,
  wanted: readonly WantedEvents[],
  since: number,
  perName: number,
): Promise<Map<number, Map<string, EventFact[]>>> {
  const found = new Map<number, Map<string, EventFact[]>>();
  if (wanted.length === 0) return found;
  const rows = await queries.all<{
    subscriber: number;
    name: string;
    id: string;
    received_at: number;
    properties: string;
  }>(
    `SELECT subscriber, name, id, received_at, properties FROM (
       SELECT events.key, events.subscriber, events.name, events.id, events.received_at, events.properties,
         row_number() OVER (PARTITION BY events.subscriber, events.name ORDER BY events.key DESC) AS place
       FROM ${queries.dialect.pairs('$1')} AS wanted
       JOIN events ON events.subscriber = wanted.a AND events.name = wanted.b
       WHERE events.organization = $2 AND events.received_at >= $3) AS numbered
     WHERE place <= $4 ORDER BY key DESC`,
    [JSON.stringify(wanted.map(({ subscriber, name }) => [subscriber, name])), organization, since, perName],
  );
  for (const row of rows) {
    const ofPerson = found.get(row.subscriber) ?? new Map<string, EventFact[]>();
    found.set(row.subscriber, ofPerson);
    const event = { id: row.id, at: row.received_at, properties: JSON.parse(row.properties) };
    ofPerson.set(row.name, [...(ofPerson.get(row.name) ?? []), event]);
  }
  return found;
}

/** Returns when an event last occurred, by the person's key and the name. */
export async function readLastEvents(
  queries: Queries,
  organization: number,
  wanted: readonly WantedEvents[],
): Promise<Map<number, Map<string, number>>> {
  const found = new Map<number, Map<string, number>>();
  if (wanted.length === 0) return found;
  const rows = await queries.all<{ subscriber: number; name: string; at: number | null }>(
    `SELECT wanted.a AS subscriber, wanted.b AS name,
       (SELECT max(occurred_at) FROM events
        WHERE events.subscriber = wanted.a AND events.name = wanted.b AND events.organization = $2) AS at
     FROM ${queries.dialect.pairs('$1')} AS wanted`,
    [JSON.stringify(wanted.map(({ subscriber, name }) => [subscriber, name])), organization],
  );
  for (const { subscriber, name, at } of rows) {
    if (at === null) continue;
    const ofPerson = found.get(subscriber) ?? new Map<string, number>();
    found.set(subscriber, ofPerson);
    ofPerson.set(name, at);
  }
  return found;
}

/** Returns when a person first opened each of these mails and first followed a link in it. Machine visits do not count. */
export async function readReactions(
  queries: Queries,
  organization: number,
  emailIds: readonly string[],
): Promise<Map<string, { openedAt: number | null; clickedAt: number | null }>> {
  const found = new Map<string, { openedAt: number | null; clickedAt: number | null }>();
  if (emailIds.length === 0) return found;
  const rows = await queries.all<{ email_id: string; type: 'opened' | 'clicked'; at: number }>(
    `SELECT email_id, type, min(at) AS at FROM email_events
     WHERE ${isAmong(queries, 'email_id', queries.dialect.strings('$2'))} AND organization = $1 AND machine = 0
       AND type IN ('opened', 'clicked')
     GROUP BY email_id, type`,
    [organization, JSON.stringify(emailIds)],
  );
  for (const { email_id: id, type, at } of rows) {
    const one = found.get(id) ?? { openedAt: null, clickedAt: null };
    found.set(id, type === 'opened' ? { ...one, openedAt: at } : { ...one, clickedAt: at });
  }
  return found;
}

/** Returns when marketing mails were accepted, newest first, by the clock in use. Skips suppressed mail. */
export async function readMailedAt(
  queries: Queries,
  organization: number,
  subscriberIds: readonly string[],
  since: number,
  except: readonly string[] = [],
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  if (subscriberIds.length === 0) return found;
  const steps = await clockSteps(queries);
  // The clock was set forward since some mails, so less time has passed since them than their dates suggest.
  const forwardMs = steps.reduce((sum, { byMs }) => sum + Math.max(0, byMs), 0);
  const rows = await queries.all<{ key: number; subscriber_id: string; created_at: number }>(
    `SELECT key, subscriber_id, created_at FROM emails
     WHERE organization = $1 AND ${isAmong(queries, 'subscriber_id', queries.dialect.strings('$2'))} AND created_at > $3
       AND source IN ('campaign', 'workflow') AND transactional = 0 AND last_event <> 'suppressed'
       AND id NOT IN ${queries.dialect.strings('$4')}
     ORDER BY key DESC`,
    [organization, JSON.stringify(subscriberIds), since - forwardMs, JSON.stringify(except)],
  );
  for (const { key, subscriber_id: id, created_at: date } of rows) {
    const at = elapsedSince(steps, key, date);
    if (at <= since) continue;
    const ofPerson = found.get(id);
    if (ofPerson) ofPerson.push(at);
    else found.set(id, [at]);
  }
  return found;
}
