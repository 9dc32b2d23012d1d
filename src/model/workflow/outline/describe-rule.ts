import type { Comparison, Rule, RuleOperator } from '../../segment/rule.ts';
import { cutAtCodeUnits } from '../../text/text.ts';

const words: Readonly<Record<RuleOperator, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'exists',
  is_empty: 'is empty',
  in: 'is one of',
  within: 'within',
  longer_ago: 'longer ago than',
  count_gte: 'count ≥',
  count_lt: 'count <',
};

export function describeRule(rule: Rule, charactersMax: number): string {
  return shortened(wordsOf(rule, false), charactersMax);
}

function wordsOf(rule: Rule, inside: boolean): string {
  if ('and' in rule) return joined(rule.and, ' and ', inside);
  if ('or' in rule) return joined(rule.or, ' or ', inside);
  return comparisonWords(rule);
}

function joined(rules: readonly Rule[], join: string, inside: boolean): string {
  const text = rules.map((one) => wordsOf(one, true)).join(join);
  return inside && rules.length > 1 ? `(${text})` : text;
}

function comparisonWords({ field, operator, value, within }: Comparison): string {
  const operand = value === undefined ? [] : [JSON.stringify(value)];
  const span = within === undefined ? [] : ['within', JSON.stringify(within)];
  return [field, words[operator], ...operand, ...span].join(' ');
}

export function shortened(text: string, charactersMax: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= charactersMax ? line : `${cutAtCodeUnits(line, charactersMax - 1)}…`;
}
