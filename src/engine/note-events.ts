import { countsChanged } from '../model/campaign/mail-counts.ts';
import type { EmailEvent, EmailRecord } from '../model/email/email.ts';
import { emailMoves, latestEvent } from '../model/email/lifecycle.ts';
import { noteEngagement } from '../store/records/engagement.ts';
import type { OrganizationStore } from '../store/store.ts';
import { type CampaignChange, countCampaign, partOf } from './count-campaign.ts';

/**
 * Adds events to a mail and moves its last one. The mail is read again here: since the flow began its person may have
 * been erased, and then another server's words about them are not kept either.
 *
 * What ended stays ended: a server that takes a mail may return it before our own record of the taking is written.
 *
 * Of a campaign's mail its campaign's numbers change too, so this comes last in a transaction; a flow that goes on to
 * hold something else takes `writeEvents`, and counts itself at its end.
 */
export async function noteEvents(
  store: OrganizationStore,
  id: string,
  events: readonly EmailEvent[],
): Promise<void> {
  await countCampaign(store, await writeEvents(store, id, events), partOf(id));
}

/** The same without the numbers. @returns what is to be counted */
export async function writeEvents(
  store: OrganizationStore,
  id: string,
  events: readonly EmailEvent[],
): Promise<CampaignChange[]> {
  const standing = await store.emails.hold(id);
  if (!standing) return [];
  const before = standing.campaignId === null ? null : await store.emails.tally(id);
  const erased = standing.toKey === '';
  await store.emails.addEvents(id, erased ? events.map((event) => ({ ...event, details: {} })) : events);
  const current = {
    type: standing.lastEvent,
    at: standing.lastEventAt,
    machine: standing.lastEventMachine,
  };
  let last: Pick<EmailEvent, 'type' | 'at' | 'machine'> = current;
  for (const event of events) if (emailMoves[last.type].length > 0) last = latestEvent(last, event);
  const sentAt = events.find(({ type }) => type === 'sent')?.at ?? null;
  if (last !== current || sentAt !== null) await store.emails.setLastEvent(id, current.type, last, sentAt);
  await noteEngagements(store, standing, events);
  if (before === null) return [];
  const { campaignId, variant } = standing;
  return [{ campaignId: campaignId!, variant, counts: countsChanged(before, events) }];
}

/** A person opened the mail or followed a link in it: their subscriber and their line of the campaign say when. */
async function noteEngagements(
  store: OrganizationStore,
  { subscriberId, campaignId }: Pick<EmailRecord, 'subscriberId' | 'campaignId'>,
  events: readonly EmailEvent[],
): Promise<void> {
  if (subscriberId === null) return;
  for (const { type, at, machine } of events) {
    if (machine || (type !== 'opened' && type !== 'clicked')) continue;
    const column = `${type}_at` as const;
    await noteEngagement(store, subscriberId, `last_${column}`, at);
    if (campaignId !== null) await store.recipients.noteFirst(column, { campaignId, subscriberId }, at);
  }
}

/**
 * Somebody left through a mail of a campaign. It counts once for each recipient, however often they leave. Last in a
 * transaction, as all that counts.
 */
export async function noteUnsubscribe(
  store: OrganizationStore,
  email: Pick<EmailRecord, 'id' | 'campaignId' | 'subscriberId'>,
  now: number,
): Promise<void> {
  const { id, campaignId, subscriberId } = email;
  if (campaignId === null || subscriberId === null) return;
  const first = await store.recipients.noteFirst('unsubscribed_at', { campaignId, subscriberId }, now);
  if (!first) return;
  const variant = (await store.emails.hold(id))?.variant ?? null;
  await countCampaign(store, [{ campaignId, variant, counts: { unsubscribed: 1 } }], partOf(id));
}
