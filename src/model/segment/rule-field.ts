import { eventNameLengthMax } from '../subscriber/event.ts';
import { fieldNameLengthMax } from '../text/custom-attributes.ts';
import { isLongerThan } from '../text/text.ts';
import type { RuleOperator } from './rule.ts';

/** The kinds of fields in a rule; each has its operators. */
export type RuleFieldKind =
  /** Case-insensitive text: an address, a name. */
  | 'text'
  /** Text that is compared exactly. */
  | 'id'
  | 'status'
  | 'source'
  | 'time'
  | 'attribute'
  | 'tags'
  | 'event'
  /** A person's last open or click, of any mail or of one campaign's. */
  | 'reaction'
  /** The campaigns whose mail was sent to a person and did not bounce. */
  | 'reach';

const kinds: Readonly<Record<string, RuleFieldKind>> = {
  email: 'text',
  status: 'status',
  firstName: 'text',
  lastName: 'text',
  locale: 'text',
  timezone: 'text',
  source: 'source',
  externalId: 'id',
  createdAt: 'time',
  updatedAt: 'time',
  lastActivityAt: 'time',
  tags: 'tags',
  email_opened: 'reaction',
  email_clicked: 'reaction',
  email_reached: 'reach',
};

/** As a refusal lists them. */
export const ruleFieldNames = [...Object.keys(kinds), 'attributes.<name>', 'event.<name>'];

const attributePrefix = 'attributes.';
const eventPrefix = 'event.';

/** The kind of a field and, for an attribute or an event, its name; null where there is no such field. */
export function readRuleField(field: string): { kind: RuleFieldKind; name: string } | null {
  if (Object.hasOwn(kinds, field)) return { kind: kinds[field]!, name: field };
  return (
    named(field, attributePrefix, 'attribute', fieldNameLengthMax) ??
    named(field, eventPrefix, 'event', eventNameLengthMax)
  );
}

/** Which fields a rule may ask for: those of segments are not quite those of workflows. */
export type RuleLanguage = {
  /** As a refusal lists them. */
  fieldNames: readonly string[];
  readField(field: string): { kind: RuleFieldKind; name: string } | null;
  /** What to write instead of a field that only the other language has; null for any other field. */
  insteadOf(field: string): string | null;
  /** What `email_opened` and `email_clicked` are compared with, as a refusal says it. */
  mailNamed: string;
  /** What to write instead of a count, where the language has none; null where it counts. */
  insteadOfCount: string | null;
};

export const segmentLanguage: RuleLanguage = {
  fieldNames: ruleFieldNames,
  readField: readRuleField,
  insteadOf: () => null,
  mailNamed: 'the id of a campaign',
  insteadOfCount: null,
};

/** A field such as `attributes.plan`: its prefix names the kind, the rest is a name of the caller's own. */
export function named(
  field: string,
  prefix: string,
  kind: RuleFieldKind,
  nameLengthMax: number,
): { kind: RuleFieldKind; name: string } | null {
  if (!field.startsWith(prefix)) return null;
  const name = field.slice(prefix.length);
  return name !== '' && !isLongerThan(name, nameLengthMax) ? { kind, name } : null;
}

const textOperators = [
  'eq',
  'neq',
  'contains',
  'starts_with',
  'ends_with',
  'in',
  'exists',
  'is_empty',
] as const;
const orderOperators = ['gt', 'gte', 'lt', 'lte', 'within', 'longer_ago'] as const;
const timeOperators = [...orderOperators, 'exists', 'is_empty'] as const;
const countOperators = ['count_gte', 'count_lt'] as const;

/** The operators of each kind of field. */
export const operatorsOf: Readonly<Record<RuleFieldKind, readonly RuleOperator[]>> = {
  text: textOperators,
  id: textOperators,
  status: ['eq', 'neq', 'in'],
  source: ['eq', 'neq', 'in'],
  time: timeOperators,
  attribute: [...textOperators, ...orderOperators],
  tags: ['eq', 'neq', 'contains', 'in', 'exists', 'is_empty'],
  event: ['exists', 'is_empty', 'within', 'longer_ago', 'gt', 'gte', 'lt', 'lte', ...countOperators],
  reaction: ['eq', 'neq', 'in', ...timeOperators, ...countOperators],
  reach: ['eq', 'neq', 'in'],
};
