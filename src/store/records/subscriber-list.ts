import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { sliceRowsOf, stretchOf } from '../audience-slice-size.ts';
import { type AudienceTerms, audienceCondition } from '../audience-sql.ts';
import { type Dialect, pageRowsMax, type Queries, type Value } from '../database.ts';
import {
  containsPattern,
  createdOrderSlackMs,
  idAt,
  type Listing,
  lastKeyBefore,
  type Page,
  type PageRequest,
  pageOf,
  readPage,
} from '../page.ts';
import { indexedSearch } from '../search-index.ts';
import { type SubscriberRow, subscriberColumns } from './subscriber-row.ts';

export type SubscriberFilter = {
  status?: SubscriberStatus | undefined;
  /** Keys of tags; a subscriber needs one of them, so an empty list matches no subscriber. */
  tags?: readonly number[] | undefined;
  /** Part of the address or the name, in either case. */
  query?: string | undefined;
  /** Epoch milliseconds. */
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** Who is in a segment; `now` in epoch milliseconds. */
  segment?: { terms: AudienceTerms; now: number } | undefined;
};

type Passed = { passed: number; last: number | undefined };

/** Index entries passed over in one statement: about a millisecond. */
const entriesPerStepMax = 50_000;
/** The list of one organization's subscribers, newest first, as one filter leaves it. */
export class SubscriberList {
  readonly #queries: Queries;
  readonly #away: Pick<Queries, 'all' | 'get'>;
  readonly #organization: number;
  readonly #filter: SubscriberFilter;

  constructor(queries: Queries, organization: number, filter: SubscriberFilter) {
    this.#queries = queries;
    this.#away = queries.away(organization);
    this.#organization = organization;
    this.#filter = filter;
  }

