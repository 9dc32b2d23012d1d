// Printed by `npm run pins` from the catalogue.
import type { OneBody, SendLimits } from '../../send-fields.ts';
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { Email, EmailLastEvent, EmailSource, EmailSummary, EmailsVerifyAnswer, GetEmailMetricsAnswer, Release, SendEmailAnswer, SendEmailBatchAnswer, SendTestEmailAnswer } from '../records.ts';

export type SendEmailInput = {
  /** Address or Name <address> */
  from: string;
  to: string | string[];
  subject: string;
  reply_to?: string | undefined;
  preview?: string | undefined;
} & OneBody & SendLimits;

export type SendEmailBatchInput = SendEmailInput[];

export type SendTestEmailInput = {
  /** Address or Name <address> */
  from: string;
  subject: string;
  reply_to?: string | undefined;
  preview?: string | undefined;
  to: string[];
} & OneBody & SendLimits;

export type ListEmailsInput = PageInput & {
  last_event?: EmailLastEvent | undefined;
  to?: string | undefined;
  /** Part of the sender */
  from?: string | undefined;
  /** Id or email */
  subscriber?: string | undefined;
  campaign?: string | undefined;
  /** Accepted with this email */
  batch?: string | undefined;
  source?: EmailSource | undefined;
  delivery_mode?: 'live' | 'test' | 'captured' | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Part of recipient or subject */
  query?: string | undefined;
};

export type GetEmailInput = {
  /** Add the raw message */
  source?: boolean | undefined;
};

export type GetEmailMetricsInput = {
  /** Default by interval 1, 30, 84, 365 days back; at most 400, hours 31 */
  from?: string | undefined;
  to?: string | undefined;
  interval?: 'hour' | 'day' | 'week' | 'month' | undefined;
  /** domain: the sender’s */
  group_by?: 'domain' | 'provider' | 'source' | 'campaign' | 'reason' | 'provider_reason' | undefined;
  /** Also count mail of test tokens and to test recipients */
  include_test?: boolean | undefined;
  /** Leave out periods of zeros */
  skip_empty?: boolean | undefined;
  limit?: number | undefined;
  /** next_after */
  after?: string | undefined;
};

export type WaitForEmailInput = {
  to?: string | undefined;
  /** Part of it */
  subject?: string | undefined;
  /** The id of a mail seen before, or an instant: only newer ones */
  after?: string | undefined;
  /** Wait until this is its last event */
  last_event?: EmailLastEvent | undefined;
  timeout_seconds?: number | undefined;
};

export type WaitForEmailAnswer = Email | { object: 'email'; id: null };

export type ReleaseEmailsInput = {
  limit?: number | undefined;
  after?: string | undefined;
  campaign?: string | undefined;
};

export type EmailsVerifyInput = {
  email: string;
};

/** Methods of `posthouse.emails`. */
export type EmailsMethods = {
  /**
   * Send one transactional email to one person, a real one unless at a fixture (example.com, *.test). For many: emails.batch. Then emails.get.
   * @example
   * await posthouse.emails.send({
   *   from: 'Acme <hello@acme.example>',
   *   to: 'ada@example.com',
   *   subject: 'Your receipt',
   *   markdown: '# Thank you\n\nHello {{firstName|there}}, your order is on its way.',
   * })
   */
  send(input: SendEmailInput, options?: CallOptions): Call<SendEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'invalid_from_address'>;
  /**
   * Send 1 to 100 transactional emails to real people; not for campaigns. strict: all or none; permissive: errors has the faulty ones.
   * @example
   * await posthouse.emails.batch([
   *   {
   *     from: 'hello@acme.example',
   *     to: 'ada@example.com',
   *     subject: 'Hello',
   *     markdown: 'Hello Ada',
   *   },
   *   {
   *     from: 'hello@acme.example',
   *     to: 'bob@example.com',
   *     subject: 'Hello',
   *     html: '<p>Hello Bob</p>',
   *   },
   * ], { validation: 'permissive' })
   */
  batch(input: SendEmailBatchInput, options?: CallOptions & { validation?: 'strict' | 'permissive' | undefined }): Call<SendEmailBatchAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'invalid_from_address'>;
  /**
   * Send one message, marked [Test], to addresses of your own. For a campaign: campaigns.test.
   * @example
   * await posthouse.emails.sendTest({
   *   from: 'hello@acme.example',
   *   to: ['ada@example.com'],
   *   subject: 'Our news in May',
   *   markdown: '# News',
   * })
   */
  sendTest(input: SendTestEmailInput, options?: CallOptions): Call<SendTestEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'invalid_from_address'>;
  /**
   * List emails, newest first; bodies: emails.get.
   * @example
   * await posthouse.emails.list({ last_event: 'bounced', limit: 1 })
   */
  list(input?: ListEmailsInput, options?: CallOptions): List<EmailSummary, CallFailure>;
  /**
   * Show one email: last_event, html, text, and all that happened to it. sent: the next server took it; delivered: the recipient’s did. The queued event holds warnings.
   * @example
   * await posthouse.emails.get('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  get(id: string, input?: GetEmailInput, options?: CallOptions): Call<Email, CallFailure | 'conflict' | 'not_found'>;
  /**
   * The complete message of an email, as it was or would be sent. Also needs the scope subscribers.write, because its links act for the recipient. An assistant gets it without these links.
   * @example
   * await posthouse.emails.source('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  source(id: string, options?: CallOptions): Call<Uint8Array, CallFailure | 'conflict' | 'not_found'>;
  /**
   * One attachment of an email submitted over SMTP; emails.get lists them.
   * @example
   * await posthouse.emails.attachment('eml_01kaa0xq5v8m3c2n7r4t6w9yzb', 1)
   */
  attachment(id: string, n: string | number, options?: CallOptions): Call<Uint8Array, CallFailure | 'not_found'>;
  /**
   * Count emails by outcome and interval, newest first. Counted when it happened, in the organization’s time zone. opened, clicked: people; machines apart.
   * @example
   * await posthouse.emails.metrics({ interval: 'day', group_by: 'provider', limit: 1 })
   */
  metrics(input?: GetEmailMetricsInput, options?: CallOptions): Call<GetEmailMetricsAnswer, CallFailure>;
  /**
   * Show an email once it is accepted, or has last_event. Held up to 30 seconds; id null: call again. Finds the newest of the last day, or the first after `after`.
   * @example
   * await posthouse.emails.wait({ to: 'ada@example.com', subject: 'receipt', timeout_seconds: 10 })
   */
  wait(input?: WaitForEmailInput, options?: CallOptions): Call<WaitForEmailAnswer, CallFailure>;
  /**
   * Requeue an email that failed, bounced soft or by policy, or was captured (once sending is on). Not for hard bounces.
   * @example
   * await posthouse.emails.retry('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  retry(id: string, options?: CallOptions): Call<EmailSummary, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'conflict' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send captured emails, once sending is on.
   * @example
   * await posthouse.emails.release({ limit: 100 })
   */
  release(input?: ReleaseEmailsInput, options?: CallOptions): Call<Release, WriteFailure | 'conflict'>;
  /**
   * Check whether mail to an address can arrive. Sends nothing, and contacts no mailbox.
   * @example
   * await posthouse.emails.verify({ email: 'ada@gmial.com' })
   */
  verify(input: EmailsVerifyInput, options?: CallOptions): Call<EmailsVerifyAnswer, WriteFailure>;
};
