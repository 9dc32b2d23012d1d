import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../model/instant.ts';
import type { SubscriberStatus } from '../../model/subscriber.ts';
import { type AudienceTerms, audienceCondition } from '../audience-sql.ts';
import { sliceRowsOf, stretchOf } from '../audience-weight.ts';
import { type Dialect, pageRowsMax, type Queries, type Value } from '../database.ts';
import { containsPattern, type Listing, type Page, type PageRequest, readPage } from '../page.ts';
import { type SubscriberRow, subscriberColumns } from './subscriber-row.ts';

export type SubscriberFilter = {
  status?: SubscriberStatus | undefined;
  /** Keys of tags; a subscriber needs one of them. An empty list is had by nobody. */
  tags?: readonly number[] | undefined;
  /** Part of the address or the name, in either case. */
  query?: string | undefined;
  /** Epoch milliseconds. */
  createdAfter?: number | undefined;
  /** Who is in a segment; `now` in epoch milliseconds. */
  segment?: { terms: AudienceTerms; now: number } | undefined;
};

/** Index entries passed over in one statement, so that nothing else waits for longer than a millisecond. */
const entriesPerStepMax = 20_000;
/**
 * Rows are written in the order of their `created_at`, but for transactions side by side and clocks that differ or
 * were set. By as much as this they may stand in another order.
 */
const createdOrderSlackMs = dayMs / 24;
/** A power of two that no key reaches. */
const keysMax = 2 ** 40;

/** The list of one organization's subscribers, newest first, as one filter leaves it. */
export class SubscriberList {
  readonly #queries: Queries;
  readonly #organization: number;
  readonly #filter: SubscriberFilter;

  constructor(queries: Queries, organization: number, filter: SubscriberFilter) {
    this.#queries = queries;
    this.#organization = organization;
    this.#filter = filter;
  }

