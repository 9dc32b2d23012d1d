import { type ActiveOrganizations, restAfter } from '../../concurrency/active-organizations.ts';
import { createBatcherOn, type Waiting } from '../../concurrency/batcher.ts';
import type { Clock } from '../../concurrency/clock.ts';
import type { EmailEvent } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import type { Database, Queries } from '../../store/database.ts';
import { addJobs } from '../../store/jobs.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import { addAuditEntries, type NewAuditEntry } from '../../store/records/access/audit.ts';
import { addEmailEvents, addEmails } from '../../store/records/mail/emails.ts';
import { answeredAlready } from '../../store/records/mail/idempotency.ts';
import { addRawMessages } from '../../store/records/mail/raw-messages.ts';
import { saveGuards } from '../../store/records/permits/guards.ts';
import { saveSendCounts } from '../../store/records/permits/send-caps.ts';
import { announce } from '../../store/records/webhooks/webhook-outbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import { type Observed, observe } from '../../world/telemetry/observe.ts';
import type { Traces } from '../../world/telemetry/traces.ts';
import { holdAllowances } from '../approval/allowance.ts';
import { type IdempotencyRecord, KeyAlreadyUsed, remember } from '../context/idempotency-record.ts';
import type { SecretBox } from '../context/secret-box.ts';
import type { Settings } from '../context/settings.ts';
import type { AcceptQueue, Fate, Submission } from '../context/submission.ts';
import { emailAnnouncement } from '../ledger/announce-email.ts';
import { countAccepted } from '../ledger/count-mail.ts';
import { noteEngagements } from '../ledger/record-email-events.ts';
import { storageRoom } from '../organizations/assert-storage.ts';
import { markOutcome } from '../subscribers/update-subscriber-status.ts';
import { AcceptLine, countOctets } from './accept-line.ts';
import { type Accepted, decideSubmission } from './judge-submission.ts';
import { type GroupFacts, gatherFacts } from './send-facts.ts';

const mebibyte = 1024 * 1024;
/** Bounds how long a transaction holds the guard rows. */
const groupDraftsMaxDefault = 500;
/** Octets per transaction: bounds how long its commit keeps other organizations from the event loop. */
const groupOctetsMax = 128 * 1024;
/** Limit while a single organization is active. */
const groupOctetsMaxAlone = 16 * mebibyte;
/** With this much in a group, an organization pauses afterwards if others are active. */
const largeOctetsMin = 32 * 1024;
/** Upper bound of the pause per mebibyte, because waiting for a slow database costs others nothing. */
const restMaxMsPerMebibyte = 250;
/** PostgreSQL commits two groups concurrently. SQLite serializes them anyway. */
const groupsInFlightWanted = 2;
const gatherTurnsMax = 6;

type AcceptOptions = {
  database: Database;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  activeOrganizations: ActiveOrganizations;
  ids: Ids;
  settings: Settings;
  secretBox: SecretBox;
  wake(): void;
  meters?: Meters | undefined;
  traces?: Traces | undefined;
  groupDraftsMax?: number;
};

