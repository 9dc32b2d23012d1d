import { type IdleReason, judgeReturn, type ReturnedReport } from '../../model/bounces/judge-return.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { EmailEventType } from '../../model/email/lifecycle.ts';
import { unsubscribed } from '../../model/subscriber/subscriber-change.ts';
import { startsAtOnce } from '../../model/subscriber/suppression.ts';
import { reportedEvents } from '../../store/records/mail/reported-events.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { chooseCounterPart, countCampaign } from '../ledger/count-campaign.ts';
import { recordUnsubscribe, writeEvents } from '../ledger/record-email-events.ts';
import { keepSubscriber } from '../subscribers/keep-subscriber.ts';
import { markOutcome } from '../subscribers/update-subscriber-status.ts';
import { afterBounced, afterDelivered, suppress, suppressMarketing } from './apply-delivery-result.ts';

export const recordedAs = ['bounced', 'delayed', 'delivered', 'complained', 'opted_out', 'nothing'] as const;
type Recorded = { recorded: (typeof recordedAs)[number]; why: IdleReason | null };

/** A report has the same consequences as the same reply during SMTP, even if it is repeated. */
export async function recordReturn(
  engine: Engine,
  store: OrganizationStore,
  id: string,
  returned: ReturnedReport,
  now: number,
): Promise<Recorded> {
  const standing = await store.emails.hold(id);
  const email = standing && (await store.emails.byId(id));
  if (!email) return { recorded: 'nothing', why: 'unknown_mail' };
  const verdict = judgeReturn(email, await reportedEvents(store, id), returned, now);
  if (verdict.kind === 'nothing') return { recorded: 'nothing', why: verdict.why };
  const changes =
    verdict.kind === 'opted_out'
      ? []
      : await writeEvents(store, id, [
          { type: eventOf[verdict.kind], at: now, machine: false, details: verdict.details },
        ]);
  // For an erased recipient, only the event is kept.
  if (email.toKey !== '') await drawConsequences(engine, store, email, verdict, now);
  await countCampaign(store, changes, chooseCounterPart(id));
  return { recorded: verdict.kind, why: null };
}

async function drawConsequences(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  verdict: ReturnType<typeof judgeReturn>,
  now: number,
): Promise<void> {
  if (verdict.kind === 'bounced') await afterBounced(engine, store, email, verdict.means, now);
  if (verdict.kind === 'delivered') await afterDelivered(engine, store, email, now);
  if (verdict.kind === 'complained') await afterComplaint(engine, store, email, now);
  if (verdict.kind === 'opted_out') await afterOptOut(engine, store, email, now);
}

const eventOf = {
  bounced: 'bounced',
  delayed: 'delivery_delayed',
  delivered: 'delivered',
  complained: 'complained',
} as const satisfies Record<string, EmailEventType>;

async function afterComplaint(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  now: number,
): Promise<void> {
  await suppress(
    engine,
    store,
    email,
    { origin: 'complaint', scope: 'all', startsAt: startsAtOnce, expiresAt: null },
    now,
  );
  await markOutcome(store, email.toKey, 'COMPLAINED', now);
}

async function afterOptOut(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  now: number,
): Promise<void> {
  await suppressMarketing(engine, store, email, now);
  const known = await store.subscribers.hold({ email: email.toKey });
  if (known) {
    const because = { reason: 'A report from their mail provider', topic: null };
    await keepSubscriber(store, known, unsubscribed(known, because, now), now);
  }
  await recordUnsubscribe(store, email, now);
}
