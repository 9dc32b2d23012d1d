import { z } from 'zod';
import type { FieldFault } from '../failure.ts';
import { idLengthMax } from '../id.ts';
import { subscriberSources, subscriberStatuses } from '../subscriber/subscriber.ts';
import { tagNameLengthMax } from '../subscriber/tag.ts';
import { shownAs } from '../text/alias.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { isFields } from '../text/fields.ts';
import {
  type Comparison,
  isCount,
  type Rule,
  type RuleOperator,
  type RuleValue,
  ruleLimits,
  ruleOperators,
} from './rule.ts';
import { operatorsByKind, type RuleFieldKind, type RuleLanguage, segmentLanguage } from './rule-field.ts';
import { namedObjectKind } from './rule-names.ts';
import { readRuleTime, readSpanMs } from './rule-time.ts';

/** Examples only: the refusal of an invalid rule lists all fields and operators. */
const ruleInShort =
  'Such as {"field":"tags","operator":"eq","value":"vip"}. Fields: tags, attributes.x, event.x, email_opened …; operators: eq, gt, in, exists, within ("30 days"), count_gte …; and, or: lists of rules';
const rules = { type: 'array', items: { type: 'object' } };
/** A union instead of a list of types, which providers reject. */
const ruleValue = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
  ],
};
export function ruleShown(description?: string): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: {
      field: { type: 'string' },
      operator: { type: 'string' },
      value: ruleValue,
      and: rules,
      or: rules,
      within: { type: 'string' },
    },
    additionalProperties: false,
  };
}
export const ruleGrammar = 'Rule as in posthouse://docs/segments';

/** A single object with the fields of every kind of rule, because alternatives cost a model too many tokens. */
export const RuleInput = z
  .record(z.string(), z.unknown())
  .describe(
    '{field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte …',
  )
  .meta(shownAs(ruleShown(ruleInShort)))
  .transform((given, ctx): Rule => {
    const fault: Fault = (path, message, code) =>
      ctx.issues.push({ code: 'custom', input: given, path: [...path], message, params: { code } });
    return readRuleIn(segmentLanguage, given, fault) ?? z.NEVER;
  });

type Path = readonly (string | number)[];
type Fault = (path: Path, message: string, code: FieldFault['code']) => void;

/** Takes linear time in the rule's bounded size. */
export function readRuleIn(language: RuleLanguage, given: unknown, fault: Fault): Rule | null {
  return new Reading(language, fault).rule(given, [], 1);
}

/** Records the first fault of each comparison. */
class Reading {
  readonly #language: RuleLanguage;
  readonly #fault: Fault;
  #comparisons = 0;
  #names = 0;
  #sought = 0;

  constructor(language: RuleLanguage, fault: Fault) {
    this.#language = language;
    this.#fault = fault;
  }

  rule(given: unknown, path: Path, depth: number): Rule | null {
    if (depth > ruleLimits.depthMax) {
      return this.#refuse(path, `must not nest and, or more than ${ruleLimits.depthMax} deep`);
    }
    if (!isFields(given)) return this.#refuse(path, 'must be an object');
    if (Object.hasOwn(given, 'and')) return this.#joined(given, 'and', path, depth);
    if (Object.hasOwn(given, 'or')) return this.#joined(given, 'or', path, depth);
    return this.#comparison(given, path);
  }

  #joined(given: Record<string, unknown>, join: 'and' | 'or', path: Path, depth: number): Rule | null {
    if (this.#hasOtherFields(given, [join], path)) return null;
    const parts = given[join];
    if (!Array.isArray(parts)) return this.#refuse([...path, join], 'must be an array of rules');
    if (parts.length === 0) return this.#refuse([...path, join], 'must not be empty');
    const rules: Rule[] = [];
    for (const [index, part] of parts.entries()) {
      const rule = this.rule(part, [...path, join, index], depth + 1);
      // Stops at the first invalid part, because a thousand would each add a fault.
      if (rule === null) return null;
      rules.push(rule);
    }
    return join === 'and' ? { and: rules } : { or: rules };
  }

