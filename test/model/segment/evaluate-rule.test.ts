import { describe, expect, test } from 'vitest';
import { isoInstant } from '../../../src/model/instant.ts';
import { evaluateRule, type RuleFacts, readPropertyField } from '../../../src/model/segment/evaluate-rule.ts';
import type { Comparison } from '../../../src/model/segment/rule.ts';
import { monday, personOf } from '../workflow/run-scene.ts';

/** test/store/evaluate-rule.test.ts checks that a rule matches the same subscribers in memory and in SQL. */
const properties = {
  plan: 'Pro',
  amount: 100,
  paid: true,
  none: null,
  empty: '',
  list: [1],
  object: { a: 1 },
  on: '2026-05-01',
};
const facts: RuleFacts = {
  person: personOf({ tags: [{ id: 'tag_1', name: 'Big Spender' }] }),
  eventCount: () => 0,
  lastEventAt: () => null,
  reactionAt: (kind, step) => (kind === 'email_opened' && step === 'welcome' ? monday : null),
  trigger: properties,
  properties: { amount: 5 },
};
const holds = (rule: Comparison) => evaluateRule(rule, facts, monday).holds;

describe('a property in a rule', () => {
  test.each([
    ['plan', 'eq', 'Pro', true],
    ['plan', 'eq', 'pro', false],
    ['plan', 'contains', 'PR', true],
    ['amount', 'gte', 100, true],
    ['amount', 'gt', 100, false],
    ['amount', 'eq', '100', false],
    ['amount', 'gt', '1', false],
    ['paid', 'eq', true, true],
    ['none', 'exists', undefined, false],
    ['none', 'neq', 'a', true],
    ['empty', 'is_empty', undefined, true],
    ['list', 'exists', undefined, true],
    ['list', 'eq', '[1]', false],
    ['object', 'eq', '{"a":1}', false],
    ['object', 'contains', 'a', false],
    ['on', 'within', '4 days', true],
    ['on', 'within', '3 days', false],
    ['constructor', 'exists', undefined, false],
    ['__proto__', 'is_empty', undefined, true],
    ['plan.length', 'exists', undefined, false],
  ] as const)('is compared correctly: trigger.%s %s %j: %s', (name, operator, value, expected) => {
    expect(holds({ field: `trigger.${name}`, operator, ...(value === undefined ? {} : { value }) })).toBe(
      expected,
    );
  });

  test('of the current event is distinct from a property of the trigger', () => {
    expect(holds({ field: 'properties.amount', operator: 'eq', value: 5 })).toBe(true);
    expect(holds({ field: 'properties.plan', operator: 'exists' })).toBe(false);
  });

  test.each([
    ['trigger.a.b', { of: 'trigger', name: 'a.b' }],
    ['properties.x', { of: 'properties', name: 'x' }],
    ['trigger.', null],
    ['attributes.trigger.a', null],
    ['event.properties.a', null],
  ])('%s is parsed as %j', (field, read) => {
    expect(readPropertyField(field)).toEqual(read);
  });
});

test('opens and clicks in a rule refer to the keys of steps', () => {
  expect(holds({ field: 'email_opened', operator: 'in', value: ['nudge', 'welcome'] })).toBe(true);
  expect(holds({ field: 'email_opened', operator: 'neq', value: 'nudge' })).toBe(true);
  expect(holds({ field: 'email_clicked', operator: 'eq', value: 'welcome' })).toBe(false);
});

test('a tag in a rule matches by id, and by name in any case', () => {
  for (const value of ['tag_1', 'big spender', ' BIG SPENDER ']) {
    expect(holds({ field: 'tags', operator: 'eq', value })).toBe(true);
  }
  expect(holds({ field: 'tags', operator: 'eq', value: 'big' })).toBe(false);
});

test('every comparison reports the values that it found, even after the result is decided', () => {
  const rule = {
    or: [
      { field: 'tags', operator: 'in', value: ['Big Spender', 'other'] },
      {
        and: [
          { field: 'trigger.amount', operator: 'lt', value: 3 },
          { field: 'firstName', operator: 'exists' },
        ],
      },
      { field: 'email_opened', operator: 'eq', value: 'welcome' },
    ],
  } as const;
  expect(evaluateRule(rule, facts, monday)).toEqual({
    holds: true,
    compared: [
      { ...rule.or[0], found: ['Big Spender'], holds: true },
      { field: 'trigger.amount', operator: 'lt', value: 3, found: 100, holds: false },
      { field: 'firstName', operator: 'exists', found: 'Ada', holds: true },
      { ...rule.or[2], found: isoInstant(monday), holds: true },
    ],
  });
});

test('a rule about campaign recipients throws in memory because it needs the database', () => {
  expect(() => holds({ field: 'email_reached', operator: 'eq', value: 'cmp_1' })).toThrow('database');
});
