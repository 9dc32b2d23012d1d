import { parseMailbox } from '../../model/address.ts';
import { allActive } from '../../model/campaign/campaign.ts';
import { emailSummary } from '../../model/email/email.ts';
import {
  emailLines,
  eventLines,
  recipientLines,
  subscriberLines,
  suppressionLines,
} from '../../model/export/csv-rows.ts';
import type { ExportOrder } from '../../model/export/export-input.ts';
import { eventAnswer } from '../../model/subscriber/event.ts';
import type { Page, PageRequest } from '../../store/page.ts';
import type { EventPosition } from '../../store/records/people/events.ts';
import type { SubscriberFilter } from '../../store/records/people/subscriber-list.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';
import { subscriberFilter } from '../audience/subscriber-filter.ts';
import { answerSubscribers, findSubscriber } from '../subscribers/find-subscriber.ts';

/** Bounds a stream's memory and its organization's turn. */
const pageRowsMax = 500;
/** Slices searched per page for rows that match a filter. */
const pageSlicesMax = 16;

type Next = string | null;

export type ExportPage = { text: string; rows: number; next: Next };

export type PageAsked = {
  order: ExportOrder;
  columns: readonly string[];
  /** Epoch ms of the export's start, for segments and expiring suppressions. */
  at: number;
  after: string | null;
  signal: AbortSignal;
};

/** Newest rows first. A row present throughout the export appears exactly once; rows added meanwhile may be missing. */
export async function csvPage(store: OrganizationStore, asked: PageAsked): Promise<ExportPage> {
  switch (asked.order.kind) {
    case 'subscribers': {
      const { rows, next } = await subscribersOf(store, asked);
      const answers = await answerSubscribers(store, rows);
      return { text: subscriberLines(asked.columns)(answers), rows: rows.length, next };
    }
    case 'emails': {
      const { rows, next } = await emailsOf(store, asked);
      return { text: emailLines(asked.columns)(rows.map(emailSummary)), rows: rows.length, next };
    }
    case 'events': {
      const { rows, next } = await eventsOf(store, asked);
      return { text: eventLines(asked.columns)(rows.map(eventAnswer)), rows: rows.length, next };
    }
    case 'suppressions': {
      const { rows, next } = await suppressionsOf(store, asked);
      return { text: suppressionLines(asked.columns)(rows), rows: rows.length, next };
    }
    case 'recipients': {
      const { rows, next } = await recipientsOf(store, asked);
      return { text: recipientLines(asked.columns)(rows), rows: rows.length, next };
    }
  }
}

export async function attributesOnPage(
  store: OrganizationStore,
  asked: Omit<PageAsked, 'columns'>,
): Promise<{ names: string[]; next: Next }> {
  const { rows, next } = await subscribersOf(store, asked);
  const names = new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)));
  return { names: [...names], next };
}

type Asked = Omit<PageAsked, 'columns'>;

async function subscribersOf(store: OrganizationStore, asked: Asked) {
  const { order, at, after } = asked;
  // A segment deleted or renamed meanwhile has no subscribers.
  const found = order.segment && (await store.segments.byIdOrName(order.segment));
  const segment = order.segment && {
    terms: await resolveAudience(store, { ...allActive, segmentId: found ? found.id : order.segment }),
    now: at,
  };
  const filter: SubscriberFilter = {
    ...(await subscriberFilter(store, order)),
    ...createdBetween(order),
    segment: segment || undefined,
  };
  const page = await store.subscribers.page(filter, requestOf(asked));
  return { rows: page.rows, next: await nextOf(page, after, (id) => store.subscribers.keyOf(id)) };
}

async function emailsOf(store: OrganizationStore, asked: Asked) {
  const { order, after } = asked;
  const page = await store.emails.page(
    {
      lastEvent: order.last_event,
      campaignId: order.campaign,
      query: order.query,
      ...(order.subscriber !== undefined && (await mailsOf(store, order.subscriber))),
      ...createdBetween(order),
    },
    requestOf(asked),
  );
  return { rows: page.rows, next: await nextOf(page, after, (id) => store.emails.keyOf(id)) };
}

/** If no subscriber has the address, selects by address. */
async function mailsOf(
  store: OrganizationStore,
  named: string,
): Promise<{ subscriberId: string } | { to: string }> {
  const subscriber = await findSubscriber(store, named);
  if (subscriber) return { subscriberId: subscriber.id };
  const read = parseMailbox(named);
  return read.ok ? { to: read.mailbox.key } : { subscriberId: named };
}

async function eventsOf(store: OrganizationStore, asked: Asked) {
  const { order, after } = asked;
  const { createdAfter: receivedAfter, createdBefore: receivedBefore } = createdBetween(order);
  const filter = { name: order.name, receivedAfter, receivedBefore };
  if (order.subscriber === undefined) {
    const { rows, next } = await store.events.walk(filter, positionOf(after), pageRowsMax);
    return { rows, next: next && textOfPosition(next) };
  }
  const subscriber = await findSubscriber(store, order.subscriber);
  if (!subscriber) return { rows: [], next: null };
  const from = positionOf(after) ?? { subscriber: subscriber.key, event: Number.MAX_SAFE_INTEGER };
  const { rows, next } = await store.events.walk(filter, from, pageRowsMax);
  return { rows, next: next?.event ? textOfPosition(next) : null };
}

async function suppressionsOf(store: OrganizationStore, asked: Asked) {
  const { order, at, after } = asked;
  const filter = { origin: order.origin, query: order.query, ...createdBetween(order) };
  const page = await store.suppressions.page(filter, requestOf(asked), at);
  return { rows: page.rows, next: await nextOf(page, after, (id) => store.suppressions.keyOf(id)) };
}

/** A campaign deleted meanwhile has no recipients. */
async function recipientsOf(store: OrganizationStore, asked: Asked) {
  const { order, after } = asked;
  const campaign = await store.campaigns.keyOf(order.campaign!);
  if (campaign === undefined) return { rows: [], next: null };
  const page = await store.recipients.page(campaign, order, requestOf(asked));
  return { rows: page.rows, next: await nextOf(page, after, (id) => store.subscribers.keyOf(id)) };
}

function createdBetween({ created_after, created_before }: ExportOrder) {
  return {
    createdAfter: created_after === undefined ? undefined : Date.parse(created_after),
    createdBefore: created_before === undefined ? undefined : Date.parse(created_before),
  };
}

function requestOf({ after, signal }: Asked): PageRequest {
  const position = after === null ? undefined : Number(after);
  return { limit: pageRowsMax, after: position, slicesMax: pageSlicesMax, signal };
}

/** The cursor row may have been deleted since; then the page is read again. */
async function nextOf(
  { rows, hasMore, next }: Page<{ key: number }>,
  after: string | null,
  keyOf: (id: string) => Promise<number | undefined>,
): Promise<Next> {
  if (!hasMore) return null;
  const key = (next === undefined ? undefined : await keyOf(next)) ?? rows.at(-1)?.key;
  return key === undefined ? (after ?? String(Number.MAX_SAFE_INTEGER)) : String(key);
}

function positionOf(after: string | null): EventPosition | null {
  if (after === null) return null;
  const [subscriber, event] = after.split(':').map(Number);
  return { subscriber: subscriber!, event: event ?? null };
}

function textOfPosition({ subscriber, event }: EventPosition): string {
  return event === null ? String(subscriber) : `${subscriber}:${event}`;
}
