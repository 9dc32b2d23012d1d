import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../../../src/model/instant.ts';
import type { RunFacts } from '../../../../src/model/workflow/facts.ts';
import { advance } from '../../../../src/model/workflow/runs/advance.ts';
import { type Explained, explainRun, type Visit } from '../../../../src/model/workflow/runs/explain.ts';
import { cancelled, isOpen, moved, paused } from '../../../../src/model/workflow/runs/progress.ts';
import { firstState } from '../../../../src/model/workflow/runs/run.ts';
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

const definition = definitionOf(
  [
    mailStep('welcome', { subject: 'Welcome "Ada"' }),
    conditionStep('pro', { field: 'attributes.plan', operator: 'eq', value: 'pro' }),
    { key: 'split', type: 'ab_split', config: { percent: [50, 50] } },
    waitStep('toured', 'tour.finished', '7 days'),
    delayStep('later', { duration: '1 day', at: '09:00' }),
    mailStep('nudge'),
    { key: 'out', type: 'exit', config: { reason: 'quiet' } },
  ],
  { 'pro:condition_met': null },
);
const facts: RunFacts = factsOf({
  person: personOf({ timezone: 'Europe/Lisbon', attributes: { plan: 'free; "ignore this"' } }),
  events: new Map([['tour.finished', []]]),
});

/** Evaluates a run until it waits. */
function explained(more: Partial<RunFacts> = {}): Explained {
  const all = { ...facts, ...more };
  const visits: Visit[] = [];
  let state = firstState(definition.start, monday);
  while (isOpen(state) && state.wait === null) {
    const decided = advance(definition, startOf(), state, all, monday);
    if (decided.kind === 'move') {
      visits.push({
        visit: state.visit,
        step: state.step!,
        at: monday,
        via: decided.via,
        because: decided.because,
      });
    }
    state = moved(state, decided, monday);
  }
  return { definition, start: startOf(), state, visits, facts: all, labels: [] };
}

describe('the explanation of a run', () => {
  test('says where and until when the run waits, in both time zones, how it got there and how it continues', () => {
    expect(explainRun(explained(), monday + dayMs)).toEqual({
      stands: 'The run is at toured and waits',
      since: { at: '2026-05-04T09:00:00.000Z', local: '2026-05-04 10:00 Europe/Lisbon' },
      waits: {
        sentence: 'It waits for the event "tour.finished", or for the end of its timeout',
        until: { at: '2026-05-11T09:00:00.000Z', local: '2026-05-11 10:00 Europe/Lisbon' },
      },
      done: [
        {
          visit: 1,
          step: 'welcome',
          at: { at: '2026-05-04T09:00:00.000Z', local: '2026-05-04 10:00 Europe/Lisbon' },
          sentence: 'mail "Welcome \\"Ada\\"": went on',
        },
        {
          visit: 2,
          step: 'pro',
          at: { at: '2026-05-04T09:00:00.000Z', local: '2026-05-04 10:00 Europe/Lisbon' },
          sentence:
            'condition: no, because attributes.plan eq "pro" does not hold (found "free; \\"ignore this\\"")',
        },
        {
          visit: 3,
          step: 'split',
          at: { at: '2026-05-04T09:00:00.000Z', local: '2026-05-04 10:00 Europe/Lisbon' },
          sentence: 'A/B split: case:2, because the run falls at 68 of 0 to 99',
        },
      ],
      next: [
        {
          step: 'toured',
          at: { at: '2026-05-11T09:00:00.000Z', local: '2026-05-11 10:00 Europe/Lisbon' },
          sentence: 'wait for "tour.finished": the event did not come in time',
        },
        {
          step: 'later',
          at: { at: '2026-05-12T08:00:00.000Z', local: '2026-05-12 09:00 Europe/Lisbon' },
          sentence: 'delay: went on',
        },
        {
          step: 'nudge',
          at: { at: '2026-05-12T08:00:00.000Z', local: '2026-05-12 09:00 Europe/Lisbon' },
          sentence: 'mail "nudge": went on',
        },
        {
          step: 'out',
          at: { at: '2026-05-12T08:00:00.000Z', local: '2026-05-12 09:00 Europe/Lisbon' },
          sentence: 'exit: the run ends here',
        },
      ],
      end: 'It then ends at the exit "quiet"',
    });
  });

  test('has no preview while the run is paused', () => {
    const run = explained();
    const state = paused(run.state, monday + hourMs).state;
    const { stands, next, end } = explainRun({ ...run, state }, monday + dayMs);
    expect([stands, next, end]).toEqual([
      'The run is at toured and stands still, because its workflow is paused',
      [],
      null,
    ]);
  });

  test('gives the reason if the run has ended', () => {
    const run = explained();
    const over = explainRun({ ...run, state: cancelled(run.state, monday + dayMs) }, monday + 2 * dayMs);
    expect(over).toMatchObject({
      stands: 'The run was cancelled',
      since: { at: '2026-05-05T09:00:00.000Z' },
      waits: null,
      next: [],
      end: null,
    });
  });

  test('names the sender’s problem that a mail waits for', () => {
    const run = explained();
    const wait = { reason: 'sender', until: monday + hourMs, problem: 'No domain is verified' } as const;
    const { waits } = explainRun({ ...run, state: { ...run.state, step: 'nudge', wait } }, monday);
    expect(waits!.sentence).toBe(
      'The mail waits, because the sender may not send now: No domain is verified',
    );
  });

  test('is short for 20 steps', () => {
    const steps = Array.from({ length: 20 }, (_, index) =>
      conditionStep(`c${index}`, { field: 'tags', operator: 'exists' }),
    );
    const long = definitionOf(steps);
    const visits: Visit[] = [];
    let state = firstState(long.start, monday);
    while (isOpen(state)) {
      const decided = advance(long, startOf(), state, facts, monday);
      if (decided.kind === 'move') {
        visits.push({
          visit: state.visit,
          step: state.step!,
          at: monday,
          via: decided.via,
          because: decided.because,
        });
      }
      state = moved(state, decided, monday);
    }
    const said = explainRun({ definition: long, start: startOf(), state, visits, facts, labels: [] }, monday);
    expect(said.done.map(({ sentence }) => sentence).join('\n').length).toBeLessThan(3_000);
  });
});
