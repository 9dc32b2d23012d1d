import { notLeft, notReached } from '../model/campaign/recipient.ts';
import type { EmailEventType } from '../model/email/lifecycle.ts';
import { isoInstant } from '../model/instant.ts';
import { type Comparison, isCount, type RuleValue } from '../model/segment/rule.ts';
import { readRuleField } from '../model/segment/rule-field.ts';
import { readRuleTime, readSpanMs } from '../model/segment/rule-time.ts';
import { type Dialect, type Value, writtenOnce } from './database.ts';
import { endedCampaign } from './records/campaign-progress.ts';

/** A rule whose names of tags and ids of campaigns were looked up in its organization. */
export type RuleTerm =
  /** `keys`: of the tags or the campaigns it names and that are there. */
  | (Comparison & { keys?: readonly number[] | undefined })
  | { and: readonly RuleTerm[] }
  | { or: readonly RuleTerm[] };

/** An audience as the database takes it. All conditions must hold at once. */
export type AudienceTerms = {
  /** No subscriber matches, because a tag, segment or campaign that it names no longer exists. */
  isEmpty: boolean;
  /** Keys of tags; a subscriber needs one of them; empty for no such condition. */
  anyTags: readonly number[];
  allTags: readonly number[];
  noTags: readonly number[];
  rules: readonly RuleTerm[];
  /** Ids; null for no such condition. */
  subscriberIds: readonly string[] | null;
};

/**
 * ` AND …` for the rows of `subscribers` (which the statement must not rename) that terms match; empty when all of them
 * do. What is compared is added to `values`, and no caller's text becomes part of the statement.
 * The organization, and whether a status gets mail, are for the statement to ask. Tags, events and lines of campaigns
 * carry no organization here: they are those of a subscriber that the statement found in its own, and the keys of tags and
 * campaigns were looked up in it.
 *
 * It is no range of an index: a statement with it looks at a bounded slice of the key.
 *
 * @param now epoch ms, for `within`
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

/** One condition while it is written. Each method answers an expression that is true, false or NULL. */
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
    // Who has no value is not equal either.
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
   * Values are compared as the JSON that was written: the same value is always the same text, and a number never the
   * same as a string. Only what has an order or a part is read first, and only where it is of that kind.
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

  /** Each campaign once: a line has the first open and the first click of its person. */
  #countedReactions({ value, within }: Comparison, column: string): string {
    const since = within === undefined ? 'IS NOT NULL' : `>= ${this.#bind(this.#since(within))}`;
    const lines = `FROM campaign_recipients WHERE subscriber = subscribers.key AND ${column} ${since}`;
    return this.#isThere(`SELECT 1 ${lines}`, Number(value));
  }

  /** Whether there is an nth row: no more entries of the index are passed than are counted. */
  #isThere(select: string, nth: number): string {
    return `((${select} LIMIT 1 OFFSET ${this.#bind(nth - 1)}) IS NOT NULL)`;
  }

  #reaction(campaigns: readonly number[], column: string): string {
    return is(`SELECT 1 FROM campaign_recipients
      WHERE campaign ${this.#among(campaigns)} AND subscriber = subscribers.key AND ${column} IS NOT NULL`);
  }

  /**
   * A mail that waits to leave counts, since it will; that of an ended campaign does not, since it is being cancelled.
   */
  #reached(campaigns: readonly number[]): string {
    const line = 'campaign_recipients';
    return is(`SELECT 1 FROM ${line}
      WHERE campaign ${this.#among(campaigns)} AND subscriber = subscribers.key AND state = 1
        AND coalesce((SELECT CASE
            WHEN mail.last_event IN (${quoted(notReached)}) THEN 0
            WHEN mail.last_event IN (${quoted(notLeft)}) THEN
              (SELECT CASE WHEN ${endedCampaign('sent')} THEN 0 ELSE 1 END FROM campaigns sent WHERE sent.key = ${line}.campaign)
            ELSE 1 END
          FROM emails mail WHERE mail.id = ${line}.email_id), 1) = 1`);
  }

  #oneOf(expression: string, list: readonly string[]): string {
    return list.length === 1
      ? `(${expression} = ${this.#bind(list[0]!)})`
      : `(${expression} IN ${this.strings(list)})`;
  }

  /** A LIKE would go back and begin again at each place of a text, which a text and a pattern can be written for. */
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

  /** A-Z as a-z; every other letter as it is. PostgreSQL alone knows more letters, and must not use that. */
  #folded(expression: string): string {
    return `lower(${this.#bytes(expression)})`;
  }

  /** Text compared by its bytes, which SQLite does by itself. */
  #bytes(expression: string): string {
    return this.#dialect.name === 'postgres' ? `${expression} COLLATE "C"` : expression;
  }

  #since(value: RuleValue | undefined): number {
    return this.#now - (readSpanMs(String(value)) ?? 0);
  }

  /** One key is a point of an index; a list is read again for each subscriber. */
  #among(keys: readonly number[]): string {
    return keys.length === 1
      ? `= ${this.#bind(keys[0]!)}`
      : `IN ${this.#dialect.integers(this.#bind(JSON.stringify(keys)))}`;
  }

  #bind(value: Value): string {
    return `$${this.#values.push(value)}`;
  }
}

/**
 * Whether a look-up finds a row. As a value and not as EXISTS, which a planner may turn around into a walk over all rows
 * of a tag or of an event, once for every slice.
 */
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
