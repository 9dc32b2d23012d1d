import { formatMailbox } from '../../model/address.ts';
import { resolveMailValues } from '../../model/content/mail-values.ts';
import {
  fillMergeFields,
  hasSystemLink,
  listPlaceholders,
  type MergeFields,
} from '../../model/content/merge-fields.ts';
import { footField, postalAddressField } from '../../model/content/postal-address.ts';
import { type EmailNote, type EmailRecord, untracked } from '../../model/email/email.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../model/email/send-body.ts';
import { Failure } from '../../model/failure.ts';
import {
  type AcceptedRecords,
  classifyStream,
  decide,
  recordsOfVerdict,
  type SendFacts,
  type Verdict,
} from '../../model/sending/gates.ts';
import { explainGuard, guardRules } from '../../model/sending/recipient-guard.ts';
import { spendSendCap } from '../../model/sending/send-cap.ts';
import { nameSkipReason } from '../../model/sending/skipped.ts';
import { capRefusal, tokenRefusal } from '../../model/sending/token-refusal.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import type { Ids } from '../../world/ids.ts';
import { changedSince } from '../approval/permit-checks.ts';
import type { Settings } from '../context/settings.ts';
import { type Draft, type Fate, resolveReplyTo, type Submission } from '../context/submission.ts';
import { type StorageRoom, takeRoom } from '../organizations/assert-storage.ts';
import { type GroupFacts, SubmissionFacts, selectFacts } from './send-facts.ts';

export type Accepted = {
  email: Omit<EmailRecord, 'key'>;
  records: AcceptedRecords;
  notes: readonly EmailNote[];
  toDeliver: boolean;
  leavesInPause: boolean;
};

export type JudgingContext = { ids: Ids; settings: Settings };

export type Judged =
  | { kind: 'judged'; fates: Fate[]; accepted: Accepted[] }
  | { kind: 'refused'; failure: Failure };

/** Decides a whole submission: first the storage limit, then the gates. Acceptance writes the result; a preview shows it. */
export function decideSubmission(
  context: JudgingContext,
  submission: Submission<unknown>,
  { facts, room }: { facts: GroupFacts; room: StorageRoom },
  unpermitted?: (emails: readonly string[]) => Failure | null,
): Judged {
  try {
    takeRoom(room, submission);
  } catch (error) {
    if (error instanceof Failure) return { kind: 'refused', failure: error };
    throw error;
  }
  return judgeSubmission(context, submission, facts, unpermitted);
}

/** Returns null if the mail leaves, is captured, or goes to a fixture. */
export function reasonNotMailed(fate: Fate): string | null {
  if (fate.kind === 'refused') return nameSkipReason(fate.failure.failure);
  return fate.events.some(({ type }) => type === 'suppressed') ? 'suppressed' : null;
}

/** Keeps no counts of a refused submission. `unpermitted` counts real recipients against the permit. */
export function judgeSubmission(
  context: JudgingContext,
  submission: Submission<unknown>,
  group: GroupFacts,
  unpermitted: (emails: readonly string[]) => Failure | null = () => null,
): Judged {
  const facts = new SubmissionFacts(group);
  const fates: Fate[] = [];
  const accepted: Accepted[] = [];
  for (const [index, draft] of submission.drafts.entries()) {
    const known = selectFacts(context, submission, draft, facts);
    const verdict = decide(known);
    if (verdict.kind === 'refuse') {
      const failure = failureOf(verdict, known);
      if (submission.mode === 'strict') {
        const isOneOfMany = submission.drafts.length > 1;
        return { kind: 'refused', failure: isOneOfMany ? atIndex(failure, index, draft) : failure };
      }
      fates.push({ kind: 'refused', failure });
      continue;
    }
    if ('guard' in verdict) facts.countSend(draft, verdict.guard);
    const records = recordsOfVerdict(verdict, submission.now);
    const email = emailOf(context, submission, draft, records, facts);
    const leaves = verdict.kind === 'deliver';
    if (leaves && submission.permit?.kind === 'contained') return { kind: 'refused', failure: becameLive() };
    const { leavesInPause = false } = submission;
    accepted.push({ email, records, notes: draft.notes ?? [], toDeliver: leaves, leavesInPause });
    fates.push({ kind: 'accepted', id: email.id, leaves, events: records.events });
  }
  const capped = spendCap(submission, facts, accepted.length);
  if (capped) return { kind: 'refused', failure: capped };
  // Last, because this counts the people.
  const left = accepted.flatMap(({ email, toDeliver }) => (toDeliver ? [email.toKey] : []));
  const failure = left.length > 0 ? unpermitted(left) : null;
  if (failure) return { kind: 'refused', failure };
  facts.keep();
  return { kind: 'judged', fates, accepted };
}

