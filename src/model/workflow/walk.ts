import type { Rule } from '../segment/rule.ts';
import { readRuleField } from '../segment/rule-field.ts';
import { dateLateMaxMs, lastDateLook, nextDateLook } from './date-trigger.ts';
import type { Definition, Trigger } from './definition.ts';
import { comparisonsIn } from './facts-needed.ts';
import { nextCronTime } from './reading/cron.ts';

/** Triggers that scan all subscribers page by page. */
export const walkedTriggers = ['SEGMENT_ENTERED', 'DATE', 'SCHEDULE'] as const;
export type WalkedTrigger = Extract<Trigger, { type: (typeof walkedTriggers)[number] }>;

/** Instants are epoch ms; `through` and `until` are subscriber keys. `at` and `until` are null between walks. */
export type Walk = {
  workflow: number;
  dueAt: number;
  /** Nominal time of the current walk. */
  at: number | null;
  /** Nominal time of the previous walk. */
  since: number;
  through: number;
  until: number | null;
  /** For segments: fingerprint of the facts that decided membership. */
  seen: string | null;
  /** For segments: the walk only records current members and starts no runs. */
  baseline: boolean;
};

/** Interval of segment walks, for rules that depend on time alone. */
export const segmentLookMs = 3_600_000;

export function firstWalk(trigger: Trigger, workflow: number, now: number): Walk | null {
  if (!isWalked(trigger)) return null;
  const walk = { workflow, at: null, through: 0, until: null, seen: null, baseline: true };
  if (trigger.type === 'DATE') {
    return { ...walk, dueAt: nextDateLook(trigger, now), since: lastDateLook(trigger, now) };
  }
  if (trigger.type === 'SCHEDULE') return { ...walk, ...nextSchedule(trigger, now), since: now };
  return { ...walk, dueAt: now, since: now };
}

export function begunWalk(trigger: WalkedTrigger, walk: Walk, until: number, now: number): Walk {
  const begun = { ...walk, through: 0, until };
  if (trigger.type === 'DATE') {
    const at = lastDateLook(trigger, now);
    return { ...begun, at, since: Math.max(walk.since, at - dateLateMaxMs) };
  }
  return { ...begun, at: trigger.type === 'SCHEDULE' ? walk.dueAt : now };
}

/** Ends a walk and schedules the next. Skips times that passed during the walk. */
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
  // A schedule without a next time is never due.
  return { dueAt: nextCronTime(cron, timezone, after) ?? Number.MAX_SAFE_INTEGER };
}

export function isWalked(trigger: Trigger): trigger is WalkedTrigger {
  return (walkedTriggers as readonly string[]).includes(trigger.type);
}

/** Restricts rules to ACTIVE people unless they mention a status: others would pass through without getting mail. */
export function activeUnlessAsked(rules: readonly Rule[]): Rule[] {
  const asks = rules.flatMap(comparisonsIn).some(({ field }) => readRuleField(field)?.kind === 'status');
  return asks ? [...rules] : [{ field: 'status', operator: 'eq', value: 'ACTIVE' }, ...rules];
}

/** Returns a sentence; null if the workflow can take in existing people. */
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
