/**
 * A condition on a subscriber: one comparison, or several joined by `and` or `or`.
 *
 * - A subscriber without a value passes only `neq` and `is_empty`.
 * - `contains`, `starts_with` and `ends_with` ignore the case of A to Z; so do `eq`, `neq` and `in` for
 * addresses, names, locales and time zones. External ids and attributes are equal only if identical.
 * - Numbers compare with numbers, text with text in byte order. A number never equals a text.
 * - `is_empty` means no value, null or `""`; `exists` is its opposite.
 * - `within` means at most a duration ago, for a time, an event's last occurrence, or an ISO date.
 * `longer_ago` is the opposite, but a subscriber without a value does not pass it.
 * - `count_gte` and `count_lt` count an event, or campaigns opened or clicked, ever or `within` a duration.
 * `count_lt` holds for subscribers without any.
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

/** `field`: `firstName`, `attributes.plan`, `tags`, `event.signed_up`, … `within`: such as `30 days`. */
export type Comparison = { field: string; operator: RuleOperator; value?: RuleValue; within?: string };

export type Rule = Comparison | { and: readonly Rule[] } | { or: readonly Rule[] };

/**
 * `textMax` and `partMax` (operand of `contains`) are UTF-16 units; `namesMax` counts tags and campaigns;
 * `soughtMax` bounds `contains` on attributes.
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

/** Only the database knows the number of occurrences. */
export function isCount(operator: RuleOperator): operator is 'count_gte' | 'count_lt' {
  return operator === 'count_gte' || operator === 'count_lt';
}
