import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatMailbox, type Mailbox } from '../model/address.ts';
import type { Body } from '../model/content/body.ts';
import {
  fillMergeFields,
  mergeFieldsIn,
  mergeFieldsWithoutDefault,
  mergeValuesFor,
} from '../model/content/merge-fields.ts';
import type { EmailRecord } from '../model/email/email.ts';
import { Failure } from '../model/failure.ts';
import { type AcceptedRecords, recordsOfVerdict } from '../model/sending/accepted.ts';
import { decide, type SendSource, type Verdict } from '../model/sending/gates.ts';
import { spendSendCap } from '../model/sending/send-cap.ts';
import type { Database, Queries } from '../store/database.ts';
import { addJobs } from '../store/jobs.ts';
import { addEmailEvents, addEmails } from '../store/records/emails.ts';
import { saveGuards } from '../store/records/guards.ts';
import { answeredAlready } from '../store/records/idempotency.ts';
import { markSubscriber } from '../store/records/outcomes.ts';
import { saveSendCounts } from '../store/records/send-caps.ts';
import type { Ids } from '../world/ids.ts';
import { AnswerTaken, type Memory, remember } from './memory.ts';
import type { Caller, Settings } from './scope.ts';
import { factsOf, type GroupFacts, gatherFacts, guardKeyOf, SubmissionFacts } from './send-facts.ts';

/** One mail a caller wants sent: read and checked, not yet judged. */
export type Draft = {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox | null;
  subject: string;
  preview: string | null;
  body: Body;
};

/** What one invocation hands to the gates. */
export type Submission<Answer> = {
  caller: Caller;
  source: SendSource;
  /** Epoch milliseconds. */
  now: number;
  memory: Memory | null;
  drafts: readonly Draft[];
  /** `strict`: the refusal of one draft refuses all. `permissive`: the others go. */
  mode: 'strict' | 'permissive';
  /** Makes the tool's answer from what became of each draft; it is remembered with them. */
  answer(fates: readonly Fate[]): Answer;
};

/** What became of one draft. */
export type Fate = { kind: 'accepted'; id: string } | { kind: 'refused'; failure: Failure };

/** The id of a draft of a `strict` submission, which is answered only when all of them are accepted. */
export function acceptedId(fate: Fate | undefined): string {
  if (fate?.kind !== 'accepted') throw new Error('a strict submission was answered without being accepted');
  return fate.id;
}

export type AcceptLane = {
  /**
   * Judges the drafts and writes what is accepted.
   * @returns once it is on the disk
   * @throws Failure in `strict` mode, when a draft is refused: then nothing was written or counted
   */
  submit<Answer>(submission: Submission<Answer>): Promise<Answer>;
};

/** Mails judged in one transaction at most: bounds how long it holds the guard rows. */
const groupDraftsMaxDefault = 500;
/** PostgreSQL commits two groups at once; SQLite's writer lane takes them one after another anyway. */
const groupsInFlightWanted = 2;
const gatherTurnsMax = 6;

