import { type SubscriberStatus, tagsPerSubscriberMax } from '../../../model/subscriber/subscriber.ts';
import { calculateSliceSize, findSliceEnd } from '../../audience/audience-slice-size.ts';
import { type AudienceTerms, audienceCondition, type RuleTerm } from '../../audience/audience-sql.ts';
import { buildLotSql, type Lot, type LotsWanted } from '../../audience/sample-sql.ts';
import type { Queries, Value } from '../../database.ts';

/** Entries that are counted in the index alone, without reading rows. */
const sliceEntries = 50_000;

/** Counts of a slice's audience by status. ACTIVE subscribers are split by suppression, and by whether the suppression expires. */
export type AudiencePart = {
  status: SubscriberStatus;
  suppressed: 'no' | 'for a time' | 'for good';
  amount: number;
};

type AudienceSlice = {
  parts: AudiencePart[];
  next: number | null;
};

/** Subscribers with `above` < key <= `upTo`, restricted to `keys` if given. */
export type KeyRange = { above: number; upTo: number; keys?: readonly number[] };

const fates = { other: 0, matches: 1, forATime: 2, forGood: 3 } as const;
type Fate = (typeof fates)[keyof typeof fates];
const suppressedBy: Readonly<Record<Exclude<Fate, 0>, AudiencePart['suppressed']>> = {
  1: 'no',
  2: 'for a time',
  3: 'for good',
};

