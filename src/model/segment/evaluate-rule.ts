import { isoInstant, isoInstantOrNull } from '../instant.ts';
import { tagNameKey } from '../subscriber/tag.ts';
import type { Person } from '../workflow/facts.ts';
import { type Comparison, isCount, type Rule, type RuleValue } from './rule.ts';
import { type RuleFieldKind, readRuleField } from './rule-field.ts';
import { readRuleTime, readSpanMs } from './rule-time.ts';

/** Input of a rule. The reader restricts its fields: workflows have no `email_reached` and no counts. */
export type RuleFacts = {
  person: Person;
  eventCount(name: string): number;
  lastEventAt(name: string): number | null;
  /** Last open or click of a mail, by campaign id or step key. */
  reactionAt(kind: 'email_opened' | 'email_clicked', name: string): number | null;
  /** Properties of the event that started the run, as `trigger.<property>`; null without a run. Untrusted text. */
  trigger: Readonly<Record<string, unknown>> | null;
  /** Properties of the current event, as `properties.<name>`; null without an event. Untrusted text. */
  properties: Readonly<Record<string, unknown>> | null;
};

export type Compared = {
  field: string;
  operator: string;
  value?: RuleValue;
  found: unknown;
  holds: boolean;
};

/** Includes all comparisons in order, for the explanation. */
export type RuleVerdict = { holds: boolean; compared: Compared[] };

/** Has exactly the semantics of the rule's SQL (`store/audience/audience-sql.ts`): a segment send and a run must not differ. */
export function evaluateRule(rule: Rule, facts: RuleFacts, now: number): RuleVerdict {
  const compared: Compared[] = [];
  return { holds: judge(rule, facts, now, compared), compared };
}

function judge(rule: Rule, facts: RuleFacts, now: number, compared: Compared[]): boolean {
  // Evaluates every part, because explanations show each comparison.
  if ('and' in rule) return rule.and.map((part) => judge(part, facts, now, compared)).every(Boolean);
  if ('or' in rule) return rule.or.map((part) => judge(part, facts, now, compared)).some(Boolean);
  const { holds, found } = compare(rule, facts, now);
  const { field, operator, value } = rule;
  compared.push({ field, operator, ...(value === undefined ? {} : { value }), found, holds });
  return holds;
}

type Verdict = { holds: boolean; found: unknown };

function compare(rule: Comparison, facts: RuleFacts, now: number): Verdict {
  const { operator } = rule;
  if (operator === 'neq') return opposite(compare({ ...rule, operator: 'eq' }, facts, now));
  if (operator === 'is_empty') return opposite(compare({ ...rule, operator: 'exists' }, facts, now));
  const property = readPropertyField(rule.field);
  if (property) return compareProperty(rule, facts[property.of], property.name, now);
  const field = readRuleField(rule.field);
  if (!field) throw new Error('a rule that was not read looks at an unknown field');
  return compareField(rule, field, facts, now);
}

function opposite({ holds, found }: Verdict): Verdict {
  return { holds: !holds, found };
}

function compareField(
  rule: Comparison,
  { kind, name }: { kind: RuleFieldKind; name: string },
  facts: RuleFacts,
  now: number,
): Verdict {
  if (isCount(rule.operator)) throw new Error('how often something happened is known to the database alone');
  const { person } = facts;
  switch (kind) {
    case 'text':
    case 'id': {
      const text = person[name as 'email' | 'externalId'];
      return { holds: holdsForText(rule, text, kind === 'text' ? folded : (same) => same), found: text };
    }
    case 'status':
    case 'source': {
      const word = person[name as 'status' | 'source'];
      return { holds: listOf(rule.value).includes(word), found: word };
    }
    case 'time': {
      const at = person[name as 'createdAt' | 'lastActivityAt'];
      return { holds: holdsForTime(rule, at, now), found: isoInstantOrNull(at) };
    }
    case 'attribute': {
      const value = Object.hasOwn(person.attributes, name) ? person.attributes[name] : null;
      return { holds: holdsForAttribute(rule, value, now), found: value ?? null };
    }
    case 'tags':
      return compareTags(rule, person.tags);
    case 'event':
      return compareEvent(rule, name, facts, now);
    case 'reaction':
      return compareReaction(rule, name as 'email_opened' | 'email_clicked', facts, now);
    case 'reach':
      throw new Error('the recipients of a campaign are known to the database alone');
  }
}

const propertyPrefixes = { 'trigger.': 'trigger', 'properties.': 'properties' } as const;

