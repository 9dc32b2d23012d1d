// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../result.ts';
import type { OneBody, SendLimits } from '../send-fields.ts';
import type { CallFailure, WriteFailure } from './failures.ts';
import type { AbTest, AddSuppressionInputOrigin, AddSuppressionsAnswer, Approval, ApprovalStatus, Audience, AuditEntry, Campaign, CampaignPreview, CampaignReport, CampaignSummary, Consent, ContentVerification, CreateCampaignInputAudience, CreatedToken, DeletedCampaign, DeletedDomain, DeletedGrant, DeletedIntegration, DeletedSegment, DeletedSubscriber, DeletedSuppression, DeletedTag, DeletedTemplate, DeletedToken, DeletedWebhook, DeletedWorkflow, Domain, DomainSummary, Email, EmailLastEvent, EmailSource, EmailSummary, EmailsVerifyAnswer, Event, ExportKind, ExportLink, GetEmailMetricsAnswer, Grant, Import, Integration, IntegrationEvent, IntegrationEventState, IntegrationProvider, LinkRedirect, Mapping, Organization, OrganizationExportLink, OrganizationSettings, PublishedTemplate, Recipient, Release, RemoveSuppressionsAnswer, Replay, RotatedToken, RotatedWebhook, SavedSubscriber, SavedTag, SavedWebhook, Segment, SegmentSummary, SendCap, SendEmailAnswer, SendEmailBatchAnswer, SendEmailInputTo, SendTestEmailAnswer, Subscriber, SubscriberBatch, SubscriberExportLink, SubscriberSource, Suppression, SuppressionExport, SuppressionImport, SuppressionOrigin, Tag, TagApplication, Template, TemplatePreview, TemplateSummary, Throttle, Token, TokenScope, Tool, ToolsRunAnswer, TrackedEvent, Tracking, Variable, Verification, VerifyEmailAddressesAnswer, Webhook, WebhookEvent, WebhookEventSummary, WebhookReplay, WebhookSamples, Workflow, WorkflowCancellation, WorkflowRun, WorkflowRunStatus, WorkflowRunSummary, WorkflowRunSummaryList, WorkflowSimulation, WorkflowSummary, WorkflowTrigger } from './records.ts';

export type ListApprovalsInput = PageInput & {
  status?: ApprovalStatus | undefined;
};

export type WaitForApprovalInput = {
  timeout_seconds?: number | undefined;
};

