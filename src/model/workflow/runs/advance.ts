import { createHash } from 'node:crypto';
import { type Compared, evaluateRule, readPropertyField } from '../../segment/evaluate-rule.ts';
import type { Rule, RuleValue } from '../../segment/rule.ts';
import { readRuleField } from '../../segment/rule-field.ts';
import { readSpanMs } from '../../segment/rule-time.ts';
import type { SubscriberStatus } from '../../subscriber/subscriber.ts';
import { isTimeZone } from '../../time-zone.ts';
import type { ConnectionType, Definition, DelayConfig, ExitReason, Step, StepOf } from '../definition.ts';
import type { EventFact, Person, RunFacts } from '../facts.ts';
import { alignedTo, delayEnd, quietUntil, startOfLocalDay, untilEnd } from '../local-time.ts';
import { eventsFor, goalRuleFacts, stepRuleFacts } from '../rule-facts.ts';
import type { RunEnd, RunStart, RunState, Wait } from './run.ts';

export type Advance =
  /** The step is done. `to` is the next step; null ends the run. */
  | { kind: 'move'; effect: Effect | null; via: ConnectionType; to: string | null; because: Because }
  | { kind: 'wait'; wait: Wait; because: Because }
  /** The run ends before the step is done. */
  | { kind: 'end'; status: 'COMPLETED' | 'EXITED' | 'FAILED'; end: RunEnd; because: Because };

/** Side effect of a step, applied in the transaction of the move. */
export type Effect =
  | { kind: 'mail'; step: StepOf<'send_email'> }
  | { kind: 'add_tag' | 'remove_tag'; tag: string }
  | { kind: 'update_subscriber'; step: StepOf<'update_subscriber'> }
  | { kind: 'track_event'; step: StepOf<'track_event'> }
  | { kind: 'webhook'; step: StepOf<'webhook'> }
  | { kind: 'unsubscribe' };

/** The facts behind a decision, for the run's explanation. */
export type Because = {
  compared?: readonly Compared[];
  until?: number;
  /** Hash bucket of an A/B split, 0 to 99. */
  drawn?: number;
  eventId?: string;
  /** Reason for skipping the effect. */
  problem?: string;
};

type Look = { definition: Definition; start: RunStart; state: RunState; facts: RunFacts; now: number };

/**
 * Decides a run's next move: exit conditions, then the goal, then the current step. Deterministic, so that a
 * worker can repeat an uncommitted evaluation, and a simulation gives the engine's result. @param facts as
 * named by `factsNeeded`, all read at the same instant
 */
export function advance(
  definition: Definition,
  start: RunStart,
  state: RunState,
  facts: RunFacts,
  now: number,
): Advance {
  const left = findExitReason(definition, facts.person);
  if (left !== null) return end('EXITED', { reason: 'left', because: left });
  if (definition.goal !== null) {
    const { holds, compared } = evaluateRule(definition.goal, goalRuleFacts(definition, start, facts), now);
    if (holds) return end('COMPLETED', { reason: 'goal' }, { compared: truncateCompared(compared) });
  }
  const step = definition.steps.find(({ key }) => key === state.step);
  if (!step) return end('FAILED', { reason: 'failed', problem: 'The step is not in this version' });
  return decide(step, { definition, start, state, facts, now });
}

export function findExitReason(
  { exitOn }: Definition,
  { status }: Pick<Person, 'status'>,
): ExitReason | null {
  const reason = reasonsToLeave[status];
  return reason !== undefined && exitOn.includes(reason) ? reason : null;
}

const reasonsToLeave: Partial<Record<SubscriberStatus, ExitReason>> = {
  UNSUBSCRIBED: 'unsubscribe',
  BOUNCED: 'bounce',
  COMPLAINED: 'complaint',
};

function decide(step: Step, look: Look): Advance {
  const { definition } = look;
  switch (step.type) {
    case 'send_email':
      return decideMail(step, look);
    case 'delay':
      return decideDelay(step, look);
    case 'wait_for_event':
      return decideWait(step, look);
    case 'condition': {
      const { holds, compared } = judge(step.config.rule, look);
      return move(definition, step, holds ? 'condition_met' : 'condition_not_met', null, { compared });
    }
    case 'branch':
      return decideBranch(step, look);
    case 'ab_split': {
      const drawn = drawnFor(look.start.id, step.key);
      return move(definition, step, `case:${shareOf(drawn, step.config.percent) + 1}`, null, { drawn });
    }
    case 'add_tag':
    case 'remove_tag':
      return move(definition, step, 'default', { kind: step.type, tag: step.config.tag });
    case 'update_subscriber':
      return move(definition, step, 'default', { kind: step.type, step });
    case 'track_event':
      return move(definition, step, 'default', { kind: step.type, step });
    case 'webhook':
      return move(definition, step, 'default', { kind: step.type, step });
    case 'unsubscribe':
      return move(definition, step, 'default', { kind: 'unsubscribe' });
    case 'exit':
      return end('EXITED', { reason: 'exit', label: step.config.reason });
  }
}

