import { formatMailbox, type Mailbox, parseMailbox } from '../../model/address.ts';
import type { KeptBody } from '../../model/content/body.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import type { EmailEvent, EmailNote, Tracked } from '../../model/email/email.ts';
import type { Failure, FailureName } from '../../model/failure.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { gateFailures, type SendSource } from '../../model/sending/gates.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import type { Queries } from '../../store/database.ts';
import type { NewAuditEntry } from '../../store/records/audit.ts';
import type { Caller } from './caller.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import type { SendPermit } from './send-permit.ts';

/** Failures of every tool that sends mail: refusals of the gates and the verifier. */
export const sendFailures = [
  'invalid_from_address',
  ...gateFailures,
  'rate_limit_exceeded',
  'content_verification_failed',
  'content_verification_unavailable',
] as const satisfies readonly FailureName[];

/** One parsed and validated mail, before the gates. */
export type Draft = {
  from: Mailbox;
  /** Further sender domains in the message besides From; lower-case ASCII. */
  alsoFrom?: readonly string[];
  to: Mailbox;
  /** Null: the organization's default_reply_to at acceptance. */
  replyTo: Mailbox | null;
  /** Adds no default Reply-To: the message has its own, or is signed already. */
  keepsReplyTo?: true;
  subject: string;
  preview: string | null;
  /** `mime` and the id of the message, in a submission with `raw`. */
  body: KeptBody;
  /** With angle brackets; derived from the mail's id when left out. */
  messageId?: string;
  /** Placeholders of subject, preview and body, if they were parsed once for many drafts. */
  placeholders?: { names: readonly string[]; withoutDefault: readonly string[] };
  /** Id of its campaign. */
  campaignId?: string;
  /** Id of its workflow run. */
  workflowRunId?: string;
  /** Calls and steps that led to this draft; those of the submission when left out. */
  cause?: CauseChain;
  /** Marks a workflow mail that is not marketing. */
  transactional?: true;
  /** Values for placeholders such as `trigger.plan`, besides those of the recipient. */
  values?: MergeFields;
  /** Findings of verification. */
  badges?: readonly Badge[];
  /** Timeline notes about changes to the message. */
  notes?: readonly EmailNote[];
  /** Not tracked when left out. */
  tracked?: Tracked;
  /** Marks a mail that the platform wrote by itself. */
  automatic?: true;
};

/** Returns where replies to a mail go. Mail that the platform writes by itself asks for no reply, so it gets no default. */
export function replyToOf(
  { replyTo, keepsReplyTo, automatic }: Pick<Draft, 'replyTo' | 'keepsReplyTo' | 'automatic'>,
  { defaultReplyTo = null }: Pick<OrganizationRecord, 'defaultReplyTo'>,
): string | null {
  if (replyTo !== null) return formatMailbox(replyTo);
  return keepsReplyTo || automatic ? null : defaultReplyTo;
}

/** Returns the same for a reader of the mail: undefined where replies go to the sender. */
export function shownReplyTo(
  draft: Pick<Draft, 'from' | 'replyTo' | 'keepsReplyTo' | 'automatic'>,
  organization: Pick<OrganizationRecord, 'defaultReplyTo'>,
): string | undefined {
  const replyTo = replyToOf(draft, organization);
  const read = replyTo === null ? null : parseMailbox(replyTo);
  return read?.ok && read.mailbox.key !== draft.from.key ? formatMailbox(read.mailbox) : undefined;
}

/** Mail of one invocation, submitted to the gates. */
export type Submission<Answer> = {
  caller: Caller;
  source: SendSource;
  /** Epoch milliseconds. */
  now: number;
  /** Calls that led to its mails, unless a draft has its own chain; null for mail of an earlier version. */
  cause: CauseChain | null;
  /** Its span as a `traceparent`, stored with its mails. */
  trace?: string | null;
  memory: IdempotencyRecord | null;
  /** Builds the audit entry written in the same transaction; null if the entry is written separately. */
  entryOf?(answer: unknown): NewAuditEntry | null;
  /** The mailboxes it may reach; all of it is refused if one mail would reach another. Any, if left out. */
  permit?: SendPermit;
  /** Sign-in links and other mail to the organization's own people leave while sending is paused. */
  leavesInPause?: true;
  drafts: readonly Draft[];
  /** The message all drafts share, stored once if any of them is accepted. */
  raw?: { id: string; message: RawMessage };
  /** `strict`: one refused draft refuses all. `permissive`: the other drafts are accepted. */
  mode: 'strict' | 'permissive';
  /** Writes further rows in the transaction of the mails, after the drafts were judged. A throw rolls the submission back. */
  alongside?(queries: Queries, fates: readonly Fate[]): Promise<void>;
  /** Builds the tool's answer, which is stored with the mails. */
  answer(fates: readonly Fate[]): Answer;
};

/** Verdict on one draft. */
export type Fate =
  | {
      kind: 'accepted';
      id: string;
      /** Whether it goes to another server. False for fixtures, captured and suppressed mail. */
      leaves: boolean;
      /** Events so far; for a fixture's mail, all of them. */
      events: readonly EmailEvent[];
    }
  | { kind: 'refused'; failure: Failure };

/** Returns the id of an accepted draft of a `strict` submission. */
export function acceptedId(fate: Fate | undefined): string {
  if (fate?.kind !== 'accepted') throw new Error('a strict submission was answered without being accepted');
  return fate.id;
}

export type AcceptQueue = {
  /**
   * Judges the drafts and writes the accepted ones.
   * @returns after the commit
   * @throws Failure in `strict` mode if a draft is refused; nothing is written or counted then
   */
  submit<Answer>(submission: Submission<Answer>): Promise<Answer>;
};
