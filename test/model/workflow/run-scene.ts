import fc from 'fast-check';
import { hourMs, minuteMs } from '../../../src/model/instant.ts';
import type { Rule } from '../../../src/model/segment/rule.ts';
import {
  type Connection,
  type ConnectionType,
  type Definition,
  type DelayConfig,
  type SendEmailConfig,
  type Step,
  waysOut,
  weekdays,
} from '../../../src/model/workflow/definition.ts';
import type { Person, RunFacts } from '../../../src/model/workflow/facts.ts';
import type { EntryKnown, TriggerEvent } from '../../../src/model/workflow/runs/entry.ts';
import type { RunStart } from '../../../src/model/workflow/runs/run.ts';
import type { Act, SimulationScene } from '../../../src/model/workflow/runs/simulate.ts';

/** Monday, 09:00 UTC. */
export const monday = Date.parse('2026-05-04T09:00:00Z');

export function personOf(more: Partial<Person> = {}): Person {
  return {
    key: 1,
    id: 'sub_1',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: null,
    attributes: {},
    tags: [],
    status: 'ACTIVE',
    externalId: null,
    source: 'API',
    timezone: null,
    locale: null,
    consent: null,
    createdAt: monday,
    updatedAt: monday,
    unsubscribedAt: null,
    unsubscribedBecause: null,
    lastActivityAt: null,
    lastOpenedAt: null,
    lastClickedAt: null,
    ...more,
  };
}

export function mailStep(key: string, more: Partial<SendEmailConfig> = {}): Step {
  return {
    key,
    type: 'send_email',
    config: {
      from: null,
      replyTo: null,
      subject: key,
      preview: null,
      body: { kind: 'markdown', markdown: key } as never,
      transactional: false,
      ...more,
    },
  };
}

export function delayStep(key: string, more: Partial<DelayConfig>): Step {
  return {
    key,
    type: 'delay',
    config: { duration: null, until: null, at: null, days: [], past: 'continue', ...more },
  };
}

export function waitStep(
  key: string,
  name: string,
  timeout: string,
  more: { filter?: Rule; since?: 'run' | 'now' } = {},
): Step {
  return {
    key,
    type: 'wait_for_event',
    config: { name, timeout, filter: more.filter ?? null, since: more.since ?? 'run' },
  };
}

export const conditionStep = (key: string, rule: Rule): Step => ({
  key,
  type: 'condition',
  config: { rule },
});

/**
 * Builds steps in order, each way leading to the next unless `ways` overrides it by `step:way`. Null ends
 * there.
 */
export function definitionOf(
  steps: readonly Step[],
  ways: Readonly<Record<string, string | null>> = {},
  more: Partial<Definition> = {},
): Definition {
  const connections: Connection[] = [];
  for (const [index, step] of steps.entries()) {
    for (const type of waysOut(step)) {
      const said = ways[`${step.key}:${type}`];
      const to = said === undefined ? (steps[index + 1]?.key ?? null) : said;
      if (to !== null) connections.push({ from: step.key, to, type });
    }
  }
  return {
    trigger: { type: 'EVENT', name: 'began', filter: null },
    reentry: 'EVERY_TIME',
    exitOn: ['unsubscribe', 'bounce', 'complaint'],
    goal: null,
    quietHours: null,
    mailsMax: null,
    timezone: null,
    start: steps[0]?.key ?? null,
    steps,
    connections,
    ...more,
  };
}

export function startOf(more: Partial<RunStart> = {}): RunStart {
  return {
    id: 'run_1',
    entry: 'evt_1',
    entryValue: null,
    version: 1,
    assistant: null,
    cause: null,
    startedAt: monday,
    trigger: { type: 'EVENT', eventId: 'evt_1', name: 'began', at: monday, properties: {} },
    depth: 0,
    ...more,
  };
}

