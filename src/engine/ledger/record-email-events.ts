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
  talliesOf,
} from '../../store/records/email-status.ts';
import { addEmailEvents } from '../../store/records/emails.ts';
import { noteEngagement } from '../../store/records/engagement.ts';
import { OrganizationStore } from '../../store/store.ts';
import { announce } from './announce.ts';
import { emailAnnouncement } from './announce-email.ts';
import { type CampaignChange, countCampaign, partOf } from './count-campaign.ts';
import { countEvents } from './count-mail.ts';
import { noteReaction } from './note-for-workflows.ts';

/**
 * Adds events to a mail and moves its last one. The mail is read again here: since the flow began its person may have
 * been erased, and then another server's words about them are not kept either.
 *
 * What ended stays ended: a server that takes a mail may return it before our own record of the taking is written.
 *
 * Of a campaign's mail its campaign's numbers change too, so this comes last in a transaction; a flow that goes on to
 * hold something else takes `writeEvents`, and counts itself at its end.
 */
export async function recordEmailEvents(
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
  const { queries, organization } = store;
  const written = await writeEventsOf(queries, [{ organization, id, events }]);
  return written.flatMap(({ change }) => change ?? []);
}

/** Events that are to be added to a mail. */
type MailEvents = MailPlace & { events: readonly EmailEvent[] };

/** What adding them came to. */
export type WrittenEvents = MailPlace & {
  /** Its person was erased: nothing is drawn from what happened to it. */
  erased: boolean;
  change: CampaignChange | null;
};

/**
 * The same for many mails, each of them once, by as many statements as for one.
 * @returns in their order, without those that no longer exist
 */
export async function writeEventsOf(
  queries: Queries,
  mails: readonly MailEvents[],
): Promise<WrittenEvents[]> {
  const standings = await lockEmails(queries, mails);
  const there = mails.filter(({ id }) => standings.has(id));
  const tallies = await talliesOf(
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

/**
 * The events at times that follow on what is known of the mail: where the clock was set back since, their own would put them
 * before it, and the mail would stay what it was.
 */
function inOrder(standing: EmailStatusRow, events: readonly EmailEvent[]): readonly EmailEvent[] {
  const { lastEventAt } = standing;
  return events.map((event) =>
    event.at <= lastEventAt - clockStepMsMin ? { ...event, at: lastEventAt } : event,
  );
}

/** Where events take a mail; null when they leave it where it is. */
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

/**
 * Records a person's opens and clicks on their subscriber and their campaign recipient, and notifies workflows.
 */
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

/**
 * Counts that a recipient unsubscribed through a mail of a campaign, once per recipient. Call it last in a transaction,
 * because the rows of counts stay locked until the commit.
 */
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
  await countCampaign(store, [{ campaignId, variant, counts: { unsubscribed: 1 } }], partOf(id));
}
