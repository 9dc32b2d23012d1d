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
  /** Id in the same batch */
  batch?: string | undefined;
  source?: EmailSource | undefined;
  delivery_mode?: 'live' | 'test' | 'captured' | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Part of the recipient or subject */
  query?: string | undefined;
};

export type GetEmailInput = {
  /** Include the MIME message */
  source?: boolean | undefined;
};

export type GetEmailMetricsInput = {
  /** Defaults by interval: 1, 30, 84, 365 days back; at most 400, hours 31 */
  from?: string | undefined;
  to?: string | undefined;
  interval?: 'hour' | 'day' | 'week' | 'month' | undefined;
  /** domain: sender domain */
  group_by?: 'domain' | 'provider' | 'source' | 'campaign' | 'reason' | 'provider_reason' | undefined;
  /** Include test tokens and test recipients */
  include_test?: boolean | undefined;
  /** Omit empty periods */
  skip_empty?: boolean | undefined;
  limit?: number | undefined;
  /** next_after */
  after?: string | undefined;
};

export type WaitForEmailInput = {
  to?: string | undefined;
  /** Part of the subject */
  subject?: string | undefined;
  /** Id of an earlier email, or an instant; only newer emails match */
  after?: string | undefined;
  /** Wait until the email reaches this last event */
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
   * Send one transactional email to one real person. Mail to a fixture (example.com, *.test) is simulated. For many, use emails.batch. Next: emails.get.
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
   * Send 1 to 100 transactional emails to real people. Not for campaigns. strict sends all or none; permissive lists the invalid ones in errors.
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
   * Send a message marked [Test] to your own addresses. For a campaign, use campaigns.test.
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
   * List emails, newest first. For bodies, use emails.get.
   * @example
   * await posthouse.emails.list({ last_event: 'bounced', limit: 1 })
   */
  list(input?: ListEmailsInput, options?: CallOptions): List<EmailSummary, CallFailure>;
  /**
   * Show one email: last_event, html, text and its events. sent: the next server accepted it; delivered: the recipient’s did. The queued event has warnings.
   * @example
   * await posthouse.emails.get('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  get(id: string, input?: GetEmailInput, options?: CallOptions): Call<Email, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Get the complete MIME message of an email, as it was or would be sent. Also requires the scope subscribers.write, because links in the message act for the recipient. Assistants get the message without these links.
   * @example
   * await posthouse.emails.source('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  source(id: string, options?: CallOptions): Call<Uint8Array, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Get one attachment of an email submitted over SMTP; emails.get lists them.
   * @example
   * await posthouse.emails.attachment('eml_01kaa0xq5v8m3c2n7r4t6w9yzb', 1)
   */
  attachment(id: string, n: string | number, options?: CallOptions): Call<Uint8Array, CallFailure | 'not_found'>;
  /**
   * Count emails by outcome and period, newest first. By event time, in the organization’s time zone. opened and clicked exclude machines.
   * @example
   * await posthouse.emails.metrics({ interval: 'day', group_by: 'provider', limit: 1 })
   */
  metrics(input?: GetEmailMetricsInput, options?: CallOptions): Call<GetEmailMetricsAnswer, CallFailure>;
  /**
   * Wait until an email is accepted or reaches last_event. Waits up to 30 seconds; if id is null, call again. Finds the newest of the last day, or the first after `after`.
   * @example
   * await posthouse.emails.wait({ to: 'ada@example.com', subject: 'receipt', timeout_seconds: 10 })
   */
  wait(input?: WaitForEmailInput, options?: CallOptions): Call<WaitForEmailAnswer, CallFailure>;
  /**
   * Requeue an email that failed, had a soft or policy bounce, or was captured (once sending is on). Hard bounces are final.
   * @example
   * await posthouse.emails.retry('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  retry(id: string, options?: CallOptions): Call<EmailSummary, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'conflict' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send captured emails after sending is turned on.
   * @example
   * await posthouse.emails.release({ limit: 100 })
   */
  release(input?: ReleaseEmailsInput, options?: CallOptions): Call<Release, WriteFailure | 'conflict'>;
  /**
   * Check whether an address can receive mail. Sends nothing; contacts no mail server.
   * @example
   * await posthouse.emails.verify({ email: 'ada@gmial.com' })
   */
  verify(input: EmailsVerifyInput, options?: CallOptions): Call<EmailsVerifyAnswer, WriteFailure>;
};
