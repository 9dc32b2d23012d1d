import type { EmailEventType } from '../../model/email/lifecycle.ts';
import { lostEvents, waitingEvents } from '../../model/email/lifecycle.ts';
import { isoInstant } from '../../model/instant.ts';
import { type Comparison, isCount, type RuleValue } from '../../model/segment/rule.ts';
import { readRuleField } from '../../model/segment/rule-field.ts';
import { readRuleTime, readSpanMs } from '../../model/segment/rule-time.ts';
import { type Dialect, type Value, writtenOnce } from '../database.ts';
import { endedCampaign } from '../records/campaigns/campaign-progress.ts';

export type RuleTerm =
  /** Keys of the existing tags or campaigns that the rule names. */
  | (Comparison & { keys?: readonly number[] | undefined })
  | { and: readonly RuleTerm[] }
  | { or: readonly RuleTerm[] };

export type AudienceTerms = {
  /** True if the audience names a deleted tag, segment or campaign, so no subscriber matches. */
  isEmpty: boolean;
  /** Keys of tags, any of which is enough; empty for no condition. */
  anyTags: readonly number[];
  allTags: readonly number[];
  noTags: readonly number[];
  rules: readonly RuleTerm[];
  /** Null for no condition. */
  subscriberIds: readonly string[] | null;
};

/**
 * Returns ` AND …` for the rows of `subscribers`, or an empty string if every row matches. Appends the
 * compared values to `values`; no caller's text becomes part of the statement.
 *
 * The statement must filter by organization and status, because tags, events and recipients are looked up by
 * the subscriber's key alone, and must read a bounded slice of keys, because it uses no index range.
 */
export function audienceCondition(
  terms: AudienceTerms,
  dialect: Dialect,
  values: Value[],
  now: number,
): string {
  if (terms.isEmpty) return ' AND 1 = 0';
  const writing = new Writing(dialect, values, now);
  const conditions: string[] = [];
  if (terms.subscriberIds) conditions.push(`subscribers.id IN ${writing.strings(terms.subscriberIds)}`);
  if (terms.anyTags.length > 0) conditions.push(writing.hasTag(terms.anyTags));
  if (terms.allTags.length > 0) conditions.push(writing.hasTags(terms.allTags));
  if (terms.noTags.length > 0) conditions.push(`NOT ${writing.hasTag(terms.noTags)}`);
  for (const rule of terms.rules) conditions.push(writing.rule(rule));
  return conditions.length === 0 ? '' : ` AND ${conditions.join(' AND ')} ${writtenOnce}`;
}

const columns: Readonly<Record<string, string>> = {
  email: 'subscribers.email',
  status: 'subscribers.status',
  firstName: 'subscribers.first_name',
  lastName: 'subscribers.last_name',
  locale: 'subscribers.locale',
  timezone: 'subscribers.timezone',
  source: 'subscribers.source',
  externalId: 'subscribers.external_id',
  createdAt: 'subscribers.created_at',
  updatedAt: 'subscribers.updated_at',
  lastActivityAt: 'subscribers.last_activity_at',
  email_opened: 'subscribers.last_opened_at',
  email_clicked: 'subscribers.last_clicked_at',
};

const reactionColumns: Readonly<Record<string, string>> = {
  email_opened: 'opened_at',
  email_clicked: 'clicked_at',
};

const orders: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Writes one condition. Each method returns an expression that is true, false or NULL. */
class Writing {
  readonly #dialect: Dialect;
  readonly #values: Value[];
  readonly #now: number;

  constructor(dialect: Dialect, values: Value[], now: number) {
    this.#dialect = dialect;
    this.#values = values;
    this.#now = now;
  }

  strings(list: readonly string[]): string {
    return this.#dialect.strings(this.#bind(JSON.stringify(list)));
  }

  hasTag(keys: readonly number[]): string {
    return is(
      `SELECT 1 FROM subscriber_tags WHERE subscriber = subscribers.key AND tag ${this.#among(keys)}`,
    );
  }

  hasTags(keys: readonly number[]): string {
    const wanted = [...new Set(keys)];
    return `((SELECT count(*) FROM subscriber_tags
      WHERE subscriber = subscribers.key AND tag ${this.#among(wanted)}) = ${wanted.length})`;
  }

  rule(rule: RuleTerm): string {
    if ('and' in rule) return `(${rule.and.map((part) => this.rule(part)).join(' AND ')})`;
    if ('or' in rule) return `(${rule.or.map((part) => this.rule(part)).join(' OR ')})`;
    const { operator } = rule;
    // NULL also counts as not equal.
    if (operator === 'neq') return `(${this.#holds({ ...rule, operator: 'eq' })} IS NOT TRUE)`;
    if (operator === 'is_empty') return `(NOT ${this.#holds({ ...rule, operator: 'exists' })})`;
    if (operator === 'count_lt') return `(NOT ${this.#holds({ ...rule, operator: 'count_gte' })})`;
    return this.#holds(rule);
  }

