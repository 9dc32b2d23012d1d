/**
 * What a segment, an audience and a condition ask of a subscriber: one comparison, or several joined by `and` or `or`.
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
