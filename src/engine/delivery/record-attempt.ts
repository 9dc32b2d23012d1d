import { createBatcher } from '../../concurrency/batcher.ts';
import type { ReplyClass } from '../../model/delivery/reply-class.ts';
import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import type { EmailEventType } from '../../model/email/lifecycle.ts';
import type { Queries } from '../../store/database.ts';
import { finishJobs, type Job, retryJob } from '../../store/jobs.ts';
import { outlastOutage } from '../../store/outage.ts';
import { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import { type CampaignChange, chooseCounterPart, countCampaign } from '../ledger/count-campaign.ts';
import { type WrittenEvents, writeMailEvents } from '../ledger/record-email-events.ts';
import { afterBounced, afterHandOver, findBouncing, lockGuards } from './apply-delivery-result.ts';
import type { Attempt } from './attempt.ts';
import { meterAttempt } from './observe-delivery.ts';

const replyCharactersMax = 500;

/** Epoch ms: the write may happen much later. */
type Settlement = { job: Job; email: EmailRecord; attempt: Attempt; endedAt: number };

/** Bounds how long one transaction holds the mails. */
const attemptsMax = 100;
/** PostgreSQL commits two groups concurrently. SQLite serializes them anyway. */
const groupsInFlightMax = 2;
const gatherTurnsMax = 6;

const batcherOf = perEngine((engine) =>
  createBatcher<Settlement, void>(
    { sizeMax: attemptsMax, inFlightMax: groupsInFlightMax, turnsMax: gatherTurnsMax },
    (take) =>
      outlastOutage(engine.world.clock, () =>
        engine.store.database.transaction(async (queries) => {
          const group = take();
          await recordGroup(engine, queries, group);
          return group.map(() => undefined);
        }, 'settle'),
      ),
  ),
);

/**
 * Records a result with all consequences, if the worker still has its lease. Concurrent results share a
 * transaction. A repeat after an outage changes nothing, because the job no longer has this fence.
 */
export async function recordAttempt(
  engine: Engine,
  job: Job,
  email: EmailRecord,
  attempt: Attempt,
): Promise<void> {
  const endedAt = engine.world.clock.now();
  await batcherOf(engine).add({ job, email, attempt, endedAt });
  const { meters } = engine.world;
  if (meters) meterAttempt(meters, job, email, attempt, endedAt);
}

/** Lock order, as everywhere: jobs, mails, guards and subscribers, campaign counts. */
async function recordGroup(engine: Engine, queries: Queries, group: readonly Settlement[]): Promise<void> {
  const now = engine.world.clock.now();
  const held = await endJobs(queries, group);
  const ours = group.filter(({ job }) => held.has(job));
  if (ours.length === 0) return;
  const written = await writeMailEvents(
    queries,
    ours.map(({ job, email, attempt, endedAt }) => ({
      organization: job.organization,
      id: email.id,
      events: eventsOf(job, attempt, endedAt),
    })),
  );
  const erased = new Set(written.filter((one) => one.erased).map(({ id }) => id));
  await drawConsequences(
    engine,
    queries,
    ours.filter(({ email }) => !erased.has(email.id)),
    now,
  );
  await countAll(queries, written);
}

/** Finishes or reschedules jobs. @returns the jobs whose lease was still held */
async function endJobs(queries: Queries, group: readonly Settlement[]): Promise<Set<Job>> {
  const ended: Job[] = [];
  const putOff: { job: Job; nextAt: number }[] = [];
  for (const { job, attempt } of group) {
    if (attempt.kind === 'put_off') putOff.push({ job, nextAt: attempt.nextAt });
    else ended.push(job);
  }
  const held = await finishJobs(queries, ended);
  for (const { job, nextAt } of putOff.sort((a, b) => a.job.key - b.job.key)) {
    if (await retryJob(queries, job, nextAt)) held.add(job);
  }
  return held;
}

async function drawConsequences(
  engine: Engine,
  queries: Queries,
  group: readonly Settlement[],
  now: number,
): Promise<void> {
  const taken = group.filter(({ attempt }) => attempt.kind === 'handed_over').map(({ email }) => email);
  const ended = group.filter(({ attempt }) => attempt.kind === 'ended');
  const troubled = await findBouncing(engine, queries, taken);
  const guards = await lockGuards(engine, queries, [...troubled, ...ended.map(({ email }) => email)]);
  for (const email of troubled) {
    await afterHandOver(new OrganizationStore(queries, email.organization), email, guards, now);
  }
  for (const { email, attempt } of ended.sort((a, b) => (a.email.toKey < b.email.toKey ? -1 : 1))) {
    if (attempt.kind !== 'ended') continue;
    const store = new OrganizationStore(queries, email.organization);
    await afterBounced(engine, store, email, attempt.means, now, guards);
  }
}

/** One update per count and organization, however many mails there are. */
async function countAll(queries: Queries, written: readonly WrittenEvents[]): Promise<void> {
  const changes = new Map<number, { part: number; changes: CampaignChange[] }>();
  for (const { organization, id, change } of written) {
    if (change === null) continue;
    const known = changes.get(organization);
    if (known) known.changes.push(change);
    else changes.set(organization, { part: chooseCounterPart(id), changes: [change] });
  }
  for (const [organization, one] of [...changes].sort(([a], [b]) => a - b)) {
    await countCampaign(new OrganizationStore(queries, organization), one.changes, one.part);
  }
}

function eventsOf(job: Job, attempt: Attempt, at: number): EmailEvent[] {
  const event = (type: EmailEventType, details: Record<string, unknown> = {}): EmailEvent => ({
    type,
    at,
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
      return [
        event('failed', { message: shortened(attempt.reply), ...(attempt.why && { kind: attempt.why }) }),
      ];
  }
}

function answerDetails(means: ReplyClass, by: string, reply: string): Record<string, unknown> {
  return { by, kind: means.kind, enhanced: means.enhanced ?? null, message: shortened(reply) };
}

/** The reply comes from another server, so it is truncated and shown as data on one line. */
function shortened(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, replyCharactersMax);
}
