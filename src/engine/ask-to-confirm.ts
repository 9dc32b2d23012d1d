import { confirmationLimits } from '../model/confirmation.ts';
import type { SubscriberRecord } from '../model/subscriber.ts';
import { addJobs } from '../store/jobs.ts';
import { forgetAsked, noteAsked } from '../store/records/confirmations.ts';
import type { OrganizationStore } from '../store/store.ts';

/**
 * Has whoever is PENDING asked by mail, in the transaction of the save that left them so. Saving somebody again asks
 * again only after a while, and a few times at most: whoever fills in a form with another's address must not fill their
 * mailbox. That many organizations do so together is what the recipient guard is for.
 */
export async function askToConfirm(
  store: OrganizationStore,
  saved: readonly Pick<SubscriberRecord, 'key' | 'status'>[],
  now: number,
): Promise<void> {
  const { queries, organization } = store;
  const pending = saved.filter(({ status }) => status === 'PENDING').map(({ key }) => key);
  const toAsk = await noteAsked(queries, organization, pending, now, confirmationLimits);
  await addJobs(
    queries,
    toAsk.map((subject) => ({ organization, kind: 'send_confirmation' as const, subject, runAt: now })),
    now,
  );
}

/** The same after one was changed: asked is who has just become PENDING, and who has another address than was asked. */
export async function askAfterChange(
  store: OrganizationStore,
  known: SubscriberRecord,
  next: SubscriberRecord,
  now: number,
): Promise<void> {
  const moved = known.email !== next.email;
  if (next.status !== 'PENDING' || (known.status === 'PENDING' && !moved)) return;
  if (moved) await forgetAsked(store.queries, store.organization, known.key);
  await askToConfirm(store, [next], now);
}
