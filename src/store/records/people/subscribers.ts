import { rowOctets } from '../../../model/organization/storage.ts';
import type { SubscriberRecord, SubscriberRef } from '../../../model/subscriber/subscriber.ts';
import { assignments } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { isAmong, lookUpEach } from '../../look-up-each.ts';
import { keyOfId, type Page, type PageRequest } from '../../page.ts';
import { forUpdate, withSavepoint } from '../../row-lock.ts';
import { leaveIndex, leaveIndexForGood, rejoinIndex, type SearchedRow } from '../../search-index.ts';
import { changeStorage } from '../mail/storage.ts';
import type { NoteChanges } from '../permits/assistant-changes.ts';
import { type SubscriberFilter, SubscriberList } from './subscriber-list.ts';
import { type SubscriberRow, searchText, subscriberColumns } from './subscriber-row.ts';

/** Columns of a bulk update. Excludes fixed columns and the address, which is the conflict key. */
const changedColumns = subscriberColumns.changing
  .filter((name) => name !== 'email')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** Sample size at each end of the list, because each subscriber may have 16 KB of attributes. */
const attributesReadFrom = 100;

export type HeldSubscriber = Pick<SubscriberRecord, 'key' | 'id' | 'email'>;

export class SubscriberRecords {
  readonly #queries: Queries;
  readonly #organization: number;
  readonly #noteChanges: NoteChanges | undefined;

  /** @param noteChanges records an assistant's changes */
  constructor(queries: Queries, organization: number, noteChanges?: NoteChanges) {
    this.#queries = queries;
    this.#organization = organization;
    this.#noteChanges = noteChanges;
  }

  async find(ref: SubscriberRef): Promise<SubscriberRecord | undefined> {
    return await this.#get(ref, '');
  }

  /** Like `find`, but locks the subscriber against changes and erasure until the transaction ends. */
  async hold(ref: SubscriberRef): Promise<SubscriberRecord | undefined> {
    return await this.#get(ref, forUpdate(this.#queries));
  }