// ------------------------------------------------------------------------------------------------------------- mail

function decideMail(step: StepOf<'send_email'>, { definition, state, facts, now }: Look): Advance {
  const { wait } = state;
  // Another event woke the run, but the mail is still refused until `wait.until`.
  if (wait !== null && now < wait.until && isRefusal(wait)) return { kind: 'wait', wait, because: {} };
  if (!step.config.transactional) {
    const { status } = facts.person;
    // People without marketing consent skip the mail and continue.
    if (status !== 'ACTIVE')
      return move(definition, step, 'default', null, { compared: [mustBeActive(status)] });
    const hold = holdOf(definition, facts, now);
    if (hold) return { kind: 'wait', wait: hold, because: { until: hold.until } };
  }
  return move(definition, step, 'default', { kind: 'mail', step });
}

function isRefusal({ reason }: Wait): boolean {
  return reason === 'recipient_guard' || reason === 'sender';
}

function mustBeActive(status: SubscriberStatus): Compared {
  return { field: 'status', operator: 'eq', value: 'ACTIVE', found: status, holds: false };
}

/** Returns the wait that postpones a marketing mail; null if it may be sent now. */
function holdOf(definition: Definition, facts: RunFacts, now: number): Wait | null {
  const { quietHours, mailsMax } = definition;
  const quietEnd =
    quietHours === null ? null : quietUntil(quietHours, now, chooseTimeZone(definition, facts));
  if (quietEnd !== null) return { reason: 'quiet_hours', until: quietEnd };
  if (mailsMax === null) return null;
  const span = readSpanMs(mailsMax.per) ?? 0;
  const within = facts.mailedAt.filter((at) => at > now - span);
  const oldestThatCounts = within[mailsMax.count - 1];
  return oldestThatCounts === undefined ? null : { reason: 'mails_max', until: oldestThatCounts + span };
}

// ------------------------------------------------------------------------------------------------------------ delay

function decideDelay(step: StepOf<'delay'>, look: Look): Advance {
  const { definition, state, facts, now } = look;
  const { config } = step;
  const wait = state.wait?.reason === 'delay' ? state.wait : newDelay(config, look);
  if (wait === null) return past(step, look);
  if (wait.pausedOver && wait.kept === 'clock') {
    const zone = chooseTimeZone(definition, facts);
    const until = alignedTo(config, Math.max(now, startOfLocalDay(wait.until, zone)), zone);
    if (until > now)
      return { kind: 'wait', wait: { reason: 'delay', until, kept: 'clock' }, because: { until } };
    return move(definition, step, 'default', null, { until });
  }
  if (now < wait.until) return { kind: 'wait', wait, because: { until: wait.until } };
  if (wait.pausedOver && wait.kept === 'date') return past(step, look);
  return move(definition, step, 'default', null, { until: wait.until });
}

/** Null if `until` is in the past or is not a date. */
function newDelay(config: DelayConfig, { definition, start, state, facts }: Look): Wait | null {
  const zone = chooseTimeZone(definition, facts);
  if (config.until === null) {
    const byClock = config.at !== null || config.days.length > 0;
    const until = delayEnd(config, state.arrivedAt, zone);
    return { reason: 'delay', until, ...(byClock ? { kept: 'clock' } : {}) };
  }
  const text = untilText(config.until, start, facts);
  const until = text === null ? null : untilEnd(text, config, zone);
  return until === null || until < state.arrivedAt ? null : { reason: 'delay', until, kept: 'date' };
}

function untilText(until: string, { trigger }: RunStart, { person }: RunFacts): string | null {
  const property = readPropertyField(until);
  const attribute = readRuleField(until);
  if (property?.of !== 'trigger' && attribute?.kind !== 'attribute') return until;
  const values: Readonly<Record<string, unknown>> = property ? trigger.properties : person.attributes;
  const name = property?.name ?? attribute!.name;
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return typeof value === 'string' ? value.trim() : null;
}

