import { isReactionField, type ReactionField } from '../email/tracked.ts';
import type { Comparison, Rule } from './rule.ts';
import { readRuleField } from './rule-field.ts';

/** A tag or a campaign in a rule, and its path: `filter.and[0].value`. */
type RuleName = { kind: 'tag' | 'campaign'; name: string; path: string };

export function namesIn(rule: Rule, path: string): RuleName[] {
  return comparisonsAt(rule, path).flatMap(([comparison, at]) => {
    const kind = namedObjectKind(comparison);
    if (kind === null) return [];
    const { value } = comparison;
    if (!Array.isArray(value)) return [{ kind, name: String(value), path: `${at}.value` }];
    return value.map((name, index) => ({ kind, name: String(name), path: `${at}.value[${index}]` }));
  });
}

/** An attribute or event in a rule, and its path: `filter.and[0].field`. */
export type CustomField = { kind: 'attribute' | 'event'; name: string; path: string };

export function customFieldsIn(rule: Rule, path: string): CustomField[] {
  return comparisonsAt(rule, path).flatMap(([{ field }, at]) => {
    const read = readRuleField(field);
    return read?.kind === 'attribute' || read?.kind === 'event'
      ? [{ kind: read.kind, name: read.name, path: `${at}.field` }]
      : [];
  });
}

export function reactionsIn(rule: Rule, path: string): { field: ReactionField; path: string }[] {
  return comparisonsAt(rule, path).flatMap(([{ field }, at]) =>
    isReactionField(field) ? [{ field, path: `${at}.field` }] : [],
  );
}

function comparisonsAt(rule: Rule, path: string): (readonly [Comparison, path: string])[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => comparisonsAt(part, `${path}.and[${index}]`));
  if ('or' in rule) return rule.or.flatMap((part, index) => comparisonsAt(part, `${path}.or[${index}]`));
  return [[rule, path]];
}

export function tagNamesIn(rule: Rule): string[] {
  return namesIn(rule, '').flatMap(({ kind, name }) => (kind === 'tag' ? [name] : []));
}

export function withTagNames(rule: Rule, rename: (name: string) => string): Rule {
  if ('and' in rule) return { and: rule.and.map((part) => withTagNames(part, rename)) };
  if ('or' in rule) return { or: rule.or.map((part) => withTagNames(part, rename)) };
  if (namedObjectKind(rule) !== 'tag') return rule;
  const { value } = rule;
  const named = (name: unknown): string => rename(String(name));
  return { ...rule, value: Array.isArray(value) ? [...new Set(value.map(named))] : named(value) };
}

/** Returns null for a comparison that names no object. */
export function namedObjectKind({ field, operator, value }: Comparison): RuleName['kind'] | null {
  const kind = readRuleField(field)?.kind;
  if (kind === 'tags') return value === undefined ? null : 'tag';
  if (kind === 'reach') return 'campaign';
  const equality = operator === 'eq' || operator === 'neq' || operator === 'in';
  return kind === 'reaction' && equality ? 'campaign' : null;
}
