import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../../src/model/instant.ts';
import type { Definition, Step } from '../../../../src/model/workflow/definition.ts';
import type { RunFacts } from '../../../../src/model/workflow/facts.ts';
import { type Advance, advance } from '../../../../src/model/workflow/runs/advance.ts';
import {
  afterMail,
  type MailOutcome,
  senderPatienceMs,
} from '../../../../src/model/workflow/runs/after-mail.ts';
import {
  cancelled,
  isOpen,
  moved,
  nextRunStatus,
  paused,
  type RunMove,
  resumed,
  retried,
  woken,
} from '../../../../src/model/workflow/runs/progress.ts';
import { firstState, type RunState, runStatuses } from '../../../../src/model/workflow/runs/run.ts';
import { ids } from '../../../store/scene.ts';
import {
  conditionStep,
  definitionOf,
  delayStep,
  factsOf,
  mailStep,
  monday,
  personOf,
  startOf,
  waitStep,
} from '../run-scene.ts';

const first = firstState('a', monday);
const look = (definition: Definition, state: RunState, facts: Partial<RunFacts>, now: number) =>
  advance(definition, startOf(), state, factsOf(facts), now);
/** The run after evaluating its first step or `state`. */
const lookedAt = (definition: Definition, now: number, state = first, facts: Partial<RunFacts> = {}) =>
  moved(state, look(definition, state, facts, now), now);

describe('an A/B split', () => {
  const split: Step = { key: 'a', type: 'ab_split', config: { percent: [10, 30, 60] } };
  const definition = definitionOf([split]);
  const wayOf = (run: string) => {
    const { kind, ...rest } = advance(definition, startOf({ id: run }), first, factsOf(), monday);
    return kind === 'move' && 'via' in rest ? rest.via : null;
  };

  test('gives each path its share, and a run always takes the same path', () => {
    const runs = Array.from({ length: 20_000 }, () => ids.id('run'));
    const counts = new Map<unknown, number>();
    for (const run of runs) counts.set(wayOf(run), (counts.get(wayOf(run)) ?? 0) + 1);
    const shares = ['case:1', 'case:2', 'case:3'].map((way) => (100 * counts.get(way)!) / runs.length);
    for (const [index, percent] of [10, 30, 60].entries()) {
      expect(Math.abs(shares[index]! - percent)).toBeLessThan(1.5);
    }
  });

  test('draws the same paths in every version of the program', () => {
    // A run that continues after an update must take the way its simulation showed.
    expect(['run_1', 'run_2', 'run_3', 'run_4', 'run_5', 'run_6'].map(wayOf)).toMatchInlineSnapshot(`
      [
        "case:3",
        "case:1",
        "case:2",
        "case:2",
        "case:3",
        "case:3",
      ]
    `);
  });
});

test.each([
  ['UNSUBSCRIBED', 'unsubscribe'],
  ['BOUNCED', 'bounce'],
  ['COMPLAINED', 'complaint'],
] as const)(
  'a subscriber who becomes %s leaves the workflow first, if the workflow says so',
  (status, because) => {
    const goal = { field: 'status', operator: 'eq', value: status } as const;
    const steps = [mailStep('a', { transactional: true })];
    const person = personOf({ status });
    const heeding = look(definitionOf(steps, {}, { goal }), first, { person }, monday);
    expect(heeding).toMatchObject({ kind: 'end', status: 'EXITED', end: { reason: 'left', because } });
    const not = look(definitionOf(steps, {}, { goal, exitOn: [] }), first, { person }, monday);
    expect(not).toMatchObject({ kind: 'end', status: 'COMPLETED', end: { reason: 'goal' } });
    expect(look(definitionOf(steps, {}, { exitOn: [] }), first, { person }, monday).kind).toBe('move');
  },
);

describe('a goal', () => {
  const reached = (field: string, operator: 'exists' | 'within', facts: Partial<RunFacts>) => {
    const goal = operator === 'within' ? { field, operator, value: '30 days' } : { field, operator };
    return look(definitionOf([mailStep('a')], {}, { goal }), first, facts, monday + hourMs).kind === 'end';
  };
  const event = { id: 'evt_2', at: monday + minuteMs, properties: {} };

  test('counts no event, open or click from before the run', () => {
    for (const operator of ['exists', 'within'] as const) {
      const old = { events: new Map([['paid', []]]), lastEvents: new Map([['paid', monday - dayMs]]) };
      expect(reached('event.paid', operator, old)).toBe(false);
      expect(reached('event.paid', operator, { events: new Map([['paid', [event]]]) })).toBe(true);
      for (const field of ['email_opened', 'email_clicked']) {
        const reactedAt = (at: number) => ({ person: personOf({ lastOpenedAt: at, lastClickedAt: at }) });
        expect(reached(field, operator, reactedAt(monday - 1))).toBe(false);
        expect(reached(field, operator, reactedAt(monday))).toBe(true);
      }
    }
  });
});

