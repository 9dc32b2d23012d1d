import { Failure } from '../../model/failure.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { differs } from '../../model/subscriber/subscriber-change.ts';
import { passReaddressed } from '../../store/records/campaigns/recipients.ts';
import { OrganizationStore, type Store } from '../../store/store.ts';
import { enrolBeforeChange } from '../audience/enrol-before-change.ts';
import { announceSubscribers } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import type { AssistantChange } from './stopped-sends.ts';

/** Runs in the transaction of the changes. */
export type OnChanges = (store: OrganizationStore, changes: readonly AssistantChange[]) => Promise<void>;

/** Writes a locked subscriber if it changed. @throws Failure conflict when another has the new address or external id */
export async function keepSubscriber(
  store: OrganizationStore,
  known: SubscriberRecord,
  next: SubscriberRecord,
  now: number,
): Promise<SubscriberRecord> {
  if (!differs(known, next)) return known;
  await enrolBeforeChange(store, [known.key], now);
  const kept = { ...next, updatedAt: now };
  const taken = await store.subscribers.update(kept);
  if (taken !== null) throw nameTaken(taken);
  await announceSubscribers(store, [{ known, next: kept }], now);
  if (next.email !== known.email) {
    await passOver(store, known.key, now);
    await store.audit.noteFormerAddress(known.email, known.id);
  }
  return kept;
}

/** Per transaction, a few milliseconds of the SQLite writer. */
const notedEntriesMax = 300;

/** Runs before a change of address, which would otherwise update all audit entries at once. Harmless without the change. */
export async function noteAddressAhead(
  { database }: Pick<Store, 'database'>,
  organization: number,
  known: Pick<SubscriberRecord, 'email' | 'id'>,
): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await database.transaction((queries) =>
      new OrganizationStore(queries, organization).audit.noteAddressBehind(from, known, notedEntriesMax),
    );
  }
}

export type SubscriberChange = { known: SubscriberRecord; next: SubscriberRecord };

/** Writes locked subscribers whose address and external id did not change. @returns the actual changes */
export async function keepSubscribers(
  store: OrganizationStore,
  changes: readonly SubscriberChange[],
  now: number,
): Promise<SubscriberChange[]> {
  const kept = changes
    .filter(({ known, next }) => differs(known, next))
    .map(({ known, next }) => ({ known, next: { ...next, updatedAt: now } }));
  if (kept.length === 0) return [];
  await enrolBeforeChange(
    store,
    kept.map(({ known }) => known.key),
    now,
  );
  const failure = await store.subscribers.updateAll(kept.map(({ next }) => next));
  if (failure !== null) throw failure;
  await announceSubscribers(store, kept, now);
  return kept;
}

/** A campaign approved for the old address skips the subscriber, because the approval does not cover the new address. */
async function passOver(store: OrganizationStore, subscriber: number, now: number): Promise<void> {
  const passed = await passReaddressed(store, subscriber, now);
  await countCampaign(
    store,
    passed.map((campaignId) => ({ campaignId, variant: null, counts: { skipped: 1 } })),
  );
}

export function nameTaken(field: 'email' | 'externalId'): Failure {
  return new Failure('conflict', {
    message: `Another subscriber has this ${field}`,
    details: { field },
  });
}
