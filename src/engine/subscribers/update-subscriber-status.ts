import { nextSubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { markSubscriber } from '../../store/records/mail/email-status.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';

/** Unsubscribed subscribers stay unsubscribed. */
export async function markOutcome(
  store: OrganizationStore,
  email: string,
  status: 'BOUNCED' | 'COMPLAINED',
  now: number,
): Promise<void> {
  // Every flow locks subscribers before campaigns, to prevent deadlocks.
  const known = await store.subscribers.hold({ email });
  if (!known) return;
  await enrolBeforeChange(store, [known.key], now);
  await markSubscriber(store.queries, store.organization, email, status, now);
  const next = nextSubscriberStatus(known.status, status === 'BOUNCED' ? 'bounce' : 'complain');
  if (next === known.status) return;
  await announceSubscribers(store, [{ known, next: { ...known, status: next, updatedAt: now } }], now);
}