test('a condition counts events since the start of the run, and with `within` uses the last event ever', () => {
  const facts = { events: new Map([['paid', []]]), lastEvents: new Map([['paid', monday - dayMs]]) };
  const way = (operator: 'exists' | 'within') => {
    const rule = { field: 'event.paid', operator, ...(operator === 'within' ? { value: '2 days' } : {}) };
    return look(definitionOf([conditionStep('a', rule)]), first, facts, monday);
  };
  expect(way('exists')).toMatchObject({ via: 'condition_not_met', because: { compared: [{ found: 0 }] } });
  expect(way('within')).toMatchObject({ via: 'condition_met' });
});

test('missing event facts are an error, not zero events', () => {
  const definition = definitionOf([conditionStep('a', { field: 'event.paid', operator: 'is_empty' })]);
  expect(() => look(definition, first, {}, monday)).toThrow('not read');
});

describe('a delay until a time', () => {
  const until = (text: string, past: 'continue' | 'exit' = 'exit') =>
    definitionOf([delayStep('a', { until: text, past }), mailStep('b')]);

  test("of an attribute or the trigger is waited for in the subscriber's time zone", () => {
    const person = personOf({ attributes: { ends: '2026-06-01' }, timezone: 'America/New_York' });
    const wait = look(until('attributes.ends'), first, { person }, monday);
    expect(wait).toMatchObject({ wait: { reason: 'delay', until: Date.parse('2026-06-01T04:00:00Z') } });
    const properties = { ends: '2026-06-01T12:00:00Z' };
    const start = startOf({ trigger: { ...startOf().trigger, properties } });
    expect(advance(until('trigger.ends'), start, first, factsOf(), monday)).toMatchObject({
      wait: { until: Date.parse('2026-06-01T12:00:00Z') },
    });
  });

  test.each(['2026-05-03', 'attributes.none', 'attributes.count', 'attributes.word', 'trigger.constructor'])(
    'continues or ends the run as configured if %s is past or invalid',
    (text) => {
      const person = personOf({ attributes: { count: 5, word: 'soon' } });
      expect(look(until(text), first, { person }, monday)).toMatchObject({ end: { reason: 'past' } });
      expect(look(until(text, 'continue'), first, { person }, monday)).toMatchObject({
        kind: 'move',
        to: 'b',
      });
    },
  );

  test('stays the same when the attribute changes during the wait', () => {
    const at = (ends: string) => ({ person: personOf({ attributes: { ends } }) });
    const waiting = lookedAt(until('attributes.ends'), monday, first, at('2026-05-10'));
    expect(lookedAt(until('attributes.ends'), monday + hourMs, waiting, at('2026-07-01'))).toEqual(waiting);
  });
});

