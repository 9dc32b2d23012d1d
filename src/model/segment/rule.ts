/**
 * What a segment, an audience or a condition asks of a subscriber: one comparison, or several joined by `and` or `or`.
 *
 * - A subscriber without a value for a field passes `neq` and `is_empty` and nothing else.
 * - `contains`, `starts_with` and `ends_with` ignore the case of A to Z; so do `eq`, `neq` and `in` for addresses,
 *   names, locales and time zones. External ids and attributes are equal only if identical.
 * - Numbers compare with numbers, text with text in byte order (which for ISO dates of the same form is chronological);
 *   a number and a text are never equal.
 * - `is_empty` means no value, null or `""`; `exists` is its opposite.
 * - `within` means no longer ago than a duration: of a time, an event's last occurrence, or a text that is an ISO date.
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
] as const;
export type RuleOperator = (typeof ruleOperators)[number];

export type RuleValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** @property field `email`, `status`, `firstName`, `attributes.plan`, `tags`, `event.signed_up`, `email_opened`, … */
export type Comparison = { field: string; operator: RuleOperator; value?: RuleValue };

export type Rule = Comparison | { and: readonly Rule[] } | { or: readonly Rule[] };

/**
 * Bounds the cost of a rule. `textMax` and `partMax` (the operand of `contains`) in UTF-16 units; `namesMax` tags and
 * campaigns; `soughtMax` uses of `contains` on attributes, which may be long.
 */
export const ruleLimits = {
  depthMax: 8,
  comparisonsMax: 100,
  listMax: 100,
  namesMax: 500,
  soughtMax: 20,
  textMax: 256,
  partMax: 64,
} as const;