export class AudienceRecords {
  readonly #queries: Queries;
  /** Audience queries read slices of a walk, so they use the walk connection. */
  readonly #away: Pick<Queries, 'all' | 'get'>;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#away = queries.away(organization);
    this.#organization = organization;
  }

  /** Returns the audience's size in any status if a stored count or an index knows it; undefined otherwise. */
  async counted(terms: AudienceTerms): Promise<number | undefined> {
    if (terms.isEmpty) return 0;
    if (terms.subscriberIds || terms.allTags.length + terms.anyTags.length + terms.noTags.length > 0) {
      return undefined;
    }
    const [rule, ...others] = terms.rules;
    if (rule === undefined || others.length > 0) return undefined;
    const tag = tagNeededBy(rule);
    if (tag === undefined) return undefined;
    const row = await this.#away.get<{ amount: number }>(
      'SELECT subscriber_count AS amount FROM tags WHERE key = $1 AND organization = $2',
      [tag, this.#organization],
    );
    return row?.amount ?? 0;
  }

  /** Counts the next entries of the status index. Equivalent to `slice` for an audience of everyone with one status. */
  async statusSlice(
    status: SubscriberStatus,
    after: number,
  ): Promise<{ amount: number; next: number | null }> {
    const row = await this.#away.get<{ amount: number; last: number | null }>(
      `SELECT count(*) AS amount, max(key) AS last FROM (
         SELECT key FROM subscribers WHERE organization = $1 AND status = $2 AND key > $3
         ORDER BY key LIMIT ${sliceEntries}) AS entries`,
      [this.#organization, status, after],
    );
    const { amount, last } = row ?? { amount: 0, last: null };
    return { amount, next: amount < sliceEntries ? null : last };
  }

  /** Counts the audience among the next subscribers in key order. */
  async slice(terms: AudienceTerms, now: number, after: number): Promise<AudienceSlice> {
    if (terms.isEmpty) return { parts: [], next: null };
    const end = await this.#sliceEnd(terms, after);
    const values: Value[] = [this.#organization, after, end ?? Number.MAX_SAFE_INTEGER];
    const source = this.#source(terms, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    const rows = await this.#away.all<{
      status: SubscriberStatus;
      fate: Fate;
      amount: number;
    }>(
      `SELECT status, fate, count(*) AS amount FROM (
         SELECT subscribers.status AS status,
           CASE WHEN 1 = 1${condition} THEN
             CASE WHEN subscribers.status = 'ACTIVE'
               THEN COALESCE(${suppressionAt(`$${values.push(now)}`)}, ${fates.matches}) ELSE ${fates.matches} END
           ELSE ${fates.other} END AS fate
         FROM ${source}) AS slice
       GROUP BY status, fate`,
      values,
    );
    const parts: AudiencePart[] = [];
    for (const { status, fate, amount } of rows) {
      if (fate === fates.other) continue;
      parts.push({ status, suppressed: suppressedBy[fate], amount });
    }
    return { parts, next: end ?? null };
  }

  /** Returns the audience within a key range, in key order. Reads inside the caller's transaction. */
  async among(
    terms: AudienceTerms,
    { above, upTo, keys }: KeyRange,
    now: number,
    limit: number,
  ): Promise<number[]> {
    const { dialect } = this.#queries;
    const values: Value[] = [this.#organization, above, upTo, limit];
    const only =
      keys === undefined
        ? ''
        : `AND subscribers.key IN ${dialect.integers(`$${values.push(JSON.stringify(keys))}`)}`;
    const condition = audienceCondition(terms, dialect, values, now);
    const rows = await this.#away.all<{ key: number }>(
      `SELECT subscribers.key AS key FROM subscribers
       WHERE subscribers.organization = $1 AND subscribers.key > $2 AND subscribers.key <= $3
         ${only} ${condition}
       ORDER BY subscribers.key LIMIT $4`,
      values,
    );
    return rows.map(({ key }) => key);
  }

  /** Counts the audience within a range, and its subscribers who already have the maximum number of tags. */
  async taggable(
    terms: AudienceTerms,
    { above, upTo }: KeyRange,
    now: number,
  ): Promise<{ amount: number; full: number }> {
    const values: Value[] = [this.#organization, above, upTo, tagsPerSubscriberMax - 1];
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    const row = await this.#away.get<{ amount: number; filled: number }>(
      `SELECT count(*) AS amount,
         count(CASE WHEN length(tags) - length(replace(tags, ',', '')) >= $4 THEN 1 END) AS filled
       FROM subscribers WHERE organization = $1 AND key > $2 AND key <= $3 ${condition}`,
      values,
    );
    return { amount: row?.amount ?? 0, full: row?.filled ?? 0 };
  }

  /** Returns a sample of a slice's subscribers who would receive mail. */
  async deliverable(
    terms: AudienceTerms,
    now: number,
    after: number,
    limit: number,
  ): Promise<{ id: string; email: string }[]> {
    const end = await this.#sliceEnd(terms, after);
    const values: Value[] = [this.#organization, after, end ?? Number.MAX_SAFE_INTEGER];
    const source = this.#source(terms, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    return await this.#away.all<{ id: string; email: string }>(
      `SELECT id, email FROM (
         SELECT subscribers.id AS id, subscribers.email AS email,
           CASE WHEN subscribers.status = 'ACTIVE'${condition}
             THEN CASE WHEN ${suppressionAt(`$${values.push(now)}`)} IS NULL THEN 1 ELSE 0 END
           ELSE 0 END AS chosen
         FROM ${source}) AS slice
       WHERE chosen = 1 LIMIT $${values.push(limit)}`,
      values,
    );
  }

  /** Draws a slice's subscribers with wanted lots who can be mailed, now or after a suppression expires. */
  async lots(
    terms: AudienceTerms,
    now: number,
    { after, upTo }: { after: number; upTo: number | null },
    { seed, below, limit }: LotsWanted,
  ): Promise<Lot[]> {
    const values: Value[] = [this.#organization, after, upTo ?? Number.MAX_SAFE_INTEGER];
    const source = this.#source(terms, values);
    const lot = buildLotSql('subscribers.key', seed, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    return await this.#away.all<Lot>(
      `SELECT lot, email FROM (
         SELECT subscribers.email AS email, ${lot} AS lot,
           CASE WHEN subscribers.status = 'ACTIVE' AND ${lot} < $${values.push(below)} THEN
             CASE WHEN 1 = 1${condition} THEN
               CASE WHEN ${suppressionAt(`$${values.push(now)}`)} = ${fates.forGood} THEN 0 ELSE 1 END
             ELSE 0 END
           ELSE 0 END AS chosen
         FROM ${source}) AS slice
       WHERE chosen = 1 ORDER BY lot LIMIT $${values.push(limit)}`,
      values,
    );
  }

  async #sliceEnd(terms: AudienceTerms, after: number): Promise<number | undefined> {
    const stretch = calculateSliceSize(terms);
    const tag = neededTag(terms);
    if (stretch.octets === null && !terms.subscriberIds && tag !== undefined) {
      const entries = 'SELECT subscriber AS key FROM subscriber_tags WHERE tag = $1 AND subscriber > $2';
      const end = await this.#away.get<{ key: number }>(findSliceEnd(entries, 'ASC', stretch), [tag, after]);
      return end?.key;
    }
    const values: Value[] = [this.#organization, after, Number.MAX_SAFE_INTEGER];
    const key = terms.subscriberIds ? '+subscribers.key' : 'subscribers.key';
    const octets = stretch.octets === null ? '' : ', octet_length(subscribers.attributes) AS octets';
    const lengths = `SELECT ${key} AS key${octets} FROM ${this.#source(terms, values)}`;
    const end = await this.#away.get<{ key: number }>(findSliceEnd(lengths, 'ASC', stretch), values);
    return end?.key;
  }

  /** Writes FROM and WHERE for organization $1 and $2 < key <= $3, restricted to the given ids or to a required tag. */
  #source(terms: AudienceTerms, values: Value[]): string {
    if (terms.subscriberIds) {
      const ids = this.#queries.dialect.strings(`$${values.push(JSON.stringify(terms.subscriberIds))}`);
      // The plus keeps SQLite from using an index on the organization, because the ids are more selective.
      return `subscribers WHERE id IN ${ids} AND +organization = $1 AND +key > $2 AND +key <= $3`;
    }
    const tag = neededTag(terms);
    if (tag !== undefined) {
      return `(SELECT subscriber FROM subscriber_tags
          WHERE tag = $${values.push(tag)} AND subscriber > $2 AND subscriber <= $3) AS tagged
        JOIN subscribers ON subscribers.key = tagged.subscriber AND +subscribers.organization = $1`;
    }
    return 'subscribers WHERE organization = $1 AND key > $2 AND key <= $3';
  }
}

