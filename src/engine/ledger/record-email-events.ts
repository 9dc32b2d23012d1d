import { countsChanged, nothingHappened } from '../../model/campaign/mail-counts.ts';
import { clockStepMsMin } from '../../model/clock-mark.ts';
import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import { isOpenTo, latestEvent } from '../../model/email/lifecycle.ts';
import { needsTally } from '../../model/metrics/email-metrics.ts';
import type { Queries } from '../../store/database.ts';
import {
  type EmailStatusRow,
  type LastEventMove,
  lockEmails,
  type MailPlace,
  moveLastEvents,
  tallyEvents,
} from '../../store/records/mail/email-status.ts';
import { addEmailEvents } from '../../store/records/mail/emails.ts';
import { noteEngagement } from '../../store/records/people/subscribers.ts';
import { announce } from '../../store/records/webhooks/webhook-outbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import { emailAnnouncement } from './announce-email.ts';
import { type CampaignChange, chooseCounterPart, countCampaign } from './count-campaign.ts';
import { countEvents } from './count-mail.ts';
import { noteReaction } from './note-for-workflows.ts';

/**
 * Reads the mail again, because an erased person's details must not be stored. A final event stays, because a
 * bounce may arrive before our own record of the acceptance. Changes counters, so it comes last in a
 * transaction; a flow that locks more afterwards uses `writeEvents`.
 */
export async function recordEmailEvents(
  store: OrganizationStore,
  id: string,
  events: readonly EmailEvent[],
): Promise<void> {
  await countCampaign(store, await writeEvents(store, id, events), chooseCounterPart(id));
}

/** @returns the counter changes for the caller to apply */
export async function writeEvents(
  store: OrganizationStore,
  id: string,
  events: readonly EmailEvent[],
): Promise<CampaignChange[]> {
  const { queries, organization } = store;
  const written = await writeMailEvents(queries, [{ organization, id, events }]);
  return written.flatMap(({ change }) => change ?? []);
}

type MailEvents = MailPlace & { events: readonly EmailEvent[] };

export type WrittenEvents = MailPlace & {
  /** The person was erased, so the event has no consequences. */
  erased: boolean;
  change: CampaignChange | null;
};

/** Each mail at most once, with a constant number of statements. @returns results in order, without deleted mails */
export async function writeMailEvents(
  queries: Queries,
  mails: readonly MailEvents[],
): Promise<WrittenEvents[]> {
  const standings = await lockEmails(queries, mails);
  const there = mails.filter(({ id }) => standings.has(id));
  const tallies = await tallyEvents(
    queries,
    there.filter(({ id, events }) => standings.get(id)!.campaignId !== null || needsTally(events)),
  );
  const added: { organization: number; emailId: string; event: EmailEvent }[] = [];
  const moves: (LastEventMove & MailPlace)[] = [];
  const written: WrittenEvents[] = [];
  for (const { organization, id, events: reported } of there) {
    const standing = standings.get(id)!;
    const events = inOrder(standing, reported);
    const erased = standing.toKey === '';
    for (const event of events) {
      added.push({ organization, emailId: id, event: erased ? { ...event, details: {} } : event });
    }
    const move = moveOf(standing, events);
    if (move) moves.push({ organization, id, ...move });
    const { campaignId, variant } = standing;
    const before = tallies.get(id) ?? nothingHappened;
    countEvents(queries, { organization, ...standing }, before, events);
    const counts = campaignId !== null && countsChanged(before, events);
    written.push({
      organization,
      id,
      erased,
      change: counts ? { campaignId: campaignId!, variant, counts } : null,
    });
  }
  await addEmailEvents(queries, added);
  await moveLastEvents(queries, moves);
  await announce(
    queries,
    there.map(({ organization }) => organization),
    () =>
      added.map(({ organization, emailId: id, event }) =>
        emailAnnouncement({ organization, id, ...standings.get(id)! }, event),
      ),
  );
  for (const { organization, id, events } of there) {
    await noteEngagements(new OrganizationStore(queries, organization), id, standings.get(id)!, events);
  }
  return written;
}

/** Corrects the times of events after the clock was set back; otherwise they would precede the last event and be ignored. */
function inOrder(standing: EmailStatusRow, events: readonly EmailEvent[]): readonly EmailEvent[] {
  const { lastEventAt } = standing;
  return events.map((event) =>
    event.at <= lastEventAt - clockStepMsMin ? { ...event, at: lastEventAt } : event,
  );
}

/** Null if the last event does not change. */
function moveOf(standing: EmailStatusRow, events: readonly EmailEvent[]): LastEventMove | null {
  const current = {
    type: standing.lastEvent,
    at: standing.lastEventAt,
    machine: standing.lastEventMachine,
  };
  let last: LastEventMove['to'] = current;
  for (const event of events) if (isOpenTo(last.type, event.type)) last = latestEvent(last, event);
  const sentAt = events.find(({ type }) => type === 'sent')?.at ?? null;
  return last === current && sentAt === null ? null : { to: last, sentAt };
}

/** Records opens and clicks by people on their subscriber and campaign recipient, and notifies workflows. */
export async function noteEngagements(
  store: OrganizationStore,
  emailId: string,
  {
    subscriberId,
    campaignId,
    workflowRunId,
  }: Pick<EmailStatusRow, 'subscriberId' | 'campaignId' | 'workflowRunId'>,
  events: readonly EmailEvent[],
): Promise<void> {
  if (subscriberId === null) return;
  for (const { type, at, machine } of events) {
    if (machine || (type !== 'opened' && type !== 'clicked')) continue;
    const column = `${type}_at` as const;
    await noteEngagement(store, subscriberId, `last_${column}`, at);
    await noteReaction(store, subscriberId, `email.${type}`, { emailId, campaignId, workflowRunId }, at);
    if (campaignId !== null) await store.recipients.noteFirst(column, { campaignId, subscriberId }, at);
  }
}

/** Counts once per recipient. Call it last in a transaction, because counters stay locked until the commit. */
export async function recordUnsubscribe(
  store: OrganizationStore,
  email: Pick<EmailRecord, 'id' | 'campaignId' | 'subscriberId'>,
  now: number,
): Promise<void> {
  const { id, campaignId, subscriberId } = email;
  if (campaignId === null || subscriberId === null) return;
  const first = await store.recipients.noteFirst('unsubscribed_at', { campaignId, subscriberId }, now);
  if (!first) return;
  const variant = (await store.emails.hold(id))?.variant ?? null;
  await countCampaign(store, [{ campaignId, variant, counts: { unsubscribed: 1 } }], chooseCounterPart(id));
}
