import type { SubscriberRecord, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import type { Value } from '../database.ts';

/** A subscriber as the table has it. */
export type SubscriberRow = {
  key: number;
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  attributes: string;
  tags: string;
  status: SubscriberStatus;
  external_id: string | null;
  source: SubscriberRecord['source'];
  timezone: string | null;
  locale: string | null;
  consent: string | null;
  created_at: number;
  updated_at: number;
  unsubscribed_at: number | null;
  unsubscribed_because: string | null;
  last_activity_at: number | null;
};

export const subscriberColumns =
  'key, id, email, first_name, last_name, attributes, tags, status, external_id, source, timezone, locale, consent, created_at, updated_at, unsubscribed_at, unsubscribed_because, last_activity_at';

export const insertSubscribers = `INSERT INTO subscribers (id, organization, email, first_name, last_name,
  attributes, tags, status, external_id, source, timezone, locale, consent, search, created_at, updated_at,
  unsubscribed_at, unsubscribed_because, last_activity_at, event_count)`;

/** The values of `insertSubscribers`. */
export function insertValues(organization: number, subscriber: SubscriberRecord): Value[] {
  return [
    subscriber.id,
    organization,
    subscriber.email,
    subscriber.firstName,
    subscriber.lastName,
    JSON.stringify(subscriber.attributes),
    subscriber.tagIds.join(','),
    subscriber.status,
    subscriber.externalId,
    subscriber.source,
    subscriber.timezone,
    subscriber.locale,
    jsonOrNull(subscriber.consent),
    searchText(subscriber),
    subscriber.createdAt,
    subscriber.updatedAt,
    subscriber.unsubscribedAt,
    jsonOrNull(subscriber.unsubscribedBecause),
    subscriber.lastActivityAt,
    0,
  ];
}

/** What the free-text filter looks in. */
export function searchText({ email, firstName, lastName }: SubscriberRecord): string {
  return [email, firstName, lastName].filter(Boolean).join(' ').toLowerCase();
}

export function jsonOrNull(value: object | null): string | null {
  return value && JSON.stringify(value);
}

export function subscriberOf(row: SubscriberRow): SubscriberRecord {
  return {
    key: row.key,
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    attributes: row.attributes === '{}' ? {} : JSON.parse(row.attributes),
    tagIds: row.tags === '' ? [] : row.tags.split(','),
    status: row.status,
    externalId: row.external_id,
    source: row.source,
    timezone: row.timezone,
    locale: row.locale,
    consent: row.consent === null ? null : JSON.parse(row.consent),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    unsubscribedAt: row.unsubscribed_at,
    unsubscribedBecause: row.unsubscribed_because === null ? null : JSON.parse(row.unsubscribed_because),
    lastActivityAt: row.last_activity_at,
  };
}
