import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../../../src/model/instant.ts';
import { workflowLimits } from '../../../../src/model/workflow/definition.ts';
import { isOpen } from '../../../../src/model/workflow/runs/progress.ts';
import { type Act, type Simulation, simulate } from '../../../../src/model/workflow/runs/simulate.ts';
import {
  began,
  conditionStep,
  definitionOf,
  delayStep,
  known,
  mailStep,
  monday,
  personOf,
  simulationOf,
  someActs,
  someBeginning,
  someDefinition,
  somePerson,
  waitStep,
} from '../run-scene.ts';

const someScene = fc.record({
  definition: someDefinition,
  person: somePerson,
  triggerEvent: someBeginning,
  acts: someActs,
  run: fc.integer({ min: 1, max: 1_000 }).map((number) => `run_${number}`),
});
/** Fewer examples sometimes miss a rare end. */
const tries = { numRuns: 1_500 };

describe('a simulation of any definition', () => {
  test('ends, and each visit starts when the previous visit ends', () => {
    let long = 0;
    const ends = new Set<string>();
    fc.assert(
      fc.property(someScene, ({ definition, person, triggerEvent, acts, run }) => {
        const scene = simulationOf({ triggerEvent, acts, run });
        const { visits, state } = simulate(definition, person, scene, monday);
        expect(visits.length).toBeLessThanOrEqual(workflowLimits.visitsMax);
        expect(visits.map(({ visit }) => visit)).toEqual(visits.map((_, index) => index + 1));
        for (const [index, visit] of visits.entries()) {
          const before = visits[index - 1];
          expect(visit.arrivedAt).toBe(before === undefined ? monday : before.leftAt);
          expect(visit.leftAt ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(visit.arrivedAt);
        }
        if (isOpen(state!)) expect(state!.dueAt).toBeGreaterThan(monday + scene.horizonMs);
        ends.add(state!.ended?.reason ?? 'open');
        if (visits.length > 5) long += 1;
      }),
      tries,
    );
    expect(long).toBeGreaterThan(50);
    for (const end of ['finished', 'goal', 'left', 'exit', 'past', 'too_many_visits']) {
      expect([...ends]).toContain(end);
    }
  }, 120_000);

  test('ends no wait early except by its event, a goal or an unsubscribe', () => {
    fc.assert(
      fc.property(someScene, ({ definition, person, triggerEvent, acts, run }) => {
        const { visits } = simulate(definition, person, simulationOf({ triggerEvent, acts, run }), monday);
        for (const { waits, leftAt, via, because } of visits) {
          for (const { from, wait } of waits) expect(wait.until).toBeGreaterThan(from);
          const last = waits.at(-1);
          if (!last || leftAt === null || via === null || via === 'event_received') continue;
          expect(leftAt).toBe(last.wait.until);
          if (because.until !== undefined) expect(because.until).toBe(leftAt);
        }
      }),
      tries,
    );
  }, 120_000);

  test('is deterministic, even with evaluations in between that change nothing', () => {
    fc.assert(
      fc.property(
        someScene,
        fc.array(fc.integer({ min: 0, max: 60 * 24 }), { maxLength: 20 }),
        ({ definition, person, triggerEvent, acts, run }, hours) => {
          // Each tag change wakes a run with this unreachable goal.
          const goal = { field: 'tags', operator: 'eq', value: 'unreachable' } as const;
          const of = { ...definition, goal };
          const wakes = hours.map(
            (hour): Act => ({ type: 'add_tag', at: monday + hour * hourMs, tag: 'beside' }),
          );
          const path = (with_: readonly Act[]) =>
            shape(simulate(of, person, simulationOf({ triggerEvent, acts: with_, run }), monday));
          expect(path([...acts, ...wakes])).toEqual(path(acts));
          expect(path(acts)).toEqual(path(acts));
        },
      ),
      tries,
    );
  }, 120_000);
});

function shape({ visits, state }: Simulation) {
  return {
    visits: visits.map(({ step, arrivedAt, leftAt, via }) => ({ step, arrivedAt, leftAt, via })),
    ended: state?.ended,
  };
}

const welcome = definitionOf(
  [
    mailStep('welcome'),
    delayStep('later', { duration: '3 days', at: '09:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }),
    conditionStep('clicked', { field: 'email_clicked', operator: 'eq', value: 'welcome' }),
    { key: 'engaged', type: 'add_tag', config: { tag: 'engaged' } },
    mailStep('nudge'),
    waitStep('toured', 'tour.finished', '7 days'),
    { key: 'quiet', type: 'exit', config: { reason: 'quiet' } },
    { key: 'crm', type: 'webhook', config: { url: 'https://crm.acme.dev/', data: {} } },
  ],
  {
    'clicked:condition_met': 'engaged',
    'clicked:condition_not_met': 'nudge',
    'engaged:default': 'crm',
    'toured:event_received': 'engaged',
    'toured:timeout': 'quiet',
  },
  { goal: { field: 'event.order.paid', operator: 'exists' } },
);

describe('a simulated welcome series', () => {
  const play = (acts: readonly Act[], from = monday) =>
    simulate(welcome, personOf({ timezone: 'Europe/Lisbon' }), simulationOf({ acts }), from);
  const steps = ({ visits }: Simulation) => visits.map(({ step }) => step);
  const friday = Date.parse('2026-05-01T20:00:00Z');

  test('tags subscribers who click, on a working day at nine in their zone', () => {
    const played = play([{ type: 'click', step: 'welcome', afterMs: hourMs }], friday);
    expect(steps(played)).toEqual(['welcome', 'later', 'clicked', 'engaged', 'crm']);
    expect(new Date(played.visits[2]!.arrivedAt).toISOString()).toBe('2026-05-04T08:00:00.000Z');
    expect(played.visits[2]!.because.compared).toEqual([
      {
        field: 'email_clicked',
        operator: 'eq',
        value: 'welcome',
        found: '2026-05-01T21:00:00.000Z',
        holds: true,
      },
    ]);
    expect(played.state!.ended).toEqual({ reason: 'finished' });
  });

  test('reminds the others, and ends for people who stay inactive', () => {
    const played = play([]);
    expect(steps(played)).toEqual(['welcome', 'later', 'clicked', 'nudge', 'toured', 'quiet']);
    const wait = played.visits[4]!;
    expect(wait.leftAt! - wait.arrivedAt).toBe(7 * dayMs);
    expect(played.state!.ended).toEqual({ reason: 'exit', label: 'quiet' });
  });

  test('counts an event before its wait', () => {
    const tour: Act = { type: 'event', at: monday + hourMs, name: 'tour.finished', properties: {} };
    const played = play([tour]);
    expect(steps(played)).toEqual(['welcome', 'later', 'clicked', 'nudge', 'toured', 'engaged', 'crm']);
    expect(played.visits[4]!.waits).toEqual([]);
  });

  test('ends at the time when the goal is reached', () => {
    const paid: Act = { type: 'event', at: monday + hourMs, name: 'order.paid', properties: {} };
    const played = play([paid]);
    expect(steps(played)).toEqual(['welcome', 'later']);
    expect(played.state).toMatchObject({
      status: 'COMPLETED',
      ended: { reason: 'goal' },
      endedAt: monday + hourMs,
    });
  });

  test('ends at the time when the subscriber unsubscribes', () => {
    const played = play([{ type: 'leave', at: monday + hourMs, because: 'complaint' }]);
    expect(played.state).toMatchObject({
      status: 'EXITED',
      ended: { reason: 'left', because: 'complaint' },
      endedAt: monday + hourMs,
    });
  });
});

test('a simulation for a subscriber who cannot enter gives only the reason', () => {
  const once = { ...welcome, reentry: 'ONCE' as const };
  const scene = simulationOf({ known: { ...known, hadRun: true } });
  expect(simulate(once, personOf(), scene, monday)).toEqual({
    entry: { start: false, reason: 'once_before', compared: [] },
    visits: [],
    state: null,
  });
});

test('a simulation of 150 steps runs to its end', () => {
  const steps = Array.from({ length: workflowLimits.stepsMax }, (_, index) => mailStep(`m${index}`));
  const { visits, state } = simulate(definitionOf(steps), personOf(), simulationOf(), monday);
  expect(visits.length).toBe(workflowLimits.stepsMax);
  expect(state!.ended).toEqual({ reason: 'finished' });
});

test('in a run with a key, only events with its value count', () => {
  const definition = definitionOf([waitStep('paid', 'order.paid', '2 days')], {}, { reentry: 'event.order' });
  const triggerEvent = { ...began, properties: { order: 42 } };
  const paid = (order: unknown, hours: number): Act => ({
    type: 'event',
    at: monday + hours * hourMs,
    name: 'order.paid',
    properties: { order },
  });
  const acts = [paid(41, 1), paid(null, 2), paid('42', 3), paid(42, 4)];
  const { visits } = simulate(definition, personOf(), simulationOf({ triggerEvent, acts }), monday);
  expect(visits[0]).toMatchObject({ via: 'event_received', leftAt: monday + 3 * hourMs });
});

test('the event that ended one wait does not end another wait that counts from its arrival', () => {
  const pair = [waitStep('first', 'paid', '2 days'), waitStep('second', 'paid', '2 days', { since: 'now' })];
  const paid = (hours: number): Act => ({
    type: 'event',
    at: monday + hours * hourMs,
    name: 'paid',
    properties: {},
  });
  const play = (acts: Act[]) =>
    simulate(definitionOf(pair), personOf(), simulationOf({ acts }), monday).visits.map(({ via, leftAt }) => [
      via,
      (leftAt! - monday) / hourMs,
    ]);
  expect(play([paid(1)])).toEqual([
    ['event_received', 1],
    ['timeout', 49],
  ]);
  expect(play([paid(1), paid(5)])).toEqual([
    ['event_received', 1],
    ['event_received', 5],
  ]);
});

test('mails obey quiet hours and mailsMax, and transactional mails obey neither', () => {
  const definition = definitionOf(
    [mailStep('a'), mailStep('receipt', { transactional: true }), mailStep('b'), mailStep('c')],
    {},
    {
      quietHours: { from: '21:00', to: '08:00', days: [] },
      mailsMax: { count: 2, per: '1 day' },
    },
  );
  const from = Date.parse('2026-05-04T22:00:00Z');
  const { visits } = simulate(definition, personOf(), simulationOf(), from);
  expect(
    visits.map(({ step, leftAt, waits }) => [
      step,
      new Date(leftAt!).toISOString(),
      waits.map(({ wait }) => wait.reason),
    ]),
  ).toEqual([
    ['a', '2026-05-05T08:00:00.000Z', ['quiet_hours']],
    ['receipt', '2026-05-05T08:00:00.000Z', []],
    ['b', '2026-05-05T08:00:00.000Z', []],
    ['c', '2026-05-06T08:00:00.000Z', ['mails_max']],
  ]);
});

test('a subscriber without marketing consent continues without the marketing mail', () => {
  const definition = definitionOf([mailStep('news'), mailStep('receipt', { transactional: true })]);
  const { visits } = simulate(definition, personOf({ status: 'PENDING' }), simulationOf(), monday);
  expect(visits.map(({ effect }) => effect?.kind ?? null)).toEqual([null, 'mail']);
  expect(visits[0]!.because.compared).toMatchObject([{ field: 'status', found: 'PENDING', holds: false }]);
});
