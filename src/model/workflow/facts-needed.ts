import { readPropertyField } from '../segment/evaluate-rule.ts';
import type { Comparison, Rule } from '../segment/rule.ts';
import { readRuleField } from '../segment/rule-field.ts';
import { readSpanMs } from '../segment/rule-time.ts';
import type { Definition, Step, Trigger } from './definition.ts';

/** Facts to read before evaluating a run, besides the person. */
export type FactsNeeded = {
  /** Names of events since the start of the run. */
  events: ReadonlySet<string>;
  /** Names of events of which only the last occurrence ever is needed. */
  lastEvents: ReadonlySet<string>;
  mails: ReadonlySet<string>;
  /** Period in which to count marketing mails, in ms; null if no cap applies. */
  mailedWithinMs: number | null;
};

/** Returns the facts that a step and the goal need. @param step null for all steps */
export function factsNeeded(definition: Definition, step: string | null): FactsNeeded {
  const events = new Set<string>();
  const lastEvents = new Set<string>();
  const mails = new Set<string>();
  let mailedWithinMs: number | null = null;
  const ask = (rule: Rule, within: Set<string>) => {
    for (const comparison of comparisonsIn(rule)) {
      const { kind, name } = fieldOf(comparison);
      if (kind === 'event') (isOccurrence(comparison) ? events : within).add(name);
      if (kind === 'reaction') for (const key of namedMails(comparison)) mails.add(key);
    }
  };
  // A goal counts only events since the start of the run, whatever its operators.
  if (definition.goal !== null) ask(definition.goal, events);
  for (const one of stepsAt(definition, step)) {
    if (one.type === 'wait_for_event') events.add(one.config.name);
    for (const rule of listStepRules(one)) ask(rule, lastEvents);
    if (one.type === 'send_email' && !one.config.transactional && definition.mailsMax !== null) {
      mailedWithinMs = readSpanMs(definition.mailsMax.per);
    }
  }
  return { events, lastEvents, mails, mailedWithinMs };
}

export function entryFactsNeeded({ filter }: Trigger): ReadonlySet<string> {
  const names = new Set<string>();
  for (const comparison of filter === null ? [] : comparisonsIn(filter)) {
    const { kind, name } = fieldOf(comparison);
    if (kind === 'event') names.add(name);
  }
  return names;
}

export type ListenedKind = `event:${string}` | PersonKind;
export const personKinds = [
  'subscriber.created',
  'subscriber.updated',
  'tag.added',
  'tag.removed',
  'email.opened',
  'email.clicked',
  'subscriber.left',
] as const;
export type PersonKind = (typeof personKinds)[number];

export type WakesOn = {
  event: string | null;
  /** Wakes the run at any step: for the goal, or for an exit condition. */
  goal: ReadonlySet<ListenedKind>;
};

/** A goal that depends only on time (`within`, or a date) wakes no run; it is evaluated before each step. */
export function wakingEvents(definition: Definition, step: string | null): WakesOn {
  const goal = new Set<ListenedKind>();
  if (definition.exitOn.length > 0) goal.add('subscriber.left');
  for (const comparison of definition.goal === null ? [] : comparisonsIn(definition.goal)) {
    for (const kind of kindsThatChange(comparison)) goal.add(kind);
  }
  const [at] = step === null ? [] : stepsAt(definition, step);
  return { event: at?.type === 'wait_for_event' ? at.config.name : null, goal };
}

export function runsListenTo(definition: Definition): ReadonlySet<ListenedKind> {
  const kinds = new Set<ListenedKind>(wakingEvents(definition, null).goal);
  for (const step of definition.steps) {
    if (step.type === 'wait_for_event') kinds.add(`event:${step.config.name}`);
  }
  return kinds;
}

/** Dates, schedules and manual starts are not among the kinds. */
export function triggerListensTo(trigger: Trigger): ReadonlySet<ListenedKind> {
  switch (trigger.type) {
    case 'EVENT':
      return new Set([`event:${trigger.name}`] as const);
    case 'SUBSCRIBER_CREATED':
      return new Set(['subscriber.created'] as const);
    case 'SUBSCRIBER_UPDATED':
      return new Set(['subscriber.updated'] as const);
    case 'TAG_ADDED':
      return new Set(['tag.added'] as const);
    case 'TAG_REMOVED':
      return new Set(['tag.removed'] as const);
    case 'EMAIL_OPENED':
      return new Set(['email.opened'] as const);
    case 'EMAIL_CLICKED':
      return new Set(['email.clicked'] as const);
    default:
      return new Set();
  }
}

/** Changes that can add a person. The segment walk finds changes that depend only on time. */
export function segmentListensTo(rule: Rule): ReadonlySet<ListenedKind> {
  const kinds = comparisonsIn(rule).flatMap(kindsThatChange);
  return new Set<ListenedKind>(['subscriber.created', 'subscriber.updated', ...kinds]);
}

function kindsThatChange(comparison: Comparison): ListenedKind[] {
  const { kind, name } = fieldOf(comparison);
  switch (kind) {
    case 'event':
      return [`event:${name}`];
    case 'reaction':
      return [name === 'email_opened' ? 'email.opened' : 'email.clicked'];
    case 'tags':
      return ['tag.added', 'tag.removed'];
    case 'status':
      return ['subscriber.updated', 'subscriber.left'];
    case 'property':
      return [];
    default:
      return ['subscriber.updated'];
  }
}

/** Other event operators need the last occurrence. */
function isOccurrence({ operator }: Comparison): boolean {
  return operator === 'exists' || operator === 'is_empty';
}

function fieldOf({ field }: Comparison) {
  if (readPropertyField(field)) return { kind: 'property', name: field } as const;
  return readRuleField(field) ?? ({ kind: 'property', name: field } as const);
}

/** Time operators such as `within` name no mail; they consider every mail of the person. */
export function namedMails({ operator, value }: Comparison): string[] {
  return operator === 'eq' || operator === 'neq' || operator === 'in' ? [value].flat().map(String) : [];
}

export function comparisonsIn(rule: Rule): Comparison[] {
  if ('and' in rule) return rule.and.flatMap(comparisonsIn);
  if ('or' in rule) return rule.or.flatMap(comparisonsIn);
  return [rule];
}

export function listStepRules(step: Step): Rule[] {
  switch (step.type) {
    case 'condition':
      return [step.config.rule];
    case 'branch':
      return step.config.cases.map(({ rule }) => rule);
    case 'wait_for_event':
      return step.config.filter === null ? [] : [step.config.filter];
    default:
      return [];
  }
}

function stepsAt({ steps }: Definition, key: string | null): readonly Step[] {
  return key === null ? steps : steps.filter((step) => step.key === key);
}
