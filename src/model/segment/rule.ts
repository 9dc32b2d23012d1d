/**
 * What a segment, an audience or a condition asks of a subscriber: one comparison, or several joined by `and` or `or`.
 *
 * - A subscriber without a value for a field passes `neq` and `is_empty` and nothing else.
 * - `contains`, `starts_with` and `ends_with` ignore the case of A to Z; so do `eq`, `neq` and `in` for addresses,
 *   names, locales and time zones. External ids and attributes are equal only if identical.
 * - Numbers compare with numbers, text with text in byte order (which for ISO dates of the same form is chronological);
 *   a number and a text are never equal.
 * - `is_empty` means no value, null or `""`; `exists` is its opposite.
 * - `within` means no longer ago than a duration: of a time, an event's last occurrence, or a text that is an ISO date;
 *   `longer_ago` means the opposite, which a subscriber without a value does not pass either.
 * - `count_gte` and `count_lt` count an event, or the campaigns that a person has opened or clicked in, ever or `within` a
 *   duration; `count_lt` holds for subscribers without any.
 */
export const ruleOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'is_empty',
  'in',
  'within',
  'longer_ago',
  'count_gte',
  'count_lt',
] as const;
export type RuleOperator = (typeof ruleOperators)[number];

export type RuleValue = string | number | boolean | null | readonly (string | number | boolean)[];

/**
 * @property field `email`, `status`, `firstName`, `attributes.plan`, `tags`, `event.signed_up`, `email_opened`, …
 * @property within a duration such as `30 days`, with an operator that counts alone
 */
export type Comparison = { field: string; operator: RuleOperator; value?: RuleValue; within?: string };

export type Rule = Comparison | { and: readonly Rule[] } | { or: readonly Rule[] };

/**
 * Bounds the cost of a rule. `textMax` and `partMax` (the operand of `contains`) in UTF-16 units; `namesMax` tags and
 * campaigns; `soughtMax` uses of `contains` on attributes, which may be long; `countMax` what a comparison counts up to.
 */
export const ruleLimits = {
  depthMax: 8,
  comparisonsMax: 100,
  listMax: 100,
  namesMax: 500,
  soughtMax: 20,
  textMax: 256,
  partMax: 64,
  countMax: 1_000,
} as const;

/** Whether a comparison counts: the database alone knows how often something happened. */
export function isCount(operator: RuleOperator): operator is 'count_gte' | 'count_lt' {
  return operator === 'count_gte' || operator === 'count_lt';
}