describe('a pause of a workflow', () => {
  const day = Date.parse('2026-05-06T09:00:00Z');

  test('keeps the remaining time of a delay', () => {
    const definition = definitionOf([delayStep('a', { duration: '3 days' }), mailStep('b')]);
    const held = paused(lookedAt(definition, monday), monday + dayMs);
    expect([held.left, held.state.dueAt]).toEqual([2 * dayMs, null]);
    const on = resumed(held.state, held.left!, monday + 31 * dayMs);
    expect(on.dueAt).toBe(monday + 33 * dayMs);
    expect(lookedAt(definition, on.dueAt! - 1, on)).toMatchObject({ step: 'a', dueAt: on.dueAt });
    expect(lookedAt(definition, on.dueAt!, on).step).toBe('b');
  });

  test('postpones an unprocessed wake-up by the remaining time', () => {
    const definition = definitionOf([delayStep('a', { duration: '3 days' }), mailStep('b')]);
    const held = paused(woken(lookedAt(definition, monday), monday + dayMs), monday + dayMs);
    expect(held.left).toBe(2 * dayMs);
  });

  test('moves a time of day by whole days to an allowed day', () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
    const definition = definitionOf([
      delayStep('a', { duration: '2 days', at: '09:00', days }),
      mailStep('b'),
    ]);
    const waiting = lookedAt(definition, monday);
    expect(waiting.dueAt).toBe(day);
    const resumedAfter = (pausedMs: number) => {
      const { state, left } = paused(waiting, monday + hourMs);
      const now = monday + hourMs + pausedMs;
      return new Date(lookedAt(definition, now, resumed(state, left!, now)).dueAt!).toISOString();
    };
    // Five minutes change nothing; two and a half days lead from Wednesday past Friday evening to that
    // morning.
    expect(resumedAfter(5 * minuteMs)).toBe('2026-05-06T09:00:00.000Z');
    expect(resumedAfter(2.5 * dayMs)).toBe('2026-05-08T09:00:00.000Z');
    expect(resumedAfter(3 * dayMs)).toBe('2026-05-11T09:00:00.000Z');
    expect(resumedAfter(30 * dayMs)).toBe('2026-06-05T09:00:00.000Z');
  });

  test("does not move a date, and a date that passed follows the delay's setting", () => {
    const of = (past: 'continue' | 'exit') =>
      definitionOf([delayStep('a', { until: '2026-05-06', past }), mailStep('b')]);
    const end = Date.parse('2026-05-06T00:00:00Z');
    const { state, left } = paused(lookedAt(of('exit'), monday), monday + hourMs);
    const before = resumed(state, left!, monday + 2 * hourMs);
    expect(before.dueAt).toBe(end);
    expect(lookedAt(of('exit'), end, before)).toMatchObject({ step: 'b' });
    const late = resumed(state, left!, end + dayMs);
    expect(late.dueAt).toBe(end + dayMs);
    expect(lookedAt(of('exit'), end + dayMs, late)).toMatchObject({ ended: { reason: 'past' } });
    expect(lookedAt(of('continue'), end + dayMs, late)).toMatchObject({ step: 'b' });
  });

  test('counts an event during the pause, and then resumes the timeout with its remaining time', () => {
    const definition = definitionOf([waitStep('a', 'paid', '2 days'), mailStep('b')]);
    const none = { events: new Map([['paid', []]]) };
    const waiting = lookedAt(definition, monday, first, none);
    const { state, left } = paused(waiting, monday + dayMs);
    const on = resumed(woken(state, monday + 2 * dayMs), left!, monday + 30 * dayMs);
    expect(on.dueAt).toBe(monday + 30 * dayMs);
    expect(lookedAt(definition, on.dueAt!, on, none).dueAt).toBe(monday + 31 * dayMs);
    const paid = [{ id: 'evt_2', at: monday + 20 * dayMs, properties: {} }];
    const came = { events: new Map([['paid', paid]]) };
    expect(look(definition, on, came, on.dueAt!)).toMatchObject({
      via: 'event_received',
      because: { eventId: 'evt_2' },
    });
  });

  test('of any length keeps the delay between two mails', () => {
    const definition = definitionOf([mailStep('a'), delayStep('d', { duration: '3 days' }), mailStep('b')]);
    const span = fc.integer({ min: 0, max: 90 * 24 * 60 }).map((minute) => minute * minuteMs);
    fc.assert(
      fc.property(span, span, (afterMs, lengthMs) => {
        let state = first;
        let now = monday;
        const mails: number[] = [];
        let pauseAt: number | null = monday + afterMs;
        while (isOpen(state)) {
          if (pauseAt !== null && state.dueAt! >= pauseAt) {
            const held = paused(state, pauseAt);
            now = pauseAt + lengthMs;
            state = resumed(held.state, held.left!, now);
            pauseAt = null;
          }
          now = Math.max(now, state.dueAt!);
          const decided = look(definition, state, {}, now);
          if (decided.kind === 'move' && decided.effect) mails.push(now);
          state = moved(state, decided, now);
        }
        expect(mails.length).toBe(2);
        expect(mails[1]! - mails[0]!).toBeGreaterThanOrEqual(3 * dayMs);
      }),
    );
  });
});

