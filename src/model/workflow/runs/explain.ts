import { dayMs, isoInstant } from '../../instant.ts';
import type { Compared } from '../../segment/evaluate-rule.ts';
import { localTimeAt } from '../../zoned-time.ts';
import { type ConnectionType, type Definition, type ExitReason, nameMail, type Step } from '../definition.ts';
import type { RunFacts } from '../facts.ts';
import { type Because, chooseTimeZone } from './advance.ts';
import { isOpen } from './progress.ts';
import type { RunEnd, RunStart, RunState, Wait } from './run.ts';
import { type SimulatedVisit, simulateRun } from './simulate.ts';

export type Visit = {
  visit: number;
  step: string;
  at: number;
  via: ConnectionType | null;
  because: Because;
};

/** `at` is ISO 8601 in UTC; `local` is the same instant in the person's zone. */
export type Time = { at: string; local: string };

export type RunExplanation = {
  stands: string;
  since: Time;
  /** Null if the run is over or due. */
  waits: { sentence: string; until: Time } | null;
  /** Past steps, oldest first. Values from events or attributes are untrusted text. */
  done: readonly { visit: number; step: string; at: Time; sentence: string }[];
  /** Forecast, assuming that no further event occurs. */
  next: readonly { step: string; at: Time; sentence: string }[];
  /** Forecast of the end; null if it lies beyond the forecast. */
  end: string | null;
};

export type Explained = {
  definition: Definition;
  start: RunStart;
  state: RunState;
  visits: readonly Visit[];
  facts: RunFacts;
  labels: readonly { id: string; name: string }[];
};

const aheadMs = 400 * dayMs;
const nextMax = 12;
const doneMax = 50;

export function explainRun(explained: Explained, now: number): RunExplanation {
  const { definition, start, state, visits, facts, labels } = explained;
  const zone = chooseTimeZone(definition, facts);
  const stepOf = (key: string) => definition.steps.find((step) => step.key === key) ?? null;
  const isPaused = isOpen(state) && state.dueAt === null;
  const ahead = isPaused
    ? { visits: [], state }
    : simulateRun(definition, start, state, facts, { acts: [], labels, now, until: now + aheadMs });
  return {
    stands: standing(state, isPaused),
    since: formatInZone(state.endedAt ?? state.arrivedAt, zone),
    waits:
      state.wait === null
        ? null
        : { sentence: waiting(state.wait), until: formatInZone(state.wait.until, zone) },
    done: visits.slice(-doneMax).map(({ visit, step, at, via, because }) => ({
      visit,
      step,
      at: formatInZone(at, zone),
      sentence: sentenceOf(step, stepOf(step), via, because),
    })),
    next: ahead.visits.slice(0, nextMax).map((visit) => ({
      step: visit.step,
      at: formatInZone(visit.leftAt ?? visit.waits.at(-1)?.wait.until ?? visit.arrivedAt, zone),
      sentence: nextSentence(visit, stepOf(visit.step)),
    })),
    end: !isOpen(state) || ahead.state.ended === null ? null : `It then ${ending(ahead.state.ended)}`,
  };
}

function standing(state: RunState, isPaused: boolean): string {
  if (state.ended !== null) return `The run ${ending(state.ended)}`;
  if (isPaused) return `The run is at ${state.step} and stands still, because its workflow is paused`;
  return state.wait === null
    ? `The run is at ${state.step} and goes on now`
    : `The run is at ${state.step} and waits`;
}

const leavings: Readonly<Record<ExitReason, string>> = {
  unsubscribe: 'the person unsubscribed',
  bounce: 'a mail to the person bounced',
  complaint: 'the person complained',
};

function ending(end: RunEnd): string {
  switch (end.reason) {
    case 'finished':
      return 'is finished: no step follows';
    case 'goal':
      return 'ends: the goal was reached';
    case 'left':
      return `ends: ${leavings[end.because]}`;
    case 'exit':
      return end.label === null ? 'ends at an exit' : `ends at the exit ${quoted(end.label)}`;
    case 'past':
      return 'ends: the time that a delay waited for was over';
    case 'too_many_visits':
      return 'ends: it has come to as many steps as a run may';
    case 'version_ended':
      return 'ends: the workflow was activated again, and its runs ended';
    case 'cancelled':
      return 'was cancelled';
    case 'erased':
      return 'ends: the person was erased';
    case 'failed':
      return `failed: ${end.problem}`;
  }
}