function spendCap(submission: Submission<unknown>, facts: SubmissionFacts, amount: number): Failure | null {
  const { token } = submission.caller;
  if (!token?.sendCap || amount === 0) return null;
  const spent = spendSendCap(token.sendCap, facts.sendCounts(token.key), amount, submission.now);
  if ('retryAfterSeconds' in spent) return capRefusal(token.sendCap, spent.retryAfterSeconds);
  facts.setSendCounts(token.key, spent);
  return null;
}

/** Sending was switched on after the preview. */
function becameLive(): Failure {
  return changedSince('its mail would now be really sent, and no person was asked');
}

function atIndex(failure: Failure, index: number, { to }: Draft): Failure {
  const { explanation, retryAfterSeconds, recipients } = failure;
  return new Failure(failure.failure, {
    message: failure.message,
    details: { index, to: to.address, ...(failure.details as object | undefined) },
    ...(explanation !== undefined && { explanation }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    recipients,
  });
}

function failureOf(
  verdict: Extract<Verdict, { kind: 'refuse' }>,
  { guard, now, mailbox }: SendFacts,
): Failure {
  if (verdict.failure === 'RECIPIENT_RATE_LIMITED') {
    const { reason, retryAfterSeconds } = verdict;
    return new Failure(verdict.failure, {
      details: { reason, rule: guardRules[reason], retry_after: retryAfterSeconds },
      explanation: explainGuard(verdict, guard, now),
      retryAfterSeconds,
      recipients: [mailbox.key],
    });
  }
  return 'message' in verdict ? tokenRefusal(verdict, mailbox) : new Failure(verdict.failure);
}

/** The id and Message-ID are the same on every attempt. */
function emailOf(
  context: JudgingContext,
  submission: Submission<unknown>,
  draft: Draft,
  records: AcceptedRecords,
  facts: SubmissionFacts,
): Omit<EmailRecord, 'key'> {
  const id = context.ids.id('eml');
  const organization = submission.caller.organization.key;
  const subscriber = facts.recipient(draft)?.subscriber ?? null;
  const { names, withoutDefault } = draft.placeholders ?? placeholdersIn(draft);
  const recipient = subscriber ?? { email: draft.to.address };
  const { postalAddress } = submission.caller.organization;
  const isBulk = classifyStream(submission.source, draft.transactional ?? false) === 'bulk';
  const values =
    names.length === 0
      ? null
      : resolveMailValues(names, recipient, { given: draft.values, isBulk, postalAddress });
  const missing =
    values &&
    withoutDefault.filter(
      (name) => !hasSystemLink(name, subscriber !== null) && !Object.hasOwn(values, name),
    );
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
    replyTo: resolveReplyTo(draft, submission.caller.organization),
    subject: lineOf(draft, draft.subject, values, subjectCharactersMax),
    preview: draft.preview && lineOf(draft, draft.preview, values, previewCharactersMax),
    messageId: draft.messageId ?? `<${id}@${draft.from.domain}>`,
    subscriberId: subscriber?.id ?? null,
    campaignId: draft.campaignId ?? null,
    workflowRunId: draft.workflowRunId ?? null,
    mergeValues: keptValues(values, draft),
    mergeMissing: missing && missing.length > 0 ? missing : null,
    body: draft.body,
    badges: draft.badges && draft.badges.length > 0 ? [...draft.badges] : null,
    tracked: draft.tracked ?? untracked,
    automatic: draft.automatic ?? false,
    transactional: draft.transactional ?? false,
    cause: draft.cause ?? submission.cause,
    template: draft.template ?? null,
    trace: submission.trace ?? null,
  };
}

/** A shared body stores common values itself. */
function keptValues(values: MergeFields | null, { body }: Draft): MergeFields | null {
  if (body.kind === 'shared' && values) {
    const { [postalAddressField]: _, ...own } = values;
    return own;
  }
  if (!('postalAddress' in body) || body.postalAddress === undefined) return values;
  return { ...values, [footField]: body.postalAddress };
}

/** A submitted message is not a template. */
function lineOf({ body }: Draft, text: string, values: MergeFields | null, charactersMax: number): string {
  if (body.kind === 'mime') return text;
  return cutAtCodeUnits(fillMergeFields(text, values ?? {}, 'header'), charactersMax);
}

function placeholdersIn({ subject, preview, body }: Draft): NonNullable<Draft['placeholders']> {
  if (body.kind === 'mime') return { names: [], withoutDefault: [] };
  return listPlaceholders([subject, preview, body.source]);
}
