import { z } from 'zod';
import type { KeptBody } from '../content/body.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { type CauseChain, CauseLink } from '../sending/mail-cause.ts';
import { type MailTemplate, MailTemplateAnswer } from '../template/template.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';
import { type EmailEventType, emailEvents, type emailNotes, timelineTypes } from './lifecycle.ts';
import type { Tracked } from './tracked.ts';
import { Trouble } from './trouble.ts';

export type { EmailEventType } from './lifecycle.ts';
export { type Tracked, untracked } from './tracked.ts';

export const emailSources = ['api', 'smtp', 'campaign', 'workflow', 'test'] as const;
export type EmailSource = (typeof emailSources)[number];

/** `live` mail leaves, `test` delivery is simulated, and `captured` mail is kept because sending is off. */
export const deliveryModes = ['live', 'test', 'captured'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

/** `at` is epoch milliseconds; `details` depend on the type. */
export type EmailEvent = {
  type: EmailEventType;
  at: number;
  /** Caused by a scanner or an image proxy, not by a person. */
  machine: boolean;
  details: Record<string, unknown>;
};

export type EmailNote = Omit<EmailEvent, 'type'> & { type: (typeof emailNotes)[number] };

export type TimelineEntry = EmailEvent | EmailNote;

export type EmailRecord = {
  key: number;
  id: string;
  organization: number;
  token: number | null;
  source: EmailSource;
  deliveryMode: DeliveryMode;
  lastEvent: EmailEventType;
  lastEventAt: number;
  lastEventMachine: boolean;
  createdAt: number;
  sentAt: number | null;
  /** `Display <address>`, formatted from the parsed mailbox. */
  from: string;
  to: string;
  toKey: string;
  replyTo: string | null;
  subject: string;
  preview: string | null;
  messageId: string;
  subscriberId: string | null;
  campaignId: string | null;
  workflowRunId: string | null;
  mergeValues: Record<string, string> | null;
  /** Placeholders in subject, preview and body without a value or default. */
  mergeMissing: string[] | null;
  body: KeptBody;
  /** Findings of content verification for the sender; null for none. */
  badges: Badge[] | null;
  tracked: Tracked;
  automatic: boolean;
  /** A workflow's non-marketing mail, such as a receipt. False for other sources. */
  transactional: boolean;
  /** The accepting span as a `traceparent`; null if none was recorded. */
  trace: string | null;
  /** Calls and workflow steps behind the mail, nearest first; null for mail of earlier releases. */
  cause: CauseChain | null;
  /** Null for mail without a template. */
  template: MailTemplate | null;
};

export type EmailHead = Omit<
  EmailRecord,
  | 'body'
  | 'mergeValues'
  | 'mergeMissing'
  | 'badges'
  | 'tracked'
  | 'automatic'
  | 'transactional'
  | 'trace'
  | 'cause'
  | 'template'
>;

/** Untrusted, because SMTP clients pass on visitor input and the mail contains the recipient's values. */
const summaryFields = {
  object: z.literal('email'),
  id: z.string(),
  from: untrusted(z.string()),
  to: z.array(untrusted(z.string())),
  reply_to: untrusted(z.string().nullable()),
  subject: untrusted(z.string()),
  preview: untrusted(z.string().nullable()),
  last_event: z.enum(emailEvents),
  created_at: Instant,
  sent_at: Instant.nullable(),
  message_id: untrusted(z.string()),
  source: z.enum(emailSources),
  delivery_mode: z.enum(deliveryModes),
  subscriber_id: z.string().nullable(),
  campaign_id: z.string().nullable(),
  workflow_run_id: z.string().nullable(),
};

export const EmailSummary = z.object({
  ...summaryFields,
  trouble: Trouble.optional().describe('Reason for delivery_delayed, bounced or failed'),
});

export const Email = z.object({
  ...summaryFields,
  html: untrusted(z.string().nullable()),
  text: untrusted(z.string().nullable()),
  cause: z
    .array(CauseLink)
    .nullable()
    .describe(
      'Calls and workflow steps that caused the email, nearest first. null: mail from earlier versions',
    ),
  template: MailTemplateAnswer.nullable().describe('Template with the version that was sent'),
  content_removed_at: Instant.nullable().describe('Time when POSTHOUSE_RETENTION_DAYS removed html and text'),
  attachments: z
    .array(
      z.object({
        filename: untrusted(z.string().nullable()),
        content_type: untrusted(z.string()),
        size: z.int(),
        content_id: untrusted(z.string()).optional().describe('Content-ID of an image that the HTML shows'),
      }),
    )
    .describe('Attachments of an email submitted over SMTP'),
  badges: z.array(Badge).describe('Findings of content verification'),
  events: z.array(
    z.object({
      type: z.enum(timelineTypes),
      created_at: Instant,
      machine: z.boolean(),
      // Replies of other mail servers, and readers' user agents.
      data: untrusted(z.record(z.string(), z.unknown()), 'event'),
    }),
  ),
});

export function contentRemovedAt({ body }: Pick<EmailRecord, 'body'>): string | null {
  return body.kind === 'removed' ? isoInstant(Number(body.source)) : null;
}

export function emailSummary(email: EmailHead): z.infer<typeof EmailSummary> {
  return {
    object: 'email',
    id: email.id,
    from: email.from,
    to: [email.to],
    reply_to: email.replyTo,
    subject: email.subject,
    preview: email.preview,
    last_event: email.lastEvent,
    created_at: isoInstant(email.createdAt),
    sent_at: isoInstantOrNull(email.sentAt),
    message_id: email.messageId,
    source: email.source,
    delivery_mode: email.deliveryMode,
    subscriber_id: email.subscriberId,
    campaign_id: email.campaignId,
    workflow_run_id: email.workflowRunId,
  };
}
