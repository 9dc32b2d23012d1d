import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFieldsMax } from '../../../src/contract/json-text.ts';
import { definitionAnswer } from '../../../src/model/workflow/definition-answer.ts';
import { formatOutline } from '../../../src/model/workflow/outline/outline.ts';
import { readDefinition } from '../../../src/model/workflow/read-definition.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { definitionOf, event, leave, mail, terms, welcomeSeries } from './scene.ts';

describe('a definition with nested steps', () => {
  it('equals its flat form', () => {
    const { steps: _, ...settings } = welcomeSeries;
    const [welcome, delay, clicked] = welcomeSeries.steps as [
      Record<string, unknown>,
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    const nudge = (clicked.no as Record<string, unknown>[])[0];
    const flat = definitionOf({
      ...settings,
      steps: [
        welcome,
        { ...delay, key: 'delay' },
        { key: 'clicked', type: 'condition', config: { rule: clicked.rule } },
        { key: 'add_tag', type: 'add_tag', config: { tag: 'engaged' } },
        nudge,
        { key: 'wait_for_event', type: 'wait_for_event', name: 'tour.finished', timeout: '7 days' },
        { key: 'add_tag_2', type: 'add_tag', tag: 'engaged' },
        { key: 'exit', type: 'exit', reason: 'quiet' },
        welcomeSeries.steps[3],
      ],
      connections: [
        { from: 'wait_for_event', to: 'exit', type: 'timeout' },
        { from: 'wait_for_event', to: 'add_tag_2', type: 'event_received' },
        { from: 'welcome', to: 'delay' },
        { from: 'delay', to: 'clicked', type: 'default' },
        { from: 'clicked', to: 'nudge', type: 'condition_not_met' },
        { from: 'clicked', to: 'add_tag', type: 'condition_met' },
        { from: 'add_tag', to: 'crm' },
        { from: 'nudge', to: 'wait_for_event' },
        { from: 'add_tag_2', to: 'crm' },
      ],
    });
    expect(flat).toEqual(definitionOf(welcomeSeries));
  });

  it('continues after the enclosing step unless it ends in goto', () => {
    const { connections } = definitionOf({
      trigger: event,
      steps: [
        {
          key: 'pick',
          type: 'branch',
          cases: [{ rule: { field: 'firstName', operator: 'exists' }, steps: [] }],
          else: [{ key: 'x', type: 'add_tag', tag: 'x' }],
        },
        {
          key: 'split',
          type: 'ab_split',
          percent: [50, 30, 20],
          b: [{ goto: 'end' }],
          c: [{ key: 'y', type: 'add_tag', tag: 'y', goto: 'long' }],
        },
        { key: 'long', type: 'delay', duration: '1 hour', goto: 'pick' },
        { key: 'end', type: 'unsubscribe' },
      ],
    });
    expect(connections).toEqual([
      { from: 'pick', to: 'split', type: 'case:1' },
      { from: 'pick', to: 'x', type: 'default' },
      { from: 'x', to: 'split', type: 'default' },
      { from: 'split', to: 'long', type: 'case:1' },
      { from: 'split', to: 'end', type: 'case:2' },
      { from: 'split', to: 'y', type: 'case:3' },
      { from: 'y', to: 'long', type: 'default' },
      { from: 'long', to: 'pick', type: 'default' },
    ]);
  });

  it('accepts a trigger and steps with and without config', () => {
    const filter = { field: 'properties.plan', operator: 'eq', value: 'pro' };
    const inConfig = { type: 'EVENT', config: { name: 'user.signed_up', filter } };
    const beside = { type: 'event', name: 'user.signed_up', filter };
    const step = { key: 'a', type: 'add_tag' };
    expect(definitionOf({ trigger: inConfig, steps: [{ ...step, config: { tag: 'x' } }] })).toEqual(
      definitionOf({ trigger: beside, steps: [{ ...step, tag: 'x' }] }),
    );
  });

  it('generates no key that another step has', () => {
    const { steps } = definitionOf({
      trigger: event,
      steps: [
        { type: 'add_tag', tag: 'a' },
        { type: 'add_tag', tag: 'b' },
        { key: 'add_tag_2', type: 'add_tag', tag: 'c' },
      ],
    });
    expect(steps.map(({ key }) => key)).toEqual(['add_tag', 'add_tag_3', 'add_tag_2']);
  });

  it('gets default settings', () => {
    expect(definitionOf({ trigger: { type: 'MANUAL' } })).toEqual({
      trigger: { type: 'MANUAL', filter: null },
      reentry: 'ONCE',
      exitOn: ['unsubscribe', 'bounce', 'complaint'],
      goal: null,
      quietHours: null,
      mailsMax: null,
      timezone: null,
      start: null,
      steps: [],
      connections: [],
    });
    const yearly = { type: 'DATE', attribute: 'attributes.birthday', yearly: true };
    expect(definitionOf({ trigger: yearly })).toMatchObject({
      reentry: 'EVERY_TIME',
      trigger: { attribute: 'birthday', offset: '0 days', at: '09:00' },
    });
    expect(
      definitionOf({ trigger: { type: 'SCHEDULE', cron: '*/5 9-17 * * MON-FRI' } }).trigger,
    ).toMatchObject({
      timezone: 'Europe/Lisbon',
    });
  });

  it('may loop over a wait of an hour or a wait for an event', () => {
    const again = (step: object): unknown => ({
      trigger: event,
      steps: [mail('m', { subject: 'Again' }), step],
    });
    expect(definitionOf(again({ type: 'delay', duration: '60 minutes', goto: 'm' })).steps).toHaveLength(2);
    const wait = { type: 'wait_for_event', name: 'x', timeout: '1 day', timed_out: [{ goto: 'm' }] };
    expect(definitionOf(again(wait)).steps).toHaveLength(2);
  });
});

// ------------------------------------------------------------------------------------------------------ any definition

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((one) => `t${one.replaceAll(/[\p{C}\p{Z}{}]/gu, '')}`);
const days = fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { minLength: 1 });
const json = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.parse(JSON.stringify(one).replaceAll('{{', '')));
const free = fc.dictionary(word, json, { maxKeys: 3 });
const comparison = fc.oneof(
  word.map((name) => ({ field: `attributes.${name}`, operator: 'eq', value: name })),
  word.map((name) => ({ field: `event.${name}`, operator: 'within', value: '3 days' })),
  fc.constant({ field: 'trigger.plan', operator: 'exists' }),
  fc.array(text, { minLength: 1, maxLength: 3 }).map((value) => ({ field: 'tags', operator: 'in', value })),
);
const rules = fc.oneof(
  comparison,
  fc.array(comparison, { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
);
const body = fc.constantFrom<object>(
  { markdown: leave },
  { html: '<a href="{{unsubscribeUrl}}">x</a>' },
  { tiptap: { type: 'doc', content: [{ type: 'mention', attrs: { id: 'unsubscribeUrl' } }] } },
  { markdown: 'Paid', transactional: true },
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const leaf: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(text, body, maybe(text)).map(([subject, content, preview]) => ({
    type: 'send_email',
    subject,
    preview,
    from: 'A <a@acme.dev>',
    ...content,
  })),
  fc.record({
    type: fc.constant('delay'),
    duration: fc.constantFrom('1 day', '2 weeks'),
    at: maybe(fc.constant('09:30')),
    days: maybe(days),
  }),
  fc.record({
    type: fc.constant('delay'),
    until: fc.constantFrom('2027-02-01', 'attributes.ends', 'trigger.ends', '2027-02-01T09:00:00+02:00'),
    past: maybe(fc.constantFrom('exit', 'continue')),
  }),
  fc.record({ type: fc.constantFrom('add_tag', 'remove_tag'), tag: text }),
  fc.record({ type: fc.constant('track_event'), name: word, properties: maybe(free) }),
  fc.record({
    type: fc.constant('webhook'),
    url: fc.constant('https://crm.acme.dev/x?y=1'),
    data: maybe(free),
  }),
  fc.record({
    type: fc.constant('update_subscriber'),
    fields: fc.constantFrom({ firstName: null }, { locale: 'pt-BR' }),
    attributes: maybe(
      fc.dictionary(word, fc.oneof(word, fc.boolean(), fc.integer(), fc.constant(null)), { maxKeys: 3 }),
    ),
  }),
  fc.constant({ type: 'unsubscribe' }),
);
const { list } = fc.letrec<{ list: object[]; step: object }>((tie) => ({
  list: fc.array(tie('step'), { maxLength: 4 }),
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'lists' },
    leaf,
    fc.record({ type: fc.constant('condition'), rule: rules, yes: tie('list'), no: maybe(tie('list')) }),
    fc.record({
      type: fc.constant('wait_for_event'),
      name: word,
      timeout: fc.constant('7 days'),
      filter: maybe(rules),
      since: maybe(fc.constantFrom('run', 'now')),
      received: tie('list'),
      timed_out: fc.constant([{ type: 'exit', reason: 'quiet' }]),
    }),
    fc.record({
      type: fc.constant('branch'),
      cases: fc.array(fc.record({ rule: rules, steps: tie('list') }), { minLength: 1, maxLength: 3 }),
      else: tie('list'),
    }),
    fc.record({
      type: fc.constant('ab_split'),
      percent: fc.constantFrom([50, 50], [10, 90]),
      a: tie('list'),
      b: maybe(tie('list')),
    }),
  ),
}));
const trigger = fc.oneof(
  maybe(rules).map((filter) => ({ ...event, filter })),
  maybe(rules).map((filter) => ({ type: 'MANUAL', config: { filter } })),
);
const definitions = fc.record({
  trigger,
  reentry: fc.constantFrom('ONCE', 'EVERY_TIME'),
  exitOn: maybe(fc.subarray(['unsubscribe', 'bounce', 'complaint'])),
  goal: maybe(rules),
  quietHours: maybe(fc.record({ from: fc.constant('21:00'), to: fc.constant('08:00'), days: maybe(days) })),
  mailsMax: maybe(fc.record({ count: fc.integer({ min: 1, max: 9 }), per: fc.constant('7 days') })),
  timezone: maybe(fc.constantFrom('Europe/Lisbon', 'UTC')),
  steps: list,
});

