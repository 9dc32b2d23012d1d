import { nextDateStart } from '../../model/workflow/date-trigger.ts';
import type { Definition, Trigger } from '../../model/workflow/definition.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { nextCronTime } from '../../model/workflow/reading/cron.ts';
import type { TriggerEvent } from '../../model/workflow/runs/entry.ts';
import { lastKeyBefore } from '../../store/page.ts';
import {
  firstReactions,
  type PastTrigger,
  subscribersSince,
  type TriggerColumn,
  tagAdditions,
  triggerSliceRows,
} from '../../store/records/workflows/past-triggers.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { peopleIn, peopleWithDates, scheduleTerms } from '../workflow-runs/walk-people.ts';

export type PastTriggerEvent = { subscriber: number; triggerEvent(person: Person): TriggerEvent | null };

type Here = Pick<Scope, 'store' | 'caller' | 'now'>;
type Since = { since: number };
type TriggerOf<Type extends Trigger['type']> = Extract<Trigger, { type: Type }>;

const eventsRead = 500;
/** Times of a schedule that are computed in one step. */
const timesComputed = 100;

/** Walks over everything stored that would have met a trigger. Empty pages let the caller stop it. */
export function findPastTriggerEvents(
  scope: Here,
  definition: Definition,
  { since }: Since,
): AsyncIterable<readonly PastTriggerEvent[]> {
  const { trigger } = definition;
  switch (trigger.type) {
    case 'EVENT':
      return pastEvents(scope, trigger, since);
    case 'SUBSCRIBER_CREATED':
      return pastCreations(scope, since);
    case 'TAG_ADDED':
      return pastTags(scope, trigger, since);
    case 'EMAIL_OPENED':
    case 'EMAIL_CLICKED':
      return pastReactions(scope, trigger, since);
    case 'DATE':
      return pastDates(scope, definition, trigger, since);
    case 'SCHEDULE':
      return pastTimes(scope, trigger, since);
    default:
      return nothing();
  }
}

async function* nothing(): AsyncGenerator<readonly PastTriggerEvent[]> {}

async function* pastEvents(
  { store }: Here,
  { name }: TriggerOf<'EVENT'>,
  since: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  const filter = { name, receivedAfter: since };
  let position: Parameters<typeof store.events.walk>[1] = null;
  do {
    const page: Awaited<ReturnType<typeof store.events.walk>> = await store.events.walk(
      filter,
      position,
      eventsRead,
    );
    const keys = await store.subscribers.keysOf([...new Set(page.rows.map((row) => row.subscriberId))]);
    // Oldest first, because earlier entries decide about re-entry.
    yield page.rows.toReversed().flatMap(({ id, subscriberId, properties, receivedAt: at }) => {
      const subscriber = keys.get(subscriberId);
      const triggerEvent: TriggerEvent = { type: 'EVENT', id, name, at, properties };
      return subscriber === undefined ? [] : [{ subscriber, triggerEvent: () => triggerEvent }];
    });
    position = page.next;
  } while (position !== null);
}

async function* pastCreations({ store }: Here, since: number): AsyncGenerator<readonly PastTriggerEvent[]> {
  const from = await lastKeyBefore(store.queries, 'subscribers', store.organization, since);
  for await (const found of walkSubscribers(store, 'created_at', since, from))
    yield found.map((one) => happened(one, { type: 'SUBSCRIBER_CREATED' }));
}

async function* pastTags(
  { store }: Here,
  trigger: TriggerOf<'TAG_ADDED' | 'TAG_REMOVED'>,
  since: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  const tag = await store.tags.find(trigger.tag);
  if (!tag) return;
  const { key, id, name } = tag;
  for await (const found of walkRows((above) => tagAdditions(store, key, above)))
    yield later(found, since).map((one) => happened(one, { type: 'TAG_ADDED', tag: { id, name } }));
}