  #holds(rule: Comparison & { keys?: readonly number[] | undefined }): string {
    const read = readRuleField(rule.field);
    if (!read) throw new Error('a rule that was not read looks at an unknown field');
    switch (read.kind) {
      case 'text':
        return this.#text(rule, columns[read.name]!, 'folded');
      case 'id':
        return this.#text(rule, columns[read.name]!, 'exact');
      case 'status':
      case 'source':
        return this.#oneOf(columns[read.name]!, listOf(rule.value));
      case 'time':
        return this.#time(rule, columns[read.name]!);
      case 'attribute':
        return this.#attribute(rule, read.name);
      case 'tags':
        return rule.operator === 'exists'
          ? // A deleted tag stays on its subscribers until the worker has taken it off.
            is(`SELECT 1 FROM subscriber_tags JOIN tags ON tags.key = subscriber_tags.tag AND tags.organization > 0
              WHERE subscriber = subscribers.key`)
          : this.hasTag(rule.keys ?? []);
      case 'event':
        return this.#event(rule, read.name);
      case 'reaction':
        if (isCount(rule.operator)) return this.#countedReactions(rule, reactionColumns[read.name]!);
        return isEquality(rule)
          ? this.#reaction(rule.keys ?? [], reactionColumns[read.name]!)
          : this.#time(rule, columns[read.name]!);
      case 'reach':
        return this.#reached(rule.keys ?? []);
    }
  }

  #text({ operator, value }: Comparison, column: string, equality: 'folded' | 'exact'): string {
    if (operator === 'exists') return `(coalesce(${column}, '') <> '')`;
    if (operator === 'eq' || operator === 'in') {
      return equality === 'exact'
        ? this.#oneOf(column, listOf(value))
        : this.#oneOf(this.#folded(column), listOf(value).map(foldedText));
    }
    return this.#part(column, operator, value);
  }

  #time({ operator, value }: Comparison, column: string): string {
    if (operator === 'exists') return `(${column} IS NOT NULL)`;
    if (operator === 'within') return `(${column} >= ${this.#bind(this.#since(value))})`;
    if (operator === 'longer_ago') return `(${column} < ${this.#bind(this.#since(value))})`;
    return `(${column} ${orders[operator]!} ${this.#bind(readRuleTime(String(value)) ?? 0)})`;
  }

  /**
   * Compares JSON text, so that a number never equals a string. Only ordering and substring operators decode
   * the value, and only if it has the right type.
   */
  #attribute({ operator, value }: Comparison, name: string): string {
    const parameter = this.#bind(name);
    const json = this.#dialect.jsonField('subscribers.attributes', parameter, 'json');
    const text = this.#dialect.jsonField('subscribers.attributes', parameter, 'text');
    const ifText = (expression: string) => `CASE WHEN substr(${json}, 1, 1) = '"' THEN ${expression} END`;
    if (operator === 'exists') return `(coalesce(${json}, 'null') NOT IN ('null', '""'))`;
    if (operator === 'eq' && value === null) return `(coalesce(${json}, 'null') = 'null')`;
    if (operator === 'eq' || operator === 'in') {
      return this.#oneOf(
        json,
        (Array.isArray(value) ? value : [value]).map((one) => JSON.stringify(one)),
      );
    }
    if (operator === 'within') {
      const from = isoInstant(this.#since(value));
      const until = isoInstant(this.#now);
      const among = `${this.#bytes(text)} BETWEEN ${this.#bind(from)} AND ${this.#bind(until)}`;
      return `(${ifText(`${text} LIKE '____-__-__%' AND ${among}`)})`;
    }
    if (operator === 'longer_ago') {
      const before = `${this.#bytes(text)} < ${this.#bind(isoInstant(this.#since(value)))}`;
      return `(${ifText(`${text} LIKE '____-__-__%' AND ${before}`)})`;
    }
    const order = orders[operator];
    if (order === undefined) return `(${ifText(this.#part(text, operator, value))})`;
    if (typeof value === 'number') return `(${numberIn(json)} ${order} ${this.#bind(value)})`;
    return `(${this.#bytes(`(${ifText(text)})`)} ${order} ${this.#bind(String(value))})`;
  }

  #event(rule: Comparison, name: string): string {
    const { operator, value, within } = rule;
    const events = `FROM events WHERE subscriber = subscribers.key AND name = ${this.#bind(name)}`;
    if (operator === 'exists') return is(`SELECT 1 ${events}`);
    if (operator === 'within')
      return is(`SELECT 1 ${events} AND occurred_at >= ${this.#bind(this.#since(value))}`);
    if (!isCount(operator)) return this.#time(rule, `(SELECT max(occurred_at) ${events})`);
    const since = within === undefined ? '' : ` AND occurred_at >= ${this.#bind(this.#since(within))}`;
    return this.#isThere(`SELECT 1 ${events}${since}`, Number(value));
  }

  /** Counts each campaign once, because a recipient row stores only the first open and the first click. */
  #countedReactions({ value, within }: Comparison, column: string): string {
    const since = within === undefined ? 'IS NOT NULL' : `>= ${this.#bind(this.#since(within))}`;
    const lines = `FROM campaign_recipients WHERE subscriber = subscribers.key AND ${column} ${since}`;
    return this.#isThere(`SELECT 1 ${lines}`, Number(value));
  }

  /** Checks for an nth row, so the database passes no more index entries than necessary. */
  #isThere(select: string, nth: number): string {
    return `((${select} LIMIT 1 OFFSET ${this.#bind(nth - 1)}) IS NOT NULL)`;
  }

  #reaction(campaigns: readonly number[], column: string): string {
    return is(`SELECT 1 FROM campaign_recipients
      WHERE campaign ${this.#among(campaigns)} AND subscriber = subscribers.key AND ${column} IS NOT NULL`);
  }

  /** Counts mail that is still queued, except in an ended campaign, whose queued mail is being cancelled. */
  #reached(campaigns: readonly number[]): string {
    const line = 'campaign_recipients';
    return is(`SELECT 1 FROM ${line}
      WHERE campaign ${this.#among(campaigns)} AND subscriber = subscribers.key AND state = 1
        AND coalesce((SELECT CASE
            WHEN mail.last_event IN (${quoted(lostEvents)}) THEN 0
            WHEN mail.last_event IN (${quoted(waitingEvents)}) THEN
              (SELECT CASE WHEN ${endedCampaign('sent')} THEN 0 ELSE 1 END FROM campaigns sent WHERE sent.key = ${line}.campaign)
            ELSE 1 END
          FROM emails mail WHERE mail.id = ${line}.email_id), 1) = 1`);
  }

  #oneOf(expression: string, list: readonly string[]): string {
    return list.length === 1
      ? `(${expression} = ${this.#bind(list[0]!)})`
      : `(${expression} IN ${this.strings(list)})`;
  }

  /** Avoids LIKE, whose backtracking is quadratic for hostile patterns and texts. */
  #part(expression: string, operator: Comparison['operator'], value: RuleValue | undefined): string {
    const part = foldedText(String(value));
    const characters = [...part].length;
    const bound = this.#bind(part);
    if (operator === 'starts_with')
      return `(${this.#folded(`substr(${expression}, 1, ${characters})`)} = ${bound})`;
    if (operator === 'ends_with') {
      return `(${this.#folded(this.#dialect.lastCharacters(expression, characters))} = ${bound})`;
    }
    return `(${this.#dialect.placeOf(bound, this.#folded(expression))} > 0)`;
  }

  /** Folds A-Z only, on both databases. PostgreSQL would also fold other letters. */
  #folded(expression: string): string {
    return `lower(${this.#bytes(expression)})`;
  }

  #bytes(expression: string): string {
    return this.#dialect.name === 'postgres' ? `${expression} COLLATE "C"` : expression;
  }

  #since(value: RuleValue | undefined): number {
    return this.#now - (readSpanMs(String(value)) ?? 0);
  }

  /** A single key allows an index seek; a list is read again for each subscriber. */
  #among(keys: readonly number[]): string {
    return keys.length === 1
      ? `= ${this.#bind(keys[0]!)}`
      : `IN ${this.#dialect.integers(this.#bind(JSON.stringify(keys)))}`;
  }

  #bind(value: Value): string {
    return `$${this.#values.push(value)}`;
  }
}

/** Tests for a row with a scalar subquery, because a planner may turn EXISTS into a join over all rows of a tag or event. */
function is(select: string): string {
  return `((${select} LIMIT 1) IS NOT NULL)`;
}

function numberIn(json: string): string {
  return `(CASE WHEN substr(${json}, 1, 1) IN ('-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
    THEN CAST(${json} AS DOUBLE PRECISION) END)`;
}

function quoted(events: readonly EmailEventType[]): string {
  return events.map((event) => `'${event}'`).join(', ');
}

function isEquality({ operator }: Comparison): boolean {
  return operator === 'eq' || operator === 'in';
}

function listOf(value: RuleValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function foldedText(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