  #comparison(given: Record<string, unknown>, path: Path): Comparison | null {
    this.#comparisons += 1;
    if (this.#comparisons > ruleLimits.comparisonsMax) {
      return this.#refuse(
        path,
        `is one comparison too many: a rule has at most ${ruleLimits.comparisonsMax}`,
      );
    }
    if (this.#hasOtherFields(given, ['field', 'operator', 'value', 'within'], path)) return null;
    const { field, operator, value, within } = given;
    if (field === undefined) return this.#refuse([...path, 'field'], 'is required', 'required');
    const read = typeof field === 'string' ? this.#language.readField(field) : null;
    if (typeof field !== 'string' || read === null) {
      return this.#refuse([...path, 'field'], this.#noField(field));
    }
    if (operator === undefined) return this.#refuse([...path, 'operator'], 'is required', 'required');
    const { insteadOfCount } = this.#language;
    const counts = insteadOfCount === null;
    const allowed = operatorsByKind[read.kind].filter((one) => counts || !isCount(one));
    if (!isOperator(operator) || !allowed.includes(operator)) {
      const instead = !counts && isOperator(operator) && isCount(operator) ? `; ${insteadOfCount}` : '';
      return this.#refuse(
        [...path, 'operator'],
        `must be one of ${allowed.join(', ')} for this field${instead}`,
      );
    }
    if (within !== undefined && !isCount(operator)) {
      return this.#refuse([...path, 'within'], 'must be left out: it is for count_gte and count_lt');
    }
    if (operator === 'exists' || operator === 'is_empty') {
      if (value === undefined || value === null) return { field, operator };
      return this.#refuse([...path, 'value'], `must be left out with ${operator}`);
    }
    if (value === undefined) return this.#refuse([...path, 'value'], 'is required', 'required');
    const taken = readValue(read.kind, operator, value, this.#language.mailNamed);
    if ('wanted' in taken) return this.#refuse([...path, 'value'], `must be ${taken.wanted}`);
    const span = within === undefined ? {} : readWithin(within);
    if ('wanted' in span) return this.#refuse([...path, 'within'], `must be ${span.wanted}`);
    return this.#affordable(
      { field, operator, value: taken.value, ...('value' in span && { within: String(span.value) }) },
      read.kind,
      path,
    );
  }

  #noField(field: unknown): string {
    const { fieldNames, insteadOf } = this.#language;
    const instead = typeof field === 'string' ? insteadOf(field) : null;
    if (instead !== null) return instead;
    const meant = typeof field === 'string' ? didYouMean(field, fieldNames) : undefined;
    const near = meant === undefined ? '' : `; did you mean ${meant}?`;
    return `must be one of ${fieldNames.join(', ')}${near}`;
  }

  #affordable(comparison: Comparison, kind: RuleFieldKind, path: Path): Comparison | null {
    if (namedObjectKind(comparison) !== null) this.#names += [comparison.value].flat().length;
    if (this.#names > ruleLimits.namesMax) {
      return this.#refuse(
        [...path, 'value'],
        `is too many: a rule names at most ${ruleLimits.namesMax} tags and campaigns`,
      );
    }
    if (kind === 'attribute' && comparison.operator === 'contains') this.#sought += 1;
    if (this.#sought > ruleLimits.soughtMax) {
      return this.#refuse(
        [...path, 'operator'],
        `must not be contains for an attribute more than ${ruleLimits.soughtMax} times in a rule`,
      );
    }
    return comparison;
  }

  #hasOtherFields(given: Record<string, unknown>, fields: readonly string[], path: Path): boolean {
    const other = Object.keys(given).find((name) => !fields.includes(name));
    if (other === undefined) return false;
    this.#refuse(
      [...path, other],
      'is not a field of a rule: {field, operator, value}, {and: […]} or {or: […]}',
      'unknown_field',
    );
    return true;
  }

  #refuse(path: Path, message: string, code: FieldFault['code'] = 'invalid'): null {
    this.#fault(path, message, code);
    return null;
  }
}

type Taken = { value: RuleValue } | { wanted: string };

