import { rowOctets } from '../../../model/organization/storage.ts';
import type { EventRecord, TrackedEvent } from '../../../model/subscriber/event.ts';
import { Columns, generated, json, plain } from '../../columns.ts';
import type { Value } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from '../mail/storage.ts';

const columns = new Columns<EventRecord>({
  key: generated('key'),
  id: plain('id'),
  name: plain('name'),
  subscriberId: plain('subscriber_id'),
  email: plain('email'),
  properties: json('properties'),
  occurredAt: plain('occurred_at'),
  receivedAt: plain('received_at'),
});

/** Position of a walk over an organization's events. A null `event` is before the subscriber's newest event. */
export type EventPosition = { subscriber: number; event: number | null };

type EventFilter = {
  name?: string | undefined;
  receivedAfter?: number | undefined;
  receivedBefore?: number | undefined;
};

const walkedSubscribersMax = 1_000;

export class EventRecords extends ScopedRecords {
  async page(subscriber: number, name: string | undefined, request: PageRequest): Promise<Page<EventRecord>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM events WHERE organization = $1 AND subscriber = $2`,
        values: [this.organization, subscriber],
        key: 'key',
        scan:
          name === undefined
            ? undefined
            : { table: 'events', organization: this.organization, condition: 'name = $1', values: [name] },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /**
   * Returns the next events, newest subscribers and last received events first. Walks by subscriber, because
   * no index leads from an organization to its events. `next` is null at the end.
   */
  async walk(
    filter: EventFilter,
    from: EventPosition | null,
    limit: number,
  ): Promise<{ rows: EventRecord[]; next: EventPosition | null }> {
    const start = from ?? { subscriber: Number.MAX_SAFE_INTEGER, event: null };
    if (start.event !== null) return await this.#walkOne(filter, start.subscriber, start.event, limit);
    const subscribers = await this.queries.all<{ key: number; amount: number }>(
      `SELECT key, event_count AS amount FROM subscribers WHERE organization = $1 AND key < $2
       ORDER BY key DESC LIMIT ${walkedSubscribersMax}`,
      [this.organization, start.subscriber],
    );
    const [first] = subscribers;
    if (!first) return { rows: [], next: null };
    if (first.amount > limit) {
      return await this.#walkOne(filter, first.key, Number.MAX_SAFE_INTEGER, limit);
    }
    let amount = 0;
    const end = subscribers.findIndex((one) => {
      amount += one.amount;
      return amount > limit;
    });
    const walked = end === -1 ? subscribers : subscribers.slice(0, end);
    const having = walked.filter((one) => one.amount > 0).map(({ key }) => key);
    const values: Value[] = [this.organization, JSON.stringify(having)];
    const rows =
      having.length === 0
        ? []
        : await this.queries.all<object>(
            `SELECT ${columns.names} FROM events
             WHERE +organization = $1 AND subscriber IN ${this.queries.dialect.integers('$2')}
             ${conditionsOf(filter, values)} ORDER BY subscriber DESC, key DESC`,
            values,
          );
    return {
      rows: rows.map((row) => columns.read(row)),
      next: { subscriber: walked.at(-1)!.key, event: null },
    };
  }

  async #walkOne(
    filter: EventFilter,
    subscriber: number,
    before: number,
    limit: number,
  ): Promise<{ rows: EventRecord[]; next: EventPosition }> {
    const keys = await this.queries.all<{ key: number }>(
      `SELECT key FROM events WHERE +organization = $1 AND subscriber = $2 AND key < $3
       ORDER BY key DESC LIMIT $4`,
      [this.organization, subscriber, before, limit],
    );
    const last = keys.at(-1);
    if (!last) return { rows: [], next: { subscriber, event: null } };
    const values: Value[] = [this.organization, subscriber, before, last.key];
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM events WHERE +organization = $1 AND subscriber = $2 AND key < $3 AND key >= $4
       ${conditionsOf(filter, values)} ORDER BY key DESC`,
      values,
    );
    const next = { subscriber, event: keys.length < limit ? null : last.key };
    return { rows: rows.map((row) => columns.read(row)), next };
  }

  async count(subscriber: number, name: string, upTo: number): Promise<number> {
    const row = await this.queries.away(this.organization).get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM events WHERE organization = $1 AND subscriber = $2 AND name = $3 LIMIT $4) AS counted`,
      [this.organization, subscriber, name, upTo],
    );
    return row?.amount ?? 0;
  }

  async hasLater(subscriber: number, names: readonly string[], occurredAt: number): Promise<boolean> {
    const row = await this.queries.get(
      `SELECT 1 AS one FROM events WHERE +organization = $1 AND subscriber = $2
         AND name IN ${this.queries.dialect.strings('$3')} AND occurred_at > $4 LIMIT 1`,
      [this.organization, subscriber, JSON.stringify(names), occurredAt],
    );
    return row !== undefined;
  }

  /** Returns the key of the event at an offset, newest first; of any name if `name` is undefined. */
  async keyAt(subscriber: number, name: string | undefined, offset: number): Promise<number | undefined> {
    const values: Value[] = [this.organization, subscriber, offset];
    const named = name === undefined ? '' : `AND name = $${values.push(name)}`;
    const row = await this.queries.away(this.organization).get<{ key: number }>(
      // Skips along the subscriber's index, which does not contain the organization.
      `SELECT key FROM events WHERE organization = $1 AND key = (
         SELECT key FROM events WHERE subscriber = $2 ${named} ORDER BY key DESC LIMIT 1 OFFSET $3)`,
      values,
    );
    return row?.key;
  }

  async add(tracked: readonly TrackedEvent[]): Promise<void> {
    for (const { event } of tracked) {
      const octets = Buffer.byteLength(JSON.stringify(event.properties)) + rowOctets.event;
      changeStorage(this.queries, this.organization, octets);
    }
    await this.queries.insert(
      `INSERT INTO events (organization, subscriber, ${columns.inserted})`,
      tracked.map(({ subscriber, event }) => [this.organization, subscriber, ...columns.values(event)]),
    );
  }

  /** Deletes a subscriber's next events. @returns number of deleted events; `limit` if events may be left */
  async removeOf(subscriber: number, limit: number): Promise<number> {
    const removed = await this.queries.all<{ octets: number }>(
      `DELETE FROM events WHERE organization + 0 = $1 AND key IN (
         SELECT key FROM events WHERE subscriber = $2 LIMIT $3) RETURNING octet_length(properties) AS octets`,
      [this.organization, subscriber, limit],
    );
    const octets = removed.reduce((sum, event) => sum + Number(event.octets) + rowOctets.event, 0);
    changeStorage(this.queries, this.organization, -octets);
    return removed.length;
  }
}

function conditionsOf({ name, receivedAfter, receivedBefore }: EventFilter, values: Value[]): string {
  let conditions = '';
  if (name !== undefined) conditions += ` AND name = $${values.push(name)}`;
  if (receivedAfter !== undefined) conditions += ` AND received_at > $${values.push(receivedAfter)}`;
  if (receivedBefore !== undefined) conditions += ` AND received_at < $${values.push(receivedBefore)}`;
  return conditions;
}