/** The ONLY way in for any mail: API, batch, test, campaign, SMTP. Submissions share transactions. */
export function acceptQueue(options: AcceptOptions): AcceptQueue {
  const { clock, activeOrganizations, groupDraftsMax = groupDraftsMaxDefault } = options;
  const line = new AcceptLine<Waiting<Submission<unknown>, Result>>((organizationsReady) => ({
    draftsMax: groupDraftsMax,
    octetsMax:
      organizationsReady > 1 || activeOrganizations.areSeveral() ? groupOctetsMax : groupOctetsMaxAlone,
  }));
  const batcher = createBatcherOn(
    line,
    {
      inFlightMax: Math.min(groupDraftsMax, groupsInFlightWanted),
      turnsMax: gatherTurnsMax,
      // The commit may have succeeded, and a retry would send twice. The callers get the error and may retry.
      mayBeDone: (error) => error instanceof DatabaseUnavailable,
    },
    acceptNextGroup,
  );

  async function acceptNextGroup(take: () => readonly Submission<unknown>[]): Promise<Result[]> {
    let group: readonly Submission<unknown>[] = [];
    let began = 0;
    const results = await options.database
      .transaction((queries) => {
        // Taken late, so that submissions that arrived meanwhile come along.
        group = take();
        began = clock.monotonic();
        return acceptGroup(options, queries, group);
      }, 'accept')
      .finally(() => restAfterLarge(group, clock.monotonic() - began));
    if (options.meters) meterGroup(options.meters, group.length, clock.monotonic() - began);
    if (results.some((result) => result.kind === 'answered' && result.toDeliver)) options.wake();
    return results;
  }

  /** Leaves the event loop to other organizations between large commits. */
  function restAfterLarge(group: readonly Submission<unknown>[], tookMs: number): void {
    const octets = new Map<number, number>();
    for (const submission of group) {
      const { key } = submission.caller.organization;
      octets.set(key, (octets.get(key) ?? 0) + countOctets(submission));
    }
    for (const [key, amount] of octets) {
      if (amount < largeOctetsMin || activeOrganizations.isAlone(key)) continue;
      const ms = Math.min(restAfter(tookMs), (amount / mebibyte) * restMaxMsPerMebibyte);
      if (ms === 0 || !line.rest(key)) continue;
      clock.after(ms, () => {
        line.wake(key);
        batcher.resume();
      });
    }
  }

  return {
    async submit<Answer>(submission: Submission<Answer>): Promise<Answer> {
      activeOrganizations.noteActivity(submission.caller.organization.key);
      const result = await observe(
        options,
        () => observedSubmission<Result>(submission),
        (traceparent) =>
          batcher.add(traceparent === null ? submission : { ...submission, trace: storedTrace(traceparent) }),
      );
      if (result.kind === 'refused') throw result.failure;
      return result.answer as Answer;
    },
  };
}

type Result =
  | { kind: 'answered'; answer: unknown; toDeliver: boolean; fates: readonly Fate[] }
  /** Refused by a gate, or a repeat under its Idempotency-Key. */
  | { kind: 'refused'; failure: Failure | KeyAlreadyUsed };

async function acceptGroup(
  options: AcceptOptions,
  queries: Queries,
  submissions: readonly Submission<unknown>[],
): Promise<Result[]> {
  if (submissions.length === 0) return [];
  const now = submissions[0]!.now;
  const taken = await takenSubmissions(queries, submissions, now);
  const facts = await gatherFacts(queries, options, submissions, now);
  const room = await storageRoom(queries, submissions);
  const allowances = await holdAllowances(queries, options, submissions);
  const accepted: Accepted[] = [];
  const raw: Parameters<typeof addRawMessages>[1][number][] = [];
  const answers: { organization: number; memory: IdempotencyRecord; answer: unknown }[] = [];
  const entries: NewAuditEntry[] = [];
  const alongside: (() => Promise<void>)[] = [];
  const results: Result[] = [];
  for (const submission of submissions) {
    if (taken.has(submission)) {
      results.push({ kind: 'refused', failure: new KeyAlreadyUsed() });
      continue;
    }
    const judged = decideSubmission(options, submission, { facts, room }, (emails) =>
      allowances.count(submission, emails),
    );
    if (judged.kind === 'refused') {
      results.push(judged);
      continue;
    }
    const answer = submission.answer(judged.fates);
    if (submission.alongside) alongside.push(() => submission.alongside!(queries, judged.fates));
    accepted.push(...judged.accepted);
    if (submission.raw && judged.accepted.length > 0) {
      raw.push({ ...submission.raw, organization: submission.caller.organization.key });
    }
    if (submission.memory) {
      answers.push({ organization: submission.caller.organization.key, memory: submission.memory, answer });
    }
    const entry = submission.entryOf?.(answer);
    if (entry) entries.push(entry);
    results.push({
      kind: 'answered',
      answer,
      toDeliver: judged.accepted.some((one) => one.toDeliver),
      fates: judged.fates,
    });
  }
  await remember(queries, options.secretBox, answers, now);
  await addAuditEntries(queries, entries);
  await addRawMessages(queries, raw, now);
  await write(queries, accepted, facts, now);
  await allowances.save();
  // Last, because these counters stay locked until the commit and all deliveries update them.
  for (const act of alongside) await act();
  return results;
}

/** Finds repeats, which are neither judged nor counted. */
async function takenSubmissions(
  queries: Queries,
  submissions: readonly Submission<unknown>[],
  now: number,
): Promise<ReadonlySet<Submission<unknown>>> {
  const keyed = submissions.filter(({ memory }) => memory !== null);
  if (keyed.length === 0) return new Set();
  const slots = keyed.map(({ caller, memory }) => ({
    organization: caller.organization.key,
    place: memory!.place,
    key: memory!.key,
  }));
  const answered = await answeredAlready(queries, slots, now);
  return new Set(keyed.filter((_, index) => answered.has(index)));
}

