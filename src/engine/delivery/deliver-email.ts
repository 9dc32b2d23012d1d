import { classifyFault, classifyReply, giveUp, type ReplyClass } from '../../model/delivery/reply-class.ts';
import { nextAttemptAt } from '../../model/delivery/retry-schedule.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { finishJob, type Job, requeueJob, retryJob, triedSince } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { type DialogueOutcome, type HandOver, ourselves } from '../../world/mail/mail.ts';
import type { Engine } from '../context/scope.ts';
import { cancelEnded } from '../ledger/cancel-ended.ts';
import { mailedLinkOf } from '../people/sign-in-links.ts';
import type { Attempt } from './attempt.ts';
import { checkDelivery } from './check-delivery.ts';
import { type Delivery, loadDelivery } from './load-delivery.ts';
import { observeHandOver } from './observe-delivery.ts';
import { type Outgoing, outgoingMessage, Unsendable } from './outgoing-message.ts';
import { recordAttempt } from './record-attempt.ts';
import { rescheduleDelivery } from './reschedule-delivery.ts';
import { warmUpOf } from './warm-up.ts';

/**
 * One attempt to hand one accepted mail over: load, check once more, render, send, record.
 * The record, the job's end and everything that follows from the answer are one transaction.
 */
export async function deliverEmail(engine: Engine, job: Job): Promise<void> {
  const delivery = await loadDelivery(engine, job);
  const octets = delivery ? await octetsOf(engine, delivery.email) : 0;
  return octets < countedOctetsMin
    ? await attempt(engine, job, delivery)
    : await attemptInTurn(engine, job, octets);
}

/** A large mail waits until there is room for it. */
async function attemptInTurn(engine: Engine, job: Job, octets: number): Promise<void> {
  const letGo = await engine.mailInFlight.take(job.organization, octets);
  try {
    // It may have waited in line for minutes, and what is checked is what is true now.
    await attempt(engine, job, await loadDelivery(engine, job));
  } finally {
    letGo();
  }
}

async function attempt(engine: Engine, claimed: Job, delivery: Delivery | undefined): Promise<void> {
  if (!delivery) return await dropJob(engine, claimed);
  const { email, resumedAt } = delivery;
  const job = triedSince(claimed, resumedAt);
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
  const warmUp = warmUpOf(engine, job, email, outgoing.domain);
  const handOver = () => world.mail.send(outgoing.message, warmUp?.mayLeave);
  const result = await observeHandOver(world, job, email, handOver);
  if (result.kind === 'held') {
    world.meters?.count('held_total', { reason: result.reason });
    return await rescheduleDelivery(engine, job, delivery, result, warmUp);
  }
  await recordAttempt(engine, job, email, attemptOf(engine, job, result));
}

/** What is to leave, or why it never can. */
async function outgoingOf(
  engine: Engine,
  email: EmailRecord,
): Promise<Outgoing | Extract<Attempt, { kind: 'failed' }>> {
  try {
    const outgoing = await outgoingMessage(engine, email, { secrets: mailedLinkOf(engine, email) });
    return outgoing ?? { kind: 'failed', reply: 'The message that was submitted is not kept any more' };
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    return { kind: 'failed', reply: error.message };
  }
}

/** Small mails are not worth counting: what they take together is bounded by the number of hands. */
const countedOctetsMin = 256 * 1024;

/** Of what a mail carries for itself: a body that many share is there once for all of them. */
async function octetsOf({ store }: Engine, { organization, body }: EmailRecord): Promise<number> {
  if (body.kind === 'mime')
    return await store.forOrganization(organization).rawMessages.octetsOf(body.source);
  return body.source.length;
}

function attemptOf(engine: Engine, job: Job, result: Exclude<HandOver, { kind: 'held' }>): Attempt {
  if (result.kind === 'accepted') {
    // A smarthost has taken the mail on; only a recipient's own server has delivered it.
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
  // Our own check found the message unfit to leave: no other server has seen it, so it says nothing about the recipient.
  if (result.kind === 'refused' && result.by === ourselves && !aboutTheirServer.has(result.enhanced)) {
    return { kind: 'failed', reply };
  }
  if (means.class === 'bounced') return { kind: 'ended', means, by: result.by, reply };
  const { clock, ids, mail } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  if (nextAt !== null) return { kind: 'put_off', means, by: result.by, reply, nextAt };
  // A relay that was out of reach or refused our credentials for so long is the operator's to mend, not a bounce.
  if (result.by === ourselves || (mail.name === 'relay' && isAboutRelay(result, means))) {
    return { kind: 'failed', reply };
  }
  const isTlsFault = result.kind === 'unreachable' && result.stage === 'tls';
  return { kind: 'ended', means: giveUp(means, !isTlsFault), by: result.by, reply };
}

/** A relay's reply about a recipient means that it tried the recipient's own servers. */
function isAboutRelay(result: Exclude<DialogueOutcome, { kind: 'accepted' }>, { kind }: ReplyClass): boolean {
  if (result.kind === 'unreachable' || kind === 'auth') return true;
  return kind === 'connection' && (result.code === 421 || beforeRecipient.has(result.stage));
}

const beforeRecipient: ReadonlySet<string> = new Set(['connect', 'greeting', 'mail']);

/** Too large for what the server said it takes, or in need of SMTPUTF8: said for the server, before asking it. */
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

/** No attempt was made, so none is counted. */
async function requeue(engine: Engine, job: Job, runAt: number, since: number): Promise<void> {
  await engine.store.database.transaction((queries) => requeueJob(queries, job, runAt, since));
}

async function postpone(engine: Engine, job: Job, runAt: number): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    await retryJob(queries, job, runAt);
  });
}

/** A job that broke before it had an answer: tried again like a mail that was put off, and in the end failed. */
export async function afterBrokenAttempt(engine: Engine, claimed: Job): Promise<void> {
  const sending = await engine.store.organizations.sending([claimed.organization]);
  const job = triedSince(claimed, sending.get(claimed.organization)?.resumedAt ?? null);
  const { clock, ids } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  if (nextAt !== null) return await postpone(engine, job, nextAt);
  const store: OrganizationStore = engine.store.forOrganization(job.organization);
  const email = await store.emails.byId(job.subject);
  if (!email) return await dropJob(engine, job);
  await recordAttempt(engine, job, email, { kind: 'failed', reply: 'The mail could not be prepared' });
}
