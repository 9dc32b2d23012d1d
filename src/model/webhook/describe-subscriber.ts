import { isoInstant } from '../instant.ts';
import type { EventRecord } from '../subscriber/event.ts';
import type { SubscriberRecord } from '../subscriber/subscriber.ts';
import { boundedFields, boundedText, boundedTextOrNull, textOctetsMax } from './bounded-text.ts';
import type { WebhookKind } from './kinds.ts';

const tagsPerMessageMax = 20;

/** Fields that cause `subscriber.updated`. Tags have their own kinds. */
const comparedFields = [
  'email',
  'firstName',
  'lastName',
  'attributes',
  'externalId',
  'timezone',
  'locale',
  'consent',
] as const satisfies readonly (keyof SubscriberRecord)[];

export type SubscriberChange = { kind: WebhookKind; data: Record<string, unknown> };

export function subscriberChanges(
  known: SubscriberRecord | null,
  next: SubscriberRecord,
): SubscriberChange[] {
  const had = known?.tagIds ?? [];
  const tags = [
    ...tagChanges('subscriber.tag_added', next, without(next.tagIds, had)),
    ...tagChanges('subscriber.tag_removed', next, without(had, next.tagIds)),
  ];
  if (known === null) return [{ kind: 'subscriber.created', data: describeSubscriber(next) }, ...tags];
  const moved = statusChange(known, next);
  const changed = comparedFields.filter(
    (field) => JSON.stringify(known[field]) !== JSON.stringify(next[field]),
  );
  const names: string[] = known.status !== next.status && !moved ? [...changed, 'status'] : changed;
  return [
    ...(moved ? [moved] : []),
    ...(names.length === 0
      ? []
      : [{ kind: 'subscriber.updated' as const, data: { ...describeSubscriber(next), changed: names } }]),
    ...tags,
  ];
}

function statusChange(known: SubscriberRecord, next: SubscriberRecord): SubscriberChange | null {
  const data = describeSubscriber(next);
  if (known.status === next.status) return null;
  if (next.status === 'UNSUBSCRIBED') {
    const reason = next.unsubscribedBecause?.reason ?? null;
    const unsubscribeReason = boundedTextOrNull(reason, textOctetsMax);
    return { kind: 'subscriber.unsubscribed', data: { ...data, unsubscribeReason } };
  }
  if (next.status !== 'ACTIVE' && next.status !== 'PENDING') return null;
  if (known.status === 'PENDING') return { kind: 'subscriber.confirmed', data };
  // A new address that has not bounced is no resubscription.
  const isBack = known.status !== 'ACTIVE' && known.email === next.email;
  return isBack ? { kind: 'subscriber.resubscribed', data } : null;
}

function tagChanges(
  kind: 'subscriber.tag_added' | 'subscriber.tag_removed',
  { id, email }: SubscriberRecord,
  tagIds: readonly string[],
): SubscriberChange[] {
  const changes: SubscriberChange[] = [];
  for (let at = 0; at < tagIds.length; at += tagsPerMessageMax) {
    // Tag names are looked up when the message is built.
    const some = tagIds.slice(at, at + tagsPerMessageMax);
    changes.push({ kind, data: { id, email: boundedText(email, textOctetsMax), tagIds: some } });
  }
  return changes;
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

export function describeSubscriber(subscriber: SubscriberRecord): Record<string, unknown> {
  return {
    id: subscriber.id,
    email: boundedText(subscriber.email, textOctetsMax),
    firstName: boundedTextOrNull(subscriber.firstName, textOctetsMax),
    lastName: boundedTextOrNull(subscriber.lastName, textOctetsMax),
    status: subscriber.status,
    source: subscriber.source,
    externalId: boundedTextOrNull(subscriber.externalId, textOctetsMax),
    attributes: boundedFields(subscriber.attributes),
    createdAt: isoInstant(subscriber.createdAt),
    updatedAt: isoInstant(subscriber.updatedAt),
  };
}

export function describeTrackedEvent(event: Omit<EventRecord, 'key'>): Record<string, unknown> {
  return {
    id: event.id,
    name: event.name,
    subscriberId: event.subscriberId,
    email: boundedText(event.email, textOctetsMax),
    properties: boundedFields(event.properties),
    occurredAt: isoInstant(event.occurredAt),
    receivedAt: isoInstant(event.receivedAt),
  };
}
