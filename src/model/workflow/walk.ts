import type { Rule } from '../segment/rule.ts';
import { readRuleField } from '../segment/rule-field.ts';
import { dateLateMaxMs, lastDateLook, nextDateLook } from './date-trigger.ts';
import type { Definition, Trigger } from './definition.ts';
import { comparisonsIn } from './facts-needed.ts';
import { nextCronTime } from './reading/cron.ts';

/** Triggers that let people in by looks at all subscribers, a page at a time. */
export const walkedTriggers = ['SEGMENT_ENTERED', 'DATE', 'SCHEDULE'] as const;
export type WalkedTrigger = Extract<Trigger, { type: (typeof walkedTriggers)[number] }>;

/**
 * How far a workflow's looks at all subscribers are. Instants are epoch milliseconds, `through` and `until` keys of subscribers.
 * `at` and `until` are null between two walks.
 */
export type Walk = {
  workflow: number;
  dueAt: number;
  /** The time that the walk under way is for. */
  at: number | null;
  /** The time of the walk before it. */
  since: number;
  through: number;
  until: number | null;
  /** Of a segment: what decided who is in it. */
  seen: string | null;
  /** Of a segment: who is in it is only written down and let in by no one. */
  baseline: boolean;
};

/** A segment is looked at this often, for rules that the time alone changes. */
export const segmentLookMs = 3_600_000;

/** The first walk of a workflow that was activated. Null where its trigger needs none. */
export function firstWalk(trigger: Trigger, workflow: number, now: number): Walk | null {
  if (!isWalked(trigger)) return null;
  const walk = { workflow, at: null, through: 0, until: null, seen: null, baseline: true };
  if (trigger.type === 'DATE') {
    return { ...walk, dueAt: nextDateLook(trigger, now), since: lastDateLook(trigger, now) };
  }
  if (trigger.type === 'SCHEDULE') return { ...walk, ...nextSchedule(trigger, now), since: now };
  return { ...walk, dueAt: now, since: now };
}

/** A due walk as it begins. @param until the newest subscriber */
export function begunWalk(trigger: WalkedTrigger, walk: Walk, until: number, now: number): Walk {
  const begun = { ...walk, through: 0, until };
  if (trigger.type === 'DATE') {
    const at = lastDateLook(trigger, now);
    return { ...begun, at, since: Math.max(walk.since, at - dateLateMaxMs) };
  }
  return { ...begun, at: trigger.type === 'SCHEDULE' ? walk.dueAt : now };
}

/** A walk that has come to its end, and when the next is due. Times that passed meanwhile are passed over. */
export function endedWalk(trigger: WalkedTrigger, walk: Walk, now: number): Walk {
  const at = walk.at ?? now;
  const ended = { ...walk, at: null, through: 0, until: null, since: at, baseline: false };
  if (trigger.type === 'DATE') return { ...ended, dueAt: nextDateLook(trigger, at) };
  if (trigger.type === 'SCHEDULE') return { ...ended, ...nextSchedule(trigger, Math.max(at, now)) };
  return { ...ended, dueAt: now + segmentLookMs };
}

function nextSchedule(
  { cron, timezone }: { cron: string; timezone: string },
  after: number,
): { dueAt: number } {
  // A schedule that never comes again is looked at no more.
  return { dueAt: nextCronTime(cron, timezone, after) ?? Number.MAX_SAFE_INTEGER };
}

export function isWalked(trigger: Trigger): trigger is WalkedTrigger {
  return (walkedTriggers as readonly string[]).includes(trigger.type);
}

/** ACTIVE people only, unless a rule asks for a status itself: others would go through without their mails. */
export function activeUnlessAsked(rules: readonly Rule[]): Rule[] {
  const asks = rules.flatMap(comparisonsIn).some(({ field }) => readRuleField(field)?.kind === 'status');
  return asks ? [...rules] : [{ field: 'status', operator: 'eq', value: 'ACTIVE' }, ...rules];
}

/**
 * Why the people who are in already cannot be let in by a workflow, in a sentence; null where they can: without what
 * happened, there is nothing to compare or to key a run with.
 */
export function backfillFault({ trigger, reentry }: Definition): string | null {
  if (trigger.type === 'DATE' || trigger.type === 'SCHEDULE') {
    return `is for workflows that something starts; this one lets people in at the times of its ${trigger.type}`;
  }
  if (reentry.startsWith('event.')) {
    return `has no ${reentry} for people who are in already: without their event there is no key for the run`;
  }
  const asked = (trigger.filter === null ? [] : comparisonsIn(trigger.filter)).find(
    ({ field }) => field.startsWith('trigger.') || field.startsWith('properties.'),
  );
  return asked
    ? `cannot answer ${asked.field} of the filter: nothing has happened that has this property`
    : null;
}
