import { type EventTally, nothingHappened } from '../../model/campaign/mail-counts.ts';
import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import { plainHost } from '../../model/host-name.ts';
import { countedEvents, testProvider } from '../../model/metrics/email-metrics.ts';
import type { Queries } from '../../store/database.ts';
import { countMail, type MailGroups, moveTestCounts } from '../../store/records/mail/email-metrics.ts';

export type GroupedMail = Pick<
  EmailRecord,
  'organization' | 'source' | 'from' | 'toKey' | 'deliveryMode' | 'campaignId'
>;

/** An erased person's mail has the provider `other`, because it has no address. */
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

function domainOf(from: string): string {
  return plainHost(from.slice(from.lastIndexOf('@') + 1).replace(/>$/, ''));
}

/** Call it in the transaction that adds the mail. */
export function countAccepted(
  queries: Queries,
  mail: GroupedMail & Pick<EmailRecord, 'createdAt'>,
  events: readonly EmailEvent[],
): void {
  const accepted = { count: 'accepted', at: mail.createdAt, reason: null } as const;
  countMail(queries, groupsOf(mail), [accepted, ...countedEvents(nothingHappened, events)]);
}

export function countEvents(
  queries: Queries,
  mail: GroupedMail,
  before: EventTally,
  events: readonly EmailEvent[],
): void {
  const counted = countedEvents(before, events);
  if (counted.length > 0) countMail(queries, groupsOf(mail), counted);
}

/** @param isMixed whether the counters of this organization's hour mix both kinds */
export async function moveTestMail(
  queries: Queries,
  mails: readonly (GroupedMail & Pick<EmailRecord, 'createdAt'> & { events: readonly EmailEvent[] })[],
  isMixed: (organization: number, at: number) => boolean,
): Promise<void> {
  await moveTestCounts(
    queries,
    mails.map(({ events, ...mail }) => {
      const accepted = { count: 'accepted', at: mail.createdAt, reason: null } as const;
      const counted = [accepted, ...countedEvents(nothingHappened, events)];
      return { mail: groupsOf(mail), counted: counted.filter(({ at }) => isMixed(mail.organization, at)) };
    }),
  );
}