function past(step: StepOf<'delay'>, { definition }: Look): Advance {
  if (step.config.past === 'exit') return end('EXITED', { reason: 'past' });
  return move(definition, step, 'default', null);
}

// ----------------------------------------------------------------------------------------------------------- events

function decideWait(step: StepOf<'wait_for_event'>, look: Look): Advance {
  const { definition, start, state, facts, now } = look;
  const { name, timeout, filter, since } = step.config;
  const wait: Wait =
    state.wait?.reason === 'event'
      ? state.wait
      : { reason: 'event', until: state.arrivedAt + (readSpanMs(timeout) ?? 0), event: name };
  // An event at the time of arrival ended the previous step, so it does not count as a later event.
  const inTime = (at: number) => at <= wait.until && (since === 'run' || at > state.arrivedAt);
  const events = eventsFor(definition, start, facts, name).filter(({ at }) => inTime(at));
  let compared: readonly Compared[] | undefined;
  for (const event of events.toReversed()) {
    const verdict = filter === null ? null : judge(filter, look, event);
    if (verdict === null || verdict.holds) {
      return move(definition, step, 'event_received', null, {
        eventId: event.id,
        ...(verdict ? { compared: verdict.compared } : {}),
      });
    }
    compared = verdict.compared;
  }
  const because = { until: wait.until, ...(compared ? { compared } : {}) };
  if (now < wait.until) return { kind: 'wait', wait, because };
  return move(definition, step, 'timeout', null, because);
}

// ---------------------------------------------------------------------------------------------------------- choices

function decideBranch(step: StepOf<'branch'>, look: Look): Advance {
  const seen: Compared[] = [];
  for (const [index, { rule }] of step.config.cases.entries()) {
    const { holds, compared } = judge(rule, look);
    seen.push(...compared);
    if (holds)
      return move(look.definition, step, `case:${index + 1}`, null, { compared: truncateCompared(seen) });
  }
  return move(look.definition, step, 'default', null, { compared: truncateCompared(seen) });
}

/** Hashes instead of drawing at random: a repeated evaluation and a simulation must take the same path. */
function drawnFor(run: string, step: string): number {
  return createHash('sha256').update(`${run}\n${step}`).digest().readUIntBE(0, 6) % 100;
}

function shareOf(drawn: number, percent: readonly number[]): number {
  let upTo = 0;
  const index = percent.findIndex((share) => {
    upTo += share;
    return drawn < upTo;
  });
  return index === -1 ? percent.length - 1 : index;
}

function judge(
  rule: Rule,
  { definition, start, facts, now }: Look,
  event: EventFact | null = null,
): { holds: boolean; compared: readonly Compared[] } {
  const { holds, compared } = evaluateRule(rule, stepRuleFacts(definition, start, facts, event), now);
  return { holds, compared: truncateCompared(compared) };
}

/** Visits are kept for a long time, so the stored comparisons are bounded. */
const comparedMax = 20;
const foundLengthMax = 200;

export function truncateCompared(compared: readonly Compared[]): Compared[] {
  return compared.slice(0, comparedMax).map(({ value, found, ...rest }) => ({
    ...rest,
    ...(value === undefined
      ? {}
      : { value: isLong(value) ? (JSON.stringify(value).slice(0, foundLengthMax) as RuleValue) : value }),
    found: isLong(found) ? JSON.stringify(found).slice(0, foundLengthMax) : found,
  }));
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > foundLengthMax;
}

// ---------------------------------------------------------------------------------------------------------- answers

/** Prefers the person's zone to the workflow's and the organization's. Skips zones unknown to this runtime. */
export function chooseTimeZone(
  { timezone }: Definition,
  facts: Pick<RunFacts, 'person' | 'timezone'>,
): string {
  const zones = [facts.person.timezone, timezone, facts.timezone];
  return zones.find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC';
}

function move(
  { connections }: Definition,
  { key }: Step,
  via: ConnectionType,
  effect: Effect | null,
  because: Because = {},
): Advance {
  const to = connections.find(({ from, type }) => from === key && type === via)?.to ?? null;
  return { kind: 'move', effect, via, to, because };
}

function end(
  status: Extract<Advance, { kind: 'end' }>['status'],
  ended: RunEnd,
  because: Because = {},
): Advance {
  return { kind: 'end', status, end: ended, because };
}