  /** Its cost does not grow with how deep the page lies, nor with how many have the tags. */
  async page(request: PageRequest): Promise<Page<SubscriberRow>> {
    if (this.#filter.segment?.terms.nobody) return { rows: [], hasMore: false };
    return this.#filter.tags
      ? await this.#taggedPage(this.#filter.tags, request)
      : await readPage<SubscriberRow>(this.#queries, await this.#listing(), request);
  }

  /**
   * How many there are, counted no further than `upTo`: a filter's list may be a million long, and whoever
   * reads a page of it only needs to know how it goes on.
   */
  async count(upTo: number): Promise<number> {
    if (!this.#isOneRangeOfAnIndex()) return (await this.#walk(upTo)).passed;
    const { values, where } = this.#indexed();
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM subscribers WHERE ${where} LIMIT $${values.length + 1}) AS counted`,
      [...values, upTo],
    );
    return row?.amount ?? 0;
  }

  /** The key of the one that has `offset` newer ones before it in the list. */
  async keyAt(offset: number): Promise<number | undefined> {
    if (!this.#isOneRangeOfAnIndex()) {
      const { passed, last } = await this.#walk(offset + 1);
      return passed > offset ? last : undefined;
    }
    const { values, where } = this.#indexed();
    let key: number | undefined = Number.MAX_SAFE_INTEGER;
    for (let left = offset + 1; left > 0 && key !== undefined; left -= entriesPerStepMax) {
      const row: { key: number } | undefined = await this.#queries.get<{ key: number }>(
        `SELECT key FROM subscribers WHERE ${where} AND key < $${values.length + 1}
         ORDER BY key DESC LIMIT 1 OFFSET $${values.length + 2}`,
        [...values, key, Math.min(left, entriesPerStepMax) - 1],
      );
      key = row?.key;
      await nextTurn();
    }
    return key;
  }

  #isOneRangeOfAnIndex(): boolean {
    return this.#filter.tags === undefined && scanOf(this.#filter, this.#queries.dialect) === undefined;
  }

  #indexed(): { where: string; values: Value[] } {
    const { status } = this.#filter;
    return status === undefined
      ? { where: 'organization = $1', values: [this.#organization] }
      : { where: 'organization = $1 AND status = $2', values: [this.#organization, status] };
  }

  /** Goes through the first `amount` of the list. */
  async #walk(amount: number): Promise<{ passed: number; last: number | undefined }> {
    let passed = 0;
    let last: number | undefined;
    while (passed < amount) {
      const { rows, hasMore } = await this.page({
        limit: Math.min(amount - passed, pageRowsMax),
        after: last,
      });
      passed += rows.length;
      last = rows.at(-1)?.key ?? last;
      if (!hasMore) break;
    }
    return { passed, last };
  }

  async #listing(): Promise<Listing> {
    const { createdAfter } = this.#filter;
    const scan = scanOf(this.#filter, this.#queries.dialect);
    const { where, values } = this.#indexed();
    let rows = `FROM subscribers WHERE ${where}`;
    if (createdAfter !== undefined) {
      const floor = await this.#lastKeyBefore(createdAfter - createdOrderSlackMs);
      rows += ` AND key > $${values.push(floor)}`;
    }
    return {
      select: `SELECT ${subscriberColumns}${scan ? ', search' : ''} ${rows}`,
      lengths: `SELECT key, octet_length(attributes) AS octets ${rows}`,
      values,
      key: 'key',
      scan,
    };
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

  /** Those who have one of the tags: a bounded range of each tag's own index, and whom it names. */
  async #taggedPage(tags: readonly number[], request: PageRequest): Promise<Page<SubscriberRow>> {
    const wanted = Math.min(request.limit, pageRowsMax) + 1;
    const backwards = request.before !== undefined;
    const asked = conditionsOf(this.#filter, this.#queries.dialect, []) !== '';
    const walk = asked ? this.#walkTagged : this.#readTagged;
    const rows = tags.length === 0 ? [] : await walk.call(this, tags, request, wanted);
    const hasMore = rows.length === wanted;
    if (hasMore) rows.pop();
    if (backwards) rows.reverse();
    return { rows, hasMore };
  }

  async #readTagged(tags: readonly number[], request: PageRequest, wanted: number): Promise<SubscriberRow[]> {
    const range = taggedRange(tags, request, wanted);
    return await this.#queries.all<SubscriberRow>(
      `SELECT ${subscriberColumns} FROM (${range.select}) AS tagged
       JOIN subscribers ON subscribers.key = tagged.subscriber
       WHERE +organization = $${range.values.length + 1} ORDER BY tagged.subscriber ${range.order}`,
      [...range.values, this.#organization],
    );
  }

  /** The same where more is asked of them: looked at slice by slice, with other work between the slices. */
  async #walkTagged(tags: readonly number[], request: PageRequest, wanted: number): Promise<SubscriberRow[]> {
    const rows: SubscriberRow[] = [];
    let from = request;
    const { segment } = this.#filter;
    const sliceMax = segment ? Math.min(sliceRowsOf(segment.terms), pageRowsMax) : pageRowsMax;
    for (let slice = Math.min(wanted, sliceMax); rows.length < wanted; slice = sliceMax) {
      const range = taggedRange(tags, from, slice);
      const keys = await this.#queries.all<{ subscriber: number }>(range.select, range.values);
      const among = keys.map(({ subscriber }) => subscriber);
      rows.push(...(await this.#among(among, range.order, wanted - rows.length)));
      const last = among.at(-1);
      if (last === undefined || among.length < slice) break;
      from = { ...request, ...(request.before === undefined ? { after: last } : { before: last }) };
      await nextTurn();
    }
    return rows;
  }

  async #among(keys: readonly number[], order: string, limit: number): Promise<SubscriberRow[]> {
    const values: Value[] = [this.#organization, JSON.stringify(keys)];
    const conditions = conditionsOf(this.#filter, this.#queries.dialect, values);
    return await this.#queries.all<SubscriberRow>(
      // The plus keeps SQLite from an index that begins with the organization: the keys are better known.
      `SELECT ${subscriberColumns} FROM subscribers
       WHERE +organization = $1 AND key IN ${this.#queries.dialect.integers('$2')}${conditions}
       ORDER BY key ${order} LIMIT $${values.push(limit)}`,
      values,
    );
  }
}

/**
 * The next keys behind a position of those who have one of the tags. The limit stands within, so that no planner
 * takes the tags for more than they are.
 */
function taggedRange(
  tags: readonly number[],
  { after, before }: PageRequest,
  limit: number,
): { select: string; values: Value[]; order: 'ASC' | 'DESC' } {
  const backwards = before !== undefined;
  const order = backwards ? 'ASC' : 'DESC';
  const ranges = tags.map(
    (_, index) =>
      `SELECT * FROM (SELECT subscriber FROM subscriber_tags
         WHERE tag = $${index + 3} AND subscriber ${backwards ? '>' : '<'} $1
         ORDER BY subscriber ${order} LIMIT $2) AS range${index}`,
  );
  return {
    select: `${ranges.join(' UNION ')} ORDER BY subscriber ${order} LIMIT $2`,
    values: [after ?? before ?? Number.MAX_SAFE_INTEGER, limit, ...tags],
    order,
  };
}

/** Conditions that no index serves, for the slices of `readPage`. */
function scanOf({ query, createdAfter, segment }: SubscriberFilter, dialect: Dialect): Listing['scan'] {
  const values: Value[] = [];
  const conditions = conditionsOf({ query, createdAfter, segment }, dialect, values);
  if (conditions === '') return undefined;
  const stretch = segment && stretchOf(segment.terms);
  return { condition: conditions.slice(' AND '.length), values, stretch };
}

/** ` AND …` for each condition; its values are added to `values`. */
function conditionsOf(
  { status, query, createdAfter, segment }: SubscriberFilter,
  dialect: Dialect,
  values: Value[],
): string {
  let conditions = '';
  if (status !== undefined) conditions += ` AND status = $${values.push(status)}`;
  if (createdAfter !== undefined) conditions += ` AND created_at > $${values.push(createdAfter)}`;
  if (query !== undefined) {
    conditions += ` AND search LIKE $${values.push(containsPattern(query))} ESCAPE '\\'`;
  }
  if (segment !== undefined) conditions += audienceCondition(segment.terms, dialect, values, segment.now);
  return conditions;
}