export function factsOf(more: Partial<RunFacts> = {}): RunFacts {
  return {
    person: personOf(),
    events: new Map(),
    lastEvents: new Map(),
    mails: new Map(),
    mailedAt: [],
    timezone: 'UTC',
    ...more,
  };
}

export const known: EntryKnown = {
  workflow: 'wfl_1',
  lastEvents: new Map(),
  openRun: false,
  hadRun: false,
  hadRunOfKey: false,
  startsInLastHour: 0,
  cause: null,
};

export const began: TriggerEvent = {
  type: 'EVENT',
  id: 'evt_1',
  name: 'began',
  at: monday,
  properties: {},
};

export function simulationOf(more: Partial<SimulationScene> = {}): SimulationScene {
  return {
    run: 'run_1',
    version: 1,
    timezone: 'UTC',
    labels: [],
    known,
    mailedAt: [],
    triggerEvent: began,
    acts: [],
    horizonMs: 400 * 24 * hourMs,
    ...more,
  };
}

// ------------------------------------------------------------------------------------------------------------ chance

const zones = ['UTC', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const eventNames = ['paid', 'opened app'];
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const somedays = fc.subarray([...weekdays]);
const duration = fc.oneof(
  fc.integer({ min: 1, max: 10 }).map((days) => `${days} days`),
  fc.integer({ min: 1, max: 30 }).map((hours) => `${hours} hours`),
);

const someRule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    field: fc.constantFrom(...eventNames.map((name) => `event.${name}`)),
    operator: fc.constantFrom('exists' as const, 'is_empty' as const),
  }),
  fc.record({
    field: fc.constantFrom(...eventNames.map((name) => `event.${name}`)),
    operator: fc.constant('within' as const),
    value: duration,
  }),
  fc.record({
    field: fc.constantFrom('email_opened', 'email_clicked'),
    operator: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.integer({ min: 1, max: 12 }).map((index) => `s${index}`),
  }),
  fc.record({
    field: fc.constantFrom('tags'),
    operator: fc.constantFrom('eq' as const, 'neq' as const),
    value: fc.constantFrom('vip', 'news'),
  }),
  fc.record({
    field: fc.constantFrom('trigger.amount', 'attributes.amount'),
    operator: fc.constantFrom('gt' as const, 'lte' as const),
    value: fc.integer({ min: 0, max: 20 }),
  }),
);

const someConfig: fc.Arbitrary<(key: string) => Step> = fc.oneof(
  fc.boolean().map((transactional) => (key: string) => mailStep(key, { transactional })),
  fc.tuple(duration, fc.option(clock, { nil: null }), somedays).map(
    ([span, at, days]) =>
      (key: string) =>
        delayStep(key, { duration: span, at, days }),
  ),
  fc
    .tuple(
      fc.constantFrom('attributes.ends', '2026-05-20', 'trigger.ends'),
      fc.constantFrom('continue' as const, 'exit' as const),
    )
    .map(
      ([until, past]) =>
        (key: string) =>
          delayStep(key, { until, past }),
    ),
  fc
    .tuple(
      fc.constantFrom(...eventNames),
      duration,
      fc.constantFrom('run' as const, 'now' as const),
      fc.boolean(),
    )
    .map(
      ([name, timeout, since, large]) =>
        (key: string) =>
          waitStep(key, name, timeout, {
            since,
            ...(large ? { filter: { field: 'properties.amount', operator: 'gte', value: 10 } } : {}),
          }),
    ),
  someRule.map((rule) => (key: string) => conditionStep(key, rule)),
  fc.array(someRule, { minLength: 1, maxLength: 3 }).map(
    (rules) =>
      (key: string): Step => ({
        key,
        type: 'branch',
        config: { cases: rules.map((rule) => ({ name: null, rule })) },
      }),
  ),
  fc.constantFrom([50, 50], [10, 30, 60]).map(
    (percent) =>
      (key: string): Step => ({
        key,
        type: 'ab_split',
        config: { percent },
      }),
  ),
  fc.constantFrom('add_tag' as const, 'remove_tag' as const).map(
    (type) =>
      (key: string): Step => ({
        key,
        type,
        config: { tag: 'vip' },
      }),
  ),
  fc.constantFrom(...eventNames).map(
    (name) =>
      (key: string): Step => ({
        key,
        type: 'track_event',
        config: { name, properties: { amount: 12, by: '{{firstName|friend}}' } },
      }),
  ),
  fc.constant(
    (key: string): Step => ({
      key,
      type: 'update_subscriber',
      config: { fields: { lastName: '{{trigger.name}}' }, attributes: { amount: 3, old: null } },
    }),
  ),
  fc.constant((key: string): Step => ({ key, type: 'unsubscribe', config: {} })),
  fc.constant((key: string): Step => ({ key, type: 'exit', config: { reason: 'enough' } })),
);

