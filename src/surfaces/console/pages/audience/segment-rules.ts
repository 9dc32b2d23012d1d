/** The rows of the segment builder, and the rule that they make. */
import type { Comparison, Rule, RuleOperator } from '../../../../model/segment/rule.ts';
import { isCount } from '../../../../model/segment/rule.ts';
import { readRuleField, segmentLanguage } from '../../../../model/segment/rule-field.ts';
import { readRuleIn } from '../../../../model/segment/rule-input.ts';
import { listIn } from './forms.ts';
import {
  type BuilderField,
  builderFieldFor,
  comparisonWords,
  isCampaignField,
  type RuleNames,
  ruleFieldIn,
} from './segment-words.ts';

export type Row =
  | { kind: 'comparison'; field: BuilderField; operator: RuleOperator; value: string }
  /** A part that the builder shows as a sentence and keeps. */
  | { kind: 'kept'; rule: Rule };

export type Rows = { match: 'all' | 'any'; rows: readonly Row[] };

const rowsMax = 100;

export function rowsFromRule(rule: Rule, names: RuleNames): Rows {
  if ('and' in rule) return { match: 'all', rows: rule.and.map((part) => rowFromPart(part, names)) };
  if ('or' in rule) return { match: 'any', rows: rule.or.map((part) => rowFromPart(part, names)) };
  return { match: 'all', rows: [rowFromPart(rule, names)] };
}

function rowFromPart(part: Rule, names: RuleNames): Row {
  if ('and' in part || 'or' in part) return { kind: 'kept', rule: part };
  const field = builderFieldFor(part);
  if (!comparisonWords(field).some(([operator]) => operator === part.operator))
    return { kind: 'kept', rule: part };
  return { kind: 'comparison', field, operator: part.operator, value: shownValue(field, part, names) };
}

function shownValue(field: BuilderField, { operator, value, within }: Comparison, names: RuleNames): string {
  if (value === undefined) return '';
  if (isCount(operator)) return within === undefined ? String(value) : `${value} in ${within}`;
  const isAttribute = readRuleField(field)?.kind === 'attribute';
  return [value]
    .flat()
    .map((one) => {
      if (isAttribute && typeof one === 'string') return readScalar(one) === one ? one : `"${one}"`;
      return isCampaignField(field) ? String(one) : (names.get(String(one)) ?? String(one));
    })
    .join(', ');
}

/** Returns null without rows. A value that does not fit stays text, so that the tool explains the fault. */
export function ruleFromRows({ match, rows }: Rows): Rule | null {
  const parts = rows.map((row) => (row.kind === 'kept' ? row.rule : comparisonFromRow(row)));
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1) return only;
  return match === 'all' ? { and: parts } : { or: parts };
}

function comparisonFromRow({ field, operator, value }: Row & { kind: 'comparison' }): Comparison {
  const named = { field: ruleFieldIn(field), operator };
  if (!takesValue(operator)) return named;
  const text = value.trim();
  if (isCount(operator)) {
    const [, amount, within] =
      /^(\d{1,6})(?:\s+(?:in|within)(?:\s+the\s+last)?\s+(.{1,40}))?$/u.exec(text) ?? [];
    if (amount === undefined) return { ...named, value: text };
    return { ...named, value: Number(amount), ...(within !== undefined && { within: within.trim() }) };
  }
  if (operator === 'in') return { ...named, value: listIn(text).map((one) => readValue(field, one)) };
  return { ...named, value: readValue(field, text) };
}

function readValue(field: BuilderField, text: string): string | number | boolean {
  return readRuleField(field)?.kind === 'attribute' ? readScalar(text) : text;
}

const numberShape = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/u;
const quotedShape = /^"(.*)"$/su;

/** An attribute may be a number or true or false. Quotes make it text. */
function readScalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (numberShape.test(text)) return Number(text);
  return quotedShape.exec(text)?.[1] ?? text;
}

export function takesValue(operator: RuleOperator): boolean {
  return operator !== 'exists' && operator !== 'is_empty';
}

/** Whether every row has what its comparison needs. */
export function isComplete({ rows }: Rows): boolean {
  return (
    rows.length > 0 &&
    rows.every((row) => row.kind === 'kept' || !takesValue(row.operator) || row.value.trim() !== '')
  );
}

/** Reads the rows of a sent form. Rows that the form cannot have sent are left out. */
export function rowsFromForm(form: URLSearchParams): Rows {
  const rows: Row[] = [];
  for (let index = 0; index < rowsMax; index += 1) {
    const kept = form.get(`kept.${index}`);
    const field = form.get(`field.${index}`);
    if (kept !== null) {
      const rule = readJson(kept);
      if (typeof rule !== 'string') rows.push({ kind: 'kept', rule });
    } else if (field !== null) {
      const words = comparisonWords(field);
      const operator = words.find(([one]) => one === form.get(`operator.${index}`))?.[0] ?? words[0]?.[0];
      if (operator !== undefined) {
        rows.push({ kind: 'comparison', field, operator, value: form.get(`value.${index}`) ?? '' });
      }
    }
  }
  return { match: form.get('match') === 'any' ? 'any' : 'all', rows };
}

/** Reads a rule from JSON. Returns a sentence about the first fault. */
export function readJson(text: string): Rule | string {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'is not valid JSON';
  }
  let said: string | null = null;
  const rule = readRuleIn(segmentLanguage, given, (path, message) => {
    said ??= `has a fault${path.length === 0 ? '' : ` at ${path.join('.')}`}, which ${message}`;
  });
  return rule ?? said ?? 'is not a rule';
}

/** The row of a fault's path, such as `rule.and[2].value`; null for another path. */
export function rowAtPath(path: string): number | null {
  const found = /^(?:rule|filter)(?:\.(?:and|or)\[(\d+)\])?/u.exec(path);
  return found === null ? null : Number(found[1] ?? 0);
}
