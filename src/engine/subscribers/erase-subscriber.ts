import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { removeMessagesAbout } from '../../store/records/webhook-messages.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { everyoneMark, personMark } from '../context/person-mark.ts';
import type { Engine } from '../context/scope.ts';
import { announceErasure } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { holdSubscriber } from './find-subscriber.ts';

/**
 * Erases a person: the subscriber, their events and tags, and their lines in campaigns, whose numbers stay. Mails to them stay as a count of what was sent, without
 * address, subject, body and merge values; a message that a mail program wrote to others too stays with theirs. What the
 * suppression list says of the address, and what imports that have not ended pass over, is for `keepMarkOfErased`, in the same transaction.
 *
 * @returns who was erased, or undefined when nobody has that name
 */
export async function eraseSubscriber(
  store: OrganizationStore,
  named: string,
  now: number,
): Promise<SubscriberRecord | undefined> {
  // Imports before people, as in an import.
  await store.imports.holdForErasure(now);
  // Held first: an event that is being tracked now is committed before, and goes with the others.
  const subscriber = await holdSubscriber(store, named);
  if (!subscriber) return undefined;
  // Before their mails are scrubbed: a campaign that accepts one for them now has done so by then, or finds no line.
  const waitedFor = await store.recipients.removeOf(subscriber.key);
  if (!(await store.subscribers.remove(subscriber.key))) return undefined;
  await store.events.removeOf(subscriber.key);
  await store.rawMessages.removeOf(subscriber.email, subscriber.id);
  await store.emails.scrubRecipient(subscriber.email, subscriber.id);
  // Their mails are locked by now: what was being recorded of one is committed, and seen here.
  await removeMessagesAbout(store, subscriber.email, subscriber.id);
  await store.tags.unlink(subscriber.key, null);
  await countCampaign(
    store,
    waitedFor.map((campaignId) => ({ campaignId, variant: null, counts: { skipped: 1 } })),
  );
  await announceErasure(store, subscriber.id, now);
  await store.counts.change('subscribers', -1);
  return subscriber;
}

/** The marks of the remembered answers that name a person, or may. */
export function marksOf(
  { secretBox }: Pick<Engine, 'secretBox'>,
  organization: number,
  { email, id }: Pick<SubscriberRecord, 'email' | 'id'>,
): string[] {
  return [
    personMark(secretBox, organization, email),
    personMark(secretBox, organization, id),
    everyoneMark(secretBox, organization),
  ];
}

/**
 * Takes what was erased out of the log of the database as well. The person is erased by then, so a log that is in use is left
 * to the next purge: every erasure and every sweep does one.
 */
export async function purge({ store, world }: Pick<Engine, 'store' | 'world'>): Promise<void> {
  try {
    await store.database.purge();
  } catch (error) {
    world.log.warn({ err: error }, 'the log of the database could not be emptied; it is tried again');
  }
}
