import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../model/instant.ts';
import type { SubscriberRecord, SubscriberRef, SubscriberStatus } from '../../model/subscriber.ts';
import { pageRowsMax, type Queries, type Value } from '../database.ts';
import { orUndo, toChange } from '../hold.ts';
import { containsPattern, type Page, type PageRequest, readPage } from '../page.ts';

type Row = {
  key: number;
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  attributes: string;
  tags: string;
  status: SubscriberStatus;
  external_id: string | null;
  source: SubscriberRecord['source'];
  timezone: string | null;
  locale: string | null;
  consent: string | null;
  created_at: number;
  updated_at: number;
  unsubscribed_at: number | null;
  unsubscribed_because: string | null;
  last_activity_at: number | null;
};

const columns =
  'key, id, email, first_name, last_name, attributes, tags, status, external_id, source, timezone, locale, consent, created_at, updated_at, unsubscribed_at, unsubscribed_because, last_activity_at';

const head = `INSERT INTO subscribers (id, organization, email, first_name, last_name, attributes, tags, status,
  external_id, source, timezone, locale, consent, search, created_at, updated_at, unsubscribed_at,
  unsubscribed_because, last_activity_at, event_count)`;

export type SubscriberFilter = {
  status?: SubscriberStatus | undefined;
  /** Keys of tags; a subscriber needs one of them. An empty list is had by nobody. */
  tags?: readonly number[] | undefined;
  /** Part of the address or the name, in either case. */
  query?: string | undefined;
  /** Epoch milliseconds. */
  createdAfter?: number | undefined;
};

/** Index entries passed over in one statement, so that nothing else waits for longer than a millisecond. */
const entriesPerStepMax = 20_000;

/**
 * Rows are written in the order of their `created_at`, but for transactions side by side and clocks that differ or
 * were set. By as much as this they may stand in another order.
 */
const createdOrderSlackMs = dayMs;
/** A power of two that no key reaches. */
const keysMax = 2 ** 40;