/** A valid definition: ways lead forward, and back only from a delay of at least an hour. */
export const someDefinition: fc.Arbitrary<Definition> = fc
  .record({
    configs: fc.array(someConfig, { minLength: 1, maxLength: 12 }),
    targets: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    goal: fc.option(someRule, { nil: null, freq: 2 }),
    quietHours: fc.option(fc.record({ from: clock, to: clock, days: somedays }), { nil: null }),
    mailsMax: fc.option(fc.record({ count: fc.integer({ min: 1, max: 3 }), per: duration }), { nil: null }),
    timezone: fc.option(fc.constantFrom(...zones), { nil: null }),
  })
  .map(({ configs, targets, ...more }) => {
    const steps = configs.map((config, index) => config(`s${index + 1}`));
    const ways: Record<string, string | null> = {};
    let at = 0;
    for (const [index, step] of steps.entries()) {
      const mayGoBack =
        step.type === 'delay' && step.config.until === null && step.config.duration !== '1 hours';
      for (const type of waysOut(step)) {
        const from = mayGoBack && targets[at]! % 4 === 0 ? 0 : index + 1;
        // Most ways continue, because a run that ends at once shows little.
        const choice = from + (targets[at]! % Math.max(1, Math.min(3, steps.length + 1 - from)));
        ways[wayKey(step.key, type)] = steps[choice]?.key ?? null;
        at += 1;
      }
    }
    return definitionOf(steps, ways, more);
  });

function wayKey(step: string, type: ConnectionType): string {
  return `${step}:${type}`;
}

const amount = fc.record({ amount: fc.integer({ min: 0, max: 20 }) });

/** A subscriber's actions within two months of a Monday. */
export const someActs: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('event' as const),
      at: fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minute) => monday + minute * minuteMs),
      name: fc.constantFrom(...eventNames),
      properties: amount,
    }),
    fc.record({
      type: fc.constantFrom('open' as const, 'click' as const),
      step: fc.integer({ min: 1, max: 12 }).map((index) => `s${index}`),
      afterMs: fc.integer({ min: 0, max: 5 * 24 * 60 }).map((minute) => minute * minuteMs),
    }),
    fc.record({
      type: fc.constantFrom('add_tag' as const, 'remove_tag' as const),
      at: fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minute) => monday + minute * minuteMs),
      tag: fc.constantFrom('vip', 'news'),
    }),
  ),
  { maxLength: 8 },
);

export const somePerson: fc.Arbitrary<Person> = fc
  .record({
    timezone: fc.option(fc.constantFrom(...zones), { nil: null }),
    attributes: fc.oneof(
      fc.constant({}),
      fc.record({
        ends: fc.constantFrom('2026-06-01', '2020-01-01', 'no time'),
        amount: fc.integer({ min: 0, max: 20 }),
      }),
    ),
  })
  .map(personOf);

/** An event that starts the definitions above. */
export const someBeginning: fc.Arbitrary<TriggerEvent> = amount.map(({ amount: given }) => ({
  ...began,
  properties: { amount: given, ends: '2026-05-30T12:00:00Z', name: 'Lovelace' },
}));
