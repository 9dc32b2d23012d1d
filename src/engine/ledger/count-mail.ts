import { type EventTally, nothingHappened } from '../../model/campaign/mail-counts.ts';
import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import { hourMs } from '../../model/instant.ts';
import { countedEvents, testProvider } from '../../model/metrics/email-metrics.ts';
import type { Queries } from '../../store/database.ts';
import type { CommittedCount } from '../../store/records/mail/email-metrics.ts';
import { countMail, type MailGroups, moveTestCounts } from '../../store/records/mail/email-metrics.ts';
import type { World } from '../../world/world.ts';

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

/** Stored sender fields have their domain in lower-case ASCII. */
function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
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

/** Older events come from mail of an earlier version that is counted now, not from this process. */
const newsMs = hourMs;

export function meteringMail({
  meters,
  clock,
}: Pick<World, 'meters' | 'clock'>): ((counted: Iterable<CommittedCount>) => void) | undefined {
  if (!meters) return undefined;
  return (counted) => {
    const since = clock.now() - newsMs;
    for (const { group, name, at, count, by } of counted) {
      if (at < since) continue;
      if (
        (group === 'reason' || group === 'test_reason') &&
        (count === 'bounced_hard' || count === 'bounced_soft')
      ) {
        meters.count('bounces_total', { class: name }, by);
      }
      if (group === 'provider' && count === 'complained') {
        meters.count('complaints_total', { provider: name }, by);
      }
    }
  };
}
