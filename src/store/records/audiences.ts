import type { SubscriberStatus } from '../../model/subscriber.ts';
import { type AudienceTerms, audienceCondition, type RuleTerm, sliceRowsOf } from '../audience-sql.ts';
import type { Queries, Value } from '../database.ts';

/** Lines of a ledger counted in one statement. */
const sliceLines = 5_000;
/** Entries of an index that are counted without looking at a row. */
const sliceEntries = 50_000;

/** How many of a slice are in the audience, by status; of those who are ACTIVE, the suppressed ones apart. */
export type AudiencePart = { status: SubscriberStatus; suppressed: boolean; amount: number };

export type AudienceSlice = {
  parts: AudiencePart[];
  /** The key to go on behind; null after the last slice. */
  next: number | null;
};

type Fate = 0 | 1 | 2;
const fates: Readonly<Record<'other' | 'matches' | 'suppressed', Fate>> = {
  other: 0,
  matches: 1,
  suppressed: 2,
};

/** Who is in an audience, among the subscribers of one organization. */
export class AudienceRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  /** How many are in it, whatever their status, where that is written somewhere or an index tells; else undefined. */
  async counted(terms: AudienceTerms): Promise<number | undefined> {
    if (terms.nobody) return 0;
    if (terms.subscriberIds || terms.allTags.length + terms.anyTags.length + terms.noTags.length > 0) {
      return undefined;
    }
    const [rule, ...others] = terms.rules;
    if (rule === undefined || others.length > 0) return undefined;
    const tag = tagNeededBy(rule);
    if (tag === undefined) return undefined;
    const row = await this.#queries.get<{ amount: number }>(
      'SELECT subscriber_count AS amount FROM tags WHERE key = $1 AND organization = $2',
      [tag, this.#organization],
    );
    return row?.amount ?? 0;
  }

  /** The next entries of an index on the status. The same answer as `slice` for an audience that is everybody of one. */
  async statusSlice(
    status: SubscriberStatus,
    after: number,
  ): Promise<{ amount: number; next: number | null }> {
    const row = await this.#queries.get<{ amount: number; last: number | null }>(
      `SELECT count(*) AS amount, max(key) AS last FROM (
         SELECT key FROM subscribers WHERE organization = $1 AND status = $2 AND key > $3
         ORDER BY key LIMIT ${sliceEntries}) AS entries`,
      [this.#organization, status, after],
    );
    const { amount, last } = row ?? { amount: 0, last: null };
    return { amount, next: amount < sliceEntries ? null : last };
  }

  /**
   * Looks at the next subscribers in the order of their keys.
   * @param now epoch ms
   */
  async slice(terms: AudienceTerms, now: number, after: number): Promise<AudienceSlice> {
    if (terms.nobody) return { parts: [], next: null };
    const values: Value[] = [this.#organization, after, sliceRowsOf(terms)];
    const source = this.#source(terms, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    const rows = await this.#queries.all<{
      status: SubscriberStatus;
      fate: Fate;
      amount: number;
      last: number;
    }>(
      `SELECT status, fate, count(*) AS amount, max(key) AS last FROM (
         SELECT subscribers.key AS key, subscribers.status AS status,
           CASE WHEN 1 = 1${condition} THEN
             CASE WHEN subscribers.status = 'ACTIVE' AND ${suppressedAt(`$${values.push(now)}`)}
               THEN ${fates.suppressed} ELSE ${fates.matches} END
           ELSE ${fates.other} END AS fate
         FROM ${source}) AS slice
       GROUP BY status, fate`,
      values,
    );
    let seen = 0;
    let last = after;
    const parts: AudiencePart[] = [];
    for (const row of rows) {
      seen += row.amount;
      last = Math.max(last, row.last);
      if (row.fate === fates.other) continue;
      parts.push({ status: row.status, suppressed: row.fate === fates.suppressed, amount: row.amount });
    }
    return { parts, next: seen < sliceRowsOf(terms) ? null : last };
  }

  /** Some of those of a slice who would get mail. */
  async deliverable(
    terms: AudienceTerms,
    now: number,
    after: number,
    limit: number,
  ): Promise<{ id: string; email: string }[]> {
    const values: Value[] = [this.#organization, after, sliceRowsOf(terms)];
    const source = this.#source(terms, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    return await this.#queries.all<{ id: string; email: string }>(
      `SELECT id, email FROM (
         SELECT subscribers.id AS id, subscribers.email AS email,
           CASE WHEN subscribers.status = 'ACTIVE'${condition}
             THEN CASE WHEN ${suppressedAt(`$${values.push(now)}`)} THEN 0 ELSE 1 END
           ELSE 0 END AS chosen
         FROM ${source}) AS slice
       WHERE chosen = 1 LIMIT $${values.push(limit)}`,
      values,
    );
  }

  /**
   * The next lines of what was written down when a campaign began: how many have or wait for their mail (no reason), and
   * how many were passed over for each reason.
   * @param campaign its key
   */
  async ledgerSlice(
    campaign: number,
    after: number,
  ): Promise<{ parts: { reason: string | null; amount: number }[]; next: number | null }> {
    const rows = await this.#queries.all<{ reason: string | null; amount: number; last: number }>(
      `SELECT reason, count(*) AS amount, max(subscriber) AS last FROM (
         SELECT subscriber, reason FROM campaign_recipients WHERE campaign = $1 AND subscriber > $2
         ORDER BY subscriber LIMIT ${sliceLines}) AS slice
       GROUP BY reason`,
      [campaign, after],
    );
    const seen = rows.reduce((sum, { amount }) => sum + amount, 0);
    const last = rows.reduce((highest, row) => Math.max(highest, row.last), after);
    return {
      parts: rows.map(({ reason, amount }) => ({ reason, amount })),
      next: seen < sliceLines ? null : last,
    };
  }

  /**
   * The subscribers behind $2 of the organization $1, at most $3: everybody, or only those who have a tag that all of
   * them must have, or whose ids are given. The limit stands within, so that no planner takes them for more than they are.
   */
  #source(terms: AudienceTerms, values: Value[]): string {
    if (terms.subscriberIds) {
      const ids = this.#queries.dialect.strings(`$${values.push(JSON.stringify(terms.subscriberIds))}`);
      // The plus keeps SQLite from an index that begins with the organization: the ids are better known.
      return `(SELECT * FROM subscribers WHERE id IN ${ids} AND +organization = $1 AND +key > $2
        ORDER BY +key LIMIT $3) AS subscribers`;
    }
    const tag = terms.allTags[0] ?? onlyOne(terms.anyTags) ?? tagNeededByAll(terms.rules);
    if (tag !== undefined) {
      return `(SELECT subscriber FROM subscriber_tags WHERE tag = $${values.push(tag)} AND subscriber > $2
          ORDER BY subscriber LIMIT $3) AS tagged
        JOIN subscribers ON subscribers.key = tagged.subscriber AND +subscribers.organization = $1`;
    }
    return `(SELECT * FROM subscribers WHERE organization = $1 AND key > $2 ORDER BY key LIMIT $3) AS subscribers`;
  }
}

function suppressedAt(now: string): string {
  return `((SELECT 1 FROM suppressions
    WHERE suppressions.email = subscribers.email AND suppressions.organization = subscribers.organization
      AND starts_at <= ${now} AND (expires_at IS NULL OR expires_at > ${now}) LIMIT 1) IS NOT NULL)`;
}

/** A tag that a rule is about and nothing else. */
function tagNeededBy(rule: RuleTerm): number | undefined {
  if (!('field' in rule) || rule.field !== 'tags' || !rule.keys) return undefined;
  return rule.operator === 'neq' ? undefined : onlyOne(rule.keys);
}

/** A tag without which nobody passes the rules. */
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
