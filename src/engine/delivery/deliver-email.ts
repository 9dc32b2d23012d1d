import { classifyFault, classifyReply, giveUp, type ReplyClass } from '../../model/delivery/reply-class.ts';
import { nextAttemptAt, retryForMs } from '../../model/delivery/retry-schedule.ts';
import { nextWarmUpDayAt, utcDay, warmUpDays, warmUpLimit } from '../../model/delivery/warm-up.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { dayMs, isoInstant, secondMs } from '../../model/instant.ts';
import type { Queries } from '../../store/database.ts';
import { finishJob, type Job, requeueJob, restartRetryWindow, retryJob } from '../../store/jobs.ts';
import { giveBackWarmUp, spendWarmUp } from '../../store/records/permits/warm-up.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { MayLeave } from '../../world/mail/mail.ts';
import { type DialogueOutcome, type HandOver, thisServer } from '../../world/mail/mail.ts';
import { observe } from '../../world/telemetry/observe.ts';
import type { Engine } from '../context/scope.ts';
import type { DomainSigners } from '../domains/domain-signers.ts';
import { cancelEnded } from '../ledger/cancel-ended.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';
import { fillSignInLink } from '../people/sign-in-links.ts';
import type { Attempt } from './attempt.ts';
import { checkDelivery, type Delivery, loadDelivery } from './check-delivery.ts';
import { observedHandOver } from './observe-delivery.ts';
import { type Outgoing, outgoingMessage, Unsendable } from './outgoing-message.ts';
import { recordAttempt } from './record-attempt.ts';

/** Makes one delivery attempt. The result, the end of the job and all consequences are one transaction. */
export async function deliverEmail(engine: Engine, job: Job): Promise<void> {
  const delivery = await loadDelivery(engine, job);
  const octets = delivery ? await octetsOf(engine, delivery.email) : 0;
  return octets < countedOctetsMin
    ? await attempt(engine, job, delivery)
    : await attemptInTurn(engine, job, octets);
}

/** Waits until the memory limit of mails in flight allows a large mail. */
async function attemptInTurn(engine: Engine, job: Job, octets: number): Promise<void> {
  const letGo = await engine.mailInFlight.take(job.organization, octets);
  try {
    // Reloads the facts, because the mail may have waited for minutes.
    await attempt(engine, job, await loadDelivery(engine, job));
  } finally {
    letGo();
  }
}

async function attempt(engine: Engine, claimed: Job, delivery: Delivery | undefined): Promise<void> {
  if (!delivery) return await dropJob(engine, claimed);
  const { email, resumedAt } = delivery;
  const job = restartRetryWindow(claimed, resumedAt);
  const { settings, world } = engine;
  const now = world.clock.now();
  const { testRunners } = settings;
  const verdict = checkDelivery({ ...delivery, now, acceptedAt: job.createdAt, testRunners });
  switch (verdict?.kind) {
    case 'drop':
      return await dropJob(engine, job);
    case 'cancel':
      return await cancelEnded(engine, job, email);
    case 'requeue':
      world.meters?.count('held_total', { reason: verdict.reason });
      return await requeue(engine, job, verdict.at, verdict.restarts ? now : job.createdAt);
    case 'record':
      return await recordAttempt(engine, job, email, verdict.attempt);
  }
  const outgoing = await outgoingOf(engine, email);
  if ('reply' in outgoing) return await recordAttempt(engine, job, email, outgoing);
  const signed = outgoing.message.signers.length > 0;
  world.meters?.count('signatures_total', { result: signed ? 'signed' : 'unsigned' });
  const warmUp = createWarmUp(engine, job, email, outgoing.domain);
  const result = await observe<HandOver>(
    world,
    () => observedHandOver(job, email),
    () => world.mail.send(outgoing.message, warmUp?.mayLeave),
  );
  if (result.kind === 'held') {
    world.meters?.count('held_total', { reason: result.reason });
    return await rescheduleDelivery(engine, job, delivery, result, warmUp);
  }
  await recordAttempt(engine, job, email, attemptOf(engine, job, result));
}

async function outgoingOf(
  engine: Engine,
  email: EmailRecord,
): Promise<Outgoing | Extract<Attempt, { kind: 'failed' }>> {
  try {
    const outgoing = await outgoingMessage(engine, email, { secrets: fillSignInLink(engine, email) });
    return outgoing ?? { kind: 'failed', reply: 'The submitted message is no longer stored' };
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    return { kind: 'failed', reply: error.message };
  }
}

/** The number of worker slots already bounds the memory of smaller mails. */
const countedOctetsMin = 256 * 1024;

/** Ignores shared bodies, which are in memory only once. */
async function octetsOf({ store }: Engine, { organization, body }: EmailRecord): Promise<number> {
  if (body.kind === 'mime')
    return await store.forOrganization(organization).rawMessages.octetsOf(body.source);
  return body.source.length;
}

