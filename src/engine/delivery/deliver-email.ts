import { parseMailbox } from '../../model/address.ts';
import { pausedWaitMs } from '../../model/campaign/pace.ts';
import { classifyFault, classifyReply, giveUp, type ReplyClass } from '../../model/delivery/reply-class.ts';
import { nextAttemptAt, retryForMs } from '../../model/delivery/retry-schedule.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { minuteMs } from '../../model/instant.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { streamOf } from '../../model/sending/gates.ts';
import { finishJob, type Job, requeueJob, retryJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { type DialogueOutcome, type HandOver, ourselves } from '../../world/mail/mail.ts';
import type { Engine } from '../context/scope.ts';
import { cancelEnded } from '../ledger/cancel-ended.ts';
import type { Attempt } from './attempt.ts';
import { type Delivery, loadDelivery } from './load-delivery.ts';
import { type Outgoing, outgoingMessage, Unsendable } from './outgoing-message.ts';
import { recordAttempt } from './record-attempt.ts';
import { rescheduleDelivery } from './reschedule-delivery.ts';
import { warmUpOf } from './warm-up.ts';

/** How long mail waits whose organization has its sending switched off. */
const sendingOffWaitMs = 5 * minuteMs;

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

async function attempt(engine: Engine, job: Job, delivery: Delivery | undefined): Promise<void> {
  if (!delivery) return await dropJob(engine, job);
  const { email } = delivery;
  // It came back while it waited to be tried again: another server had taken it after all.
  if (email.lastEvent === 'bounced' || email.lastEvent === 'complained') return await dropJob(engine, job);
  // Erased meanwhile: there is nobody to write to any more.
  if (email.toKey === '') return await recordAttempt(engine, job, email, { kind: 'canceled' });

  if (delivery.stopped === 'ended') return await cancelEnded(engine, job, email);
  if (delivery.stopped === 'paused') {
    // Its days of trying begin when the campaign goes on.
    const now = engine.world.clock.now();
    return await requeue(engine, job, now + pausedWaitMs, now);
  }

  const refusal = stopBeforeSending(engine, job, delivery);
  if (refusal === 'wait') return await requeue(engine, job, engine.world.clock.now() + sendingOffWaitMs);
  if (refusal) return await recordAttempt(engine, job, email, refusal);

  const outgoing = await outgoingOf(engine, email);
  if ('reply' in outgoing) return await recordAttempt(engine, job, email, outgoing);
  const warmUp = warmUpOf(engine, job, email, outgoing.domain);
  const signAndSend = await engine.world.mail.send(outgoing.message, warmUp?.mayLeave);
  if (signAndSend.kind === 'held') return await rescheduleDelivery(engine, job, email, signAndSend, warmUp);
  await recordAttempt(engine, job, email, attemptOf(engine, job, signAndSend));
}

/** What is to leave, or why it never can. */
async function outgoingOf(
  engine: Engine,
  email: EmailRecord,
): Promise<Outgoing | Extract<Attempt, { kind: 'failed' }>> {
  try {
    const outgoing = await outgoingMessage(engine, email);
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

/**
 * What may have changed since the mail was accepted. The envelope's address is judged once more, right before
 * the socket: a fixture never reaches the wire, whatever the record says.
 */
function stopBeforeSending(
  engine: Engine,
  job: Job,
  { email, sendingEnabled, recipient }: Delivery,
): Attempt | 'wait' | null {
  const to = parseMailbox(email.to);
  if (!to.ok) return { kind: 'failed', reply: 'The recipient cannot be read any more' };
  if (email.deliveryMode !== 'live' || fixtureRule(to.mailbox, engine.settings.testRunners) !== null) {
    return { kind: 'failed', reply: 'The recipient is a fixture: it is never written to' };
  }
  const now = engine.world.clock.now();
  if (!sendingEnabled) {
    return now >= job.createdAt + retryForMs
      ? { kind: 'failed', reply: 'Sending was switched off for three days' }
      : 'wait';
  }
  // Who has left since, or moved to another address, gets no bulk mail that was accepted before.
  const bulk = streamOf(email.source) === 'bulk';
  if (bulk && recipient?.subscriber?.status !== 'ACTIVE') return { kind: 'suppressed' };
  const stopped = recipient?.suppressions.some(
    ({ scope, startsAt }) => (bulk || scope === 'all') && (startsAt ?? 0) <= now,
  );
  return stopped ? { kind: 'suppressed' } : null;
}

function attemptOf(engine: Engine, job: Job, signAndSend: Exclude<HandOver, { kind: 'held' }>): Attempt {
  if (signAndSend.kind === 'accepted') {
    // A smarthost has taken the mail on; only a recipient's own server has delivered it.
    return {
      kind: 'handed_over',
      by: signAndSend.by,
      reply: signAndSend.reply,
      arrived: engine.world.mail.name === 'direct',
      tls: signAndSend.tls ?? null,
    };
  }
  if (signAndSend.kind === 'no_route') {
    const { fault, by, why } = signAndSend;
    return { kind: 'ended', means: classifyFault(fault), by, reply: why };
  }
  const means = meaningOf(signAndSend);
  const reply = signAndSend.kind === 'refused' ? signAndSend.reply : signAndSend.why;
  // Our own wall found the message unfit to leave: nobody else has seen it, so it says nothing about the recipient.
  if (
    signAndSend.kind === 'refused' &&
    signAndSend.by === ourselves &&
    !aboutTheirServer.has(signAndSend.enhanced)
  ) {
    return { kind: 'failed', reply };
  }
  if (means.class === 'bounced') return { kind: 'ended', means, by: signAndSend.by, reply };
  const { clock, ids } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  // A relay that was out of reach or refused our credentials for so long is the operator's to mend, not a bounce.
  const ofTheRelay =
    engine.world.mail.name === 'relay' && (means.kind === 'auth' || means.kind === 'connection');
  if (nextAt === null && ofTheRelay) return { kind: 'failed', reply };
  if (nextAt === null) return { kind: 'ended', means: giveUp(means), by: signAndSend.by, reply };
  return { kind: 'put_off', means, by: signAndSend.by, reply, nextAt };
}

/** Too large for what the server said it takes, or in need of SMTPUTF8: said for the server, before asking it. */
const aboutTheirServer: ReadonlySet<string | null> = new Set(['5.3.4', '5.6.7']);

function meaningOf(signAndSend: Exclude<DialogueOutcome, { kind: 'accepted' }>): ReplyClass {
  if (signAndSend.kind === 'unreachable') return { class: 'deferred', kind: 'connection' };
  return classifyReply({
    stage: signAndSend.stage,
    code: signAndSend.code,
    enhanced: signAndSend.enhanced,
    text: signAndSend.reply,
  });
}

async function dropJob(engine: Engine, job: Job): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    await finishJob(queries, job);
  });
}

/** No attempt was made, so none is counted. */
async function requeue(engine: Engine, job: Job, runAt: number, since = job.createdAt): Promise<void> {
  await engine.store.database.transaction((queries) => requeueJob(queries, job, runAt, since));
}

async function postpone(engine: Engine, job: Job, runAt: number): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    await retryJob(queries, job, runAt);
  });
}

/** A job that broke before it had an answer: tried again like a mail that was put off, and in the end failed. */
export async function afterBrokenAttempt(engine: Engine, job: Job): Promise<void> {
  const { clock, ids } = engine.world;
  const nextAt = nextAttemptAt(job.attempts, job.createdAt, clock.now(), ids.uniform());
  if (nextAt !== null) return await postpone(engine, job, nextAt);
  const store: OrganizationStore = engine.store.forOrganization(job.organization);
  const email = await store.emails.byId(job.subject);
  if (!email) return await dropJob(engine, job);
  await recordAttempt(engine, job, email, { kind: 'failed', reply: 'The mail could not be prepared' });
}
