import { invalidField } from '../../model/failure.ts';
import { isoInstant } from '../../model/instant.ts';
import { readSpanMs } from '../../model/segment/rule-time.ts';
import type { SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { newSubscriber } from '../../model/subscriber/subscriber-change.ts';
import { nextDateStart, soonestDate } from '../../model/workflow/date-trigger.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { entryFactsNeeded, factsNeeded } from '../../model/workflow/facts-needed.ts';
import { nextCronTime } from '../../model/workflow/reading/cron.ts';
import { chooseTimeZone } from '../../model/workflow/runs/advance.ts';
import { type EntryKnown, entryRefusals, type TriggerEvent } from '../../model/workflow/runs/entry.ts';
import { describeCurrentStep } from '../../model/workflow/runs/explain.ts';
import { type Act, horizonMsMax, type SimulatedVisit, simulate } from '../../model/workflow/runs/simulate.ts';
import { describeEnd } from '../../model/workflow/workflow-answer.ts';
import { readLastEvents, readMailedAt, readPeople } from '../../store/records/workflows/workflow-facts.ts';
import { runsPage } from '../../store/records/workflows/workflow-run-lists.ts';
import type { Scope } from '../context/scope.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';
import { workflowFieldWarnings } from './field-warnings.ts';
import { listWorkflowWarnings } from './workflow-warnings.ts';

/** `after` counts from the start; for opens and clicks, from the mail. */
export type GivenAct = {
  after?: string | undefined;
  event?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  opens?: string | undefined;
  clicks?: string | undefined;
  leaves?: true | undefined;
};

export type SimulateRequest = {
  /** Defaults to a fictitious ACTIVE person. */
  subscriber?: string | undefined;
  person?:
    | {
        status?: SubscriberStatus | undefined;
        firstName?: string | undefined;
        attributes?: Record<string, string | number | boolean | null> | undefined;
        tags?: readonly string[] | undefined;
        timezone?: string | undefined;
      }
    | undefined;
  properties: Record<string, unknown>;
  acts: readonly GivenAct[];
};

export async function simulateWorkflow(
  scope: Scope,
  workflow: { key: number; id: string; definition: Definition },
  request: SimulateRequest,
) {
  const { now, caller, engine } = scope;
  const { definition } = workflow;
  const { timezone } = caller.organization;
  const real = request.subscriber === undefined ? null : await personOf(scope, request.subscriber);
  const someone = real ?? madeUp(request.person ?? {}, now);
  const start = startOf(definition, someone, real === null, { timezone, now });
  const { at, person } = start;
  const acts = request.acts.map((act, index) => actOf(act, index, at));
  const warnings = [
    ...start.notes,
    ...(await workflowFieldWarnings(scope.store, definition, now)),
    ...(await listWorkflowWarnings(scope, scope.store, definition)),
  ];
  if (start.never !== null) return { ...notEntered, reason: start.never, warnings };
  const played = simulate(
    definition,
    person,
    {
      run: engine.world.ids.id('run'),
      version: 0,
      timezone,
      labels: person.tags,
      known: await knownOf(scope, workflow, real),
      mailedAt: real === null ? [] : await mailedAt(scope, definition, real),
      triggerEvent: createTriggerEvent(definition, person, request.properties, at),
      acts,
      horizonMs: horizonMsMax,
    },
    at,
  );
  const { entry, visits, state } = played;
  const stepOf = new Map(definition.steps.map((step) => [step.key, step]));
  return {
    object: 'workflow_simulation' as const,
    enters: entry.start,
    reason: entry.start ? null : entryRefusals[entry.reason],
    mails: visits.filter(({ effect, leftAt }) => effect?.kind === 'mail' && leftAt !== null).length,
    path: visits.map((visit) => ({
      step: visit.step,
      what: describeCurrentStep(stepOf.get(visit.step)!),
      at: isoInstant(visit.arrivedAt),
      waits: visit.waits.map(({ wait }) => `${wait.reason} until ${isoInstant(wait.until)}`),
      left: visit.leftAt === null ? null : isoInstant(visit.leftAt),
      via: visit.via,
      because: becauseOf(visit),
    })),
    end: state === null ? null : state.ended === null ? `still at ${state.step}` : describeEnd(state.ended),
    endsAt: state?.endedAt ? isoInstant(state.endedAt) : null,
    warnings,
  };
}

const notEntered = {
  object: 'workflow_simulation' as const,
  enters: false,
  mails: 0,
  path: [],
  end: null,
  endsAt: null,
};

type Start = {
  at: number;
  person: Person;
  notes: string[];
  /** The reason why the person never enters, or null. */
  never: string | null;
};

/** Now, or the next time of the trigger. A fictitious person without the date gets the next possible one. */
function startOf(
  definition: Definition,
  person: Person,
  isMadeUp: boolean,
  { timezone, now }: { timezone: string; now: number },
): Start {
  const { trigger } = definition;
  const start: Start = { at: now, person, notes: [], never: null };
  if (trigger.type === 'SCHEDULE') {
    const at = nextCronTime(trigger.cron, trigger.timezone, now);
    return at === null ? { ...start, never: 'the schedule has no future run' } : { ...start, at };
  }
  if (trigger.type !== 'DATE') return start;
  const { attribute } = trigger;
  const zone = chooseTimeZone(definition, { person, timezone });
  const isMissing = isMadeUp && !Object.hasOwn(person.attributes, attribute);
  const date = isMissing ? soonestDate(trigger, zone, now) : person.attributes[attribute];
  const at = nextDateStart(trigger, date, zone, now);
  if (at === null)
    return { ...start, never: `attributes.${attribute} of the person is not a date (YYYY-MM-DD)` };
  if (at === 'over') return { ...start, never: `the date in attributes.${attribute} has passed` };
  if (!isMissing) return { ...start, at };
  return {
    at,
    person: { ...person, attributes: { ...person.attributes, [attribute]: String(date) } },
    notes: [
      `The sample person has attributes.${attribute} ${date}, the next date that starts the workflow; pass person.attributes for another date`,
    ],
    never: null,
  };
}

function becauseOf({ because }: SimulatedVisit): string[] {
  return (because.compared ?? []).map(
    ({ field, operator, value, found, holds }) =>
      `${field} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}: ${holds ? 'yes' : 'no'}, it is ${JSON.stringify(found) ?? 'nothing'}`,
  );
}

async function personOf(scope: Scope, named: string): Promise<Person> {
  const found = (await findSubscriber(scope.store, named)) ?? scope.fail('not_found');
  const people = await readPeople(scope.store.queries, scope.store.organization, [found.key], 'look');
  return people.get(found.key) ?? scope.fail('not_found');
}

function madeUp(given: NonNullable<SimulateRequest['person']>, now: number): Person {
  const { tagIds: _, ...made } = newSubscriber('sub_simulated', 'someone@example.com', 'API', false, now);
  return {
    ...made,
    status: given.status ?? 'ACTIVE',
    firstName: given.firstName ?? null,
    attributes: given.attributes ?? {},
    timezone: given.timezone ?? null,
    tags: (given.tags ?? []).map((name) => ({ id: name, name })),
    lastOpenedAt: null,
    lastClickedAt: null,
  };
}

function actOf(given: GivenAct, index: number, now: number): Act {
  const { after, event, opens, clicks, leaves } = given;
  const path = `acts[${index}]`;
  const afterMs = after === undefined ? 0 : readSpanMs(after);
  if (afterMs === null) throw invalidField(`${path}.after`, 'must be a duration such as 12 hours or 3 days');
  if ([event, opens, clicks, leaves].filter((one) => one !== undefined).length !== 1) {
    throw invalidField(path, 'must have exactly one of event, opens, clicks, leaves');
  }
  if (event !== undefined) {
    return { type: 'event', at: now + afterMs, name: event, properties: given.properties ?? {} };
  }
  if (opens !== undefined) return { type: 'open', step: opens, afterMs };
  if (clicks !== undefined) return { type: 'click', step: clicks, afterMs };
  return { type: 'leave', at: now + afterMs, because: 'unsubscribe' };
}

function createTriggerEvent(
  { trigger }: Definition,
  person: Person,
  properties: Record<string, unknown>,
  at: number,
): TriggerEvent {
  const of = { id: 'evt_simulated', at, properties };
  switch (trigger.type) {
    case 'EVENT':
      return { ...of, type: 'EVENT', name: trigger.name };
    case 'SUBSCRIBER_UPDATED':
      return {
        ...of,
        type: 'SUBSCRIBER_UPDATED',
        fields: trigger.fields.length > 0 ? trigger.fields : ['firstName'],
      };
    case 'TAG_ADDED':
    case 'TAG_REMOVED': {
      const tag = person.tags.find(({ id, name }) => id === trigger.tag || name === trigger.tag);
      return { ...of, type: trigger.type, tag: tag ?? { id: trigger.tag, name: trigger.tag } };
    }
    case 'SEGMENT_ENTERED':
      return { ...of, type: 'SEGMENT_ENTERED', segment: trigger.segment };
    case 'EMAIL_OPENED':
    case 'EMAIL_CLICKED':
      return { ...of, type: trigger.type, campaignId: trigger.campaignId, machine: false };
    default:
      return { ...of, type: trigger.type };
  }
}

async function knownOf(
  { store }: Scope,
  workflow: { key: number; id: string; definition: Definition },
  real: Person | null,
): Promise<EntryKnown> {
  const known: EntryKnown = {
    workflow: workflow.id,
    lastEvents: new Map(),
    openRun: false,
    hadRun: false,
    hadRunOfKey: false,
    startsInLastHour: 0,
    cause: null,
  };
  if (real === null) return known;
  const names = new Set([
    ...entryFactsNeeded(workflow.definition.trigger),
    ...factsNeeded(workflow.definition, null).lastEvents,
  ]);
  const lastEvents = await readLastEvents(
    store.queries,
    store.organization,
    [...names].map((name) => ({ subscriber: real.key, name })),
  );
  const { rows } = await runsPage(
    store,
    { workflow: workflow.key, status: null, subscriber: real.key },
    { limit: 1 },
  );
  return {
    ...known,
    lastEvents: lastEvents.get(real.key) ?? new Map(),
    openRun: rows.some(({ state }) => state.endedAt === null),
    hadRun: rows.length > 0,
  };
}

async function mailedAt({ store, now }: Scope, definition: Definition, real: Person): Promise<number[]> {
  const { mailedWithinMs } = factsNeeded(definition, null);
  if (mailedWithinMs === null) return [];
  const read = await readMailedAt(store.queries, store.organization, [real.id], now - mailedWithinMs);
  return read.get(real.id) ?? [];
}