/** The subscribers of one organization. */
export class SubscriberRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async find(ref: SubscriberRef): Promise<SubscriberRecord | undefined> {
    const row = await this.#get(ref, '');
    return row && recordOf(row);
  }

  /** As `find`, and nobody else changes or erases the subscriber before the transaction ends. */
  async hold(ref: SubscriberRef): Promise<SubscriberRecord | undefined> {
    const row = await this.#get(ref, toChange(this.#queries));
    return row && recordOf(row);
  }

  async #get(ref: SubscriberRef, lock: string): Promise<Row | undefined> {
    const [column, value] =
      'id' in ref
        ? ['id', ref.id]
        : 'email' in ref
          ? ['email', ref.email]
          : ['external_id', ref.externalId];
    return await this.#queries.get<Row>(
      `SELECT ${columns} FROM subscribers WHERE organization = $1 AND ${column} = $2 ${lock}`,
      [this.#organization, value as string],
    );
  }

  /** Those with these addresses, held as by `hold`. */
  async holdAll(emails: readonly string[]): Promise<SubscriberRecord[]> {
    const rows = await this.#queries.all<Row>(
      `SELECT ${columns} FROM subscribers
       WHERE organization = $1 AND email IN ${this.#queries.dialect.strings('$2')}
       ORDER BY key ${toChange(this.#queries)}`,
      [this.#organization, JSON.stringify(emails)],
    );
    return rows.map(recordOf);
  }

  /** Whose these external ids are: address by external id. */
  async ownersOf(externalIds: readonly string[]): Promise<Map<string, string>> {
    if (externalIds.length === 0) return new Map();
    const rows = await this.#queries.all<{ external_id: string; email: string }>(
      `SELECT external_id, email FROM subscribers
       WHERE organization = $1 AND external_id IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(externalIds)],
    );
    return new Map(rows.map((row) => [row.external_id, row.email]));
  }

  async keyOf(id: string): Promise<number | undefined> {
    const row = await this.#queries.get<{ key: number }>(
      'SELECT key FROM subscribers WHERE id = $1 AND organization = $2',
      [id, this.#organization],
    );
    return row?.key;
  }

  async eventCount(key: number): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      'SELECT event_count AS amount FROM subscribers WHERE key = $1 AND organization = $2',
      [key, this.#organization],
    );
    return row?.amount ?? 0;
  }

  /** Newest first. Its cost does not grow with how deep the page lies, nor with how many have the tags. */
  async page(filter: SubscriberFilter, request: PageRequest): Promise<Page<SubscriberRecord>> {
    const page = filter.tags
      ? await this.#taggedPage(filter.tags, filter, request)
      : await readPage<Row>(this.#queries, await this.#listing(filter), request);
    return { ...page, rows: page.rows.map(recordOf) };
  }

  async #listing(filter: SubscriberFilter) {
    const scan = scanOf(filter);
    const { where, values } = this.#indexed(filter);
    let select = `SELECT ${columns}${scan ? ', search' : ''} FROM subscribers WHERE ${where}`;
    if (filter.createdAfter !== undefined) {
      select += ` AND key > $${values.push(await this.#lastKeyBefore(filter.createdAfter - createdOrderSlackMs))}`;
    }
    return { select, values, key: 'key', scan };
  }

  /**
   * A key that all subscribers made after `at` lie behind. Keys are given in the order of time, so it is found
   * bit by bit from the highest down, in one statement of some forty look-ups.
   */
  async #lastKeyBefore(at: number): Promise<number> {
    const row = await this.#queries.get<{ key: number }>(
      `WITH RECURSIVE search (low, step) AS (
         SELECT CAST(0 AS BIGINT), CAST(${keysMax} AS BIGINT)
         UNION ALL
         SELECT CASE WHEN (SELECT created_at FROM subscribers
                           WHERE organization = $1 AND key >= search.low + search.step
                           ORDER BY key LIMIT 1) < $2
                THEN search.low + search.step ELSE search.low END,
           search.step / 2
         FROM search WHERE search.step > 0
       )
       SELECT max(low) AS key FROM search`,
      [this.#organization, at],
    );
    return row?.key ?? 0;
  }

  /**
   * Walks the tags' own index, each tag a bounded range of it, and fetches whom it finds. Conditions beside the
   * tags are looked at in bounded slices, with other work between them.
   */
  async #taggedPage(
    tags: readonly number[],
    filter: SubscriberFilter,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const wanted = Math.min(request.limit, pageRowsMax) + 1;
    const backwards = request.before !== undefined;
    const rows: Row[] = [];
    let position = request.after ?? request.before;
    let slice = wanted;
    while (tags.length > 0 && rows.length < wanted) {
      const keys = await this.#taggedKeys(tags, position, backwards, slice);
      rows.push(...(await this.#among(keys, filter, backwards, wanted - rows.length)));
      if (keys.length < slice) break;
      position = keys.at(-1);
      slice = pageRowsMax;
      await nextTurn();
    }
    const hasMore = rows.length === wanted;
    if (hasMore) rows.pop();
    if (backwards) rows.reverse();
    return { rows, hasMore };
  }

  /** The next keys behind `position` of those who have one of the tags. */
  async #taggedKeys(
    tags: readonly number[],
    position: number | undefined,
    backwards: boolean,
    limit: number,
  ): Promise<number[]> {
    const order = backwards ? 'ASC' : 'DESC';
    const ranges = tags.map(
      (_, index) =>
        `SELECT * FROM (SELECT subscriber FROM subscriber_tags
           WHERE tag = $${index + 3} AND subscriber ${backwards ? '>' : '<'} $1
           ORDER BY subscriber ${order} LIMIT $2) AS range${index}`,
    );
    const rows = await this.#queries.all<{ subscriber: number }>(
      `${ranges.join(' UNION ')} ORDER BY subscriber ${order} LIMIT $2`,
      [position ?? Number.MAX_SAFE_INTEGER, limit, ...tags],
    );
    return rows.map(({ subscriber }) => subscriber);
  }

  async #among(
    keys: readonly number[],
    filter: SubscriberFilter,
    backwards: boolean,
    limit: number,
  ): Promise<Row[]> {
    const values: Value[] = [this.#organization, JSON.stringify(keys)];
    const conditions = conditionsOf(filter, values);
    values.push(limit);
    return await this.#queries.all<Row>(
      `SELECT ${columns} FROM subscribers
       WHERE organization = $1 AND key IN ${this.#queries.dialect.integers('$2')}${conditions}
       ORDER BY key ${backwards ? 'ASC' : 'DESC'} LIMIT $${values.length}`,
      values,
    );
  }

  /**
   * How many there are, counted no further than `upTo`: a filter's list may be a million long, and whoever
   * reads a page of it only needs to know how it goes on.
   */
  async count(filter: SubscriberFilter, upTo: number): Promise<number> {
    if (filter.tags || scanOf(filter)) {
      let counted = 0;
      await this.#walk(filter, upTo, (rows) => {
        counted += rows;
      });
      return counted;
    }
    const { values, where } = this.#indexed(filter);
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM subscribers WHERE ${where} LIMIT $${values.length + 1}) AS counted`,
      [...values, upTo],
    );
    return row?.amount ?? 0;
  }

  /** The key of the one that has `offset` newer ones before it in the list. */
  async keyAt(filter: SubscriberFilter, offset: number): Promise<number | undefined> {
    if (filter.tags || scanOf(filter)) return await this.#walk(filter, offset + 1, () => {});
    const { values, where } = this.#indexed(filter);
    let key: number | undefined = Number.MAX_SAFE_INTEGER;
    for (let left = offset + 1; left > 0 && key !== undefined; left -= entriesPerStepMax) {
      const step = Math.min(left, entriesPerStepMax);
      const row: { key: number } | undefined = await this.#queries.get<{ key: number }>(
        `SELECT key FROM subscribers WHERE ${where} AND key < $${values.length + 1}
         ORDER BY key DESC LIMIT 1 OFFSET $${values.length + 2}`,
        [...values, key, step - 1],
      );
      key = row?.key;
      await nextTurn();
    }
    return key;
  }

  #indexed({ status }: SubscriberFilter): { where: string; values: Value[] } {
    return status === undefined
      ? { where: 'organization = $1', values: [this.#organization] }
      : { where: 'organization = $1 AND status = $2', values: [this.#organization, status] };
  }

  /** Goes through the first `amount` of a list. @returns the key of the last of them, if the list is as long */
  async #walk(
    filter: SubscriberFilter,
    amount: number,
    visit: (rows: number) => void,
  ): Promise<number | undefined> {
    let after: number | undefined;
    for (let left = amount; left > 0; ) {
      const { rows, hasMore } = await this.page(filter, { limit: Math.min(left, pageRowsMax), after });
      visit(rows.length);
      left -= rows.length;
      after = rows.at(-1)?.key;
      if (left > 0 && !hasMore) return undefined;
    }
    return after;
  }

  /**
   * Adds subscribers whose address and external id nobody has.
   * @returns keys of those added, by address
   */
  async add(subscribers: readonly SubscriberRecord[]): Promise<Map<string, number>> {
    const rows = await this.#queries.insert<{ key: number; email: string }>(
      head,
      subscribers.map((subscriber) => this.#valuesOf(subscriber)),
      'ON CONFLICT DO NOTHING RETURNING key, email',
    );
    return new Map(rows.map(({ key, email }) => [email, key]));
  }

  /**
   * Writes subscribers that are held; their addresses have not changed.
   * @returns null, or the failure when one of their external ids was taken meanwhile: then nothing was written
   */
  async updateAll(subscribers: readonly SubscriberRecord[]): Promise<Error | null> {
    if (subscribers.length === 0) return null;
    return await orUndo(this.#queries, () =>
      // They are there and held, so every row of this insert is an update: one statement for many rows.
      this.#queries.insert(
        head,
        subscribers.map((subscriber) => this.#valuesOf(subscriber)),
        `ON CONFLICT (organization, email) DO UPDATE SET first_name = excluded.first_name,
           last_name = excluded.last_name, attributes = excluded.attributes, tags = excluded.tags,
           status = excluded.status, external_id = excluded.external_id, timezone = excluded.timezone,
           locale = excluded.locale, consent = excluded.consent, search = excluded.search,
           updated_at = excluded.updated_at, unsubscribed_at = excluded.unsubscribed_at,
           unsubscribed_because = excluded.unsubscribed_because`,
      ),
    );
  }

  /**
   * Writes a subscriber that is held.
   * @returns which of its names somebody else has, if any: then nothing was written
   */
  async update(subscriber: SubscriberRecord): Promise<'email' | 'externalId' | null> {
    const failure = await orUndo(this.#queries, () =>
      this.#queries.run(
        `UPDATE subscribers SET email = $3, first_name = $4, last_name = $5, attributes = $6, tags = $7,
           status = $8, external_id = $9, timezone = $10, locale = $11, consent = $12, search = $13,
           updated_at = $14, unsubscribed_at = $15, unsubscribed_because = $16
         WHERE key = $1 AND organization = $2`,
        [
          subscriber.key,
          this.#organization,
          subscriber.email,
          subscriber.firstName,
          subscriber.lastName,
          JSON.stringify(subscriber.attributes),
          JSON.stringify(subscriber.tagIds),
          subscriber.status,
          subscriber.externalId,
          subscriber.timezone,
          subscriber.locale,
          jsonOrNull(subscriber.consent),
          searchText(subscriber),
          subscriber.updatedAt,
          subscriber.unsubscribedAt,
          jsonOrNull(subscriber.unsubscribedBecause),
        ],
      ),
    );
    if (failure === null) return null;
    const taken = await this.#takenName(subscriber);
    if (taken === null) throw failure;
    return taken;
  }

  async #takenName({ key, email, externalId }: SubscriberRecord): Promise<'email' | 'externalId' | null> {
    if (await this.#isOthers(key, { email })) return 'email';
    return externalId !== null && (await this.#isOthers(key, { externalId })) ? 'externalId' : null;
  }

  async #isOthers(key: number, ref: SubscriberRef): Promise<boolean> {
    const owner = await this.find(ref);
    return owner !== undefined && owner.key !== key;
  }

  /**
   * Notes a tracked event on its subscriber, who is held from here on.
   * @returns the subscriber, or undefined when there is none by that name
   */
  async noteEvent(
    ref: SubscriberRef,
    occurredAt: number,
  ): Promise<{ key: number; id: string; email: string } | undefined> {
    const [column, value] =
      'id' in ref
        ? ['id', ref.id]
        : 'email' in ref
          ? ['email', ref.email]
          : ['external_id', ref.externalId];
    const [row] = await this.#queries.all<{ key: number; id: string; email: string }>(
      `UPDATE subscribers SET event_count = event_count + 1,
         last_activity_at = CASE WHEN last_activity_at > $3 THEN last_activity_at ELSE $3 END
       WHERE organization = $1 AND ${column} = $2 RETURNING key, id, email`,
      [this.#organization, value as string, occurredAt],
    );
    return row;
  }

  /** Deletes a subscriber's own row. @returns false when it was gone already */
  async remove(key: number): Promise<boolean> {
    const removed = await this.#queries.run('DELETE FROM subscribers WHERE key = $1 AND organization = $2', [
      key,
      this.#organization,
    ]);
    return removed === 1;
  }

  #valuesOf(subscriber: SubscriberRecord): Value[] {
    return [
      subscriber.id,
      this.#organization,
      subscriber.email,
      subscriber.firstName,
      subscriber.lastName,
      JSON.stringify(subscriber.attributes),
      JSON.stringify(subscriber.tagIds),
      subscriber.status,
      subscriber.externalId,
      subscriber.source,
      subscriber.timezone,
      subscriber.locale,
      jsonOrNull(subscriber.consent),
      searchText(subscriber),
      subscriber.createdAt,
      subscriber.updatedAt,
      subscriber.unsubscribedAt,
      jsonOrNull(subscriber.unsubscribedBecause),
      subscriber.lastActivityAt,
      0,
    ];
  }
}

/** Conditions that no index serves, for the slices of `readPage`. */
function scanOf({ query, createdAfter }: SubscriberFilter): { condition: string; values: Value[] } | undefined {
  const values: Value[] = [];
  const conditions = conditionsOf({ query, createdAfter }, values);
  return values.length === 0 ? undefined : { condition: conditions.slice(' AND '.length), values };
}

/** ` AND …` for each condition; its values are added to `values`. */
function conditionsOf({ status, query, createdAfter }: SubscriberFilter, values: Value[]): string {
  let conditions = '';
  if (status !== undefined) conditions += ` AND status = $${values.push(status)}`;
  if (createdAfter !== undefined) conditions += ` AND created_at > $${values.push(createdAfter)}`;
  if (query !== undefined) {
    conditions += ` AND search LIKE $${values.push(containsPattern(query))} ESCAPE '\\'`;
  }
  return conditions;
}

function searchText({ email, firstName, lastName }: SubscriberRecord): string {
  return [email, firstName, lastName].filter(Boolean).join(' ').toLowerCase();
}

function jsonOrNull(value: object | null): string | null {
  return value && JSON.stringify(value);
}

function recordOf(row: Row): SubscriberRecord {
  return {
    key: row.key,
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    attributes: JSON.parse(row.attributes),
    tagIds: row.tags === '[]' ? [] : JSON.parse(row.tags),
    status: row.status,
    externalId: row.external_id,
    source: row.source,
    timezone: row.timezone,
    locale: row.locale,
    consent: row.consent === null ? null : JSON.parse(row.consent),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    unsubscribedAt: row.unsubscribed_at,
    unsubscribedBecause: row.unsubscribed_because === null ? null : JSON.parse(row.unsubscribed_because),
    lastActivityAt: row.last_activity_at,
  };
}
