import { markSubscriber } from '../../store/records/outcomes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';

/** What a bounce or a complaint makes of the subscriber at an address; an unsubscribed one stays that. */
export async function markOutcome(
  store: OrganizationStore,
  email: string,
  status: 'BOUNCED' | 'COMPLAINED',
  now: number,
): Promise<void> {
  // Held before the campaigns are, as in every flow.
  const known = await store.subscribers.hold({ email });
  if (!known) return;
  await enrolBeforeChange(store, [known.key], now);
  await markSubscriber(store.queries, store.organization, email, status, now);
}
