/**
 * What a segment, an audience and a condition ask of a subscriber: one comparison, or several joined by `and` or `or`.
 *
 * - Who has no value for a field passes `neq` and `is_empty` and nothing else.
 * - `contains`, `starts_with` and `ends_with` take A-Z and a-z for one; so do `eq`, `neq` and `in` for addresses,
 *   names, locales and time zones. External ids and attributes are equal only where they are the same.
 * - Numbers are ordered among numbers, text among text in the order of its bytes (which for ISO dates that are written
 *   alike is that of time); a number and a text are never equal.
 * - `is_empty` means no value, null or `""`; `exists` is its opposite.
 * - `within` means no longer ago than a span: of a time, of the last event of a name, of a text that is an ISO date.
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
 * Bounds what one rule costs. `textMax` and `partMax`, what `contains` looks for, in UTF-16 units; `namesMax` tags and
 * campaigns; `soughtMax` times that `contains` is asked of attributes, which may be long.
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
