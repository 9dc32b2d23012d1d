import type { SubscriberRecord, SubscriberStatus } from '../../../model/subscriber/subscriber.ts';
import { Columns, fixed, generated, json, plain } from '../../columns.ts';

export type SubscriberRow = { key: number; status: SubscriberStatus };

export const subscriberColumns = new Columns<SubscriberRecord>(
  {
    key: generated('key'),
    id: fixed(plain('id')),
    email: plain('email'),
    firstName: plain('first_name'),
    lastName: plain('last_name'),
    attributes: json('attributes'),
    tagIds: {
      names: ['tags'],
      read: ({ tags }) => (tags === '' ? [] : (tags as string).split(',')),
      write: (ids) => [ids.join(',')],
    },
    status: plain('status'),
    externalId: plain('external_id'),
    source: fixed(plain('source')),
    timezone: plain('timezone'),
    locale: plain('locale'),
    consent: json('consent'),
    createdAt: fixed(plain('created_at')),
    updatedAt: plain('updated_at'),
    unsubscribedAt: plain('unsubscribed_at'),
    unsubscribedBecause: json('unsubscribed_because'),
    // Updated by events, opens and clicks, apart from every other change.
    lastActivityAt: fixed(plain('last_activity_at')),
  },
  { search: searchText },
);

export function searchText({ email, firstName, lastName }: SubscriberRecord): string {
  return [email, firstName, lastName].filter(Boolean).join(' ').toLowerCase();
}