export function readPropertyField(field: string): { of: 'trigger' | 'properties'; name: string } | null {
  for (const [prefix, of] of Object.entries(propertyPrefixes)) {
    if (field.startsWith(prefix) && field.length > prefix.length) {
      return { of, name: field.slice(prefix.length) };
    }
  }
  return null;
}

/** Compares like an attribute. A list or an object exists, but equals nothing. */
function compareProperty(
  rule: Comparison,
  properties: Readonly<Record<string, unknown>> | null,
  name: string,
  now: number,
): Verdict {
  const value = properties !== null && Object.hasOwn(properties, name) ? properties[name] : null;
  return { holds: holdsForAttribute(rule, value, now), found: value ?? null };
}

function compareTags({ operator, value }: Comparison, tags: Person['tags']): Verdict {
  if (operator === 'exists') return { holds: tags.length > 0, found: tags.map(({ name }) => name) };
  const wanted = listOf(value);
  const names = new Set(wanted.map(tagNameKey));
  const had = tags.filter(({ id, name }) => wanted.includes(id) || names.has(tagNameKey(name)));
  return { holds: had.length > 0, found: had.map(({ name }) => name) };
}

function compareEvent(rule: Comparison, name: string, facts: RuleFacts, now: number): Verdict {
  if (rule.operator === 'exists') {
    const found = facts.eventCount(name);
    return { holds: found > 0, found };
  }
  const at = facts.lastEventAt(name);
  return { holds: holdsForTime(rule, at, now), found: isoInstantOrNull(at) };
}

function compareReaction(
  rule: Comparison,
  kind: 'email_opened' | 'email_clicked',
  facts: RuleFacts,
  now: number,
): Verdict {
  if (rule.operator === 'eq' || rule.operator === 'in') {
    const times = listOf(rule.value).flatMap((name) => facts.reactionAt(kind, name) ?? []);
    return { holds: times.length > 0, found: times.length > 0 ? isoInstant(Math.max(...times)) : null };
  }
  const at = kind === 'email_opened' ? facts.person.lastOpenedAt : facts.person.lastClickedAt;
  return { holds: holdsForTime(rule, at, now), found: isoInstantOrNull(at) };
}

function holdsForText(
  { operator, value }: Comparison,
  text: string | null,
  equality: (text: string) => string,
): boolean {
  if (text === null) return false;
  if (operator === 'exists') return text !== '';
  if (operator === 'eq' || operator === 'in') return listOf(value).map(equality).includes(equality(text));
  return holdsForPart(operator, value, text);
}

function holdsForPart(operator: Comparison['operator'], value: RuleValue | undefined, text: string): boolean {
  const part = folded(String(value));
  if (operator === 'starts_with') return folded(text).startsWith(part);
  if (operator === 'ends_with') return folded(text).endsWith(part);
  return folded(text).includes(part);
}

function holdsForTime({ operator, value }: Comparison, at: number | null, now: number): boolean {
  if (at === null) return false;
  if (operator === 'exists') return true;
  if (operator === 'within') return at >= since(value, now);
  if (operator === 'longer_ago') return at < since(value, now);
  return inOrder(operator, at - (readRuleTime(String(value)) ?? 0));
}

const dateShape = /^.{4}-.{2}-.{2}/su;

function holdsForAttribute({ operator, value }: Comparison, had: unknown, now: number): boolean {
  const has = had ?? null;
  switch (operator) {
    case 'exists':
      return has !== null && has !== '';
    case 'eq':
    case 'in':
      // Compares as JSON, so that a number never equals a text.
      return [value].flat().some((one) => JSON.stringify(one) === JSON.stringify(has));
    case 'within':
      return (
        typeof has === 'string' &&
        dateShape.test(has) &&
        byteOrder(has, isoInstant(since(value, now))) >= 0 &&
        byteOrder(has, isoInstant(now)) <= 0
      );
    case 'longer_ago':
      return (
        typeof has === 'string' && dateShape.test(has) && byteOrder(has, isoInstant(since(value, now))) < 0
      );
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (typeof value === 'number') return typeof has === 'number' && inOrder(operator, has - value);
      return typeof has === 'string' && inOrder(operator, byteOrder(has, String(value)));
    default:
      return typeof has === 'string' && holdsForPart(operator, value, has);
  }
}

function inOrder(operator: Comparison['operator'], difference: number): boolean {
  if (operator === 'gt') return difference > 0;
  if (operator === 'gte') return difference >= 0;
  return operator === 'lt' ? difference < 0 : difference <= 0;
}

function since(value: RuleValue | undefined, now: number): number {
  return now - (readSpanMs(String(value)) ?? 0);
}

function listOf(value: RuleValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function byteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