/** Methods of `posthouse.approvals`. */
export type ApprovalsMethods = {
  /**
   * List approval requests for assistants’ calls, newest first, without previews.
   * @example
   * await posthouse.approvals.list({ status: 'pending' })
   */
  list(input?: ListApprovalsInput, options?: CallOptions): List<Approval, CallFailure>;
  /**
   * Get an approval request and its decision.
   * @example
   * await posthouse.approvals.get('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV')
   */
  get(id: string, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
  /**
   * Wait until a person has decided an approval request and the approved call is done. Waits up to 30 seconds; while pending, call again. If outcome is done, do not repeat the call. states: current status.
   * @example
   * await posthouse.approvals.wait('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV', { timeout_seconds: 10 })
   */
  wait(id: string, input?: WaitForApprovalInput, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
};

export type ListAuditLogInput = {
  limit?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  tool?: string | undefined;
  token_id?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

/** Methods of `posthouse.auditLog`. */
export type AuditLogMethods = {
  /**
   * List changes and sends of the last 90 days and who made them.
   * @example
   * await posthouse.auditLog.list({ tool: 'send_campaign' })
   */
  list(input?: ListAuditLogInput, options?: CallOptions): List<AuditEntry, CallFailure>;
};

export type CreateCampaignInput = {
  name?: string | undefined;
  subject?: string | null | undefined;
  preview?: string | null | undefined;
  fromName?: string | null | undefined;
  fromEmail?: string | null | undefined;
  replyTo?: string | null | undefined;
  content?: string | Record<string, unknown> | null | undefined;
  contentType?: 'MARKDOWN' | 'HTML' | 'TIPTAP' | undefined;
  html?: string | null | undefined;
  markdown?: string | null | undefined;
  tiptap?: Record<string, unknown> | null | undefined;
  timezone?: string | null | undefined;
  audience?: CreateCampaignInputAudience | null | undefined;
  abTest?: AbTest | null | undefined;
  throttle?: Throttle | null | undefined;
  tracking?: Tracking | null | undefined;
};

export type ListCampaignsInput = PageInput & {
  /** DRAFT, SCHEDULED, SENDING, SENT, ARCHIVED */
  status?: string | undefined;
  /** Part of the name or subject */
  query?: string | undefined;
};

export type UpdateCampaignInput = {
  name?: string | undefined;
  subject?: string | null | undefined;
  preview?: string | null | undefined;
  fromName?: string | null | undefined;
  fromEmail?: string | null | undefined;
  replyTo?: string | null | undefined;
  content?: string | Record<string, unknown> | null | undefined;
  contentType?: 'MARKDOWN' | 'HTML' | 'TIPTAP' | undefined;
  html?: string | null | undefined;
  markdown?: string | null | undefined;
  tiptap?: Record<string, unknown> | null | undefined;
  timezone?: string | null | undefined;
  audience?: CreateCampaignInputAudience | null | undefined;
  abTest?: AbTest | null | undefined;
  throttle?: Throttle | null | undefined;
  tracking?: Tracking | null | undefined;
  expectedRevision?: number | undefined;
};

export type PreviewCampaignInput = {
  /** For merge values */
  subscriber?: string | undefined;
  variant?: number | undefined;
};

export type TestCampaignInput = {
  to: string[];
  /** A/B test variant, from 0 */
  variant?: number | undefined;
};

export type SendCampaignInput = {
  /** ISO 8601; without offset, in timezone */
  scheduledAt?: string | undefined;
  /** Default: the campaign’s */
  timezone?: string | undefined;
};

export type RescheduleCampaignInput = {
  /** ISO 8601; without offset, in timezone */
  scheduledAt: string;
  /** Default: the campaign’s */
  timezone?: string | undefined;
};

export type RedirectLinkInput = {
  /** Original or current target, or link number from 1 */
  url: string;
  /** New https target */
  to: string;
};

export type ListCampaignRecipientsInput = PageInput & {
  /** WAITING, ACCEPTED, SKIPPED; for ACCEPTED, see last_event */
  state?: string | undefined;
  last_event?: EmailLastEvent | undefined;
};

/** Methods of `posthouse.campaigns`. */
export type CampaignsMethods = {
  /**
   * Draft a campaign; nothing is sent. Content must contain {{unsubscribeUrl}}. Check problem, badges and warnings. Next: campaigns.test, campaigns.send.
   * @example
   * await posthouse.campaigns.create({
   *   name: 'May news',
   *   subject: 'Our news in May',
   *   fromName: 'Acme',
   *   fromEmail: 'news@acme.example',
   *   markdown: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
   *   audience: { tags: { any: ['newsletter'] } },
   * })
   */
  create(input?: CreateCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict'>;
  /**
   * List campaigns with their stats, newest first.
   * @example
   * await posthouse.campaigns.list({ status: 'DRAFT' })
   */
  list(input?: ListCampaignsInput, options?: CallOptions): List<CampaignSummary, CallFailure>;
  /**
   * Show one campaign: content, audience, stats, badges.
   * @example
   * await posthouse.campaigns.get('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(campaignId: string, options?: CallOptions): Call<Campaign, CallFailure | 'not_found'>;
  /**
   * Update a DRAFT. Omitted fields stay; empty text clears. audience and abTest are replaced. throttle can also change in a paused SENDING campaign.
   * @example
   * await posthouse.campaigns.update('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subject: 'Our news in May', expectedRevision: 1 })
   */
  update(campaignId: string, input?: UpdateCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'campaign_not_draft' | 'conflict' | 'not_found'>;
  /**
   * Render a campaign as a subscriber would receive it.
   * @example
   * await posthouse.campaigns.preview('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subscriber: 'ada@example.com' })
   */
  preview(campaignId: string, input?: PreviewCampaignInput, options?: CallOptions): Call<CampaignPreview, CallFailure | 'not_found'>;
  /**
   * Count the recipients of a campaign and the skipped people by reason.
   * @example
   * await posthouse.campaigns.audience('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  audience(campaignId: string, options?: CallOptions): Call<Audience, CallFailure | 'not_found'>;
  /**
   * Send a campaign, marked [Test], to your own addresses.
   * @example
   * await posthouse.campaigns.test('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { to: ['ada@example.com'] })
   */
  test(campaignId: string, input: TestCampaignInput, options?: CallOptions): Call<SendTestEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send a DRAFT campaign to its whole audience, now or at scheduledAt. Before it starts, use campaigns.reschedule or campaigns.cancel; afterwards, campaigns.pause.
   * @example
   * await posthouse.campaigns.send('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' })
   */
  send(campaignId: string, input?: SendCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'audience_empty' | 'campaign_not_draft' | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'missing_unsubscribe_url' | 'not_found' | 'scheduled_in_past'>;
  /**
   * Return a SCHEDULED campaign to DRAFT.
   * @example
   * await posthouse.campaigns.cancel('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  cancel(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Reschedule a SCHEDULED campaign. An earlier time needs approval.
   * @example
   * await posthouse.campaigns.reschedule('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' })
   */
  reschedule(campaignId: string, input: RescheduleCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found' | 'scheduled_in_past'>;
  /**
   * Pause a SENDING campaign. Next: campaigns.resume or campaigns.end. To fix a link, use campaigns.redirectLink.
   * @example
   * await posthouse.campaigns.pause('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  pause(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Resume a paused campaign for its remaining recipients.
   * @example
   * await posthouse.campaigns.resume('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  resume(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * End a SENDING campaign for good and archive it. Remaining recipients are not mailed. To stop for now, use campaigns.pause.
   * @example
   * await posthouse.campaigns.end('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  end(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Change the target of tracked links to a URL, also in sent mail.
   * @example
   * await posthouse.campaigns.redirectLink('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { url: 'https://acme.example/sale-2026', to: 'https://acme.example/sale-2027' })
   */
  redirectLink(campaignId: string, input: RedirectLinkInput, options?: CallOptions): Call<LinkRedirect, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'not_found'>;
  /**
   * Archive a DRAFT or SENT campaign.
   * @example
   * await posthouse.campaigns.archive('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  archive(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Return an ARCHIVED campaign that was never sent to DRAFT.
   * @example
   * await posthouse.campaigns.restore('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  restore(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List the recipients of a campaign and their outcomes.
   * @example
   * await posthouse.campaigns.recipients('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'skipped' })
   */
  recipients(campaignId: string, input?: ListCampaignRecipientsInput, options?: CallOptions): List<Recipient, CallFailure | 'not_found'>;
  /**
   * Show campaign results: rates, opens and clicks over time, links, bounces. For people, use campaigns.recipients.
   * @example
   * await posthouse.campaigns.report('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  report(campaignId: string, options?: CallOptions): Call<CampaignReport, CallFailure | 'not_found'>;
  /**
   * Delete a campaign that is not SENDING. A SCHEDULED one is cancelled first.
   * @example
   * await posthouse.campaigns.delete('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(campaignId: string, options?: CallOptions): Call<DeletedCampaign, WriteFailure | 'not_found'>;
  /**
   * Copy any campaign, sent or not, into a new DRAFT.
   * @example
   * await posthouse.campaigns.duplicate('cmp_01kb3k7f5d2c8n1r4s6t9v0w3w')
   */
  duplicate(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
};

export type AddDomainInput = UpdateDomainInput & {
  name: string;
};

export type ListDomainsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateDomainInput = {
  /** Bounce subdomain */
  custom_return_path?: string | undefined;
  tracking_subdomain?: string | null | undefined;
  open_tracking?: boolean | undefined;
  click_tracking?: boolean | undefined;
  /** enforced: TLS only */
  tls?: 'opportunistic' | 'enforced' | undefined;
  /** Send slowly at first */
  warm_up?: boolean | undefined;
};

/** Methods of `posthouse.domains`. */
export type DomainsMethods = {
  /**
   * Add a sending domain. Publish the DNS records it returns, then call domains.verify. Add each subdomain separately.
   * @example
   * await posthouse.domains.add({ name: 'acme.com' })
   */
  add(input: AddDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'conflict'>;
  /**
   * List sending domains with their status. For DNS records, use domains.get.
   * @example
   * await posthouse.domains.list()
   */
  list(input?: ListDomainsInput, options?: CallOptions): List<DomainSummary, CallFailure>;
  /**
   * Show a sending domain: DNS records, the last check, and what to change.
   * @example
   * await posthouse.domains.get('acme.com')
   */
  get(id: string, options?: CallOptions): Call<Domain, CallFailure | 'not_found'>;
  /**
   * Change settings of a sending domain.
   * @example
   * await posthouse.domains.update('acme.com', { tls: 'enforced' })
   */
  update(id: string, input?: UpdateDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'not_found'>;
  /**
   * Check the DNS records of a sending domain and show what to fix. New records can take hours to appear.
   * @example
   * await posthouse.domains.verify('acme.com')
   */
  verify(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create new DKIM keys for a sending domain and return their DNS records. Old keys sign until DNS shows the new ones.
   * @example
   * await posthouse.domains.rotateDkim('acme.com')
   */
  rotateDkim(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Remove a sending domain and its DKIM keys; tokens bound to it cannot send.
   * @example
   * await posthouse.domains.remove('acme.com')
   */
  remove(id: string, options?: CallOptions): Call<DeletedDomain, WriteFailure | 'not_found'>;
};

export type SendEmailInput = {
  /** Address or Name <address> */
  from: string;
  to: SendEmailInputTo;
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

export type TrackEventInput = {
  name?: string | undefined;
  /** Unknown: creates a subscriber */
  email?: string | undefined;
  subscriberId?: string | undefined;
  externalId?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  /** Default: now */
  occurredAt?: string | undefined;
  triggerWorkflows?: boolean | undefined;
  /** Alias of name */
  event?: string | undefined;
  /** Alias of properties */
  data?: Record<string, unknown> | undefined;
};

/** Methods of `posthouse.events`. */
export type EventsMethods = {
  /**
   * Record an event of a subscriber, such as order.paid. Pass email or externalId.
   * @example
   * await posthouse.events.track({
   *   name: 'order.paid',
   *   email: 'ada@example.com',
   *   properties: { total: 42, currency: 'EUR' },
   *   occurredAt: '2026-11-21T09:31:00Z',
   * })
   */
  track(input?: TrackEventInput, options?: CallOptions): Call<TrackedEvent, WriteFailure | 'not_found'>;
};

export type ExportCsvInput = {
  kind: ExportKind;
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Name or id */
  tag?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** Emails only */
  last_event?: EmailLastEvent | undefined;
  /** Emails only; id */
  campaign?: string | undefined;
  /** Events only */
  name?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  /** Suppressions only */
  origin?: SuppressionOrigin | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadSubscribersInput = {
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Name or id */
  tag?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadEmailsInput = {
  /** Emails only */
  last_event?: EmailLastEvent | undefined;
  /** Emails only; id */
  campaign?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadEventsInput = {
  /** Events only */
  name?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadSuppressionsInput = {
  /** Suppressions only */
  origin?: SuppressionOrigin | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

/** Methods of `posthouse.exports`. */
export type ExportsMethods = {
  /**
   * Get a link to a CSV file, valid for 15 minutes. status, tag and segment filter only subscribers.
   * @example
   * await posthouse.exports.csv({ kind: 'subscribers', columns: ['email', 'status', 'attributes.plan'] })
   */
  csv(input: ExportCsvInput, options?: CallOptions): Call<ExportLink, WriteFailure>;
  /**
   * Get a link to a JSON file with all data about one person. Also works for an address without a subscriber. The link is valid for 15 minutes.
   * @example
   * await posthouse.exports.subscriber('ada@example.com')
   */
  subscriber(subscriber: string, options?: CallOptions): Call<SubscriberExportLink, WriteFailure | 'not_found'>;
  /**
   * Get a link to a ZIP archive with all data of the organization. The link is valid for 15 minutes. The archive contains no secrets or private keys.
   * @example
   * await posthouse.exports.organization()
   */
  organization(options?: CallOptions): Call<OrganizationExportLink, WriteFailure>;
  /**
   * Download subscribers as CSV. Streams the rows as they are read, newest first. Needs the scope `subscribers.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadSubscribers()
   */
  downloadSubscribers(input?: ExportsDownloadSubscribersInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download emails as CSV. Streams the rows as they are read, newest first. Needs the scope `emails.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadEmails()
   */
  downloadEmails(input?: ExportsDownloadEmailsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download events as CSV. Streams the rows as they are read, newest first. Needs the scope `events.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadEvents()
   */
  downloadEvents(input?: ExportsDownloadEventsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download suppressions as CSV. Streams the rows as they are read, newest first. Needs the scope `suppressions.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadSuppressions()
   */
  downloadSuppressions(input?: ExportsDownloadSuppressionsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download the organization. Streams all data of the organization as a ZIP archive. Needs the scope `full_access`.
   * @example
   * await posthouse.exports.downloadOrganization()
   */
  downloadOrganization(options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download all data of one person. Streams one JSON document. Needs the scopes that read subscribers, events, emails, campaigns, suppressions and the organization.
   * @example
   * await posthouse.exports.downloadSubscriber('ada@example.com')
   */
  downloadSubscriber(subscriber: string, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure | 'not_found'>;
};

export type ListGrantsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

/** Methods of `posthouse.grants`. */
export type GrantsMethods = {
  /**
   * List apps approved over OAuth, with their scopes and the API token or person that approved each.
   * @example
   * await posthouse.grants.list({ limit: 20 })
   */
  list(input?: ListGrantsInput, options?: CallOptions): List<Grant, CallFailure>;
  /**
   * Revoke an app’s OAuth access, immediately and for good.
   * @example
   * await posthouse.grants.revoke('grt_5d2c8f1a7b4e6d9c0a3f8b1e2d')
   */
  revoke(id: string, options?: CallOptions): Call<DeletedGrant, WriteFailure | 'not_found'>;
};

export type ImportSubscribersInput = {
  csv?: string | undefined;
  importId?: string | undefined;
  file_name?: string | undefined;
  /** Maps each header to a field. Default: guessed from the headers */
  columns?: Record<string, string> | undefined;
  on_conflict?: 'upsert' | 'skip' | undefined;
  tags?: string[] | undefined;
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
  trigger_workflows?: boolean | undefined;
  start?: boolean | undefined;
  /** Return the counts without importing */
  dry_run?: boolean | undefined;
};

export type GetImportInput = {
  wait_seconds?: number | undefined;
};

export type ListImportsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

/** Methods of `posthouse.imports`. */
export type ImportsMethods = {
  /**
   * Import subscribers from CSV. First call with start: false to preview counts and columns, then with its importId to start. Next: imports.get.
   * @example
   * await posthouse.imports.create({
   *   csv: 'Email,First name\nada@example.com,Ada\ngrace@example.com,Grace\n',
   *   file_name: 'readers.csv',
   *   consent: { source: 'Sign-up sheet of the 2026 fair' },
   *   start: false,
   * })
   */
  create(input?: ImportSubscribersInput, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Upload one part of a large import file. Parts are numbered from 1. First call imports.create without csv. A part has at most 8 MiB, a file at most 200 MiB. Uploading a part again replaces it.
   * @example
   * await posthouse.imports.addPart('imp_01k9zr0a3vq8m5t2c7x4w6y1ne', 1, 'email\nada@example.com\n')
   */
  addPart(importId: string, part: string | number, content: string | Uint8Array, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Show the progress or result of an import.
   * @example
   * await posthouse.imports.get('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  get(importId: string, input?: GetImportInput, options?: CallOptions): Call<Import, CallFailure | 'not_found'>;
  /**
   * List subscriber imports, newest first.
   * @example
   * await posthouse.imports.list()
   */
  list(input?: ListImportsInput, options?: CallOptions): List<Import, CallFailure>;
  /**
   * Get the rows that an import rejected and the values it omitted as CSV: line, reason, field, message. Returns at most 10,000 rows; imports.get counts all of them by reason.
   * @example
   * await posthouse.imports.errors('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  errors(importId: string, options?: CallOptions): Call<string, CallFailure | 'not_found'>;
  /**
   * Cancel a running import. Rows that are already imported stay.
   * @example
   * await posthouse.imports.cancel('imp_01k9zr0a3vq8m5t2c7x4w6y1ne')
   */
  cancel(importId: string, options?: CallOptions): Call<Import, WriteFailure | 'conflict' | 'not_found'>;
};

export type CreateIntegrationInput = {
  provider: IntegrationProvider;
  secret?: string | undefined;
  name?: string | undefined;
  /** Paths in the payload, such as data.email */
  mapping?: Mapping | undefined;
};

export type ListIntegrationsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateIntegrationInput = {
  name?: string | null | undefined;
  /** The old secret stops working at once */
  secret?: string | undefined;
  /** Paths in the payload, such as data.email */
  mapping?: Mapping | undefined;
  /** Supabase: whether the mail that its send-email hook requests is sent */
  sends?: boolean | undefined;
  /** Create a new URL secret */
  newUrl?: boolean | undefined;
};

export type ListIntegrationEventsInput = PageInput & {
  state?: IntegrationEventState | undefined;
};

export type ReplayIntegrationEventsInput = {
  since?: string | undefined;
  limit?: number | undefined;
  eventId?: string | undefined;
};

/** Methods of `posthouse.integrations`. */
export type IntegrationsMethods = {
  /**
   * Create a URL where another system posts customers, events or delivery feedback. See posthouse://docs/integrations.
   * @example
   * await posthouse.integrations.create({
   *   provider: 'stripe',
   *   secret: 'whsec_…',
   *   mapping: { tags: ['customer'], events: ['customer.*'] },
   * })
   */
  create(input: CreateIntegrationInput, options?: CallOptions): Call<Integration, WriteFailure | 'conflict'>;
  /**
   * List integrations and their state.
   * @example
   * await posthouse.integrations.list()
   */
  list(input?: ListIntegrationsInput, options?: CallOptions): List<Integration, CallFailure>;
  /**
   * Show an integration: URL, mapping, last event and last error.
   * @example
   * await posthouse.integrations.get('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(id: string, options?: CallOptions): Call<Integration, CallFailure | 'not_found'>;
  /**
   * Change the name, secret or mapping of an integration, or create a new URL. A new mapping replaces the old one completely. When you create a new URL, the old one stops working.
   * @example
   * await posthouse.integrations.update('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { mapping: { tags: ['customer'], events: ['customer.*'] } })
   */
  update(id: string, input?: UpdateIntegrationInput, options?: CallOptions): Call<Integration, WriteFailure | 'not_found'>;
  /**
   * Delete an integration. Its URL stops working at once; its events are deleted within the hour. Subscribers and tracked events stay.
   * @example
   * await posthouse.integrations.delete('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(id: string, options?: CallOptions): Call<DeletedIntegration, WriteFailure | 'not_found'>;
  /**
   * List the events of an integration from the last 30 days with their results, newest first.
   * @example
   * await posthouse.integrations.events('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'applied' })
   */
  events(id: string, input?: ListIntegrationEventsInput, options?: CallOptions): List<IntegrationEvent, CallFailure | 'not_found'>;
  /**
   * Retry the failed events of an integration, or all events since a time.
   * @example
   * await posthouse.integrations.replay('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  replay(id: string, input?: ReplayIntegrationEventsInput, options?: CallOptions): Call<Replay, WriteFailure | 'not_found'>;
};

export type UpdateOrganizationSettingsInput = {
  name?: string | undefined;
  default_from?: string | null | undefined;
  default_reply_to?: string | null | undefined;
  timezone?: string | undefined;
  /** New subscribers must confirm */
  double_opt_in?: boolean | undefined;
  /** For the campaign footer */
  postal_address?: string | null | undefined;
};

export type PauseSendingInput = {
  reason?: string | undefined;
};

/** Methods of `posthouse.organization`. */
export type OrganizationMethods = {
  /**
   * Show your organization: plan, limits, and whether sending is on.
   * @example
   * await posthouse.organization.get()
   */
  get(options?: CallOptions): Call<Organization, CallFailure | 'not_found'>;
  /**
   * Change settings of your organization. Only the operator can change plan and sending_enabled.
   * @example
   * await posthouse.organization.update({ default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' })
   */
  update(input?: UpdateOrganizationSettingsInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Stop all mail of your organization; new mail waits.
   * @example
   * await posthouse.organization.pauseSending({ reason: 'The prices in the newsletter are wrong' })
   */
  pauseSending(input?: PauseSendingInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Resume sending after a pause.
   * @example
   * await posthouse.organization.resumeSending()
   */
  resumeSending(options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
};

export type ListWorkflowRunsInput = PageInput & {
  /** Id or email */
  subscriber?: string | undefined;
  status?: WorkflowRunStatus | undefined;
};

export type CancelWorkflowRunsInput = {
  runId?: string | undefined;
  all?: boolean | undefined;
};

export type RetryWorkflowRunsInput = {
  runId?: string | undefined;
  limit?: number | undefined;
};

/** Methods of `posthouse.runs`. */
export type RunsMethods = {
  /**
   * List the runs of a workflow, or of a subscriber in all workflows.
   * @example
   * await posthouse.runs.list('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  list(workflowId: string, input?: ListWorkflowRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
  /**
   * Explain one run: past steps with reasons, current wait, next step.
   * @example
   * await posthouse.runs.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', 'run_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(workflowId: string, runId: string, options?: CallOptions): Call<WorkflowRun, CallFailure | 'not_found'>;
  /**
   * Cancel one run for good, or every open run of a workflow with all: true.
   * @example
   * await posthouse.runs.cancel('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { all: true })
   */
  cancel(workflowId: string, input?: CancelWorkflowRunsInput, options?: CallOptions): Call<WorkflowCancellation, WriteFailure | 'not_found'>;
  /**
   * Retry FAILED runs at the step that failed: one run, or the oldest 100.
   * @example
   * await posthouse.runs.retry('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { runId: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk' })
   */
  retry(workflowId: string, input?: RetryWorkflowRunsInput, options?: CallOptions): Call<WorkflowRunSummaryList, WriteFailure | 'conflict' | 'not_found'>;
};

export type ListSegmentsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type CreateSegmentInput = {
  name: string;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule: Record<string, unknown>;
};

export type UpdateSegmentInput = {
  name?: string | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
};

/** Methods of `posthouse.segments`. */
export type SegmentsMethods = {
  /**
   * List segments, newest first. segments.get counts subscribers.
   * @example
   * await posthouse.segments.list()
   */
  list(input?: ListSegmentsInput, options?: CallOptions): List<SegmentSummary, CallFailure>;
  /**
   * Save a rule that selects subscribers. Rule grammar: posthouse://docs/segments.
   * @example
   * await posthouse.segments.create({
   *   name: 'Active on the pro plan',
   *   rule: {
   *     and: [
   *       { field: 'attributes.plan', operator: 'eq', value: 'pro' },
   *       { field: 'email_opened', operator: 'within', value: '30 days' },
   *     ],
   *   },
   * })
   */
  create(input: CreateSegmentInput, options?: CallOptions): Call<Segment, WriteFailure | 'conflict'>;
  /**
   * Show one segment and its subscriber count.
   * @example
   * await posthouse.segments.get('seg_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(segmentId: string, options?: CallOptions): Call<Segment, CallFailure | 'not_found'>;
  /**
   * Rename a segment or replace its rule.
   * @example
   * await posthouse.segments.update('seg_01kb3k7f5d2c8n1r4s6t9v0w3x', {
   *   rule: {
   *     and: [
   *       { field: 'attributes.plan', operator: 'eq', value: 'pro' },
   *       { field: 'email_opened', operator: 'within', value: '30 days' },
   *     ],
   *   },
   * })
   */
  update(segmentId: string, input?: UpdateSegmentInput, options?: CallOptions): Call<Segment, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a segment; its subscribers stay.
   * @example
   * await posthouse.segments.delete('seg_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(segmentId: string, options?: CallOptions): Call<DeletedSegment, WriteFailure | 'conflict' | 'not_found'>;
};

export type CreateSubscriberInput = UpdateSubscriberInput & {
  email: string;
  /** Names or ids to add */
  tags?: string[] | undefined;
  source?: SubscriberSource | undefined;
  /** Reactivate; needs consent */
  resubscribe?: boolean | undefined;
  /** Require confirmation */
  doubleOptIn?: boolean | undefined;
};

export type ListSubscribersInput = PageInput & {
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Names or ids; any match */
  tag?: string | string[] | undefined;
  /** Part of the email or name */
  query?: string | undefined;
  created_after?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
};

export type UpdateSubscriberInput = {
  email?: string | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  attributes?: Record<string, string | number | boolean | null> | undefined;
  externalId?: string | null | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  consent?: Consent | null | undefined;
  triggerWorkflows?: boolean | undefined;
};

export type UnsubscribeSubscriberInput = {
  reason?: string | null | undefined;
  /** Recorded only; the subscriber leaves all campaigns */
  topic?: string | null | undefined;
};

export type AddSubscriberTagsInput = {
  /** Names or ids */
  tags: string[];
};

export type RemoveSubscriberTagsInput = {
  /** Names or ids */
  tags: string[];
};

export type ListSubscriberEventsInput = PageInput & {
  name?: string | undefined;
};

export type SaveSubscribersInput = {
  /** An invalid item does not stop the others */
  subscribers: Record<string, unknown>[];
  /** Return the result without saving */
  dry_run?: boolean | undefined;
};

export type SubscribersRunsInput = PageInput & {
  workflowId?: string | undefined;
  status?: WorkflowRunStatus | undefined;
};

/** Methods of `posthouse.subscribers`. */
export type SubscribersMethods = {
  /**
   * Create a subscriber, or update the one with this email. Omitted fields stay; attributes are merged. For many, use subscribers.saveMany.
   * @example
   * await posthouse.subscribers.upsert({
   *   email: 'Ada@example.com',
   *   firstName: 'Ada',
   *   lastName: 'Lovelace',
   *   attributes: { plan: 'pro', seats: 3 },
   *   externalId: 'user-42',
   *   timezone: 'Europe/Lisbon',
   *   consent: { at: '2025-11-21T09:30:00Z', ip: '192.0.2.7', source: 'sign-up form' },
   *   tags: ['newsletter'],
   * })
   */
  upsert(input: CreateSubscriberInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'conflict'>;
  /**
   * List subscribers, newest first.
   * @example
   * await posthouse.subscribers.list({ status: 'active', tag: ['newsletter'], limit: 1 })
   */
  list(input?: ListSubscribersInput, options?: CallOptions): List<Subscriber, CallFailure>;
  /**
   * Show one subscriber: status, attributes and tags. For their events, use subscribers.events.
   * @example
   * await posthouse.subscribers.get('ada@example.com')
   */
  get(subscriber: string, options?: CallOptions): Call<Subscriber, CallFailure | 'not_found'>;
  /**
   * Update a subscriber; omitted fields stay. Attributes are merged; null deletes one. For status, use subscribers.unsubscribe; for tags, subscribers.addTags. With double opt-in, a new email sets PENDING and receives an opt-in request.
   * @example
   * await posthouse.subscribers.update('ext:user-42', { attributes: { plan: 'pro', trial: null } })
   */
  update(subscriber: string, input?: UpdateSubscriberInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Stop campaigns to one subscriber. They still get transactional mail; suppressions.add stops all. To resubscribe them, use subscribers.upsert.
   * @example
   * await posthouse.subscribers.unsubscribe('ada@example.com', { reason: 'Asked by phone' })
   */
  unsubscribe(subscriber: string, input?: UnsubscribeSubscriberInput, options?: CallOptions): Call<Subscriber, WriteFailure | 'not_found'>;
  /**
   * Add tags to a subscriber; unknown tags are created. For many, use subscribers.saveMany.
   * @example
   * await posthouse.subscribers.addTags('ada@example.com', { tags: ['newsletter'] })
   */
  addTags(subscriber: string, input: AddSubscriberTagsInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'not_found'>;
  /**
   * Remove tags from a subscriber.
   * @example
   * await posthouse.subscribers.removeTags('ada@example.com', { tags: ['newsletter'] })
   */
  removeTags(subscriber: string, input: RemoveSubscriberTagsInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'not_found'>;
  /**
   * List the tracked events of a subscriber, newest first. For mail, use emails.list.
   * @example
   * await posthouse.subscribers.events('ada@example.com', { name: 'order.paid' })
   */
  events(subscriber: string, input?: ListSubscriberEventsInput, options?: CallOptions): List<Event, CallFailure | 'not_found'>;
  /**
   * Create or update up to 1,000 subscribers; omitted fields stay. For a file, use imports.create.
   * @example
   * await posthouse.subscribers.saveMany({
   *   subscribers: [
   *     { email: 'ada@example.com', tags: ['newsletter'] },
   *     { email: 'not an address' },
   *   ],
   * })
   */
  saveMany(input: SaveSubscribersInput, options?: CallOptions): Call<SubscriberBatch, WriteFailure>;
  /**
   * Permanently erase a person: subscriber, events, tags, address and content of mail. Counts remain. To only stop mail, use subscribers.unsubscribe.
   * @example
   * await posthouse.subscribers.erase('ada@example.com')
   */
  erase(subscriber: string, options?: CallOptions): Call<DeletedSubscriber, WriteFailure | 'not_found'>;
  /**
   * List the runs of a workflow, or of a subscriber in all workflows.
   * @example
   * await posthouse.subscribers.runs('subscriber_id', { workflowId: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm' })
   */
  runs(subscriber: string, input?: SubscribersRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
};

export type AddSuppressionInput = {
  email: string;
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing: not transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type ListSuppressionsInput = PageInput & {
  origin?: SuppressionOrigin | undefined;
  /** Part of the address */
  query?: string | undefined;
};

export type RemoveSuppressionInput = {
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
};

export type AddSuppressionsInput = {
  emails: string[];
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing: not transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type RemoveSuppressionsInput = {
  emails?: string[] | undefined;
  ids?: string[] | undefined;
  /** Proof of opt-in: when, from which address and where they opted in */
  consent?: Consent | undefined;
};

export type ImportSuppressionsInput = {
  /** A list of addresses, or rows with a header: email, origin, scope, expires_at */
  csv: string;
  on_conflict?: 'upsert' | 'skip' | undefined;
};

export type ExportSuppressionsInput = {
  origin?: SuppressionOrigin | undefined;
  limit?: number | undefined;
  /** last_id of the previous page */
  after?: string | undefined;
};

/** Methods of `posthouse.suppressions`. */
export type SuppressionsMethods = {
  /**
   * Stop all mail, or only marketing, to an address. For campaigns only, use subscribers.unsubscribe.
   * @example
   * await posthouse.suppressions.add({ email: 'ada@acme.com' })
   */
  add(input: AddSuppressionInput, options?: CallOptions): Call<Suppression, WriteFailure>;
  /**
   * List suppressed addresses and reasons.
   * @example
   * await posthouse.suppressions.list({ origin: 'bounce', limit: 20 })
   */
  list(input?: ListSuppressionsInput, options?: CallOptions): List<Suppression, CallFailure>;
  /**
   * Show whether an address is suppressed, and why.
   * @example
   * await posthouse.suppressions.get('ada@acme.com')
   */
  get(suppression: string, options?: CallOptions): Call<Suppression, CallFailure | 'not_found'>;
  /**
   * Allow mail to an address again. After a complaint or erasure, consent is required.
   * @example
   * await posthouse.suppressions.remove('ada@acme.com')
   */
  remove(suppression: string, input?: RemoveSuppressionInput, options?: CallOptions): Call<DeletedSuppression, WriteFailure | 'not_found'>;
  /**
   * Suppress 1 to 100 addresses at once.
   * @example
   * await posthouse.suppressions.addMany({ emails: ['ada@acme.com'], origin: 'bounce' })
   */
  addMany(input: AddSuppressionsInput, options?: CallOptions): Call<AddSuppressionsAnswer, WriteFailure>;
  /**
   * Allow mail to up to 100 addresses again. Addresses that are not suppressed are ignored.
   * @example
   * await posthouse.suppressions.removeMany({ emails: ['ada@acme.com'] })
   */
  removeMany(input?: RemoveSuppressionsInput, options?: CallOptions): Call<RemoveSuppressionsAnswer, WriteFailure>;
  /**
   * Suppress the addresses in a CSV file, up to 10,000 rows per call. Invalid rows are reported; the others are imported.
   * @example
   * await posthouse.suppressions.import({ csv: 'email,origin\nada@acme.com,complaint\nno address,manual\n' })
   */
  import(input: ImportSuppressionsInput, options?: CallOptions): Call<SuppressionImport, WriteFailure>;
  /**
   * Get suppressed addresses as CSV, page by page. Only the first page has the header, so you can concatenate the pages into one file.
   * @example
   * await posthouse.suppressions.export({ limit: 100 })
   */
  export(input?: ExportSuppressionsInput, options?: CallOptions): Call<SuppressionExport, CallFailure>;
};

export type ListTagsInput = PageInput & {
  /** Part of the name */
  query?: string | undefined;
};

export type CreateTagInput = {
  name: string;
  description?: string | null | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  /** Show on the preference page */
  topic?: boolean | undefined;
};

export type UpdateTagInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  /** Show on the preference page */
  topic?: boolean | undefined;
};

export type ApplyTagInput = {
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  rule?: Record<string, unknown> | undefined;
  segment_id?: string | undefined;
  /** Count without tagging */
  dry_run?: boolean | undefined;
};

/** Methods of `posthouse.tags`. */
export type TagsMethods = {
  /**
   * List tags and their subscriber counts, newest first. For subscribers, use subscribers.list.
   * @example
   * await posthouse.tags.list({ query: 'news' })
   */
  list(input?: ListTagsInput, options?: CallOptions): List<Tag, CallFailure>;
  /**
   * Create a tag, or return the one with this name. Rarely needed: unknown tags are created on use. An existing tag does not change.
   * @example
   * await posthouse.tags.create({
   *   name: 'newsletter',
   *   description: 'Monthly news',
   *   color: '#1f6feb',
   *   topic: true,
   * })
   */
  create(input: CreateTagInput, options?: CallOptions): Call<SavedTag, WriteFailure | 'conflict'>;
  /**
   * Show one tag and its subscriber count.
   * @example
   * await posthouse.tags.get('newsletter')
   */
  get(tag: string, options?: CallOptions): Call<Tag, CallFailure | 'not_found'>;
  /**
   * Update a tag; its subscribers keep it.
   * @example
   * await posthouse.tags.update('news', { name: 'newsletter', description: 'Monthly news' })
   */
  update(tag: string, input?: UpdateTagInput, options?: CallOptions): Call<Tag, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a tag and remove it from all subscribers.
   * @example
   * await posthouse.tags.delete('newsletter')
   */
  delete(tag: string, options?: CallOptions): Call<DeletedTag, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Tag everyone who matches a rule or segment, partly in the background. With dry_run, returns how many subscribers would be tagged.
   * @example
   * await posthouse.tags.apply('regular', {
   *   rule: {
   *     field: 'event.order.paid',
   *     operator: 'count_gte',
   *     value: 2,
   *     within: '30 days',
   *   },
   * })
   */
  apply(tag: string, input?: ApplyTagInput, options?: CallOptions): Call<TagApplication, WriteFailure | 'conflict' | 'not_found'>;
};

export type ListTemplatesInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type CreateTemplateInput = {
  name: string;
  subject: string;
  /** Pass html or markdown */
  html?: string | undefined;
  /** With variables as {{name}} or {{name|default}} */
  markdown?: string | undefined;
  /** {type:"doc", content:[…]} */
  tiptap?: Record<string, unknown> | undefined;
  preview?: string | null | undefined;
  from?: string | null | undefined;
  reply_to?: string | null | undefined;
  variables?: Variable[] | undefined;
};

export type GetTemplateInput = {
  version?: number | undefined;
};

export type UpdateTemplateInput = {
  name?: string | undefined;
  subject?: string | undefined;
  /** Pass html or markdown */
  html?: string | undefined;
  /** With variables as {{name}} or {{name|default}} */
  markdown?: string | undefined;
  /** {type:"doc", content:[…]} */
  tiptap?: Record<string, unknown> | undefined;
  preview?: string | null | undefined;
  from?: string | null | undefined;
  reply_to?: string | null | undefined;
  variables?: Variable[] | undefined;
};

export type PreviewTemplateInput = {
  version?: number | undefined;
  /** Default: the samples */
  variables?: Record<string, unknown> | undefined;
};

export type SendTemplateInput = {
  /** Address or Name <address> */
  from?: string | undefined;
  to: SendEmailInputTo;
  reply_to?: string | undefined;
  variables?: Record<string, unknown> | undefined;
  version?: number | undefined;
};

export type SendTemplateBatchInput = {
  /** Address or Name <address> */
  from?: string | undefined;
  messages: {
    to: SendEmailInputTo;
    variables?: Record<string, unknown> | undefined;
  }[];
};

/** Methods of `posthouse.templates`. */
export type TemplatesMethods = {
  /**
   * List templates, newest first.
   * @example
   * await posthouse.templates.list()
   */
  list(input?: ListTemplatesInput, options?: CallOptions): List<TemplateSummary, CallFailure>;
  /**
   * Draft a stored email with variables, written as {{name}}. Next: templates.publish.
   * @example
   * await posthouse.templates.create({
   *   name: 'receipt',
   *   subject: 'Your receipt {{number}}',
   *   from: '"Acme" <hello@acme.example>',
   *   markdown: '# Thank you, {{first_name|friend}}\n\n[View receipt {{number}}]({{receipt_url}})',
   *   variables: [
   *     { name: 'number', type: 'string', required: true, sample: 'R-17' },
   *     { name: 'first_name', type: 'string', required: false, sample: 'Ada' },
   *     {
   *       name: 'receipt_url',
   *       type: 'url',
   *       required: true,
   *       sample: 'https://acme.example/receipts/17',
   *     },
   *   ],
   * })
   */
  create(input: CreateTemplateInput, options?: CallOptions): Call<Template, WriteFailure | 'conflict'>;
  /**
   * Show the draft of a template, or a published version.
   * @example
   * await posthouse.templates.get('receipt')
   */
  get(template: string, input?: GetTemplateInput, options?: CallOptions): Call<Template, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Change the draft of a template. Sends use the published version until templates.publish. variables are replaced.
   * @example
   * await posthouse.templates.update('receipt', { subject: 'Receipt {{number}}' })
   */
  update(template: string, input?: UpdateTemplateInput, options?: CallOptions): Call<Template, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Verify the draft of a template and publish it as the version that sends use. Sends nothing.
   * @example
   * await posthouse.templates.publish('receipt')
   */
  publish(template: string, options?: CallOptions): Call<PublishedTemplate, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'not_found'>;
  /**
   * Render the draft of a template, or a published version. Sends nothing.
   * @example
   * await posthouse.templates.preview('receipt', { variables: { number: 'R-18' } })
   */
  preview(template: string, input?: PreviewTemplateInput, options?: CallOptions): Call<TemplatePreview, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send the published version of a template to one real person. templates.get lists its variables. Next: emails.get.
   * @example
   * await posthouse.templates.send('receipt', {
   *   to: 'ada@example.com',
   *   variables: {
   *     number: 'R-17',
   *     first_name: 'Ada',
   *     receipt_url: 'https://acme.example/receipts/17',
   *   },
   * })
   */
  send(template: string, input: SendTemplateInput, options?: CallOptions): Call<SendEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'invalid_from_address' | 'not_found'>;
  /**
   * Send the published version of a template to 1 to 100 real people. Not for campaigns. permissive sends the valid messages and lists the others in errors; strict sends all or none.
   * @example
   * await posthouse.templates.sendBatch('receipt', {
   *   messages: [
   *     {
   *       to: 'ada@example.com',
   *       variables: { number: 'R-17', receipt_url: 'https://acme.example/17' },
   *     },
   *     {
   *       to: 'bob@example.com',
   *       variables: { number: 'R-18', receipt_url: 'https://acme.example/18' },
   *     },
   *   ],
   * }, { validation: 'permissive' })
   */
  sendBatch(template: string, input: SendTemplateBatchInput, options?: CallOptions & { validation?: 'strict' | 'permissive' | undefined }): Call<SendEmailBatchAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'invalid_from_address' | 'not_found'>;
  /**
   * Delete a template with its versions. Active workflows keep the version they mail.
   * @example
   * await posthouse.templates.delete('receipt')
   */
  delete(template: string, options?: CallOptions): Call<DeletedTemplate, WriteFailure | 'not_found'>;
};

export type CreateTokenInput = {
  name: string;
  scopes: TokenScope[];
  /** Only from this domain. Default: the limit of your own token */
  domain_id?: string | null | undefined;
  /** test: no mail leaves. Default: the limit of your own token */
  mode?: 'live' | 'test' | undefined;
  /** Globs: *@acme.com; empty: none. Default: the limit of your own token */
  allowed_recipients?: string[] | null | undefined;
  /** Maximum mails. Default: no cap. A token with a cap can only create tokens that cannot send */
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges. Default: the limit of your own token */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
  /** The token is for an assistant: without approval it can mail only a few people, over every interface. Always true for tokens that an assistant creates */
  assistant?: boolean | undefined;
};

export type ListTokensInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateTokenInput = {
  name?: string | undefined;
  /** All scopes of the token */
  scopes?: string[] | undefined;
  domain_id?: string | null | undefined;
  mode?: 'live' | 'test' | undefined;
  /** Globs: *@acme.com; empty: none */
  allowed_recipients?: string[] | null | undefined;
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
};

/** Methods of `posthouse.tokens`. */
export type TokensMethods = {
  /**
   * Create an API token; its secret is shown once. Cannot exceed your own. Omitted limits default to yours, send_cap to none.
   * @example
   * await posthouse.tokens.create({
   *   name: 'Shop',
   *   scopes: ['emails.send', 'events.write'],
   *   send_cap: { per_day: 5000 },
   * })
   */
  create(input: CreateTokenInput, options?: CallOptions): Call<CreatedToken, WriteFailure | 'conflict'>;
  /**
   * List API tokens, including revoked ones, without secrets.
   * @example
   * await posthouse.tokens.list({ limit: 20 })
   */
  list(input?: ListTokensInput, options?: CallOptions): List<Token, CallFailure>;
  /**
   * Show an API token and its limits, without its secret. Omit id for yours.
   * @example
   * await posthouse.tokens.get('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  get(id: string, options?: CallOptions): Call<Token, CallFailure | 'not_found'>;
  /**
   * Update an API token. Omitted fields stay, also in send_cap; null removes a limit. Narrowing a token also narrows those it created.
   * @example
   * await posthouse.tokens.update('tok_01kb3kd6q8s0v2x4z6b8d0f2h4', { send_cap: { per_day: 5000 } })
   */
  update(id: string, input?: UpdateTokenInput, options?: CallOptions): Call<Token, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create a new secret for an API token, shown once. The old one works 24 more hours. After a leak, use tokens.revoke.
   * @example
   * await posthouse.tokens.rotate('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  rotate(id: string, options?: CallOptions): Call<RotatedToken, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Permanently revoke an API token, the tokens it created and the apps they approved. Mail it scheduled is still sent. For a new secret, use tokens.rotate.
   * @example
   * await posthouse.tokens.revoke('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  revoke(id: string, options?: CallOptions): Call<DeletedToken, WriteFailure | 'not_found'>;
};

export type ToolsListInput = {
  /** Page size */
  limit?: number | undefined;
  /** Name of the last tool seen */
  after?: string | undefined;
  /** Name of the first tool seen */
  before?: string | undefined;
};

export type ToolsRunInput = Record<string, unknown>;

/** Methods of `posthouse.tools`. */
export type ToolsMethods = {
  /**
   * List tools. The tools that the scopes of the token allow. Needs the scope `tools.run`.
   * @example
   * await posthouse.tools.list()
   */
  list(input?: ToolsListInput, options?: CallOptions): List<Tool, CallFailure>;
  /**
   * Get a tool. One tool with its schemas. Needs `tools.run` and the scope of the tool.
   * @example
   * await posthouse.tools.get('get_organization')
   */
  get(name: string, options?: CallOptions): Call<Tool, CallFailure | 'not_found'>;
  /**
   * Run a tool. The body is what the input_schema of the tool takes. A tool that refuses is a 200 with `is_error: true`; bad arguments are a 400. Needs `tools.run` and the scope of the tool.
   * @example
   * await posthouse.tools.run('get_organization')
   */
  run(name: string, input?: ToolsRunInput, options?: CallOptions): Call<ToolsRunAnswer, WriteFailure | 'not_found'>;
};

export type VerifyEmailAddressInput = {
  email: string;
};

export type VerifyEmailAddressesInput = {
  emails: string[];
};

export type VerifyContentInput = {
  /** Default: the organization’s sender */
  from?: string | undefined;
  subject: string;
  preview?: string | undefined;
  purpose?: 'campaign' | 'transactional' | undefined;
} & OneBody;

/** Methods of `posthouse.verify`. */
export type VerifyMethods = {
  /**
   * Check whether an address can receive mail. Sends nothing; contacts no mail server.
   * @example
   * await posthouse.verify.address({ email: 'ada@gmial.com' })
   */
  address(input: VerifyEmailAddressInput, options?: CallOptions): Call<Verification, WriteFailure>;
  /**
   * Check whether 1 to 1,000 addresses can receive mail. TIMEOUT: the check took too long; try again.
   * @example
   * await posthouse.verify.addresses({ emails: ['ada@gmial.com'] })
   */
  addresses(input: VerifyEmailAddressesInput, options?: CallOptions): Call<VerifyEmailAddressesAnswer, WriteFailure>;
  /**
   * Check content against the sending policy: no cold email, no phishing. Sends nothing.
   * @example
   * await posthouse.verify.content({
   *   from: 'Acme <hello@acme.example>',
   *   subject: 'Our news in May',
   *   markdown: '# News\n\nHello {{firstName|there}}. [Leave]({{unsubscribeUrl}})',
   * })
   */
  content(input: VerifyContentInput, options?: CallOptions): Call<ContentVerification, WriteFailure | 'content_verification_unavailable' | 'invalid_from_address'>;
};

export type WebhooksCreateInput = WebhooksUpdateInput & {
  id?: string | undefined;
};

export type WebhooksUpdateInput = {
  url?: string | undefined;
  endpoint?: string | undefined;
  /** email.bounced, subscriber.*; empty: all */
  events?: string[] | undefined;
  description?: string | null | undefined;
  status?: 'enabled' | 'disabled' | undefined;
  enabled?: boolean | undefined;
};

export type ListWebhooksInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type ListWebhookDeliveriesInput = PageInput & {
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
  since?: string | undefined;
};

export type ReplayWebhookDeliveriesInput = {
  message?: string | undefined;
  since?: string | undefined;
  /** next_after of the last result */
  after?: string | undefined;
};

/** Methods of `posthouse.webhooks`. */
export type WebhooksMethods = {
  /**
   * Create or change a webhook that posts events to a URL. signing_secret is shown once. status: enabled resumes a disabled webhook. Next: webhooks.test.
   * @example
   * await posthouse.webhooks.create({
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  create(input?: WebhooksCreateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create or change a webhook that posts events to a URL. signing_secret is shown once. status: enabled resumes a disabled webhook. Next: webhooks.test.
   * @example
   * await posthouse.webhooks.update('webhook_id', {
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List webhooks with their health.
   * @example
   * await posthouse.webhooks.list()
   */
  list(input?: ListWebhooksInput, options?: CallOptions): List<Webhook, CallFailure>;
  /**
   * List deliveries of a webhook; detail: full shows why they failed.
   * @example
   * await posthouse.webhooks.deliveries('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { status: 'failed', limit: 1 })
   */
  deliveries(webhook: string, input?: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookEventSummary, CallFailure | 'not_found'>;
  /**
   * Resend one message, all since a time, or by default all failed ones.
   * @example
   * await posthouse.webhooks.replay('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { since: '2026-11-21T00:00:00Z' })
   */
  replay(webhook: string, input?: ReplayWebhookDeliveriesInput, options?: CallOptions): Call<WebhookReplay, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send a test event to a webhook. Next: webhooks.deliveries.
   * @example
   * await posthouse.webhooks.test('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  test(webhook: string, options?: CallOptions): Call<WebhookEventSummary, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Show one webhook.
   * @example
   * await posthouse.webhooks.get('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(id: string, options?: CallOptions): Call<Webhook, CallFailure | 'not_found'>;
  /**
   * Delete a webhook and its pending deliveries. To only stop deliveries, call webhooks.create with status: disabled.
   * @example
   * await posthouse.webhooks.delete('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  delete(id: string, options?: CallOptions): Call<DeletedWebhook, WriteFailure | 'not_found'>;
  /**
   * Create a new signing secret for a webhook, shown once. The old secret also signs for 24 hours.
   * @example
   * await posthouse.webhooks.rotateSecret('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  rotateSecret(id: string, options?: CallOptions): Call<RotatedWebhook, WriteFailure | 'not_found'>;
  /**
   * Show every webhook event type with a sample.
   * @example
   * await posthouse.webhooks.samples()
   */
  samples(options?: CallOptions): Call<WebhookSamples, CallFailure>;
  /**
   * Show one delivery of a webhook: its message and every attempt.
   * @example
   * await posthouse.webhooks.event('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', 'msg_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  event(webhook: string, message: string, options?: CallOptions): Call<WebhookEvent, CallFailure | 'not_found'>;
};

export type WorkflowsCreateInput = WorkflowsUpdateInput & {
  workflowId?: string | undefined;
};

export type WorkflowsUpdateInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  /** {type, filter} and the fields of the type */
  trigger?: Record<string, unknown> | undefined;
  /** {key, type} and the fields of the type */
  steps?: Record<string, unknown>[] | undefined;
  /** Connections between flat steps: {from, to, type} */
  connections?: Record<string, unknown>[] | undefined;
  goal?: Record<string, unknown> | undefined;
  /** ONCE (default); EVERY_TIME (default for SCHEDULE and yearly triggers); event.<property>: once per value of a property of the triggering event, such as event.order_id */
  reentry?: string | undefined;
  /** Default: unsubscribe, bounce, complaint */
  exitOn?: string[] | undefined;
  quietHours?: Record<string, unknown> | undefined;
  mailsMax?: Record<string, unknown> | undefined;
  /** For people without one */
  timezone?: string | null | undefined;
  /** {step key: {fields}} */
  changes?: Record<string, unknown> | undefined;
  expectedRevision?: number | undefined;
};

export type SimulateWorkflowInput = {
  /** Id or email */
  subscriber?: string | undefined;
  person?: {
    status?: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | undefined;
    firstName?: string | undefined;
    attributes?: Record<string, string | number | boolean | null> | undefined;
    tags?: string[] | undefined;
    timezone?: string | undefined;
  } | undefined;
  /** Event properties */
  properties?: Record<string, unknown> | undefined;
  /** after: "2 days"; opens, clicks: step key */
  acts?: {
    after?: string | undefined;
    event?: string | undefined;
    properties?: Record<string, unknown> | undefined;
    opens?: string | undefined;
    clicks?: string | undefined;
    leaves?: true | undefined;
  }[] | undefined;
  backtest?: boolean | undefined;
};

export type ActivateWorkflowInput = {
  /** Effect on current runs */
  running?: 'finish' | 'move' | 'exit' | undefined;
  /** Enter people who already match */
  backfill?: boolean | undefined;
};

export type ListWorkflowsInput = PageInput & {
  status?: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | undefined;
};

export type TriggerWorkflowInput = {
  email?: string | undefined;
  subscriberId?: string | undefined;
  /** Read as trigger.<name> */
  properties?: Record<string, unknown> | undefined;
};

export type ArchiveWorkflowInput = {
  restore?: boolean | undefined;
};

/** Methods of `posthouse.workflows`. */
export type WorkflowsMethods = {
  /**
   * Create or change a workflow; nothing runs yet. See posthouse://docs/workflows. Next: workflows.dryRun, workflows.activate.
   * @example
   * await posthouse.workflows.create({
   *   name: 'Welcome series',
   *   trigger: { type: 'EVENT', name: 'user.signed_up' },
   *   steps: [
   *     {
   *       key: 'welcome',
   *       type: 'send_email',
   *       subject: 'Welcome, {{firstName|friend}}',
   *       markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
   *     },
   *     { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
   *     { key: 'engaged', type: 'add_tag', tag: 'engaged' },
   *   ],
   * })
   */
  create(input?: WorkflowsCreateInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create or change a workflow; nothing runs yet. See posthouse://docs/workflows. Next: workflows.dryRun, workflows.activate.
   * @example
   * await posthouse.workflows.update('workflow_id', {
   *   name: 'Welcome series',
   *   trigger: { type: 'EVENT', name: 'user.signed_up' },
   *   steps: [
   *     {
   *       key: 'welcome',
   *       type: 'send_email',
   *       subject: 'Welcome, {{firstName|friend}}',
   *       markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
   *     },
   *     { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
   *     { key: 'engaged', type: 'add_tag', tag: 'engaged' },
   *   ],
   * })
   */
  update(workflowId: string, input?: WorkflowsUpdateInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Simulate a workflow draft for a real or fictional person; nothing is sent. backtest estimates the last 30 days.
   * @example
   * await posthouse.workflows.dryRun('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { acts: [{ after: '2 hours', opens: 'welcome' }] })
   */
  dryRun(workflowId: string, input?: SimulateWorkflowInput, options?: CallOptions): Call<WorkflowSimulation, WriteFailure | 'not_found'>;
  /**
   * Activate a workflow with its draft changes, or resume a paused one. It then mails people, so a person must approve it.
   * @example
   * await posthouse.workflows.activate('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  activate(workflowId: string, input?: ActivateWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'missing_unsubscribe_url' | 'not_found'>;
  /**
   * Pause a workflow. Runs stop at their step; delays keep their remaining time.
   * @example
   * await posthouse.workflows.pause('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  pause(workflowId: string, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List workflows with outlines and counts of people entered, finished and left.
   * @example
   * await posthouse.workflows.list()
   */
  list(input?: ListWorkflowsInput, options?: CallOptions): List<WorkflowSummary, CallFailure>;
  /**
   * Show one workflow: steps, outline and counts per step.
   * @example
   * await posthouse.workflows.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  get(workflowId: string, options?: CallOptions): Call<Workflow, CallFailure | 'not_found'>;
  /**
   * Start an ACTIVE workflow for one subscriber. Its filter and reentry still apply. Next: runs.list.
   * @example
   * await posthouse.workflows.trigger('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { email: 'ada@example.com' })
   */
  trigger(workflowId: string, input?: TriggerWorkflowInput, options?: CallOptions): Call<WorkflowTrigger, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Archive a workflow and cancel its runs. With restore: true, return it to DRAFT.
   * @example
   * await posthouse.workflows.archive('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  archive(workflowId: string, input?: ArchiveWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a workflow that is not ACTIVE and end its runs. Runs stay in the history of their subscribers. To keep the workflow, call workflows.archive.
   * @example
   * await posthouse.workflows.delete('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  delete(workflowId: string, options?: CallOptions): Call<DeletedWorkflow, WriteFailure | 'not_found' | 'workflow_active'>;
};
