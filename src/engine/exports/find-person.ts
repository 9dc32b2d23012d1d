import { parseMailbox } from '../../model/address.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';
import type { Person } from './person-sections.ts';

/** Mail may also have gone to an address without a subscriber. Null for an unknown id. */
export async function findPerson(store: OrganizationStore, named: string): Promise<Person | null> {
  const subscriber = await findSubscriber(store, named);
  if (subscriber) return { email: subscriber.email, subscriber };
  const read = named.startsWith('ext:') ? null : parseMailbox(named);
  return read?.ok ? { email: read.mailbox.key, subscriber: null } : null;
}
