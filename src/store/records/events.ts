import { rowOctets } from '../../model/organization/storage.ts';
import type { EventRecord } from '../../model/subscriber/event.ts';
import { Columns, generated, json, plain } from '../columns.ts';
import type { Queries, Value } from '../database.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { changeStorage } from './storage.ts';

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

/** The tracked events of one organization's subscribers. */
export class EventRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  /** The key of an event, if it is of this subscriber. */
  async keyOf(id: string, subscriber: number): Promise<number | undefined> {
    const row = await this.#queries.get<{ key: number }>(
      'SELECT key FROM events WHERE id = $1 AND organization = $2 AND subscriber = $3',
      [id, this.#organization, subscriber],
    );
    return row?.key;
  }

  /** A subscriber's events, the last received first. */
  async page(subscriber: number, name: string | undefined, request: PageRequest): Promise<Page<EventRecord>> {
    const page = await readPage<{ key: number }>(
      this.#queries,
      {
        select: `SELECT ${columns.names} FROM events WHERE organization = $1 AND subscriber = $2`,
        values: [this.#organization, subscriber],
        key: 'key',
        scan:
          name === undefined
            ? undefined
            : { table: 'events', organization: this.#organization, condition: 'name = $1', values: [name] },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** How many events of one name a subscriber has, counted no further than `upTo`. */
  async count(subscriber: number, name: string, upTo: number): Promise<number> {
    const row = await this.#queries.away(this.#organization).get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM events WHERE organization = $1 AND subscriber = $2 AND name = $3 LIMIT $4) AS counted`,
      [this.#organization, subscriber, name, upTo],
    );
    return row?.amount ?? 0;
  }

  /** The key of the event, of those of one name if one is given, that has `offset` newer ones before it. */
  async keyAt(subscriber: number, name: string | undefined, offset: number): Promise<number | undefined> {
    const values: Value[] = [this.#organization, subscriber, offset];
    const named = name === undefined ? '' : `AND name = $${values.push(name)}`;
    const row = await this.#queries.away(this.#organization).get<{ key: number }>(
      // Passed over along the index of the subscriber alone, which does not name the organization.
      `SELECT key FROM events WHERE organization = $1 AND key = (
         SELECT key FROM events WHERE subscriber = $2 ${named} ORDER BY key DESC LIMIT 1 OFFSET $3)`,
      values,
    );
    return row?.key;
  }

  /** Adds an event of a subscriber that is held. */
  async add(subscriber: number, event: Omit<EventRecord, 'key'>): Promise<void> {
    const octets = Buffer.byteLength(JSON.stringify(event.properties)) + rowOctets.event;
    changeStorage(this.#queries, this.#organization, octets);
    await this.#queries.insert(`INSERT INTO events (organization, subscriber, ${columns.inserted})`, [
      [this.#organization, subscriber, ...columns.values(event)],
    ]);
  }

  /** Deletes all events of a subscriber. */
  async removeOf(subscriber: number): Promise<void> {
    const values = [this.#organization, subscriber];
    const kept = await this.#queries.get<{ events: number; octets: number | null }>(
      `SELECT COUNT(*) AS events, SUM(octet_length(properties)) AS octets
       FROM events WHERE organization = $1 AND subscriber = $2`,
      values,
    );
    const octets = Number(kept?.octets ?? 0) + Number(kept?.events ?? 0) * rowOctets.event;
    changeStorage(this.#queries, this.#organization, -octets);
    await this.#queries.run('DELETE FROM events WHERE organization = $1 AND subscriber = $2', values);
  }
}
