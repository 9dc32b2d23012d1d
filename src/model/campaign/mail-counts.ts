import { attemptedEvents, type EmailEventType } from '../email/lifecycle.ts';
import type { CampaignCount } from './campaign.ts';

export type EventTally = {
  amounts: Partial<Record<EmailEventType, number>>;
  machine: Partial<Record<'opened' | 'clicked', number>>;
};

export type MailCounts = Partial<Record<CampaignCount, number>>;

type Happened = { type: EmailEventType; machine: boolean };

/** A campaign's counters sum over its mails, so a new event changes them by the difference. */
export function mailCounts({ amounts, machine }: EventTally): MailCounts {
  const happened = (type: EmailEventType): number => ((amounts[type] ?? 0) > 0 ? 1 : 0);
  const byMachineAlone = (type: 'opened' | 'clicked'): number =>
    happened(type) === 0 && (machine[type] ?? 0) > 0 ? 1 : 0;
  // Only a retry of a failed mail queues it again.
  const failed = (amounts.failed ?? 0) > (amounts.queued ?? 0) ? 1 : 0;
  // A report can arrive before our own record of the send, which is then never written.
  const sent = happened('sent') + happened('delivered') + happened('complained') > 0 ? 1 : 0;
  const ended = sent + failed + happened('bounced') > 0;
  return {
    attempted: attemptedEvents.some((type) => happened(type) === 1) ? 1 : 0,
    sent,
    delivered: happened('delivered'),
    opened: happened('opened'),
    clicked: happened('clicked'),
    machine_opened: byMachineAlone('opened'),
    machine_clicked: byMachineAlone('clicked'),
    bounced: happened('bounced'),
    complained: happened('complained'),
    failed,
    skipped: !ended && happened('suppressed') + happened('canceled') > 0 ? 1 : 0,
  };
}

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