async function* pastReactions(
  { store }: Here,
  { type, campaignId }: TriggerOf<'EMAIL_OPENED' | 'EMAIL_CLICKED'>,
  since: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  const column = type === 'EMAIL_OPENED' ? 'opened_at' : 'clicked_at';
  const reaction = { type, campaignId, machine: false };
  if (campaignId === null) {
    for await (const found of walkSubscribers(store, `last_${column}`, since, 0))
      yield found.map((one) => happened(one, reaction));
    return;
  }
  const campaign = await store.campaigns.byId(campaignId);
  if (!campaign) return;
  for await (const found of walkRows((above) => firstReactions(store, campaign.key, column, above)))
    yield later(found, since).map((one) => happened(one, reaction));
}

/** Yields each date that would have started the workflow for a present subscriber. */
async function* pastDates(
  { store, caller, now }: Here,
  definition: Definition,
  trigger: TriggerOf<'DATE'>,
  since: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  const timezone = definition.timezone ?? caller.organization.timezone;
  const until = await store.recipients.newestSubscriber();
  const triggerEvent = (person: Person): TriggerEvent | null => {
    const date = person.attributes[trigger.attribute];
    const at = nextDateStart(trigger, date, person.timezone ?? timezone, since + 1);
    return typeof at === 'number' && at <= now ? occurrence('DATE', person, at) : null;
  };
  for (let through = 0; through < until; ) {
    const span = { since, upTo: now };
    const page = await peopleWithDates(store, trigger, span, { through, until });
    yield page.keys.map((subscriber) => ({ subscriber, triggerEvent }));
    through = page.through;
  }
}

async function* pastTimes(
  { store, now }: Here,
  { cron, timezone, filter }: TriggerOf<'SCHEDULE'>,
  since: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  const times: number[] = [];
  for (let at = nextCronTime(cron, timezone, since); at !== null && at <= now; ) {
    times.push(at);
    if (times.length % timesComputed === 0) yield [];
    at = nextCronTime(cron, timezone, at);
  }
  const until = await store.recipients.newestSubscriber();
  const terms = await scheduleTerms(store, filter);
  for (let through = 0; times.length > 0 && through < until; ) {
    const page = await peopleIn(store, terms, { through, until }, now);
    if (page.keys.length === 0) yield [];
    for (const subscriber of page.keys)
      yield times.map((at) => ({ subscriber, triggerEvent: (person) => occurrence('SCHEDULE', person, at) }));
    through = page.through;
  }
}

/** Null before the person was a subscriber. */
function occurrence(type: 'DATE' | 'SCHEDULE', person: Person, at: number): TriggerEvent | null {
  return person.createdAt <= at ? { type, id: `${person.key}@${at}`, at, properties: {} } : null;
}

type Kind = TriggerEvent extends infer One
  ? One extends unknown
    ? Omit<One, 'id' | 'at' | 'properties'>
    : never
  : never;

function happened({ subscriber, at }: PastTrigger, kind: Kind): PastTriggerEvent {
  const triggerEvent = { ...kind, id: `${subscriber}@${at}`, at, properties: {} } as TriggerEvent;
  return { subscriber, triggerEvent: () => triggerEvent };
}

function later(found: readonly { subscriber: number; at: number | null }[], since: number): PastTrigger[] {
  return found.flatMap(({ subscriber, at }) => (at !== null && at > since ? [{ subscriber, at }] : []));
}

/** Walks over the subscribers behind a key, slice by slice. */
async function* walkSubscribers(
  store: OrganizationStore,
  column: TriggerColumn,
  since: number,
  from: number,
): AsyncGenerator<PastTrigger[]> {
  const until = await store.recipients.newestSubscriber();
  for (let above = from; above < until; ) {
    const upTo =
      (await store.recipients.sliceEnd(above, until, { rows: triggerSliceRows, octets: null })) ?? until;
    yield await subscribersSince(store, column, since, { above, upTo });
    above = upTo;
  }
}

/** Walks rows of which each person has at most one, slice by slice. */
async function* walkRows<Row extends { subscriber: number }>(
  read: (above: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let above = 0; ; ) {
    const rows = await read(above);
    yield rows;
    if (rows.length < triggerSliceRows) return;
    above = rows.at(-1)!.subscriber;
  }
}
