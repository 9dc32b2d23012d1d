import { type EventTally, nothingHappened } from '../../model/campaign/mail-counts.ts';
import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import { plainHost } from '../../model/host-name.ts';
import { countedEvents, testProvider } from '../../model/metrics/email-metrics.ts';
import type { Queries } from '../../store/database.ts';
import { countMail, type MailGroups } from '../../store/records/email-metrics.ts';

/** The fields of a mail that decide its groups. */
export type GroupedMail = Pick<
  EmailRecord,
  'organization' | 'source' | 'from' | 'toKey' | 'deliveryMode' | 'campaignId'
>;

/** Returns the groups of a mail. Mail of an erased person has the provider `other`, because its address is gone. */
function groupsOf({ organization, source, from, toKey, deliveryMode, campaignId }: GroupedMail): MailGroups {
  const isTest = deliveryMode === 'test';
  return {
    organization,
    source,
    domain: domainOf(from),
    provider: isTest ? testProvider : mailboxProvider(toKey),
    campaign: campaignId,
    isTest,
  };
}

/** The domain of `Display <address>`. */
function domainOf(from: string): string {
  return plainHost(from.slice(from.lastIndexOf('@') + 1).replace(/>$/, ''));
}

/** Counts a mail that is accepted, with the events that are recorded with it; in the transaction that adds it. */
export function countAccepted(
  queries: Queries,
  mail: GroupedMail & Pick<EmailRecord, 'createdAt'>,
  events: readonly EmailEvent[],
): void {
  const accepted = { count: 'accepted', at: mail.createdAt, reason: null } as const;
  countMail(queries, groupsOf(mail), [accepted, ...countedEvents(nothingHappened, events)]);
}

/** Counts events of a mail, in the transaction that adds them. @param before see `countedEvents` */
export function countEvents(
  queries: Queries,
  mail: GroupedMail,
  before: EventTally,
  events: readonly EmailEvent[],
): void {
  const counted = countedEvents(before, events);
  if (counted.length > 0) countMail(queries, groupsOf(mail), counted);
}