  async #get(ref: SubscriberRef, lock: string): Promise<SubscriberRecord | undefined> {
    const { column, value } = columnOf(ref);
    const row = await this.#queries.get<SubscriberRow>(
      `SELECT ${subscriberColumns.names} FROM subscribers WHERE organization = $1 AND ${column} = $2 ${lock}`,
      [this.#organization, value],
    );
    return subscriberColumns.readIf(row);
  }

  /** Returns the distinct attribute names of the newest and the oldest subscribers. */
  async attributeNames(): Promise<string[]> {
    const some = (order: 'ASC' | 'DESC'): string =>
      `SELECT * FROM (SELECT attributes FROM subscribers WHERE organization = $1 ORDER BY key ${order} LIMIT $2) AS ${order === 'ASC' ? 'oldest' : 'newest'}`;
    const rows = await this.#queries.all<{ attributes: string }>(`${some('ASC')} UNION ALL ${some('DESC')}`, [
      this.#organization,
      attributesReadFrom,
    ]);
    return [...new Set(rows.flatMap(({ attributes }) => Object.keys(JSON.parse(attributes) as object)))];
  }

  async holdKeys(keys: readonly number[]): Promise<SubscriberRecord[]> {
    const rows = await this.#queries.all<SubscriberRow>(
      `SELECT ${subscriberColumns.names} FROM subscribers
       WHERE organization = $1 AND ${isAmong(this.#queries, 'key', this.#queries.dialect.integers('$2'))}
       ORDER BY key ${forUpdate(this.#queries)}`,
      [this.#organization, JSON.stringify(keys)],
    );
    return rows.map((row) => subscriberColumns.read(row));
  }

  async holdAll(emails: readonly string[]): Promise<SubscriberRecord[]> {
    return await this.#all(emails, forUpdate(this.#queries));
  }

  async findAll(emails: readonly string[]): Promise<SubscriberRecord[]> {
    return await this.#all(emails, '');
  }

  async #all(emails: readonly string[], lock: string): Promise<SubscriberRecord[]> {
    const rows = await this.#queries.all<SubscriberRow>(
      lookUpEach(this.#queries, {
        select: `SELECT ${subscriberColumns.names} FROM subscribers WHERE organization = $1`,
        column: 'email',
        parameter: '$2',
        lock,
      }),
      // A fixed order, so that two transactions that lock the same subscribers do not deadlock.
      [this.#organization, JSON.stringify([...new Set(emails)].sort())],
    );
    return rows.map((row) => subscriberColumns.read(row));
  }

  async ownersOf(externalIds: readonly string[]): Promise<Map<string, string>> {
    if (externalIds.length === 0) return new Map();
    const rows = await this.#queries.all<{ external_id: string; email: string }>(
      lookUpEach(this.#queries, {
        select: 'SELECT external_id, email FROM subscribers WHERE organization = $1',
        column: 'external_id',
        parameter: '$2',
      }),
      [this.#organization, JSON.stringify([...new Set(externalIds)])],
    );
    return new Map(rows.map((row) => [row.external_id, row.email]));
  }

  async idsAmong(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    // The plus keeps SQLite from using an index on the organization, because the ids are more selective.
    const rows = await this.#queries.all<{ id: string }>(
      `SELECT id FROM subscribers
       WHERE +organization = $1 AND id IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(ids)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.#queries, 'subscribers', this.#organization, id);
  }

  async keysOf(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#queries.all<{ id: string; key: number }>(
      `SELECT id, key FROM subscribers WHERE +organization = $1 AND id IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(ids)],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async eventCount(key: number): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      'SELECT event_count AS amount FROM subscribers WHERE key = $1 AND organization = $2',
      [key, this.#organization],
    );
    return row?.amount ?? 0;
  }

  async page(filter: SubscriberFilter, request: PageRequest): Promise<Page<SubscriberRecord>> {
    const page = await this.list(filter).page(request);
    return { ...page, rows: page.rows.map((row) => subscriberColumns.read(row)) };
  }

  list(filter: SubscriberFilter): SubscriberList {
    return new SubscriberList(this.#queries, this.#organization, filter);
  }

  /** Adds subscribers whose address and external id are free. Returns their keys by address. */
  async add(subscribers: readonly SubscriberRecord[]): Promise<Map<string, number>> {
    const rows = await this.#queries.insert<{ key: number; email: string }>(
      ...this.#insertOf(subscribers),
      'ON CONFLICT DO NOTHING RETURNING key, email',
    );
    const added = new Map(rows.map(({ key, email }) => [email, key]));
    this.#changeStorage(
      subscribers.filter(({ email }) => added.has(email)),
      (octets) => octets + rowOctets.subscriber,
    );
    this.#noteChanges?.([...added.values()]);
    return added;
  }

  #insertOf(subscribers: readonly SubscriberRecord[]): [head: string, rows: Value[][]] {
    return [
      `INSERT INTO subscribers (organization, ${subscriberColumns.inserted}, search, event_count)`,
      subscribers.map((one) => [this.#organization, ...subscriberColumns.values(one), searchText(one), 0]),
    ];
  }

  /** Updates locked subscribers, but not their addresses. Returns an error for a taken external id. */
  async updateAll(subscribers: readonly SubscriberRecord[]): Promise<Error | null> {
    if (subscribers.length === 0) return null;
    const before = await this.#stored(subscribers);
    const failure = await withSavepoint(this.#queries, async () => {
      const renamed = await this.#leaveRenamed(before.rows, subscribers);
      // The rows exist and are locked, so every insert becomes an update. This updates many rows in one statement.
      await this.#queries.insert(
        ...this.#insertOf(subscribers),
        `ON CONFLICT (organization, email) DO UPDATE SET ${changedColumns}`,
      );
      await rejoinIndex(this.#queries, 'subscribers', renamed);
    });
    if (failure !== null) return failure;
    this.#changeStorage(subscribers, (octets) => octets, before.octets);
    this.#noteChanges?.(subscribers.map(({ key }) => key));
    return null;
  }

  /** Updates a locked subscriber. Returns a field whose value is taken; nothing is written then. */
  async update(subscriber: SubscriberRecord): Promise<'email' | 'externalId' | null> {
    const before = await this.#stored([subscriber]);
    const failure = await withSavepoint(this.#queries, async () => {
      const renamed = await this.#leaveRenamed(before.rows, [subscriber]);
      const changed = subscriberColumns.changed(subscriber);
      await this.#queries.run(
        `UPDATE subscribers SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
        [subscriber.key, this.#organization, ...Object.values(changed)],
      );
      await rejoinIndex(this.#queries, 'subscribers', renamed);
    });
    if (failure === null) {
      this.#changeStorage([subscriber], (octets) => octets, before.octets);
      this.#noteChanges?.([subscriber.key]);
      return null;
    }
    const { key, email, externalId } = subscriber;
    if (await this.#isOthers(key, { email })) return 'email';
    if (externalId !== null && (await this.#isOthers(key, { externalId }))) return 'externalId';
    throw failure;
  }

  async #isOthers(key: number, ref: SubscriberRef): Promise<boolean> {
    const owner = await this.find(ref);
    return owner !== undefined && owner.key !== key;
  }

  /** Locks the subscribers of these references. Returns each at the index of its reference. */
  async holdEach(refs: readonly SubscriberRef[]): Promise<(HeldSubscriber | undefined)[]> {
    const wanted = refs.map(columnOf);
    const found = new Map<string, HeldSubscriber>();
    for (const [column, ofColumn] of Map.groupBy(wanted, (one) => one.column)) {
      const rows = await this.#queries.all<HeldSubscriber & { value: string }>(
        lookUpEach(this.#queries, {
          // The plus keeps SQLite from using an index on the organization, because ids are more selective.
          select: `SELECT key, id, email, ${column} AS value FROM subscribers
            WHERE ${column === 'id' ? '+' : ''}organization = $1`,
          column,
          parameter: '$2',
          lock: forUpdate(this.#queries),
        }),
        // A fixed order, as in `holdAll`.
        [this.#organization, JSON.stringify([...new Set(ofColumn.map(({ value }) => value))].sort())],
      );
      for (const { value, key, id, email } of rows) found.set(`${column} ${value}`, { key, id, email });
    }
    return wanted.map(({ column, value }) => found.get(`${column} ${value}`));
  }

  /** Records an event on each of these locked subscribers. @param noted keys, each once, with the time of the event */
  async noteEvents(noted: readonly (readonly [key: number, occurredAt: number])[]): Promise<void> {
    await this.#queries.run(
      `WITH noted AS MATERIALIZED (
         SELECT a AS subscriber, CAST(b AS BIGINT) AS at FROM ${this.#queries.dialect.pairs('$2')} AS pair)
       UPDATE subscribers SET event_count = event_count + 1,
         last_activity_at = CASE WHEN last_activity_at > noted.at THEN last_activity_at ELSE noted.at END
       FROM noted
       WHERE organization = $1 AND key = noted.subscriber
         AND ${isAmong(this.#queries, 'key', '(SELECT subscriber FROM noted)')}`,
      [this.#organization, JSON.stringify(noted)],
    );
    this.#noteChanges?.(noted.map(([key]) => key));
  }

  /** Removes renamed subscribers from the search index. Returns the rows with their new text. */
  async #leaveRenamed(
    before: readonly SearchedRow[],
    subscribers: readonly SubscriberRecord[],
  ): Promise<SearchedRow[]> {
    const texts = new Map(subscribers.map((one) => [one.key, searchText(one)]));
    const renamed = before.filter(({ key, text }) => texts.get(key) !== text);
    await leaveIndex(this.#queries, 'subscribers', renamed);
    return renamed.map((row) => ({ ...row, text: texts.get(row.key)! }));
  }

  /** Deletes only the subscriber's own row. @returns false if it was already deleted */
  async remove(key: number): Promise<boolean> {
    await leaveIndexForGood(this.#queries, 'subscribers', (await this.#stored([{ key }])).rows);
    await rememberPositions(this.#queries, 'subscribers', 'key = $1 AND organization = $2', [
      key,
      this.#organization,
    ]);
    const removed = await this.#queries.get<{ octets: number }>(
      'DELETE FROM subscribers WHERE key = $1 AND organization = $2 RETURNING octet_length(attributes) AS octets',
      [key, this.#organization],
    );
    if (removed === undefined) return false;
    changeStorage(this.#queries, this.#organization, -Number(removed.octets) - rowOctets.subscriber);
    return true;
  }

  /** Returns the searched text of locked subscribers, and the total size of their attributes in octets. */
  async #stored(
    subscribers: readonly Pick<SubscriberRecord, 'key'>[],
  ): Promise<{ rows: SearchedRow[]; octets: number }> {
    const rows = await this.#queries.all<SearchedRow & { octets: number }>(
      `SELECT key, organization, search AS text, octet_length(attributes) AS octets FROM subscribers
       WHERE organization = $1 AND ${isAmong(this.#queries, 'key', this.#queries.dialect.integers('$2'))}`,
      [this.#organization, JSON.stringify(subscribers.map(({ key }) => key))],
    );
    return { rows, octets: rows.reduce((sum, { octets }) => sum + octets, 0) };
  }

  #changeStorage(
    subscribers: readonly SubscriberRecord[],
    octetsOf: (attributes: number) => number,
    before = 0,
  ): void {
    const now = subscribers.reduce(
      (sum, { attributes }) => sum + octetsOf(Buffer.byteLength(JSON.stringify(attributes))),
      0,
    );
    changeStorage(this.#queries, this.#organization, now - before);
  }
}

function columnOf(ref: SubscriberRef): { column: string; value: string } {
  if ('id' in ref) return { column: 'id', value: ref.id };
  if ('email' in ref) return { column: 'email', value: ref.email };
  return { column: 'external_id', value: ref.externalId };
}

/** Records a person's last open or click, which also counts as activity. Ignores a time earlier than the stored one. */
export async function noteEngagement(
  { queries, organization }: { queries: Queries; organization: number },
  subscriberId: string,
  column: 'last_opened_at' | 'last_clicked_at',
  at: number,
): Promise<void> {
  await queries.run(
    `UPDATE subscribers SET ${column} = $3,
       last_activity_at = CASE WHEN last_activity_at > $3 THEN last_activity_at ELSE $3 END
     WHERE id = $1 AND organization = $2 AND (${column} IS NULL OR ${column} < $3)`,
    [subscriberId, organization, at],
  );
}
