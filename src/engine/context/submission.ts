import { formatMailbox, type Mailbox, parseMailbox } from '../../model/address.ts';
import type { KeptBody } from '../../model/content/body.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import type { EmailEvent, EmailNote, Tracked } from '../../model/email/email.ts';
import type { Failure, FailureName } from '../../model/failure.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { gateFailures, type SendSource } from '../../model/sending/gates.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import type { MailTemplate } from '../../model/template/template.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import type { Queries } from '../../store/database.ts';
import type { NewAuditEntry } from '../../store/records/access/audit.ts';
import type { Caller } from './caller.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import type { SendPermit } from './send-permit.ts';

export const sendFailures = [
  'invalid_from_address',
  ...gateFailures,
  'rate_limit_exceeded',
  'content_verification_failed',
  'content_verification_unavailable',
] as const satisfies readonly FailureName[];

export type Draft = {
  from: Mailbox;
  /** Other sender domains in the message, lower-case ASCII. */
  alsoFrom?: readonly string[];
  to: Mailbox;
  /** Null: the organization's default_reply_to at acceptance. */
  replyTo: Mailbox | null;
  /** Adds no default Reply-To, because the message has its own or is signed. */
  keepsReplyTo?: true;
  subject: string;
  preview: string | null;
  /** `mime` and the message id, in a submission with `raw`. */
  body: KeptBody;
  /** With angle brackets; derived from the mail's id by default. */
  messageId?: string;
  /** Placeholders parsed once for many drafts. */
  placeholders?: { names: readonly string[]; withoutDefault: readonly string[] };
  campaignId?: string;
  workflowRunId?: string;
  /** Defaults to the submission's chain. */
  cause?: CauseChain;
  /** Marks a workflow mail that is not marketing. */
  transactional?: true;
  /** Values for placeholders such as `trigger.plan`. */
  values?: MergeFields;
  badges?: readonly Badge[];
  notes?: readonly EmailNote[];
  /** Not tracked by default. */
  tracked?: Tracked;
  template?: MailTemplate;
  /** Marks mail written by the platform itself. */
  automatic?: true;
};

/** The platform's own mail expects no reply, so it gets no default. */
export function resolveReplyTo(
  { replyTo, keepsReplyTo, automatic }: Pick<Draft, 'replyTo' | 'keepsReplyTo' | 'automatic'>,
  { defaultReplyTo = null }: Pick<OrganizationRecord, 'defaultReplyTo'>,
): string | null {
  if (replyTo !== null) return formatMailbox(replyTo);
  return keepsReplyTo || automatic ? null : defaultReplyTo;
}

/** Undefined if replies go to the sender. */
export function shownReplyTo(
  draft: Pick<Draft, 'from' | 'replyTo' | 'keepsReplyTo' | 'automatic'>,
  organization: Pick<OrganizationRecord, 'defaultReplyTo'>,
): string | undefined {
  const replyTo = resolveReplyTo(draft, organization);
  const read = replyTo === null ? null : parseMailbox(replyTo);
  return read?.ok && read.mailbox.key !== draft.from.key ? formatMailbox(read.mailbox) : undefined;
}

export type Submission<Answer> = {
  caller: Caller;
  source: SendSource;
  now: number;
  /** Default for drafts without a chain; null for mail of an earlier version. */
  cause: CauseChain | null;
  /** `traceparent` of the span, stored with the mails. */
  trace?: string | null;
  memory: IdempotencyRecord | null;
  /** Builds the audit entry of the same transaction; null if it is written separately. */
  entryOf?(answer: unknown): NewAuditEntry | null;
  /** Refuses the whole submission if a mail would reach another mailbox. */
  permit?: SendPermit;
  /** Mail to the organization's own people, such as sign-in links, leaves during a pause. */
  leavesInPause?: true;
  drafts: readonly Draft[];
  /** Shared by all drafts and stored once if any is accepted. */
  raw?: { id: string; message: RawMessage };
  /** `strict`: one refused draft refuses all. */
  mode: 'strict' | 'permissive';
  /** Writes further rows in the mails' transaction, after the drafts were judged. A throw rolls back. */
  alongside?(queries: Queries, fates: readonly Fate[]): Promise<void>;
  /** The answer is stored with the mails. */
  answer(fates: readonly Fate[]): Answer;
};

export type Fate =
  | {
      kind: 'accepted';
      id: string;
      /** False for fixtures, captured and suppressed mail. */
      leaves: boolean;
      /** For a fixture's mail, these are all its events. */
      events: readonly EmailEvent[];
    }
  | { kind: 'refused'; failure: Failure };

/** For `strict` submissions. */
export function acceptedId(fate: Fate | undefined): string {
  if (fate?.kind !== 'accepted') throw new Error('a strict submission was answered without being accepted');
  return fate.id;
}

export type AcceptQueue = {
  /** @throws Failure in `strict` mode if a draft is refused; then nothing is written or counted */
  submit<Answer>(submission: Submission<Answer>): Promise<Answer>;
};