function readValue(kind: RuleFieldKind, operator: RuleOperator, value: unknown, mailNamed: string): Taken {
  if (operator === 'within' || operator === 'longer_ago') return readWithin(value);
  if (isCount(operator)) return readCount(value);
  if (operator === 'in') return readList(kind, value, mailNamed);
  if (isOrder(operator)) return kind === 'attribute' ? readBound(value) : readTime(value);
  if (operator === 'contains') return readPart(kind, value, ruleLimits.partMax);
  if (operator !== 'eq' && operator !== 'neq') return readPart(kind, value, ruleLimits.textMax);
  return readOne(kind, value, mailNamed);
}

function isOrder(operator: RuleOperator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}

function readWithin(value: unknown): Taken {
  if (typeof value === 'string' && readSpanMs(value) !== null) return { value };
  return { wanted: 'a span of time such as 12 hours, 30 days, 2 weeks or 6 months' };
}

function readCount(value: unknown): Taken {
  const { countMax } = ruleLimits;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= countMax)
    return { value };
  return { wanted: `a whole number from 1 to ${countMax.toLocaleString('en')}; none at all is count_lt 1` };
}

function readList(kind: RuleFieldKind, value: unknown, mailNamed: string): Taken {
  const wanted = `an array of 1 to ${ruleLimits.listMax} values`;
  if (!Array.isArray(value) || value.length === 0 || value.length > ruleLimits.listMax) return { wanted };
  const list: (string | number | boolean)[] = [];
  for (const one of value) {
    const taken = readOne(kind, one, mailNamed);
    if ('wanted' in taken) return { wanted: `${wanted}, each ${taken.wanted}` };
    if (taken.value === null || typeof taken.value === 'object') return { wanted: `${wanted} without null` };
    list.push(taken.value);
  }
  return { value: list };
}

function readTime(value: unknown): Taken {
  if (typeof value === 'string' && readRuleTime(value) !== null) return { value };
  return { wanted: 'an ISO 8601 date, or date and time with Z or an offset, such as 2026-01-31T09:30:00Z' };
}

function readBound(value: unknown): Taken {
  if (typeof value === 'number' && Number.isFinite(value)) return { value };
  if (isText(value, 1, ruleLimits.textMax)) return { value };
  return { wanted: `a number, or text (an ISO date, say) of 1 to ${ruleLimits.textMax} characters` };
}

function readPart(kind: RuleFieldKind, value: unknown, charactersMax: number): Taken {
  if (kind === 'tags') return readOne(kind, value, '');
  if (isText(value, 1, charactersMax)) return { value };
  return { wanted: `text of 1 to ${charactersMax} characters` };
}

function readOne(kind: RuleFieldKind, value: unknown, mailNamed: string): Taken {
  switch (kind) {
    case 'status':
      return readChoice(subscriberStatuses, value);
    case 'source':
      return readChoice(subscriberSources, value);
    case 'tags':
      return isText(value, 1, tagNameLengthMax) ? { value } : { wanted: 'the name or id of a tag' };
    case 'reaction':
    case 'reach':
      return isText(value, 1, idLengthMax) ? { value } : { wanted: mailNamed };
    case 'attribute':
      if (typeof value === 'boolean' || value === null) return { value };
      if (typeof value === 'number' && Number.isFinite(value)) return { value };
      if (isText(value, 0, ruleLimits.textMax)) return { value };
      return { wanted: `text of at most ${ruleLimits.textMax} characters, a number, true, false or null` };
    default:
      return isText(value, 1, ruleLimits.textMax)
        ? { value }
        : { wanted: `text of 1 to ${ruleLimits.textMax} characters` };
  }
}

function readChoice(choices: readonly string[], value: unknown): Taken {
  const choice = typeof value === 'string' && choices.find((name) => name === value.toUpperCase());
  return choice ? { value: choice } : { wanted: `one of ${choices.join(', ')}` };
}

function isText(value: unknown, charactersMin: number, charactersMax: number): value is string {
  return typeof value === 'string' && value.length >= charactersMin && value.length <= charactersMax;
}

function isOperator(value: unknown): value is RuleOperator {
  return (ruleOperators as readonly unknown[]).includes(value);
}
