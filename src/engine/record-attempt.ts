import type { ReplyClass } from '../model/delivery/reply-class.ts';
import type { EmailEvent, EmailRecord } from '../model/email/email.ts';
import type { EmailEventType } from '../model/email/lifecycle.ts';
import { finishJob, type Job, postponeJob } from '../store/jobs.ts';
import { OrganizationStore } from '../store/store.ts';
import { afterBounced, afterHandOver } from './after-bounce.ts';
import { countCampaign, partOf } from './count-campaign.ts';
import type { Attempt } from './deliver-email.ts';
import { writeEvents } from './note-events.ts';
import type { Engine } from './scope.ts';

/** How much of another server's text is kept. */
const replyCharactersMax = 500;

/**
 * Writes down what an attempt came to: events, last_event, the job's end or its next time, cooldown, suppression
 * and the subscriber's status, all in one transaction. A worker whose lease was lost writes nothing.
 */
export async function recordAttempt(
  engine: Engine,
  job: Job,
  email: EmailRecord,
  attempt: Attempt,
): Promise<void> {
  const now = engine.world.clock.now();
  await engine.store.database.transaction(async (queries) => {
    const held =
      attempt.kind === 'put_off'
        ? await postponeJob(queries, job, attempt.nextAt)
        : await finishJob(queries, job);
    if (!held) return;
    const store = new OrganizationStore(queries, job.organization);
    const changes = await writeEvents(store, email.id, eventsOf(job, attempt, now));
    if (attempt.kind === 'handed_over') await afterHandOver(engine, store, email, now);
    if (attempt.kind === 'ended') await afterBounced(engine, store, email, attempt.means, now);
    await countCampaign(store, changes, partOf(email.id));
  });
}

function eventsOf(job: Job, attempt: Attempt, now: number): EmailEvent[] {
  const event = (type: EmailEventType, details: Record<string, unknown> = {}): EmailEvent => ({
    type,
    at: now,
    machine: false,
    details: job.unknownAttempts > 0 ? { ...details, unknown_attempts: job.unknownAttempts } : details,
  });
  switch (attempt.kind) {
    case 'handed_over': {
      const { by, tls } = attempt;
      const details = { by, message: shortened(attempt.reply), attempt: job.attempts, tls };
      return attempt.arrived
        ? [event('sent', details), event('delivered', details)]
        : [event('sent', details)];
    }
    case 'suppressed':
    case 'canceled':
      return [event(attempt.kind)];
    case 'put_off':
      return [
        event('delivery_delayed', {
          ...answerDetails(attempt.means, attempt.by, attempt.reply),
          attempt: job.attempts,
          next_attempt_at: new Date(attempt.nextAt).toISOString(),
        }),
      ];
    case 'ended':
      return [
        event('bounced', {
          ...answerDetails(attempt.means, attempt.by, attempt.reply),
          attempt: job.attempts,
          bounce: {
            type: attempt.means.hardness ?? 'soft',
            subType: attempt.means.kind ?? 'unknown',
            message: shortened(attempt.reply),
          },
        }),
      ];
    case 'failed':
      return [event('failed', { message: shortened(attempt.reply) })];
  }
}

function answerDetails(means: ReplyClass, by: string, reply: string): Record<string, unknown> {
  return { by, kind: means.kind, enhanced: means.enhanced ?? null, message: shortened(reply) };
}

/** The other server's words: cut, and on one line. They are shown as data and never acted upon. */
function shortened(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, replyCharactersMax);
}
