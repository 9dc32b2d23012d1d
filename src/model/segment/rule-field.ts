import { eventNameLengthMax } from '../subscriber/event.ts';
import { fieldNameLengthMax } from '../text/custom-attributes.ts';
import { isLongerThan } from '../text/text.ts';
import type { RuleOperator } from './rule.ts';

export type RuleFieldKind =
  | 'text'
  /** Exact text. */
  | 'id'
  | 'status'
  | 'source'
  | 'time'
  | 'attribute'
  | 'tags'
  | 'event'
  /** Last open or click, of any mail or of one campaign's. */
  | 'reaction'
  /** Campaigns whose mail was sent to the person and did not bounce. */
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

export const ruleFieldNames = [...Object.keys(kinds), 'attributes.<name>', 'event.<name>'];

const attributePrefix = 'attributes.';
const eventPrefix = 'event.';

export function readRuleField(field: string): { kind: RuleFieldKind; name: string } | null {
  if (Object.hasOwn(kinds, field)) return { kind: kinds[field]!, name: field };
  return (
    named(field, attributePrefix, 'attribute', fieldNameLengthMax) ??
    named(field, eventPrefix, 'event', eventNameLengthMax)
  );
}

export type RuleLanguage = {
  fieldNames: readonly string[];
  readField(field: string): { kind: RuleFieldKind; name: string } | null;
  /** Replacement for a field that only the other language has; null for other fields. */
  insteadOf(field: string): string | null;
  /** Operand of `email_opened` and `email_clicked`, for refusals. */
  mailNamed: string;
  /** Replacement for counts; null if the language supports them. */
  insteadOfCount: string | null;
};

export const segmentLanguage: RuleLanguage = {
  fieldNames: ruleFieldNames,
  readField: readRuleField,
  insteadOf: () => null,
  mailNamed: 'the id of a campaign',
  insteadOfCount: null,
};

/** Parses a field such as `attributes.plan`: the prefix gives the kind, the rest is a custom name. */
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

export const operatorsByKind: Readonly<Record<RuleFieldKind, readonly RuleOperator[]>> = {
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
