import { type Compared, evaluateRule } from '../../segment/evaluate-rule.ts';
import { tagNameKey } from '../../subscriber/tag.ts';
import { type Definition, type Trigger, type TriggerType, workflowLimits } from '../definition.ts';
import type { Person } from '../facts.ts';
import { entryRuleFacts } from '../rule-facts.ts';
import { findExitReason, truncateCompared } from './advance.ts';
import type { RunStart } from './run.ts';
import { keyProperty, keyValue } from './run-key.ts';

export type TriggerEvent = {
  /** Globally unique: a second run for the same id is refused. */
  id: string;
  at: number;
  /** Properties of the event or of the start call. Untrusted text. */
  properties: Readonly<Record<string, unknown>>;
} & (
  | { type: 'EVENT'; name: string }
  | { type: 'SUBSCRIBER_CREATED' | 'DATE' | 'SCHEDULE' | 'MANUAL' }
  /** Names as in rules: `firstName`, `attributes.plan`. */
  | { type: 'SUBSCRIBER_UPDATED'; fields: readonly string[] }
  | { type: 'TAG_ADDED' | 'TAG_REMOVED'; tag: { id: string; name: string } }
  | { type: 'SEGMENT_ENTERED'; segment: string }
  | { type: 'EMAIL_OPENED' | 'EMAIL_CLICKED'; campaignId: string | null; machine: boolean }
);

export type EntryKnown = {
  workflow: string;
  /** Last occurrence, epoch ms, of each event that `entryFactsNeeded` names. */
  lastEvents: ReadonlyMap<string, number>;
  openRun: boolean;
  hadRun: boolean;
  hadRunOfKey: boolean;
  startsInLastHour: number;
  /** The workflow whose step caused this, with its run's depth; null if no workflow did. */
  cause: { workflow: string; depth: number } | null;
};

export const entryRefusals = {
  not_a_match: 'it is not what starts this workflow',
  own_change: 'the workflow did it itself',
  depth: `it is the end of a chain of ${workflowLimits.depthMax} workflows that started one another`,
  no_key: 'the event lacks the property that keys the runs',
  left: 'the person has left already, in a way that this workflow heeds',
  filter: 'the filter does not hold',
  once_before: 'the person has been through it, and it is ONCE',
  still_running: 'an earlier run of the person is not over',
  same_key_before: 'the person has had a run with this value',
  too_often: `the person has started it ${workflowLimits.startsPerHourMax} times within an hour`,
} as const;
export type EntryRefusal = keyof typeof entryRefusals;

export type EntryDecision =
  | ({ start: true; compared: readonly Compared[] } & Pick<RunStart, 'entry' | 'entryValue' | 'depth'>)
  | { start: false; reason: EntryRefusal; compared: readonly Compared[] };

export function decideEntry(
  definition: Definition,
  triggerEvent: TriggerEvent,
  person: Person,
  known: EntryKnown,
  now: number,
): EntryDecision {
  const { trigger, reentry } = definition;
  const { cause } = known;
  const depth = cause === null ? 0 : cause.depth + 1;
  const property = keyProperty(reentry);
  const entryValue = property === null ? null : keyValue(triggerEvent.properties, property);
  if (!matches(trigger, triggerEvent)) return refused('not_a_match');
  if (cause?.workflow === known.workflow) return refused('own_change');
  if (depth > workflowLimits.depthMax) return refused('depth');
  if (property !== null && entryValue === null) return refused('no_key');
  if (findExitReason(definition, person) !== null) return refused('left');
  const verdict =
    trigger.filter === null
      ? { holds: true, compared: [] }
      : evaluateRule(trigger.filter, entryRuleFacts(person, known.lastEvents, triggerEvent.properties), now);
  const compared = truncateCompared(verdict.compared);
  if (!verdict.holds) return refused('filter', compared);
  if (reentry === 'ONCE' && known.hadRun) return refused('once_before', compared);
  if (reentry === 'EVERY_TIME' && known.openRun) return refused('still_running', compared);
  if (property !== null && known.hadRunOfKey) return refused('same_key_before', compared);
  if (known.startsInLastHour >= workflowLimits.startsPerHourMax) return refused('too_often', compared);
  return {
    start: true,
    entry: entryOf(definition, triggerEvent, person, entryValue),
    entryValue,
    depth,
    compared,
  };
}

function refused(reason: EntryRefusal, compared: readonly Compared[] = []): EntryDecision {
  return { start: false, reason, compared };
}

/** Returns the uniqueness key of the run, so that two concurrent workers cannot start it twice. */
function entryOf(
  { reentry }: Definition,
  triggerEvent: TriggerEvent,
  person: Person,
  value: string | null,
): string {
  if (value !== null) return `${person.id}:${value}`;
  return reentry === 'ONCE' ? person.id : triggerEvent.id;
}

function matches(trigger: Trigger, triggerEvent: TriggerEvent): boolean {
  if (triggerEvent.type === 'MANUAL') return true;
  if (trigger.type !== triggerEvent.type) return false;
  return sameOf(trigger, triggerEvent);
}

function sameOf(trigger: Trigger, triggerEvent: TriggerEvent): boolean {
  switch (triggerEvent.type) {
    case 'EVENT':
      return of('EVENT', trigger).name === triggerEvent.name;
    case 'SUBSCRIBER_UPDATED': {
      const { fields } = of('SUBSCRIBER_UPDATED', trigger);
      return fields.length === 0 || fields.some((field) => changes(triggerEvent.fields, field));
    }
    case 'TAG_ADDED':
    case 'TAG_REMOVED': {
      const { tag } = of(triggerEvent.type, trigger);
      return tag === triggerEvent.tag.id || tagNameKey(tag) === tagNameKey(triggerEvent.tag.name);
    }
    case 'SEGMENT_ENTERED':
      return of('SEGMENT_ENTERED', trigger).segment === triggerEvent.segment;
    case 'EMAIL_OPENED':
    case 'EMAIL_CLICKED': {
      const { campaignId } = of(triggerEvent.type, trigger);
      return !triggerEvent.machine && (campaignId === null || campaignId === triggerEvent.campaignId);
    }
    default:
      return true;
  }
}

function changes(changed: readonly string[], field: string): boolean {
  return (
    changed.includes(field) ||
    (field === 'attributes' && changed.some((one) => one.startsWith('attributes.')))
  );
}

function of<Type extends TriggerType>(_: Type, trigger: Trigger): Extract<Trigger, { type: Type }> {
  return trigger as Extract<Trigger, { type: Type }>;
}