describe('any workflow definition', () => {
  it('is returned as it was given', () => {
    let read = 0;
    fc.assert(
      fc.property(definitions, (given) => {
        const first = readDefinition(given, terms);
        // Random definitions sometimes have too many steps; nothing else may be wrong with them.
        if (!first.ok) {
          expect(first.faults.filter(({ message }) => !/too many|bytes/.test(message))).toEqual([]);
          return;
        }
        read += 1;
        const answer = JSON.parse(JSON.stringify(definitionAnswer(first.definition)));
        expect(readDefinition(answer, terms)).toEqual(first);
        // The stored form.
        expect(JSON.parse(JSON.stringify(first.definition))).toEqual(first.definition);
        const lines = formatOutline(first.definition);
        expect(lines.length).toBeGreaterThanOrEqual(first.definition.steps.length);
        expect(Math.max(0, ...lines.map((line) => line.length))).toBeLessThanOrEqual(400);
      }),
      { numRuns: randomRuns(300) },
    );
    expect(read).toBeGreaterThan(randomRuns(240));
  });

  it('of any shape is accepted or rejected, and never throws', () => {
    const anything = fc.anything({ withNullPrototype: true, maxDepth: 4 });
    const shaped = fc.record(
      {
        trigger: fc.oneof(
          anything,
          fc.record(
            {
              type: fc.constantFrom('EVENT', 'DATE', 'SCHEDULE', 'TAG_ADDED', 'SUBSCRIBER_UPDATED'),
              name: anything,
              config: anything,
              cron: anything,
              attribute: anything,
              offset: anything,
              fields: anything,
              filter: anything,
            },
            { requiredKeys: ['type'] },
          ),
        ),
        reentry: anything,
        exitOn: anything,
        goal: anything,
        quietHours: anything,
        mailsMax: anything,
        timezone: anything,
        connections: anything,
        steps: fc.oneof(
          anything,
          fc.array(
            fc.record(
              {
                key: anything,
                type: fc.constantFrom(
                  'send_email',
                  'delay',
                  'wait_for_event',
                  'condition',
                  'branch',
                  'ab_split',
                  'update_subscriber',
                  'add_tag',
                  'track_event',
                  'webhook',
                  'exit',
                  'x',
                ),
                config: anything,
                goto: anything,
                yes: anything,
                cases: anything,
                percent: anything,
                a: anything,
                tag: anything,
                url: anything,
                data: anything,
                name: anything,
                rule: anything,
                fields: anything,
                attributes: anything,
                until: anything,
                days: anything,
                html: anything,
                tiptap: anything,
                from: anything,
              },
              { requiredKeys: ['type'] },
            ),
            { maxLength: 3 },
          ),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, shaped), (given) => {
        const read = readDefinition(given, terms);
        expect(read.ok || read.faults.length > 0).toBe(true);
      }),
      { numRuns: randomRuns(1_000) },
    );
  });

  it('of the maximum request size is rejected without being read to the end', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ key: `k${index}`, type: 'x' }));
    const wide = Object.fromEntries(many.slice(0, jsonFieldsMax).map(({ key }) => [key, 1]));
    const given = {
      trigger: { type: 'SUBSCRIBER_UPDATED', fields: many, ...wide },
      exitOn: many,
      steps: [{ type: 'branch', cases: many }, { type: 'webhook', data: { many } }, ...many],
      connections: many,
      goal: { and: many },
      ...wide,
    };
    const read = readDefinition(given, terms);
    expect(read.ok ? 0 : read.faults.length).toBe(50);
  });
});
