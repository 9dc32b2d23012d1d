import type { Mailbox } from '../../model/address.ts';
import type { KeptBody } from '../../model/content/body.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import type { EmailEvent, EmailNote, Tracked } from '../../model/email/email.ts';
import type { Failure, FailureName } from '../../model/failure.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import { gateFailures, type SendSource } from '../../model/sending/gates.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import type { Queries } from '../../store/database.ts';
import type { NewAuditEntry } from '../../store/records/audit.ts';
import type { Caller } from './caller.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import type { SendPermit } from './send-permit.ts';

/** What a tool that sends mail can be refused with, beside the failures of every call: the gates and the verifier. */
export const sendFailures = [
  'invalid_from_address',
  ...gateFailures,
  'rate_limit_exceeded',
  'content_verification_failed',
  'content_verification_unavailable',
] as const satisfies readonly FailureName[];

/** One mail a caller wants sent: read and checked, not yet judged. */
export type Draft = {
  from: Mailbox;
  /** Domains of others that the message names as senders, beside From; lower-case ASCII. */
  alsoFrom?: readonly string[];
  to: Mailbox;
  /** Null: the organization's default_reply_to, as it is at acceptance. */
  replyTo: Mailbox | null;
  /** The message says in its own words where replies go, or is signed as it is: no default is added to it. */
  keepsReplyTo?: true;
  subject: string;
  preview: string | null;
  /** Of a submission with `raw`, `mime` and that message's id. */
  body: KeptBody;
  /** With its angle brackets; made from the id of the mail when left out. */
  messageId?: string;
  /** The placeholders of subject, preview and body, where they were looked for once for many drafts. */
  placeholders?: { names: readonly string[]; withoutDefault: readonly string[] };
  /** The campaign it is a mail of. */
  campaignId?: string;
  /** The run of a workflow that it is a mail of. */
  workflowRunId?: string;
  /** The calls and steps that led to it; those of the submission when left out. */
  cause?: CauseChain;
  /** A mail of a workflow that is no marketing. */
  transactional?: true;
  /** Values beside those of the recipient, for the placeholders in use: `trigger.plan`. */
  values?: MergeFields;
  /** What verification noticed; nothing when left out. */
  badges?: readonly Badge[];
  /** Timeline notes about changes to the message. */
  notes?: readonly EmailNote[];
  /** Not followed when left out. */
  tracked?: Tracked;
  /** Whether the platform wrote it by itself; a person did when left out. */
  automatic?: true;
};

/** What one invocation hands to the gates. */
export type Submission<Answer> = {
  caller: Caller;
  source: SendSource;
  /** Epoch milliseconds. */
  now: number;
  /** The calls that led to its mails, unless a draft has its own; null for mail of an earlier version. */
  cause: CauseChain | null;
  /** The span it was handed over in, as `traceparent` has it; kept with its mails. */
  trace?: string | null;
  memory: IdempotencyRecord | null;
  /** The entry of the audit log that is written with it, by the answer; null where it is written by itself. */
  entryOf?(answer: unknown): NewAuditEntry | null;
  /** The mailboxes it may reach; all of it is refused if one mail would reach another. Any, if left out. */
  permit?: SendPermit;
  /** Sign-in links and other mail to the organization's own people leave while sending is paused. */
  leavesInPause?: true;
  drafts: readonly Draft[];
  /** The message that all drafts are copies of, kept once, if any of them is accepted. */
  raw?: { id: string; message: RawMessage };
  /** `strict`: the refusal of one draft refuses all. `permissive`: the others go. */
  mode: 'strict' | 'permissive';
  /**
   * What else is written with the mails, in their transaction, once each draft has its fate. A throw
   * undoes all of the submission.
   */
  alongside?(queries: Queries, fates: readonly Fate[]): Promise<void>;
  /** Makes the tool's answer from the fates of the drafts; it is stored with them. */
  answer(fates: readonly Fate[]): Answer;
};

/** Whether one draft was accepted, and as what. */
export type Fate =
  | {
      kind: 'accepted';
      id: string;
      /** Whether it is to be handed to another server: not so a fixture's, a captured or a suppressed one. */
      leaves: boolean;
      /** What has happened to it already: the whole life of a fixture's mail. */
      events: readonly EmailEvent[];
    }
  | { kind: 'refused'; failure: Failure };

/** The id of a draft of a `strict` submission, which is answered only when all of them are accepted. */
export function acceptedId(fate: Fate | undefined): string {
  if (fate?.kind !== 'accepted') throw new Error('a strict submission was answered without being accepted');
  return fate.id;
}

export type AcceptQueue = {
  /**
   * Judges the drafts and writes what is accepted.
   * @returns once it is on the disk
   * @throws Failure in `strict` mode, when a draft is refused: then nothing was written or counted
   */
  submit<Answer>(submission: Submission<Answer>): Promise<Answer>;
};
