import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../../src/model/instant.ts';
import type { Definition, Trigger } from '../../../../src/model/workflow/definition.ts';
import type { Person } from '../../../../src/model/workflow/facts.ts';
import {
  decideEntry,
  type EntryKnown,
  type EntryRefusal,
  entryRefusals,
  type TriggerEvent,
} from '../../../../src/model/workflow/runs/entry.ts';
import { began, definitionOf, known, mailStep, monday, personOf } from '../run-scene.ts';

type Asked = {
  definition?: Partial<Definition>;
  triggerEvent?: TriggerEvent;
  person?: Partial<Person>;
  known?: Partial<EntryKnown>;
};

const decide = ({ definition, triggerEvent = began, person, known: more }: Asked = {}) =>
  decideEntry(
    definitionOf([mailStep('a')], {}, definition),
    triggerEvent,
    personOf(person),
    { ...known, ...more },
    monday,
  );

describe('an entry', () => {
  test.each([
    ['EVERY_TIME', 'evt_1', null],
    ['ONCE', 'sub_1', null],
    ['event.order', 'sub_1:42', '42'],
  ] as const)('of a workflow with the reentry %s has the key %s', (reentry, entry, entryValue) => {
    const triggerEvent = { ...began, properties: { order: 42 } };
    expect(decide({ definition: { reentry }, triggerEvent })).toEqual({
      start: true,
      entry,
      entryValue,
      depth: 0,
      compared: [],
    });
  });

  const cases: Record<EntryRefusal, Asked> = {
    not_a_match: { triggerEvent: { ...began, name: 'another' } as TriggerEvent },
    own_change: { known: { cause: { workflow: 'wfl_1', depth: 0 } } },
    depth: { known: { cause: { workflow: 'wfl_2', depth: 5 } } },
    no_key: { definition: { reentry: 'event.order' } },
    left: { person: { status: 'UNSUBSCRIBED' } },
    filter: {
      definition: {
        trigger: { type: 'EVENT', name: 'began', filter: { field: 'tags', operator: 'exists' } },
      },
    },
    once_before: { definition: { reentry: 'ONCE' }, known: { hadRun: true } },
    still_running: { known: { openRun: true } },
    same_key_before: {
      definition: { reentry: 'event.order' },
      triggerEvent: { ...began, properties: { order: 'a' } },
      known: { hadRunOfKey: true },
    },
    too_often: { known: { startsInLastHour: 10 } },
  };
  test.each(Object.keys(entryRefusals) as EntryRefusal[])('is refused only with the reason %s', (reason) => {
    expect(decide(cases[reason])).toMatchObject({ start: false, reason });
  });

  test('is allowed in the fifth workflow of a chain, after nine starts, and next to a run of another key', () => {
    expect(decide({ known: { cause: { workflow: 'wfl_2', depth: 4 } } })).toMatchObject({
      start: true,
      depth: 5,
    });
    expect(decide({ known: { startsInLastHour: 9 } })).toMatchObject({ start: true });
    const triggerEvent = { ...began, properties: { order: 'b' } };
    const keyed = decide({
      definition: { reentry: 'event.order' },
      triggerEvent,
      known: { openRun: true, hadRun: true },
    });
    expect(keyed).toMatchObject({ start: true, entry: 'sub_1:b' });
    expect(decide({ known: { hadRun: true } })).toMatchObject({ start: true });
    expect(decide({ definition: { exitOn: [] }, person: { status: 'UNSUBSCRIBED' } }).start).toBe(true);
  });

  test('reports the values that its filter found in the event, the subscriber and the history', () => {
    const filter = {
      and: [
        { field: 'trigger.amount', operator: 'gte', value: 100 },
        { field: 'properties.amount', operator: 'lt', value: 200 },
        { field: 'event.paid', operator: 'exists' },
        { field: 'event.paid', operator: 'within', value: '1 day' },
      ],
    } as const;
    const decision = decide({
      definition: { trigger: { type: 'EVENT', name: 'began', filter } },
      triggerEvent: { ...began, properties: { amount: 120 } },
      known: { lastEvents: new Map([['paid', monday - 2 * dayMs]]) },
    });
    expect(decision).toMatchObject({ start: false, reason: 'filter' });
    expect(decision.compared.map(({ found, holds }) => [found, holds])).toEqual([
      [120, true],
      [120, true],
      [1, true],
      ['2026-05-02T09:00:00.000Z', false],
    ]);
  });
});

describe('a trigger', () => {
  const base = { id: 'hap_1', at: monday, properties: {} };
  const tag = { id: 'tag_1', name: 'Big Spender' };
  const cases: [Trigger, TriggerEvent, boolean][] = [
    [{ type: 'SUBSCRIBER_CREATED', filter: null }, { ...base, type: 'SUBSCRIBER_CREATED' }, true],
    [{ type: 'SUBSCRIBER_CREATED', filter: null }, began, false],
    [
      { type: 'SUBSCRIBER_UPDATED', fields: [], filter: null },
      { ...base, type: 'SUBSCRIBER_UPDATED', fields: ['a'] },
      true,
    ],
    [
      { type: 'SUBSCRIBER_UPDATED', fields: ['b'], filter: null },
      { ...base, type: 'SUBSCRIBER_UPDATED', fields: ['a'] },
      false,
    ],
    [
      { type: 'SUBSCRIBER_UPDATED', fields: ['b', 'a'], filter: null },
      { ...base, type: 'SUBSCRIBER_UPDATED', fields: ['a'] },
      true,
    ],
    [{ type: 'TAG_ADDED', tag: 'tag_1', filter: null }, { ...base, type: 'TAG_ADDED', tag }, true],
    [{ type: 'TAG_ADDED', tag: 'BIG spender', filter: null }, { ...base, type: 'TAG_ADDED', tag }, true],
    [{ type: 'TAG_ADDED', tag: 'vip', filter: null }, { ...base, type: 'TAG_ADDED', tag }, false],
    [{ type: 'TAG_ADDED', tag: 'tag_1', filter: null }, { ...base, type: 'TAG_REMOVED', tag }, false],
    [
      { type: 'SEGMENT_ENTERED', segment: 'seg_1', filter: null },
      { ...base, type: 'SEGMENT_ENTERED', segment: 'seg_1' },
      true,
    ],
    [
      { type: 'SEGMENT_ENTERED', segment: 'seg_1', filter: null },
      { ...base, type: 'SEGMENT_ENTERED', segment: 'seg_2' },
      false,
    ],
    [
      { type: 'EMAIL_OPENED', campaignId: null, filter: null },
      { ...base, type: 'EMAIL_OPENED', campaignId: 'cmp_1', machine: false },
      true,
    ],
    [
      { type: 'EMAIL_OPENED', campaignId: null, filter: null },
      { ...base, type: 'EMAIL_OPENED', campaignId: 'cmp_1', machine: true },
      false,
    ],
    [
      { type: 'EMAIL_CLICKED', campaignId: 'cmp_1', filter: null },
      { ...base, type: 'EMAIL_CLICKED', campaignId: 'cmp_2', machine: false },
      false,
    ],
    // A call starts a workflow with any trigger.
    [{ type: 'SEGMENT_ENTERED', segment: 'seg_1', filter: null }, { ...base, type: 'MANUAL' }, true],
  ];
  test.each(cases)('matches an event correctly: %j and %j', (trigger, triggerEvent, matches) => {
    expect(decide({ definition: { trigger }, triggerEvent }).start).toBe(matches);
  });
});
