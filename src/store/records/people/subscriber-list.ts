import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriberStatus } from '../../../model/subscriber/subscriber.ts';
import { calculateSliceRows, calculateSliceSize } from '../../audience/audience-slice-size.ts';
import { type AudienceTerms, audienceCondition } from '../../audience/audience-sql.ts';
import { type Dialect, pageRowsMax, plannedForValues, type Queries, type Value } from '../../database.ts';
import {
  buildPage,
  containsPattern,
  createdOrderSlackMs,
  idAt,
  type Listing,
  lastKeyBefore,
  type Page,
  type PageRequest,
  readPage,
} from '../../page.ts';
import { indexedSearch } from '../../search-index.ts';
import { type SubscriberRow, subscriberColumns } from './subscriber-row.ts';

export type SubscriberFilter = {
  status?: SubscriberStatus | undefined;
  /** Keys of tags, any of which is enough, so an empty list matches no subscriber. */
  tags?: readonly number[] | undefined;
  /** Substring of the address or name, case-insensitive. */
  query?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** The segment's rule; `now` is epoch ms. */
  segment?: { terms: AudienceTerms; now: number } | undefined;
};

type Passed = { passed: number; last: number | undefined };

/** Index entries skipped per statement, about 1 ms. */
const entriesPerStepMax = 50_000;
/** A filtered list of one organization's subscribers, newest first. */
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

  /** The cost depends neither on the page's depth nor on the number of subscribers with the tags. */
  async page(request: PageRequest): Promise<Page<SubscriberRow>> {
    if (this.#filter.segment?.terms.isEmpty) return { rows: [], hasMore: false };
    return this.#filter.tags
      ? await this.#taggedPage(this.#filter.tags, request)
      : await readPage<SubscriberRow>(this.#queries, await this.#listing(), request);
  }

  /** Counts up to `upTo`, because a filtered list may have a million entries. */
  async count(upTo: number, after?: number): Promise<number> {
    return (await this.#pass(upTo, after)).passed;
  }

  async keyAt(offset: number): Promise<number | undefined> {
    const { passed, last } = await this.#pass(offset + 1);
    return passed > offset ? last : undefined;
  }

  /** Returns the key of the `amount`-th subscriber above a key, oldest first. The list has no tags and no scanned conditions. */
  async keyAbove(key: number, amount: number): Promise<number | undefined> {
    let above: number | undefined = key;
    for (let left = amount; left > 0 && above !== undefined; left -= entriesPerStepMax) {
      const { where, values } = this.#indexed();
      values.push(above, Math.min(left, entriesPerStepMax) - 1);
      const row: { key: number } | undefined = await this.#away.get<{ key: number }>(
        `SELECT key FROM subscribers WHERE ${where} AND key > $${values.length - 1}
         ORDER BY key LIMIT 1 OFFSET $${values.length} ${plannedForValues}`,
        values,
      );
      above = row?.key;
      if (left > entriesPerStepMax) await nextTurn();
    }
    return above;
  }

  /** Skips the first `amount` subscribers after a key. Returns the number skipped and the last key. */
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

  /** Skips along an index alone, a bounded number of entries per statement. */
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

  /** Skips subscribers whose rows have to be read. */
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

  /** Lists subscribers with any of the tags, from a bounded range of each tag's index. */
  async #taggedPage(tags: readonly number[], request: PageRequest): Promise<Page<SubscriberRow>> {
    const wanted = Math.min(request.limit, pageRowsMax) + 1;
    const backwards = request.before !== undefined;
    if (tags.length === 0) return { rows: [], hasMore: false };
    if (this.#isTagsAlone()) {
      return buildPage(await this.#readTagged(tags, request, wanted), wanted, backwards);
    }
    const { rows, last } = await this.#walkTagged(tags, request, wanted);
    if (last === undefined) return buildPage(rows, wanted, backwards);
    const keyed = { table: 'subscribers', organization: this.#organization } as const;
    return buildPage(rows, wanted, backwards, await idAt(this.#away, keyed, last, backwards));
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

  /** Like `#taggedPage` with further conditions, slice by slice. `last` is the key where it stopped early. */
  async #walkTagged(
    tags: readonly number[],
    request: PageRequest,
    wanted: number,
  ): Promise<{ rows: SubscriberRow[]; last?: number }> {
    const rows: SubscriberRow[] = [];
    let from = request;
    const { segment } = this.#filter;
    const sliceMax = segment ? Math.min(calculateSliceRows(segment.terms), pageRowsMax) : pageRowsMax;
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
      // The plus keeps SQLite from using an index on the organization, because the keys are more selective.
      `SELECT ${subscriberColumns.names} FROM subscribers
       WHERE +organization = $1 AND key IN ${this.#queries.dialect.integers('$2')}${conditions}
       ORDER BY key ${order} LIMIT $${values.push(limit)}`,
      values,
    );
  }
}

/** Returns the next keys of subscribers with any of the tags. The inner LIMIT keeps the planner from overestimating the tagged rows. */
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

/** Returns conditions without an index, for the slices of `readPage`. */
function scanOf(
  { query, createdAfter, createdBefore, segment }: SubscriberFilter,
  organization: number,
  dialect: Dialect,
): Listing['scan'] {
  const values: Value[] = [];
  const conditions = conditionsOf({ query, createdAfter, createdBefore, segment }, dialect, values);
  if (conditions === '') return undefined;
  const stretch = segment && calculateSliceSize(segment.terms);
  return { table: 'subscribers', organization, condition: conditions.slice(' AND '.length), values, stretch };
}

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
