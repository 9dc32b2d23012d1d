import type { EmailEventType } from '../email/lifecycle.ts';
import type { CampaignCount } from './campaign.ts';

/** How often each thing has happened to a mail; opens and clicks made by machines are apart. */
export type EventTally = {
  amounts: Partial<Record<EmailEventType, number>>;
  machine: Partial<Record<'opened' | 'clicked', number>>;
};

export type MailCounts = Partial<Record<CampaignCount, number>>;

type Happened = { type: EmailEventType; machine: boolean };

/**
 * What is counted of a campaign's mail, from all that has happened to it: each count is 1 or 0, however often it did.
 * The numbers of a campaign are the sums over its mails, so that what one more event changes is the difference.
 */
export function mailCounts({ amounts, machine }: EventTally): MailCounts {
  const happened = (type: EmailEventType): number => ((amounts[type] ?? 0) > 0 ? 1 : 0);
  const byMachineAlone = (type: 'opened' | 'clicked'): number =>
    happened(type) === 0 && (machine[type] ?? 0) > 0 ? 1 : 0;
  // It is queued again by a retry alone, of a mail that had failed.
  const failed = (amounts.failed ?? 0) > (amounts.queued ?? 0) ? 1 : 0;
  // Who has it has said so before our own record of the handing over was written, and then none is.
  const sent = happened('sent') + happened('delivered') + happened('complained') > 0 ? 1 : 0;
  const ended = sent + failed + happened('bounced') > 0;
  return {
    attempted: firstAttempts.some((type) => happened(type) === 1) ? 1 : 0,
    sent,
    delivered: happened('delivered'),
    opened: happened('opened'),
    clicked: happened('clicked'),
    machine_opened: byMachineAlone('opened'),
    machine_clicked: byMachineAlone('clicked'),
    bounced: happened('bounced'),
    complained: happened('complained'),
    failed,
    // Accepted, and then there was nobody any more who was to get it.
    skipped: !ended && happened('suppressed') + happened('canceled') > 0 ? 1 : 0,
  };
}

/** Whichever of these comes first ends a mail's first attempt, or the wait for one. */
const firstAttempts: readonly EmailEventType[] = [
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  // A report may come before the attempt is written down, and ends the job.
  'complained',
  'failed',
  'suppressed',
  'canceled',
];

/** A tally with more events in it. */
export function tallied(tally: EventTally, events: readonly Happened[]): EventTally {
  const amounts = { ...tally.amounts };
  const machine = { ...tally.machine };
  for (const { type, machine: byMachine } of events) {
    if (byMachine && (type === 'opened' || type === 'clicked')) machine[type] = (machine[type] ?? 0) + 1;
    else amounts[type] = (amounts[type] ?? 0) + 1;
  }
  return { amounts, machine };
}

export const nothingHappened: EventTally = { amounts: {}, machine: {} };

/** What is counted more, or less, once these events are added. */
export function countsChanged(before: EventTally, events: readonly Happened[]): MailCounts {
  const old = mailCounts(before);
  const changed: MailCounts = {};
  for (const [count, amount] of Object.entries(mailCounts(tallied(before, events))) as [
    CampaignCount,
    number,
  ][]) {
    const by = amount - (old[count] ?? 0);
    if (by !== 0) changed[count] = by;
  }
  return changed;
}
