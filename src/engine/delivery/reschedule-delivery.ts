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

/** Campaign mail that waits this long for its destination counts as delayed. So does any mail that waits for our side. */
const slowMs = 10 * secondMs;

/** By then the plan lets everything go, and what it held back was tried for three days. */
const planForMs = warmUpDays * dayMs + retryForMs;

/**
 * Reschedules a mail for which nothing was tried: while its destination has no room for as long as a mail is tried, and in a
 * warm-up for as long as the plan lasts, with the days of trying after it. No server has refused it, so a mail whose
 * time runs out has failed, and its recipient's address is not marked.
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
    const reply = `It waited until its time was over: ${held.why}`;
    return await recordAttempt(engine, job, email, { kind: 'failed', reply });
  }
  await engine.store.database.transaction(async (queries) => {
    if (!(await requeueJob(queries, job, held.until, byPlan ? held.until : job.createdAt))) return;
    await warmUp?.giveBack(queries);
    // Said once: a long wait is to be seen, and not each of its rounds. A campaign stops for mails of which nothing has
    // been heard, and one slow destination is no reason for the others to wait.
    const isOurs = held.reason === 'relay_rests' || held.reason === 'dns';
    const slow = (isOurs || email.campaignId !== null) && held.until - email.createdAt >= slowMs;
    if (!(byPlan || slow) || email.lastEvent !== 'queued') return;
    const details = { by: held.by, message: held.why, next_attempt_at: isoInstant(held.until) };
    await recordEmailEvents(new OrganizationStore(queries, job.organization), email.id, [
      { type: 'delivery_delayed', at: now, machine: false, details },
    ]);
  });
}