describe('a refused mail in a run', () => {
  const definition = definitionOf([mailStep('a'), mailStep('b')]);
  const move = look(definition, first, {}, monday) as Extract<Advance, { kind: 'move' }>;
  const refusedAs = (outcome: MailOutcome, state = first, now = monday) =>
    moved(state, afterMail(outcome, move, state, now), now);

  test('waits until the recipient guard allows it, even if another event wakes the run', () => {
    const retryAt = monday + 7 * hourMs;
    const waiting = refusedAs({ kind: 'recipient_refused', retryAt, problem: 'Rests' });
    expect(waiting).toMatchObject({
      step: 'a',
      visit: 1,
      wait: { reason: 'recipient_guard' },
      dueAt: retryAt,
    });
    expect(lookedAt(definition, monday + hourMs, woken(waiting, monday + hourMs))).toEqual(waiting);
    expect(look(definition, waiting, {}, retryAt)).toMatchObject({ effect: { kind: 'mail' } });
  });

  test('is retried after 5 s and then less often if the sender may not send, until the limit', () => {
    let state = first;
    let now = monday;
    const waits: number[] = [];
    while (isOpen(state)) {
      state = refusedAs({ kind: 'sender_refused', retryAt: null, problem: 'No domain' }, state, now);
      if (!isOpen(state)) break;
      waits.push((state.dueAt! - now) / secondMs);
      now = state.dueAt!;
    }
    expect(waits.slice(0, 12)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(now - monday).toBeGreaterThanOrEqual(senderPatienceMs);
    expect(now - monday).toBeLessThan(senderPatienceMs + 2 * hourMs);
    expect(state).toMatchObject({ status: 'FAILED', ended: { reason: 'failed', problem: 'No domain' } });
  });

  test('to a suppressed recipient lets the run continue', () => {
    expect(refusedAs({ kind: 'suppressed' })).toMatchObject({ step: 'b', visit: 2 });
  });

  test('with blocked content fails the run, which can be retried at this step', () => {
    const failed = refusedAs({ kind: 'content_refused', problem: 'Phishing' });
    expect(failed).toMatchObject({ status: 'FAILED', visit: 1, step: null, dueAt: null });
    expect(retried(failed, 'a', monday + dayMs)).toEqual({
      ...firstState('a', monday + dayMs),
      visit: 2,
    });
  });
});

describe('the statuses of a run', () => {
  test('allow exactly the listed transitions', () => {
    const all: RunMove[] = ['step', 'wait', 'complete', 'exit', 'fail', 'cancel', 'retry'];
    const table = runStatuses.flatMap((from) =>
      all.flatMap((move) => {
        const to = nextRunStatus(from, move);
        return to === null ? [] : [`${from} ${move} ${to}`];
      }),
    );
    const open = (from: string) => [
      `${from} step RUNNING`,
      `${from} wait WAITING`,
      `${from} complete COMPLETED`,
      `${from} exit EXITED`,
      `${from} fail FAILED`,
      `${from} cancel CANCELLED`,
    ];
    expect(table).toEqual([...open('RUNNING'), ...open('WAITING'), 'FAILED retry RUNNING']);
  });

  test('do not change after the run has ended', () => {
    const over = cancelled(first, monday);
    expect(over).toMatchObject({
      status: 'CANCELLED',
      dueAt: null,
      endedAt: monday,
      ended: { reason: 'cancelled' },
    });
    expect(woken(over, monday + 1)).toBe(over);
    expect(paused(over, monday + 1)).toEqual({ state: over, left: null });
    expect(resumed(over, 0, monday + 1)).toBe(over);
    expect(cancelled(over, monday + 1, 'erased')).toBe(over);
    expect(retried(over, 'a', monday + 1)).toBe(over);
    const decided = look(definitionOf([mailStep('a')]), first, {}, monday);
    expect(() => moved(over, decided, monday + 1)).toThrow('CANCELLED');
  });

  test('allow no wake-up of a paused run, and a wake-up never delays a run', () => {
    const held = paused(first, monday).state;
    expect(woken(held, monday + 1)).toBe(held);
    expect(woken(first, monday + dayMs)).toBe(first);
  });
});

test('recorded findings are truncated to the limit of the history', () => {
  const rule = { field: 'trigger.text', operator: 'exists' } as const;
  const start = startOf({ trigger: { ...startOf().trigger, properties: { text: 'x'.repeat(16_000) } } });
  const cases = Array.from({ length: 10 }, () => ({
    name: null,
    rule: {
      and: Array.from({ length: 10 }, () => ({
        and: [rule, { field: 'tags', operator: 'exists' } as const],
      })),
    },
  }));
  const branch: Step = { key: 'a', type: 'branch', config: { cases } };
  const decided = advance(definitionOf([branch]), start, first, factsOf(), monday);
  expect(decided).toMatchObject({ via: 'default' });
  expect(JSON.stringify(decided.because).length).toBeLessThan(10_000);
});
