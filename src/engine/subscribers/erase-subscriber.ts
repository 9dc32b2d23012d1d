import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { removeMessagesAbout } from '../../store/records/webhook-messages.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { everyoneMark, personMark } from '../context/person-mark.ts';
import type { Engine } from '../context/scope.ts';
import { announceErasure } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { holdSubscriber } from './find-subscriber.ts';

/**
 * Erases a person: the subscriber, their events and tags, their lines in campaigns, the address, subject, body and
 * merge values of their mails, and their address in the audit log. Counts stay, and so does a message that also went to
 * others; `keepMarkOfErased` handles the suppression list, and `passOverErased` imports that have not ended, in the same
 * transaction.
 *
 * @returns the erased subscriber, or undefined when no subscriber has that id, address or external id
 */
export async function eraseSubscriber(
  store: OrganizationStore,
  named: string,
  now: number,
): Promise<SubscriberRecord | undefined> {
  // Imports before people, as in an import.
  await store.imports.holdForErasure(now);
  // Locked first, so that an event that is being tracked now is committed before and erased with the others.
  const subscriber = await holdSubscriber(store, named);
  if (!subscriber) return undefined;
  // Before their mails are scrubbed, so that a campaign that is accepting one now has either committed it or finds no line.
  const waitedFor = await store.recipients.removeOf(subscriber.key);
  if (!(await store.subscribers.remove(subscriber.key))) return undefined;
  await store.events.removeOf(subscriber.key);
  await store.rawMessages.removeOf(subscriber.email, subscriber.id);
  await store.emails.scrubRecipient(subscriber.email, subscriber.id);
  // Their mails are locked by now, so every event of one that was being recorded is committed and visible here.
  await removeMessagesAbout(store, subscriber.email, subscriber.id);
  await store.workflowRuns.removeOf(subscriber.key);
  await store.approvals.forgetPerson(subscriber.email);
  await store.audit.forgetRecipient(subscriber.email, subscriber.id);
  await store.tags.unlink(subscriber.key, null);
  await countCampaign(
    store,
    waitedFor.map((campaignId) => ({ campaignId, variant: null, counts: { skipped: 1 } })),
  );
  await announceErasure(store, subscriber.id, now);
  await store.counts.change('subscribers', -1);
  return subscriber;
}

/** The marks of idempotency records whose answers name a person, or may. */
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
 * Removes what was erased from the log of the database as well. A log that is in use is left to the next purge, because
 * every erasure and every sweep runs one.
 */
export async function purge({ store, world }: Pick<Engine, 'store' | 'world'>): Promise<void> {
  try {
    await store.database.purge();
  } catch (error) {
    world.log.warn({ err: error }, 'the log of the database could not be emptied; it is tried again');
  }
}
