import { expect, test } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import {
  entryFactsNeeded,
  factsNeeded,
  runsListenTo,
  triggerListensTo,
  wakingEvents,
} from '../../../src/model/workflow/facts-needed.ts';
import { conditionStep, definitionOf, mailStep, waitStep } from './run-scene.ts';

const definition = definitionOf(
  [
    mailStep('hello'),
    waitStep('paid', 'order.paid', '2 days', { filter: { field: 'event.seen', operator: 'exists' } }),
    conditionStep('choice', {
      or: [
        { field: 'event.viewed', operator: 'within', value: '2 days' },
        { field: 'email_clicked', operator: 'in', value: ['hello', 'bye'] },
        { field: 'email_opened', operator: 'within', value: '2 days' },
        { field: 'trigger.amount', operator: 'exists' },
      ],
    }),
    mailStep('bye'),
  ],
  {},
  {
    mailsMax: { count: 1, per: '3 days' },
    goal: {
      and: [
        { field: 'event.done', operator: 'within', value: '3 days' },
        { field: 'tags', operator: 'eq', value: 'vip' },
        { field: 'attributes.plan', operator: 'eq', value: 'pro' },
        { field: 'email_opened', operator: 'eq', value: 'bye' },
        { field: 'status', operator: 'eq', value: 'ACTIVE' },
        { field: 'trigger.amount', operator: 'gt', value: 3 },
      ],
    },
  },
);
const plain = ({ events, lastEvents, mails, mailedWithinMs }: ReturnType<typeof factsNeeded>) => [
  [...events],
  [...lastEvents],
  [...mails],
  mailedWithinMs,
];

test('evaluating a step requires exactly the facts of the step and of the goal', () => {
  expect(plain(factsNeeded(definition, 'hello'))).toEqual([['done'], [], ['bye'], 3 * dayMs]);
  expect(plain(factsNeeded(definition, 'paid'))).toEqual([['done', 'order.paid', 'seen'], [], ['bye'], null]);
  expect(plain(factsNeeded(definition, 'choice'))).toEqual([['done'], ['viewed'], ['bye', 'hello'], null]);
  expect(plain(factsNeeded(definition, null))).toEqual([
    ['done', 'order.paid', 'seen'],
    ['viewed'],
    ['bye', 'hello'],
    3 * dayMs,
  ]);
});

test('a trigger filter requires the last time of each event it names', () => {
  const filter = {
    and: [
      { field: 'event.a', operator: 'exists' },
      { field: 'email', operator: 'exists' },
    ],
  } as const;
  expect([...entryFactsNeeded({ type: 'MANUAL', filter })]).toEqual(['a']);
  expect([...entryFactsNeeded({ type: 'MANUAL', filter: null })]).toEqual([]);
});

test("a waiting run is woken by its step's event, by changes to its goal, and by an unsubscribe", () => {
  const goal = [
    'subscriber.left',
    'event:done',
    'tag.added',
    'tag.removed',
    'subscriber.updated',
    'email.opened',
  ];
  const at = (step: string) => {
    const wakes = wakingEvents(definition, step);
    return [wakes.event, [...wakes.goal]];
  };
  expect(at('paid')).toEqual(['order.paid', goal]);
  expect(at('hello')).toEqual([null, goal]);
  expect([...runsListenTo(definition)]).toEqual([...goal, 'event:order.paid']);
  expect([...wakingEvents(definitionOf([mailStep('a')], {}, { exitOn: [] }), 'a').goal]).toEqual([]);
});

test('a trigger listens to its own kind of event', () => {
  expect([...triggerListensTo({ type: 'EVENT', name: 'a b', filter: null })]).toEqual(['event:a b']);
  expect([...triggerListensTo({ type: 'TAG_REMOVED', tag: 'vip', filter: null })]).toEqual(['tag.removed']);
  expect([...triggerListensTo({ type: 'MANUAL', filter: null })]).toEqual([]);
});