  /** Its cost does not grow with how deep the page lies, nor with how many have the tags. */
  async page(request: PageRequest): Promise<Page<SubscriberRow>> {
    if (this.#filter.segment?.terms.isEmpty) return { rows: [], hasMore: false };
    return this.#filter.tags
      ? await this.#taggedPage(this.#filter.tags, request)
      : await readPage<SubscriberRow>(this.#queries, await this.#listing(), request);
  }

  /**
   * How many there are, counted no further than `upTo`: a filter's list may be a million long, and a caller who
   * reads a page of it only needs to know how it goes on.
   * @param after a key of the list: only those behind it are counted
   */
  async count(upTo: number, after?: number): Promise<number> {
    return (await this.#pass(upTo, after)).passed;
  }

  /** The key of the one that has `offset` newer ones before it in the list. */
  async keyAt(offset: number): Promise<number | undefined> {
    const { passed, last } = await this.#pass(offset + 1);
    return passed > offset ? last : undefined;
  }

  /**
   * Goes past the first `amount` of the list behind a key.
   * @returns how many there were, and the key of the last
   */
  async #pass(amount: number, after?: number): Promise<Passed> {
    const { tags } = this.#filter;
    if (tags) {
      return this.#isTagsAlone()
        ? await this.#passEntries(amount, after, (limit, last) => {
            const { select, values } = taggedRange(tags, { limit, after: last }, limit);
            return { select, values: tags.length === 0 ? null : values, key: 'subscriber' };
          })
        : await this.#walk(amount, after);
    }
    if (!this.#isOneRangeOfAnIndex()) return await this.#walk(amount, after);
    return await this.#passEntries(amount, after, (limit, last) => {
      const { values, where } = this.#indexed();
      const behind = `key < $${values.push(last ?? Number.MAX_SAFE_INTEGER)}`;
      const select = `SELECT key FROM subscribers WHERE ${where} AND ${behind} ORDER BY key DESC LIMIT $${values.push(limit)}`;
      return { select, values, key: 'key' };
    });
  }

  /** The same along an index alone, some of its entries in each statement. */
  async #passEntries(
    amount: number,
    after: number | undefined,
    entries: (
      limit: number,
      after: number | undefined,
    ) => { select: string; values: Value[] | null; key: string },
  ): Promise<Passed> {
    let passed = 0;
    let last = after;
    while (passed < amount) {
      const step = Math.min(amount - passed, entriesPerStepMax);
      const { select, values, key } = entries(step, last);
      if (values === null) break;
      const row = await this.#away.get<{ amount: number; last: number | null }>(
        `SELECT count(*) AS amount, min(${key}) AS last FROM (${select}) AS entries`,
        values,
      );
      passed += row?.amount ?? 0;
      last = row?.last ?? last;
      if ((row?.amount ?? 0) < step) break;
      await nextTurn();
    }
    return { passed, last };
  }

  #isOneRangeOfAnIndex(): boolean {
    return (
      this.#filter.tags === undefined &&
      scanOf(this.#filter, this.#organization, this.#queries.dialect) === undefined
    );
  }

  #isTagsAlone(): boolean {
    return conditionsOf(this.#filter, this.#queries.dialect, []) === '';
  }

  #indexed(): { where: string; values: Value[] } {
    const { status } = this.#filter;
    return status === undefined
      ? { where: 'organization = $1', values: [this.#organization] }
      : { where: 'organization = $1 AND status = $2', values: [this.#organization, status] };
  }

  /** The same where each has to be looked at. */
  async #walk(amount: number, after: number | undefined): Promise<Passed> {
    let passed = 0;
    let last = after;
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
    const { createdAfter, createdBefore, query } = this.#filter;
    const scan = scanOf(this.#filter, this.#organization, this.#queries.dialect);
    const search = await indexedSearch(this.#queries, 'subscribers', this.#organization, query);
    const { where, values } = this.#indexed();
    let rows = `FROM subscribers WHERE ${where}`;
    if (createdAfter !== undefined) {
      const floor = await lastKeyBefore(
        this.#queries,
        'subscribers',
        this.#organization,
        createdAfter - createdOrderSlackMs,
      );
      rows += ` AND key > $${values.push(floor)}`;
    }
    if (createdBefore !== undefined) {
      const ceiling = await lastKeyBefore(
        this.#queries,
        'subscribers',
        this.#organization,
        createdBefore + createdOrderSlackMs,
      );
      rows += ` AND key <= $${values.push(ceiling)}`;
    }
    return {
      select: `SELECT ${subscriberColumns.names}${scan ? ', search' : ''} ${rows}`,
      lengths: `SELECT key, octet_length(attributes) AS octets ${rows}`,
      values,
      key: 'key',
      scan: scan && { ...scan, search },
    };
  }

  /** Those who have one of the tags: a bounded range of each tag's own index, and the subscribers it names. */
  async #taggedPage(tags: readonly number[], request: PageRequest): Promise<Page<SubscriberRow>> {
    const wanted = Math.min(request.limit, pageRowsMax) + 1;
    const backwards = request.before !== undefined;
    if (tags.length === 0) return { rows: [], hasMore: false };
    if (this.#isTagsAlone()) {
      return pageOf(await this.#readTagged(tags, request, wanted), wanted, backwards);
    }
    const { rows, last } = await this.#walkTagged(tags, request, wanted);
    if (last === undefined) return pageOf(rows, wanted, backwards);
    const keyed = { table: 'subscribers', organization: this.#organization } as const;
    return pageOf(rows, wanted, backwards, await idAt(this.#away, keyed, last, backwards));
  }

  async #readTagged(tags: readonly number[], request: PageRequest, wanted: number): Promise<SubscriberRow[]> {
    const range = taggedRange(tags, request, wanted);
    return await this.#queries.all<SubscriberRow>(
      `SELECT ${subscriberColumns.names} FROM (${range.select}) AS tagged
       JOIN subscribers ON subscribers.key = tagged.subscriber
       WHERE +organization = $${range.values.length + 1} ORDER BY tagged.subscriber ${range.order}`,
      [...range.values, this.#organization],
    );
  }

  /**
   * The same where more is asked of them: looked at slice by slice, with other work between the slices.
   * @returns `last`: the key it came to where it ended before the end
   */
  async #walkTagged(
    tags: readonly number[],
    request: PageRequest,
    wanted: number,
  ): Promise<{ rows: SubscriberRow[]; last?: number }> {
    const rows: SubscriberRow[] = [];
    let from = request;
    const { segment } = this.#filter;
    const sliceMax = segment ? Math.min(sliceRowsOf(segment.terms), pageRowsMax) : pageRowsMax;
    for (let slices = 1; ; slices += 1) {
      request.signal?.throwIfAborted();
      const range = taggedRange(tags, from, sliceMax);
      const keys = await this.#away.all<{ subscriber: number }>(range.select, range.values);
      const among = keys.map(({ subscriber }) => subscriber);
      rows.push(...(await this.#among(among, range.order, wanted - rows.length)));
      const last = among.at(-1);
      if (rows.length >= wanted || last === undefined || among.length < sliceMax) return { rows };
      if (slices === request.slicesMax) return { rows, last };
      from = { ...request, ...(request.before === undefined ? { after: last } : { before: last }) };
      await nextTurn();
    }
  }

  async #among(keys: readonly number[], order: string, limit: number): Promise<SubscriberRow[]> {
    const values: Value[] = [this.#organization, JSON.stringify(keys)];
    const conditions = conditionsOf(this.#filter, this.#queries.dialect, values);
    return await this.#away.all<SubscriberRow>(
      // The plus keeps SQLite from an index that begins with the organization: the keys are better known.
      `SELECT ${subscriberColumns.names} FROM subscribers
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
function scanOf(
  { query, createdAfter, createdBefore, segment }: SubscriberFilter,
  organization: number,
  dialect: Dialect,
): Listing['scan'] {
  const values: Value[] = [];
  const conditions = conditionsOf({ query, createdAfter, createdBefore, segment }, dialect, values);
  if (conditions === '') return undefined;
  const stretch = segment && stretchOf(segment.terms);
  return { table: 'subscribers', organization, condition: conditions.slice(' AND '.length), values, stretch };
}

/** ` AND …` for each condition; its values are added to `values`. */
function conditionsOf(
  { status, query, createdAfter, createdBefore, segment }: SubscriberFilter,
  dialect: Dialect,
  values: Value[],
): string {
  let conditions = '';
  if (status !== undefined) conditions += ` AND status = $${values.push(status)}`;
  if (createdAfter !== undefined) conditions += ` AND created_at > $${values.push(createdAfter)}`;
  if (createdBefore !== undefined) conditions += ` AND created_at < $${values.push(createdBefore)}`;
  if (query !== undefined) {
    conditions += ` AND search LIKE $${values.push(containsPattern(query))} ESCAPE '\\'`;
  }
  if (segment !== undefined) conditions += audienceCondition(segment.terms, dialect, values, segment.now);
  return conditions;
}
