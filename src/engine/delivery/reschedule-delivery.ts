import { retryForMs } from '../../model/delivery/retry-schedule.ts';
import { warmUpDays } from '../../model/delivery/warm-up.ts';
import { dayMs, isoInstant, secondMs } from '../../model/instant.ts';
import { type Job, requeueJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { HandOver } from '../../world/mail/mail.ts';
import type { Engine } from '../context/scope.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';
import type { Delivery } from './load-delivery.ts';
import { recordAttempt } from './record-attempt.ts';
import type { WarmUp } from './warm-up.ts';

/** Wait after which a campaign mail counts as delayed, and any mail that waits for our own relay or DNS. */
const slowMs = 10 * secondMs;

/** The plan ends by then, and mail held back by it has been retried for three days. */
const planForMs = warmUpDays * dayMs + retryForMs;

/**
 * Nothing was tried, because the destination is busy or the warm-up plan holds the mail. After the retry period (plus the
 * plan's length) it fails without a mark on the recipient, because no server rejected it.
 */
export async function rescheduleDelivery(
  engine: Engine,
  job: Job,
  { email, resumedAt }: Pick<Delivery, 'email' | 'resumedAt'>,
  held: Extract<HandOver, { kind: 'held' }>,
  warmUp: WarmUp | undefined,
): Promise<void> {
  const { clock } = engine.world;
  const now = clock.now();
  const byPlan = warmUp?.heldBack() ?? false;
  const end = byPlan ? Math.max(email.createdAt, resumedAt ?? 0) + planForMs : job.createdAt + retryForMs;
  if (now >= end) {
    const reply = `It waited until it expired: ${held.why}`;
    return await recordAttempt(engine, job, email, { kind: 'failed', reply });
  }
  await engine.store.database.transaction(async (queries) => {
    if (!(await requeueJob(queries, job, held.until, byPlan ? held.until : job.createdAt))) return;
    await warmUp?.giveBack(queries);
    // Recorded once per mail. Only a campaign reports a busy destination, because it pauses when its mails have no result.
    const isOurs = held.reason === 'relay_rests' || held.reason === 'dns';
    const slow = (isOurs || email.campaignId !== null) && held.until - email.createdAt >= slowMs;
    if (!(byPlan || slow) || email.lastEvent !== 'queued') return;
    const details = { by: held.by, message: held.why, next_attempt_at: isoInstant(held.until) };
    await recordEmailEvents(new OrganizationStore(queries, job.organization), email.id, [
      { type: 'delivery_delayed', at: now, machine: false, details },
    ]);
  });
}