function attemptOf(engine: Engine, job: Job, result: Exclude<HandOver, { kind: 'held' }>): Attempt {
  if (result.kind === 'accepted') {
    // Acceptance by a smarthost is not delivery; only the recipient's own server delivers.
    return {
      kind: 'handed_over',
      by: result.by,
      reply: result.reply,
      arrived: engine.world.mail.name === 'direct',
      tls: result.tls ?? null,
    };
  }
  if (result.kind === 'no_route') {
    const { fault, by, why } = result;
    return { kind: 'ended', means: classifyFault(fault), by, reply: why };
  }
  const means = meaningOf(result);
  const reply = result.kind === 'refused' ? result.reply : result.why;
  // Our own check rejected the message before any server saw it, so the result says nothing about the recipient.
  if (result.kind === 'refused' && result.by === thisServer && !aboutTheirServer.has(result.enhanced)) {
    return { kind: 'failed', reply };
  }
  if (means.class === 'bounced') return { kind: 'ended', means, by: result.by, reply };
  const { clock, ids, mail } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  if (nextAt !== null) return { kind: 'put_off', means, by: result.by, reply, nextAt };
  // Connection and credential errors of a relay are the operator's problem, not a bounce.
  if (result.by === thisServer || (mail.name === 'relay' && isAboutRelay(result, means))) {
    return { kind: 'failed', reply };
  }
  const isTlsFault = result.kind === 'unreachable' && result.stage === 'tls';
  return { kind: 'ended', means: giveUp(means, !isTlsFault), by: result.by, reply };
}

/** A relay's reply about a recipient means that it tried the recipient's servers. */
function isAboutRelay(result: Exclude<DialogueOutcome, { kind: 'accepted' }>, { kind }: ReplyClass): boolean {
  if (result.kind === 'unreachable' || kind === 'auth') return true;
  return kind === 'connection' && (result.code === 421 || beforeRecipient.has(result.stage));
}

const beforeRecipient: ReadonlySet<string> = new Set(['connect', 'greeting', 'mail']);

/** Message too large for the server's SIZE limit, or SMTPUTF8 unsupported: decided from EHLO before sending. */
const aboutTheirServer: ReadonlySet<string | null> = new Set(['5.3.4', '5.6.7']);

function meaningOf(result: Exclude<DialogueOutcome, { kind: 'accepted' }>): ReplyClass {
  if (result.kind === 'unreachable') return { class: 'deferred', kind: 'connection' };
  return classifyReply({
    stage: result.stage,
    code: result.code,
    enhanced: result.enhanced,
    text: result.reply,
  });
}

async function dropJob(engine: Engine, job: Job): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    await finishJob(queries, job);
  });
}

/** Does not count as an attempt. */
async function requeue(engine: Engine, job: Job, runAt: number, since: number): Promise<void> {
  await engine.store.database.transaction((queries) => requeueJob(queries, job, runAt, since));
}

async function postpone(engine: Engine, job: Job, runAt: number): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    await retryJob(queries, job, runAt);
  });
}

/** Retries a crashed job like a deferred mail, and finally records it as failed. */
export async function afterBrokenAttempt(engine: Engine, claimed: Job): Promise<void> {
  const sending = await engine.store.organizations.sending([claimed.organization]);
  const job = restartRetryWindow(claimed, sending.get(claimed.organization)?.resumedAt ?? null);
  const { clock, ids } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  if (nextAt !== null) return await postpone(engine, job, nextAt);
  const store: OrganizationStore = engine.store.forOrganization(job.organization);
  const email = await store.emails.byId(job.subject);
  if (!email) return await dropJob(engine, job);
  await recordAttempt(engine, job, email, { kind: 'failed', reply: 'The mail could not be prepared' });
}

/** Wait after which a campaign mail counts as delayed, and any mail that waits for our own relay or DNS. */
const slowMs = 10 * secondMs;

/** The plan ends by then, and mail held back by it has been retried for three days. */
const planForMs = warmUpDays * dayMs + retryForMs;

/**
 * Nothing was tried, because the destination is busy or the warm-up plan holds the mail. After the retry
 * period (plus the plan's length) it fails without a mark on the recipient.
 */
async function rescheduleDelivery(
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

export type WarmUp = {
  mayLeave: MayLeave;
  heldBack(): boolean;
  /** Removes the mail from the count, because nothing was tried. */
  giveBack(queries: Queries): Promise<void>;
};

export function createWarmUp(
  engine: Engine,
  job: Job,
  email: EmailRecord,
  domain: DomainSigners | null,
): WarmUp | undefined {
  // The first attempt counted this mail.
  if (domain === null || !domain.warmUp.on || job.attempts > 1) return undefined;
  const { clock, ids } = engine.world;
  const { organization } = email;
  let heldBack = false;
  let counted: { provider: string; day: number } | null = null;
  return {
    async mayLeave(provider) {
      const now = clock.now();
      const day = utcDay(now);
      const limit = warmUpLimit(day - utcDay(domain.warmUp.firstSentAt ?? now) + 1);
      if (limit === null) return null;
      const may = await engine.store.database.transaction(async (queries) => {
        if (domain.warmUp.firstSentAt === null) {
          await new OrganizationStore(queries, organization).domains.noteFirstSent(domain.name, now);
        }
        return await spendWarmUp(queries, organization, domain.name, provider, day, limit);
      });
      if (may) {
        counted = { provider, day };
        return null;
      }
      heldBack = true;
      return {
        until: nextWarmUpDayAt(now, ids.uniform()),
        why: `${domain.name} is warming up: at most ${limit.toLocaleString('en')} mails per provider today`,
      };
    },
    heldBack: () => heldBack,
    async giveBack(queries) {
      if (counted === null) return;
      await giveBackWarmUp(queries, organization, domain.name, counted.provider, counted.day);
    },
  };
}
