import type { RuleFacts } from '../segment/evaluate-rule.ts';
import type { Definition } from './definition.ts';
import type { EventFact, Person, RunFacts } from './facts.ts';
import type { RunStart } from './runs/run.ts';
import { countsFor } from './runs/run-key.ts';

export function stepRuleFacts(
  definition: Definition,
  start: RunStart,
  facts: RunFacts,
  event: EventFact | null = null,
): RuleFacts {
  return {
    person: facts.person,
    eventCount: (name) => eventsFor(definition, start, facts, name).length,
    lastEventAt: (name) => facts.lastEvents.get(name) ?? null,
    reactionAt: (kind, step) => {
      const mail = facts.mails.get(step);
      return (kind === 'email_opened' ? mail?.openedAt : mail?.clickedAt) ?? null;
    },
    trigger: start.trigger.properties,
    properties: event?.properties ?? null,
  };
}

/** A goal ignores everything before the run, otherwise every existing customer would leave at once. */
export function goalRuleFacts(definition: Definition, start: RunStart, facts: RunFacts): RuleFacts {
  const since = (at: number | null) => (at !== null && at >= start.startedAt ? at : null);
  const { person } = facts;
  return {
    ...stepRuleFacts(definition, start, facts),
    person: {
      ...person,
      lastOpenedAt: since(person.lastOpenedAt),
      lastClickedAt: since(person.lastClickedAt),
    },
    lastEventAt: (name) => eventsFor(definition, start, facts, name)[0]?.at ?? null,
  };
}

/** A trigger's filter sees the person's whole history, but no mails of a run. */
export function entryRuleFacts(
  person: Person,
  lastEvents: ReadonlyMap<string, number>,
  properties: Readonly<Record<string, unknown>>,
): RuleFacts {
  return {
    person,
    eventCount: (name) => (lastEvents.has(name) ? 1 : 0),
    lastEventAt: (name) => lastEvents.get(name) ?? null,
    reactionAt: () => null,
    trigger: properties,
    properties,
  };
}

export function eventsFor(
  definition: Definition,
  start: RunStart,
  { events }: RunFacts,
  name: string,
): EventFact[] {
  const found = events.get(name);
  if (!found) throw new Error('a rule asks for events that were not read');
  return found.filter((event) => countsFor(definition, start, event));
}