type Waiting = {
  submission: Submission<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

type House = {
  database: Database;
  ids: Ids;
  settings: Settings;
  wake(): void;
  groupDraftsMax?: number;
};

/**
 * The ONLY way in for any mail: API, batch, test, campaign, workflow, SMTP.
 *
 * Submissions that arrive while the last group is being written form the next group. A group is judged in one
 * transaction by a handful of statements, whatever its size, so the wait for the disk and for the database is
 * shared; the verdicts are the same as if each had come alone.
 */
export function acceptLane(house: House): AcceptLane {
  const { groupDraftsMax = groupDraftsMaxDefault } = house;
  const groupsInFlightMax = Math.min(groupDraftsMax, groupsInFlightWanted);
  const waiting: Waiting[] = [];
  let groupsInFlight = 0;

  function pump(): void {
    while (waiting.length > 0 && groupsInFlight < groupsInFlightMax) {
      groupsInFlight += 1;
      void acceptNextGroup().finally(() => {
        groupsInFlight -= 1;
        pump();
      });
    }
  }

  async function acceptNextGroup(): Promise<void> {
    // Taken when the transaction begins, not before: whoever arrived while it waited for its turn comes along.
    let group: Waiting[] | null = null;
    const taken = (): Waiting[] => {
      group ??= takeGroup(waiting, groupDraftsMax);
      return group;
    };
    await gather();
    try {
      const results = await house.database.transaction((queries) =>
        acceptGroup(
          house,
          queries,
          taken().map(({ submission }) => submission),
        ),
      );
      settle(taken(), results);
    } catch (error) {
      await acceptEachAlone(taken(), error);
    }
  }

  /**
   * Waits while submissions keep arriving, a few turns of the event loop at most. Callers who were answered together ask
   * again together, but their requests are read over several turns; without this every second commit would carry a
   * handful of them. A caller alone waits for one turn.
   */
  async function gather(): Promise<void> {
    let seen = 0;
    for (let turn = 0; turn < gatherTurnsMax && waiting.length > seen && seen < groupDraftsMax; turn += 1) {
      seen = waiting.length;
      await nextTurn();
    }
  }

  /** Nothing of the group was written: each is tried alone, so that one cannot fail the others. */
  async function acceptEachAlone(group: readonly Waiting[], error: unknown): Promise<void> {
    for (const one of group) {
      if (group.length === 1) return one.reject(error);
      try {
        const results = await house.database.transaction((queries) =>
          acceptGroup(house, queries, [one.submission]),
        );
        settle([one], results);
      } catch (alone) {
        one.reject(alone);
      }
    }
  }

  function settle(group: readonly Waiting[], results: readonly Result[]): void {
    let toDeliver = false;
    for (const [index, { resolve, reject }] of group.entries()) {
      const result = results[index]!;
      if (result.kind === 'refused') {
        reject(result.failure);
      } else {
        toDeliver ||= result.toDeliver;
        resolve(result.answer);
      }
    }
    if (toDeliver) house.wake();
  }

  return {
    submit<Answer>(submission: Submission<Answer>): Promise<Answer> {
      return new Promise<Answer>((resolve, reject) => {
        waiting.push({
          submission: submission as Submission<unknown>,
          resolve: resolve as (answer: unknown) => void,
          reject,
        });
        pump();
      });
    },
  };
}

function takeGroup(waiting: Waiting[], draftsMax: number): Waiting[] {
  let drafts = 0;
  let count = 0;
  for (const { submission } of waiting) {
    drafts += submission.drafts.length;
    if (count > 0 && drafts > draftsMax) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

type Result =
  | { kind: 'answered'; answer: unknown; toDeliver: boolean }
  /** Refused by a gate, or answered before under its Idempotency-Key. */
  | { kind: 'refused'; failure: Failure | AnswerTaken };

/** Gather the facts of all drafts, judge them in order, write what was accepted. */
async function acceptGroup(
  house: House,
  queries: Queries,
  submissions: readonly Submission<unknown>[],
): Promise<Result[]> {
  if (submissions.length === 0) return [];
  const now = submissions[0]!.now;
  const taken = await takenSubmissions(queries, submissions, now);
  const facts = await gatherFacts(queries, house.settings, submissions, now);
  const accepted: Accepted[] = [];
  const answers: { organization: number; memory: Memory; answer: unknown }[] = [];
  const results: Result[] = [];
  for (const submission of submissions) {
    if (taken.has(submission)) {
      results.push({ kind: 'refused', failure: new AnswerTaken() });
      continue;
    }
    const judged = judge(house, submission, facts);
    if (judged.kind === 'refused') {
      results.push(judged);
      continue;
    }
    const answer = submission.answer(judged.fates);
    accepted.push(...judged.accepted);
    if (submission.memory) {
      answers.push({ organization: submission.caller.organization.key, memory: submission.memory, answer });
    }
    results.push({ kind: 'answered', answer, toDeliver: judged.accepted.some((one) => one.toDeliver) });
  }
  await remember(queries, answers, now);
  await write(queries, accepted, facts, now);
  return results;
}

/** Repeats of requests that were answered: they are neither judged nor counted. */
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

type Accepted = { email: Omit<EmailRecord, 'key'>; records: AcceptedRecords; toDeliver: boolean };

/** The verdicts on one submission. What it counts is kept only if it is not refused as a whole. */
function judge(
  house: House,
  submission: Submission<unknown>,
  group: GroupFacts,
): { kind: 'judged'; fates: Fate[]; accepted: Accepted[] } | { kind: 'refused'; failure: Failure } {
  const facts = new SubmissionFacts(group);
  const fates: Fate[] = [];
  const accepted: Accepted[] = [];
  for (const draft of submission.drafts) {
    const verdict = decide(factsOf(house.settings, submission, draft, facts));
    if (verdict.kind === 'refuse') {
      const failure = failureOf(verdict);
      if (submission.mode === 'strict') return { kind: 'refused', failure };
      fates.push({ kind: 'refused', failure });
      continue;
    }
    if ('guard' in verdict) facts.countSend(guardKeyOf(house.settings, submission, draft), verdict.guard);
    const records = recordsOfVerdict(verdict, submission.now);
    const email = emailOf(house, submission, draft, records, facts);
    accepted.push({ email, records, toDeliver: verdict.kind === 'deliver' });
    fates.push({ kind: 'accepted', id: email.id });
  }
  const capped = spendCap(submission, facts, accepted.length);
  if (capped) return { kind: 'refused', failure: capped };
  facts.keep();
  return { kind: 'judged', fates, accepted };
}

function spendCap(submission: Submission<unknown>, facts: SubmissionFacts, amount: number): Failure | null {
  const { token } = submission.caller;
  if (!token?.sendCap || amount === 0) return null;
  const spent = spendSendCap(token.sendCap, facts.sendCounts(token.key), amount, submission.now);
  if ('retryAfterSeconds' in spent) {
    return new Failure('rate_limit_exceeded', {
      message: 'This API token has sent as much as its send_cap allows',
      details: { send_cap: token.sendCap },
      retryAfterSeconds: spent.retryAfterSeconds,
    });
  }
  facts.setSendCounts(token.key, spent);
  return null;
}

function failureOf(verdict: Extract<Verdict, { kind: 'refuse' }>): Failure {
  if (verdict.failure === 'RECIPIENT_RATE_LIMITED') {
    const { reason, retryAfterSeconds } = verdict;
    return new Failure(verdict.failure, {
      details: { reason, retry_after: retryAfterSeconds },
      retryAfterSeconds,
    });
  }
  if (verdict.failure === 'domain_not_verified') return new Failure(verdict.failure);
  const { message, allowedRecipients } = verdict;
  return new Failure(verdict.failure, {
    message,
    ...(allowedRecipients === undefined ? {} : { details: { allowed_recipients: allowedRecipients } }),
  });
}

/** The mail as it is kept. Its id and Message-ID are made here, once, and are the same on every attempt. */
function emailOf(
  house: House,
  submission: Submission<unknown>,
  draft: Draft,
  records: AcceptedRecords,
  facts: SubmissionFacts,
): Omit<EmailRecord, 'key'> {
  const id = house.ids.id('eml');
  const organization = submission.caller.organization.key;
  const subscriber = facts.recipient(organization, draft.to.key)?.subscriber ?? null;
  const text = `${draft.subject}\n${draft.preview ?? ''}\n${draft.body.source}`;
  const names = mergeFieldsIn(text);
  const values = names.length === 0 ? null : mergeValuesFor(names, subscriber);
  const missing = values && mergeFieldsWithoutDefault(text).filter((name) => !Object.hasOwn(values, name));
  return {
    id,
    organization,
    token: submission.caller.token?.key ?? null,
    source: submission.source,
    deliveryMode: records.deliveryMode,
    lastEvent: records.last.type,
    lastEventAt: submission.now,
    lastEventMachine: false,
    createdAt: submission.now,
    sentAt: records.sentAt,
    from: formatMailbox(draft.from),
    to: formatMailbox(draft.to),
    toKey: draft.to.key,
    replyTo: draft.replyTo && formatMailbox(draft.replyTo),
    subject: values ? fillMergeFields(draft.subject, values, 'header') : draft.subject,
    preview: values && draft.preview ? fillMergeFields(draft.preview, values, 'header') : draft.preview,
    messageId: `<${id}@${draft.from.domain}>`,
    subscriberId: subscriber?.id ?? null,
    campaignId: null,
    workflowRunId: null,
    mergeValues: values,
    mergeMissing: missing && missing.length > 0 ? missing : null,
    body: draft.body,
  };
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
    accepted.flatMap(({ email, records }) =>
      records.events.map((event) => ({
        organization: email.organization,
        emailId: email.id,
        event,
      })),
    ),
  );
  await addJobs(
    queries,
    accepted
      .filter(({ toDeliver }) => toDeliver)
      .map(({ email }) => ({
        organization: email.organization,
        kind: 'deliver_email' as const,
        subject: email.id,
        runAt: now,
      })),
    now,
  );
  for (const { email, records } of accepted) {
    if (records.subscriberStatus === null) continue;
    await markSubscriber(queries, email.organization, email.toKey, records.subscriberStatus, now);
  }
  await saveGuards(queries, facts.changedGuards(), now);
  await saveSendCounts(queries, facts.changedSendCounts());
}