async function write(
  queries: Queries,
  accepted: readonly Accepted[],
  facts: GroupFacts,
  now: number,
): Promise<void> {
  await addEmails(
    queries,
    accepted.map(({ email }) => email),
  );
  await addEmailEvents(
    queries,
    accepted.flatMap(({ email, records, notes }) =>
      [...notes, ...records.events].map((event) => ({
        organization: email.organization,
        emailId: email.id,
        event,
      })),
    ),
  );
  for (const { email, records } of accepted) countAccepted(queries, email, records.events);
  await addJobs(
    queries,
    accepted
      .filter(({ toDeliver }) => toDeliver)
      .map(({ email, leavesInPause }) => ({
        organization: email.organization,
        kind: leavesInPause ? 'deliver_notice' : 'deliver_email',
        subject: email.id,
        runAt: now,
      })),
    now,
  );
  for (const { email, records } of accepted) {
    if (!records.events.some(({ type }) => type === 'opened')) continue;
    await noteEngagements(
      new OrganizationStore(queries, email.organization),
      email.id,
      email,
      records.events,
    );
  }
  for (const { email, records } of accepted) {
    if (records.subscriberStatus === null) continue;
    const store = new OrganizationStore(queries, email.organization);
    await markOutcome(store, email.toKey, records.subscriberStatus, now);
  }
  await announceAccepted(queries, accepted, now);
  await saveGuards(queries, facts.changedGuards(), now);
  await saveSendCounts(queries, facts.changedSendCounts());
}

/** A simulated mail was queued too. */
async function announceAccepted(queries: Queries, accepted: readonly Accepted[], now: number): Promise<void> {
  await announce(
    queries,
    accepted.map(({ email }) => email.organization),
    () =>
      accepted.flatMap(({ email, records: { events } }) => {
        const isStopped = events[0]?.type === 'suppressed';
        const queued: EmailEvent[] = isStopped
          ? []
          : [{ type: 'queued', at: now, machine: false, details: {} }];
        return [...queued, ...events].map((event) => emailAnnouncement(email, event));
      }),
  );
}

type ObservedResult = { kind: 'answered'; fates: readonly Fate[] } | { kind: 'refused'; failure: Error };

function observedSubmission<Accepted extends ObservedResult>({
  drafts,
  source,
  caller: { door },
}: Submission<unknown>): Observed<Accepted> {
  return {
    span: () => ({
      name: 'accept',
      terms: {
        kind: 'producer',
        attributes: {
          'messaging.system': 'posthouse',
          'messaging.operation.name': 'accept',
          'messaging.operation.type': 'create',
          'messaging.batch.message_count': drafts.length,
          'posthouse.source': source,
        },
      },
    }),
    done(span, result) {
      if (result.kind !== 'refused' || !(result.failure instanceof Failure)) return;
      span.set({ 'posthouse.refused': result.failure.failure });
    },
    measured(meters, outcome) {
      if (!('result' in outcome)) return;
      const { result } = outcome;
      if (result.kind === 'refused') return countRefusal(meters, result.failure);
      const accepted = result.fates.filter(({ kind }) => kind === 'accepted').length;
      if (accepted > 0) meters.count('accepted_total', { door, source }, accepted);
      for (const fate of result.fates) if (fate.kind === 'refused') countRefusal(meters, fate.failure);
    },
  };
}

/** A mail links only to sampled spans. */
const isSampled = /-01$/;

function storedTrace(traceparent: string | null): string | null {
  return traceparent !== null && isSampled.test(traceparent) ? traceparent : null;
}

/** Records metrics for a committed group. */
function meterGroup(meters: Meters, submissions: number, tookMs: number): void {
  if (submissions === 0) return;
  meters.observe('accept_commit_seconds', {}, tookMs / secondMs);
  meters.observe('accept_group_size', {}, submissions);
}

function countRefusal(meters: Meters, failure: Error): void {
  // A used idempotency key is a replay and no refusal.
  if (!(failure instanceof Failure)) return;
  meters.count('refused_total', { gate: failure.failure });
  if (failure.failure !== 'RECIPIENT_RATE_LIMITED') return;
  const { reason } = failure.details as { reason: 'short' | 'long' | 'cooldown' };
  meters.count('guard_refusals_total', { rule: reason });
}
