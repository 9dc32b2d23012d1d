import type { Comparison, Rule } from '../../../../model/segment/rule.ts';
import { cutAtCodeUnits } from '../../../../model/text/text.ts';

/** Subjects of the mail steps by key, because a rule names a mail by its step. */
export type MailNames = ReadonlyMap<string, string>;

const charactersMax = 200;
const partsMax = 20;

/** Describes a rule in words. Its values are other people's text. */
export function describeRule(rule: Rule, mails: MailNames): string {
  return cut(ruleWords(rule, mails, false));
}

function ruleWords(rule: Rule, mails: MailNames, isInside: boolean): string {
  if ('field' in rule) return comparisonWords(rule, mails);
  const [parts, word] = 'and' in rule ? [rule.and, ' and '] : [rule.or, ' or '];
  const text = parts
    .slice(0, partsMax)
    .map((part) => ruleWords(part, mails, true))
    .join(word);
  return isInside && parts.length > 1 ? `(${text})` : text;
}

const operators: Readonly<Record<Comparison['operator'], string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'is known',
  is_empty: 'is empty',
  in: 'is one of',
  within: 'is in the last',
  longer_ago: 'is longer ago than',
  count_gte: 'happened this many times or more:',
  count_lt: 'happened fewer times than',
};

function comparisonWords(comparison: Comparison, mails: MailNames): string {
  const { field, operator, value, within } = comparison;
  if (field === 'email_opened' || field === 'email_clicked') return reactionWords(comparison, mails);
  if (field.startsWith('event.')) return eventWords(comparison);
  const asked = value === undefined ? '' : ` ${valueWords(value)}`;
  const span = within === undefined ? '' : ` within ${within}`;
  if (field === 'tags') return tagWords(operator, asked);
  return `${fieldWords(field)} ${operators[operator]}${asked}${span}`;
}

function reactionWords({ field, operator, value }: Comparison, mails: MailNames): string {
  const did = field === 'email_opened' ? 'opened' : 'clicked in';
  const names = [value ?? null].flat().map((key) => `“${mails.get(String(key)) ?? String(key)}”`);
  return `${operator === 'neq' ? `not ${did}` : did} ${names.join(' or ')}`;
}

function eventWords({ field, operator, value, within }: Comparison): string {
  const event = `“${field.slice('event.'.length)}”`;
  const span = within === undefined ? '' : ` within ${within}`;
  switch (operator) {
    case 'exists':
      return `${event} happened${span}`;
    case 'is_empty':
      return `${event} did not happen${span}`;
    case 'within':
      return `${event} happened within ${valueWords(value)}`;
    case 'longer_ago':
      return `${event} did not happen within ${valueWords(value)}`;
    case 'count_gte':
      return `${event} happened at least ${valueWords(value)} times${span}`;
    case 'count_lt':
      return `${event} happened fewer than ${valueWords(value)} times${span}`;
    default:
      return `${event} ${operators[operator]} ${valueWords(value)}${span}`;
  }
}

function tagWords(operator: Comparison['operator'], asked: string): string {
  if (operator === 'is_empty') return 'has no tag';
  if (operator === 'exists') return 'has a tag';
  return operator === 'neq' ? `does not have the tag${asked}` : `has the tag${asked}`;
}

const fieldNames: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'address',
  status: 'state',
  timezone: 'time zone',
  locale: 'language',
  createdAt: 'time of sign-up',
};

function fieldWords(field: string): string {
  if (field.startsWith('attributes.')) return field.slice('attributes.'.length);
  if (field.startsWith('trigger.')) return `“${field.slice('trigger.'.length)}” of the event`;
  if (field.startsWith('properties.')) return `its “${field.slice('properties.'.length)}”`;
  return fieldNames[field] ?? field;
}

function valueWords(value: Comparison['value']): string {
  if (Array.isArray(value)) return value.slice(0, partsMax).map(String).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? 'nothing' : String(value);
}

export function cut(text: string, most = charactersMax): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= most ? line : `${cutAtCodeUnits(line, most - 1)}…`;
}
