import { type Mailbox, parseMailbox } from '../model/address.ts';
import { cleanSenderName } from '../model/campaign/sender.ts';
import { confirmationLimits, confirmationMail } from '../model/confirmation.ts';
import { Failure } from '../model/failure.ts';
import { secondMs } from '../model/instant.ts';
import { languageFor } from '../model/language.ts';
import type { OrganizationRecord } from '../model/organization.ts';
import type { SubscriberRecord } from '../model/subscriber.ts';
import { finishJob, type Job, postponeJob } from '../store/jobs.ts';
import { OrganizationStore } from '../store/store.ts';
import type { Draft } from './accept-email.ts';
import type { Caller, Engine, Settings } from './scope.ts';

/**
 * Sends the one mail that asks a PENDING subscriber whether they want mail (double opt-in). It goes the way of every
 * mail, as one that somebody asked for: the gates of campaigns would stop it, and the recipient guard is what protects
 * whoever is signed up a hundred times by others.
 */
export async function sendConfirmation(engine: Engine, job: Job): Promise<void> {
  const organization = await engine.store.organizations.byKey(job.organization);
  const known = await engine.store.forOrganization(job.organization).subscribers.find({ id: job.subject });
  if (!organization || known?.status !== 'PENDING') return await finish(engine, job);
  try {
    await submit(engine, job, organization, known);
  } catch (error) {
    // They were changed or erased while the mail was being written: it is looked at anew.
    if (error instanceof Changed) return await putOff(engine, job, 0);
    if (!(error instanceof Failure)) throw error;
    await afterRefusal(engine, job, error);
  }
}

/** The job broke on a fault of ours: tried again for a day. */
export async function afterBrokenConfirmation(engine: Engine, job: Job): Promise<void> {
  if (isOver(engine, job)) return await giveUp(engine, job, 'a fault of ours');
  await putOff(engine, job, confirmationLimits.retryMs);
}

class Changed extends Error {}

async function submit(
  engine: Engine,
  job: Job,
  organization: OrganizationRecord,
  known: SubscriberRecord,
): Promise<void> {
  const requestId = engine.world.ids.id('msg');
  await engine.accept.submit({
    caller: asker(organization, requestId),
    source: 'api',
    now: engine.world.clock.now(),
    memory: null,
    mode: 'strict',
    drafts: [confirmationDraft(engine, organization, known)],
    // The end of the job is written with the mail, so that a crash can neither lose it nor send it twice.
    async alongside(queries) {
      const { subscribers } = new OrganizationStore(queries, organization.key);
      const still = await subscribers.hold({ id: known.id });
      if (still?.status !== 'PENDING' || still.email !== known.email) throw new Changed();
      if (!(await finishJob(queries, job))) throw new Changed();
    },
    answer: () => null,
  });
}

/** The platform itself: no token's limits hold for what it asks. */
export function asker(organization: OrganizationRecord, requestId: string): Caller {
  return { door: 'link', organization, token: null, scopes: [], requestId };
}

/** The mail that asks somebody. @throws Failure invalid_from_address when this instance has no address to ask from */
export function confirmationDraft(
  engine: Engine,
  organization: OrganizationRecord,
  known: Pick<SubscriberRecord, 'email' | 'locale'>,
): Draft {
  const to = parseMailbox(known.email);
  if (!to.ok) throw new Error('a kept address cannot be read');
  const { subject, html } = confirmationMail(languageFor({ known: known.locale }), {
    ...organization,
    name: cleanSenderName(organization.name) ?? organization.name,
  });
  return {
    from: confirmationSender(engine.settings, organization),
    to: to.mailbox,
    replyTo: null,
    subject,
    preview: null,
    body: { kind: 'html', source: html },
    placeholders: { names: [], withoutDefault: [] },
    automatic: true,
  };
}

/**
 * Who asks: the organization's own sender, or without one an address at the name this instance has among mail servers.
 * @throws Failure invalid_from_address when that name makes no address
 */
export function confirmationSender(
  { hostName }: Pick<Settings, 'hostName'>,
  { defaultFrom, name }: OrganizationRecord,
): Mailbox {
  const read = parseMailbox(defaultFrom ?? `no-reply@${hostName}`);
  if (!read.ok) throw new Failure('invalid_from_address');
  return { ...read.mailbox, displayName: read.mailbox.displayName ?? cleanSenderName(name) };
}

/** A wait that the guard tells is waited for; anything else may be put right by somebody, so it is tried again as well. */
async function afterRefusal(engine: Engine, job: Job, refusal: Failure): Promise<void> {
  if (isOver(engine, job)) return await giveUp(engine, job, refusal.failure);
  const { retryAfterSeconds } = refusal;
  const waitMs = retryAfterSeconds === undefined ? confirmationLimits.retryMs : retryAfterSeconds * secondMs;
  await putOff(engine, job, waitMs);
}

function isOver(engine: Engine, { createdAt }: Job): boolean {
  return engine.world.clock.now() - createdAt >= confirmationLimits.givenUpAfterMs;
}

async function giveUp(engine: Engine, job: Job, why: string): Promise<void> {
  engine.world.log.warn({ subscriber: job.subject, why }, 'a confirmation could not be sent');
  await finish(engine, job);
}

async function finish({ store }: Engine, job: Job): Promise<void> {
  await store.database.transaction((queries) => finishJob(queries, job));
}

async function putOff({ store, world }: Engine, job: Job, waitMs: number): Promise<void> {
  const next = world.clock.now() + waitMs;
  await store.database.transaction((queries) => postponeJob(queries, job, next));
}