function neededTag({ allTags, anyTags, rules }: AudienceTerms): number | undefined {
  return allTags[0] ?? onlyOne(anyTags) ?? tagNeededByAll(rules);
}

/** SQL for the kind of a subscriber's suppression; NULL if there is none. */
function suppressionAt(now: string): string {
  return `(SELECT max(CASE WHEN expires_at IS NULL THEN ${fates.forGood} ELSE ${fates.forATime} END) FROM suppressions
    WHERE suppressions.email = subscribers.email AND suppressions.organization = subscribers.organization
      AND starts_at <= ${now} AND (expires_at IS NULL OR expires_at > ${now}))`;
}

function tagNeededBy(rule: RuleTerm): number | undefined {
  if (!('field' in rule) || rule.field !== 'tags' || !rule.keys) return undefined;
  return rule.operator === 'neq' ? undefined : onlyOne(rule.keys);
}

/** Returns a tag that the rules require of every match. */
function tagNeededByAll(rules: readonly RuleTerm[]): number | undefined {
  for (const rule of rules) {
    const tag = 'and' in rule ? tagNeededByAll(rule.and) : tagNeededBy(rule);
    if (tag !== undefined) return tag;
  }
  return undefined;
}

function onlyOne(keys: readonly number[]): number | undefined {
  return keys.length === 1 ? keys[0] : undefined;
}
