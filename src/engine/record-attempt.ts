import { parseMailbox } from '../model/address.ts';
import type { ReplyClass } from '../model/delivery/reply-class.ts';
import type { EmailEvent, EmailRecord } from '../model/email/email.ts';
import { type EmailEventType, latestEvent } from '../model/email/lifecycle.ts';
import { afterBounce, afterDelivery, softBounceStreak } from '../model/sending/recipient-guard.ts';
import type { Queries } from '../store/database.ts';
import { finishJob, type Job, postponeJob } from '../store/jobs.ts';
import { type GuardRow, holdGuards, instanceScope, newGuard, saveGuards } from '../store/records/guards.ts';
import { markSubscriber } from '../store/records/outcomes.ts';
import { OrganizationStore } from '../store/store.ts';
import type { Attempt } from './deliver-email.ts';
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
    await addEvents(store, email.id, eventsOf(job, attempt, now));
    if (attempt.kind === 'handed_over') await afterHandOver(engine, queries, email, now);
    if (attempt.kind === 'ended') await afterBounced(engine, queries, store, email, attempt.means, now);
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
      const details = { by: attempt.by, message: shortened(attempt.reply), attempt: job.attempts };
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

/**
 * The mail is read again here: since the attempt began its person may have been erased, and then another server's
 * words about them are not kept either.
 */
async function addEvents(store: OrganizationStore, id: string, events: readonly EmailEvent[]): Promise<void> {
  const standing = await store.emails.hold(id);
  if (!standing) return;
  const erased = standing.toKey === '';
  await store.emails.addEvents(id, erased ? events.map((event) => ({ ...event, details: {} })) : events);
  const current = {
    type: standing.lastEvent,
    at: standing.lastEventAt,
    machine: standing.lastEventMachine,
  };
  let last: Pick<EmailEvent, 'type' | 'at' | 'machine'> = current;
  for (const event of events) last = latestEvent(last, event);
  const sentAt = events.find(({ type }) => type === 'sent')?.at ?? null;
  if (last !== current) await store.emails.setLastEvent(id, current.type, last, sentAt);
}

/** A mailbox that took a mail has its streak of soft bounces behind it. */
async function afterHandOver(
  engine: Engine,
  queries: Queries,
  email: EmailRecord,
  now: number,
): Promise<void> {
  const guard = await holdGuardOf(engine, queries, email);
  if (guard.bounces === 0 && guard.softBounces === 0) return;
  const { streak } = softBounceStreak(guard.softBounces, 'delivered', now);
  await saveGuards(queries, [{ ...guard, ...afterDelivery(guard), softBounces: streak }], now);
}

/** Cooldown after any bounce; suppression after a hard one or a streak of soft ones that are about the recipient. */
async function afterBounced(
  engine: Engine,
  queries: Queries,
  store: OrganizationStore,
  email: EmailRecord,
  means: ReplyClass,
  now: number,
): Promise<void> {
  const guard = await holdGuardOf(engine, queries, email);
  const cooled = { ...guard, ...afterBounce(guard, now) };
  if (means.suppresses === 'now') {
    await saveGuards(queries, [cooled], now);
    // Until the cooldown ends it answers 429; from then on the suppression does, with 200.
    await suppress(engine, store, email, cooled.cooldownUntil ?? now, null, now);
    await markSubscriber(queries, store.organization, email.toKey, 'BOUNCED', now);
    return;
  }
  if (means.suppresses !== 'streak') return await saveGuards(queries, [cooled], now);
  const { streak, suppressUntil } = softBounceStreak(guard.softBounces, 'soft_bounce', now);
  await saveGuards(queries, [{ ...cooled, softBounces: streak }], now);
  if (suppressUntil !== null) await suppress(engine, store, email, now, suppressUntil, now);
}

async function suppress(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  startsAt: number,
  expiresAt: number | null,
  now: number,
): Promise<void> {
  const id = engine.world.ids.id('sup');
  const sourceId = email.id;
  await store.suppressions.suppress(
    [{ id, email: email.toKey, origin: 'bounce', sourceId, scope: 'all', startsAt, expiresAt }],
    now,
  );
}

async function holdGuardOf(engine: Engine, queries: Queries, email: EmailRecord): Promise<GuardRow> {
  const to = parseMailbox(email.to);
  if (!to.ok) throw new Error('a kept mailbox cannot be read');
  const key = {
    scope: engine.settings.guardScope === 'instance' ? instanceScope : email.organization,
    mailbox: to.mailbox.guardKey,
  };
  const [row] = await holdGuards(queries, [key]);
  return row ?? newGuard(key);
}