function waiting({ reason, event, problem }: Wait): string {
  switch (reason) {
    case 'delay':
      return 'It waits for the end of a delay';
    case 'event':
      return `It waits for the event ${quoted(event ?? '')}, or for the end of its timeout`;
    case 'quiet_hours':
      return 'The mail waits for the end of the quiet hours';
    case 'mails_max':
      return 'The mail waits, because the person has had as many marketing mails as mailsMax allows';
    case 'recipient_guard':
      return `The mail waits, because the recipient may not be mailed yet: ${problem ?? 'the guard refused it'}`;
    case 'sender':
      return `The mail waits, because the sender may not send now: ${problem ?? 'the mail was refused'}`;
  }
}

const ways: Readonly<Record<string, string>> = {
  default: 'went on',
  condition_met: 'yes',
  condition_not_met: 'no',
  event_received: 'the event came',
  timeout: 'the event did not come in time',
};

function sentenceOf(key: string, step: Step | null, via: ConnectionType | null, because: Because): string {
  const what = step === null ? key : describeCurrentStep(step);
  const way = via === null ? 'the run ends here' : wayOut(step, via);
  const facts = (because.compared ?? []).map(comparison);
  if (because.drawn !== undefined) facts.push(`the run falls at ${because.drawn} of 0 to 99`);
  if (because.eventId !== undefined) facts.push(`it was ${because.eventId}`);
  return facts.length === 0 ? `${what}: ${way}` : `${what}: ${way}, because ${facts.join('; ')}`;
}

function wayOut(step: Step | null, via: ConnectionType): string {
  if (step?.type === 'branch' && via === 'default') return 'no case';
  if (step?.type === 'branch') {
    const name = step.config.cases[Number(via.slice('case:'.length)) - 1]?.name ?? null;
    return name === null ? via : `${via} ${quoted(name)}`;
  }
  return ways[via] ?? via;
}

export function describeCurrentStep(step: Step): string {
  switch (step.type) {
    case 'send_email':
      return `mail ${quoted(nameMail(step.config))}`;
    case 'delay':
      return 'delay';
    case 'wait_for_event':
      return `wait for ${quoted(step.config.name)}`;
    case 'condition':
      return 'condition';
    case 'branch':
      return 'branch';
    case 'ab_split':
      return 'A/B split';
    case 'update_subscriber':
      return 'update of the person';
    case 'add_tag':
      return `tag ${quoted(step.config.tag)} added`;
    case 'remove_tag':
      return `tag ${quoted(step.config.tag)} removed`;
    case 'track_event':
      return `event ${quoted(step.config.name)} tracked`;
    case 'webhook':
      return 'webhook';
    case 'unsubscribe':
      return 'unsubscribe';
    case 'exit':
      return 'exit';
  }
}

function comparison({ field, operator, value, found, holds }: Compared): string {
  const asked = value === undefined ? operator : `${operator} ${JSON.stringify(value)}`;
  return `${field} ${asked} ${holds ? 'holds' : 'does not hold'} (found ${JSON.stringify(found) ?? 'nothing'})`;
}

function nextSentence({ via, because, waits, leftAt }: SimulatedVisit, step: Step | null): string {
  const last = waits.at(-1);
  if (leftAt === null && last)
    return `${step === null ? '' : `${describeCurrentStep(step)}: `}${waiting(last.wait)}`;
  return sentenceOf('', step, via, because);
}

/** Quotes as JSON does, so that a quote in a name cannot end the string. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Formats an instant in UTC and in a zone: `2026-05-04 09:00 Europe/Lisbon`. */
export function formatInZone(at: number, zone: string): Time {
  const local = isoInstant(localTimeAt(at, zone));
  return { at: isoInstant(at), local: `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}` };
}
