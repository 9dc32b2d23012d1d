import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import { confirmationLimits } from '../../model/subscriber/confirmation.ts';
import type { SubscriberRecord, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { finishJob, type Job, requeueJob, restartRetryWindow, retryJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { askerOnTerms } from '../subscribers/opt-in-conditions.ts';
import { optInHindrance } from '../subscribers/opt-in-hindrance.ts';
import { confirmationDraft } from '../subscribers/opt-in-mail.ts';

/**
 * Sends as transactional, because campaign gates would stop it. The recipient guard protects people signed up
 * by others. The token's limits from the time of the write apply.
 */
export async function sendConfirmation(engine: Engine, claimed: Job): Promise<void> {
  const organization = await engine.store.organizations.byKey(claimed.organization);
  const job = restartRetryWindow(claimed, organization?.sendingResumedAt ?? null);
  const store = engine.store.forOrganization(job.organization);
  const known = await store.subscribers.find({ id: job.subject });
  if (!organization || known?.status !== 'PENDING') return await finish(engine, job);
  const onTerms = await askerOnTerms(engine, store, organization, job, known.email);
  if (onTerms === null) return await finish(engine, job);
  const hindrance = await optInHindrance(engine.settings, store.queries, organization);
  if (hindrance !== null) return await awaitSender(engine, job, known, hindrance);
  try {
    await submit(engine, job, onTerms, known);
  } catch (error) {
    // The subscriber changed meanwhile, so the job is read again.
    if (error instanceof Changed) return await putOff(engine, job, 0);
    if (!(error instanceof Failure)) throw error;
    await afterRefusal(engine, job, error);
  }
}

/** Internal errors are retried for a day. */
export async function afterBrokenConfirmation(engine: Engine, job: Job): Promise<void> {
  if (isOver(engine, job)) return await giveUp(engine, job, 'a fault of ours');
  await putOff(engine, job, confirmationLimits.retryMs);
}

class Changed extends Error {}

/** BOUNCED and COMPLAINED come from a fixture's simulated events. */
const askable: ReadonlySet<SubscriberStatus> = new Set(['PENDING', 'BOUNCED', 'COMPLAINED']);

async function submit(
  engine: Engine,
  job: Job,
  { caller, permit, cause }: NonNullable<Awaited<ReturnType<typeof askerOnTerms>>>,
  known: SubscriberRecord,
): Promise<void> {
  const { organization } = caller;
  await engine.accept.submit({
    caller,
    source: 'api',
    now: engine.world.clock.now(),
    memory: null,
    mode: 'strict',
    permit,
    cause,
    drafts: [confirmationDraft(engine, organization, known)],
    // The job ends with the mail, so that a crash can neither lose the mail nor send it twice.
    async alongside(queries) {
      const { subscribers } = new OrganizationStore(queries, organization.key);
      const still = await subscribers.hold({ id: known.id });
      if (!still || !askable.has(still.status) || still.email !== known.email) throw new Changed();
      if (!(await finishJob(queries, job))) throw new Changed();
    },
    answer: () => null,
  });
}

/** `askWaiting` runs the job again once the sender works. After too long the subscriber would no longer know the reason. */
async function awaitSender(
  engine: Engine,
  job: Job,
  { updatedAt }: Pick<SubscriberRecord, 'updatedAt'>,
  hindrance: string,
): Promise<void> {
  const now = engine.world.clock.now();
  if (now - updatedAt >= confirmationLimits.unapprovedMaxMs) return await giveUp(engine, job, hindrance);
  const next = now + confirmationLimits.hinderedRetryMs;
  await engine.store.database.transaction((queries) => requeueJob(queries, job, next, now));
}

/** Retries, because the cause may be corrected. A request meant to stay captured is dropped, because no approval covers it. */
async function afterRefusal(engine: Engine, job: Job, refusal: Failure): Promise<void> {
  if (refusal.failure === 'confirmation_required') return await giveUp(engine, job, refusal.message);
  if (isOver(engine, job)) return await giveUp(engine, job, refusal.failure);
  const { retryAfterSeconds } = refusal;
  const waitMs = retryAfterSeconds === undefined ? confirmationLimits.retryMs : retryAfterSeconds * secondMs;
  await putOff(engine, job, waitMs);
}

function isOver(engine: Engine, { createdAt }: Job): boolean {
  return engine.world.clock.now() - createdAt >= confirmationLimits.givenUpAfterMs;
}

async function giveUp(engine: Engine, job: Job, why: string): Promise<void> {
  engine.world.log.warn({ subscriber: job.subject, why }, 'an opt-in request could not be sent');
  await finish(engine, job);
}

async function finish({ store }: Engine, job: Job): Promise<void> {
  await store.database.transaction((queries) => finishJob(queries, job));
}

async function putOff({ store, world }: Engine, job: Job, waitMs: number): Promise<void> {
  const next = world.clock.now() + waitMs;
  await store.database.transaction((queries) => retryJob(queries, job, next));
}
