// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../result.ts';
import type { OneBody, SendLimits } from '../send-fields.ts';
import type { CallFailure, WriteFailure } from './failures.ts';
import type { AbTest, AddSuppressionInputOrigin, AddSuppressionsAnswer, Approval, ApprovalStatus, Audience, AuditEntry, Campaign, CampaignPreview, CampaignReport, CampaignSummary, Consent, ContentVerification, CreateCampaignInputAudience, CreatedToken, DeletedCampaign, DeletedDomain, DeletedEmails, DeletedGrant, DeletedIntegration, DeletedSegment, DeletedSubscriber, DeletedSuppression, DeletedTag, DeletedTemplate, DeletedToken, DeletedWebhook, DeletedWorkflow, Domain, DomainSummary, Email, EmailLastEvent, EmailSource, EmailSummary, EmailsVerifyAnswer, Event, ExportKind, ExportLink, GetEmailMetricsAnswer, Grant, Import, Integration, IntegrationEvent, IntegrationEventState, IntegrationProvider, LinkRedirect, Mapping, Organization, OrganizationExportLink, OrganizationSettings, PublishedTemplate, Recipient, Release, RemoveSuppressionsAnswer, Replay, RotatedToken, RotatedWebhook, SavedSubscriber, SavedTag, SavedWebhook, Segment, SegmentSummary, SendCap, SendEmailAnswer, SendEmailBatchAnswer, SendEmailInputTo, SendTestEmailAnswer, Setup, Subscriber, SubscriberBatch, SubscriberExportLink, SubscriberSource, Suppression, SuppressionExport, SuppressionImport, SuppressionOrigin, Tag, TagApplication, Template, TemplatePreview, TemplateSummary, TemplateWithVersions, Throttle, Token, TokenScope, Tool, ToolsRunAnswer, TrackedEvent, Tracking, Variable, Verification, VerifyEmailAddressesAnswer, Webhook, WebhookEvent, WebhookEventSummary, WebhookReplay, WebhookSamples, Workflow, WorkflowCancellation, WorkflowRun, WorkflowRunStatus, WorkflowRunSummary, WorkflowRunSummaryList, WorkflowSimulation, WorkflowSummary, WorkflowTrigger } from './records.ts';

export type ListApprovalsInput = PageInput & {
  status?: ApprovalStatus | undefined;
};

export type WaitForApprovalInput = {
  timeout_seconds?: number | undefined;
};

/** Methods of `posthouse.approvals`. */
export type ApprovalsMethods = {
  /**
   * List approval requests for assistants’ calls, newest first. For the preview of a call, use approvals.get.
   * @example
   * await posthouse.approvals.list({ status: 'pending' })
   */
  list(input?: ListApprovalsInput, options?: CallOptions): List<Approval, CallFailure>;
  /**
   * Show an approval request: the preview of the call, its status and the decision.
   * @example
   * await posthouse.approvals.get('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV')
   */
  get(id: string, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
  /**
   * Wait up to 30 seconds until a person decides an approval request and the approved call is done. While status is pending, call again. If outcome is done, the call was made: do not repeat it.
   * @example
   * await posthouse.approvals.wait('apr_01ARZ3NDEKTSV4RRFFQ69G5FAV', { timeout_seconds: 10 })
   */
  wait(id: string, input?: WaitForApprovalInput, options?: CallOptions): Call<Approval, CallFailure | 'not_found'>;
};

export type ListAuditLogInput = {
  limit?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** Tool name */
  tool?: string | undefined;
  token_id?: string | undefined;
  person_id?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

/** Methods of `posthouse.auditLog`. */
export type AuditLogMethods = {
  /**
   * List the changes and sends of the last 90 days, newest first, and who made them.
   * @example
   * await posthouse.auditLog.list({ tool: 'send_campaign' })
   */
  list(input?: ListAuditLogInput, options?: CallOptions): List<AuditEntry, CallFailure>;
};

export type CreateCampaignInput = {
  name?: string | undefined;
  subject?: string | null | undefined;
  /** Inbox preview text */
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
  /** Inbox preview text */
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
  /** Fail if the revision is another */
  expectedRevision?: number | undefined;
};

export type PreviewCampaignInput = {
  /** Id or email of the person whose values fill the merge fields */
  subscriber?: string | undefined;
  /** A/B test variant, from 0 */
  variant?: number | undefined;
};

export type PreviewCampaignAudienceInput = {
  /** Count now */
  exact?: boolean | undefined;
};

export type TestCampaignInput = {
  to: string[];
  /** A/B test variant, from 0 */
  variant?: number | undefined;
};

export type SendCampaignInput = {
  /** ISO 8601; a time without offset is in timezone */
  scheduledAt?: string | undefined;
  /** Default: time zone of the campaign */
  timezone?: string | undefined;
};

export type RescheduleCampaignInput = {
  /** ISO 8601; a time without offset is in timezone */
  scheduledAt: string;
  /** Default: time zone of the campaign */
  timezone?: string | undefined;
};

export type RedirectLinkInput = {
  /** Original or current target, or number of the link, from 1 */
  url: string;
  /** New https target */
  to: string;
};

export type ListCampaignRecipientsInput = PageInput & {
  /** WAITING, ACCEPTED, SKIPPED; for ACCEPTED, see last_event */
  state?: string | undefined;
  last_event?: EmailLastEvent | undefined;
  /** Why a recipient was SKIPPED */
  reason?: string | undefined;
};

/** Methods of `posthouse.campaigns`. */
export type CampaignsMethods = {
  /**
   * Create a campaign as a draft; nothing is sent. Pass html, markdown or tiptap, with the link {{unsubscribeUrl}}. In the result, problem says why it cannot be sent yet. badges are findings of the content check; a badge of severity block stops a send. Then call campaigns.test and campaigns.send.
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
   * List campaigns with their statistics, newest first.
   * @example
   * await posthouse.campaigns.list({ status: 'DRAFT' })
   */
  list(input?: ListCampaignsInput, options?: CallOptions): List<CampaignSummary, CallFailure>;
  /**
   * Show one campaign with content, audience and statistics. problem says why it cannot be sent or why sending waits; badges are findings of the content check.
   * @example
   * await posthouse.campaigns.get('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(campaignId: string, options?: CallOptions): Call<Campaign, CallFailure | 'not_found'>;
  /**
   * Change a draft campaign. Omitted fields keep their values; empty text clears a field. audience and abTest are replaced as a whole. Of a paused campaign, only throttle can change.
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
   * Count the recipients of a campaign, and skipped subscribers by reason.
   * @example
   * await posthouse.campaigns.audience('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  audience(campaignId: string, input?: PreviewCampaignAudienceInput, options?: CallOptions): Call<Audience, CallFailure | 'not_found'>;
  /**
   * Send a campaign, marked [Test], to your own addresses.
   * @example
   * await posthouse.campaigns.test('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { to: ['ada@example.com'] })
   */
  test(campaignId: string, input: TestCampaignInput, options?: CallOptions): Call<SendTestEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send a draft campaign to its whole audience, now or at scheduledAt. Before it starts, use campaigns.reschedule or campaigns.cancel; after that, use campaigns.pause. For results, use campaigns.report.
   * @example
   * await posthouse.campaigns.send('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' })
   */
  send(campaignId: string, input?: SendCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'audience_empty' | 'campaign_not_draft' | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'missing_unsubscribe_url' | 'not_found' | 'scheduled_in_past'>;
  /**
   * Cancel a scheduled campaign before it starts. It becomes a draft again.
   * @example
   * await posthouse.campaigns.cancel('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  cancel(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Change the time of a scheduled campaign.
   * @example
   * await posthouse.campaigns.reschedule('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' })
   */
  reschedule(campaignId: string, input: RescheduleCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found' | 'scheduled_in_past'>;
  /**
   * Pause a campaign that is being sent. Continue it with campaigns.resume, or end it with campaigns.end. To correct a link in sent mail, use campaigns.redirectLink.
   * @example
   * await posthouse.campaigns.pause('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  pause(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Continue a paused campaign for its remaining recipients.
   * @example
   * await posthouse.campaigns.resume('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  resume(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * End a campaign that is being sent, for good, and archive it. Its remaining recipients are not mailed. To stop it for now, use campaigns.pause.
   * @example
   * await posthouse.campaigns.end('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  end(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Change the target of tracked links to a URL, also in mail already sent.
   * @example
   * await posthouse.campaigns.redirectLink('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { url: 'https://acme.example/sale-25', to: 'https://acme.example/sale-26' })
   */
  redirectLink(campaignId: string, input: RedirectLinkInput, options?: CallOptions): Call<LinkRedirect, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'not_found'>;
  /**
   * Archive a draft or sent campaign.
   * @example
   * await posthouse.campaigns.archive('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  archive(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Turn an archived campaign that was never sent into a draft.
   * @example
   * await posthouse.campaigns.restore('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  restore(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List the recipients of a campaign and what happened to each.
   * @example
   * await posthouse.campaigns.recipients('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'skipped' })
   */
  recipients(campaignId: string, input?: ListCampaignRecipientsInput, options?: CallOptions): List<Recipient, CallFailure | 'not_found'>;
  /**
   * Show the results of a campaign: rates, opens and clicks over time, links and bounces. For its recipients, use campaigns.recipients.
   * @example
   * await posthouse.campaigns.report('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  report(campaignId: string, options?: CallOptions): Call<CampaignReport, CallFailure | 'not_found'>;
  /**
   * Delete a campaign that is not being sent. A scheduled campaign is cancelled first.
   * @example
   * await posthouse.campaigns.delete('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(campaignId: string, options?: CallOptions): Call<DeletedCampaign, WriteFailure | 'not_found'>;
  /**
   * Copy any campaign, sent or not, into a new draft.
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
  /** Subdomain that receives bounces */
  custom_return_path?: string | undefined;
  /** Subdomain of tracked links */
  tracking_subdomain?: string | null | undefined;
  open_tracking?: boolean | undefined;
  click_tracking?: boolean | undefined;
  /** enforced: never send without TLS */
  tls?: 'opportunistic' | 'enforced' | undefined;
  /** Limit the volume at first */
  warm_up?: boolean | undefined;
};

/** Methods of `posthouse.domains`. */
export type DomainsMethods = {
  /**
   * Add a domain to send from. It returns DNS records: publish them, then call domains.verify. Add each subdomain separately.
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
   * Show a sending domain: its DNS records, the last check, and what to change.
   * @example
   * await posthouse.domains.get('acme.com')
   */
  get(id: string, options?: CallOptions): Call<Domain, CallFailure | 'not_found'>;
  /**
   * Change settings of a sending domain. Omitted settings keep their values.
   * @example
   * await posthouse.domains.update('acme.com', { tls: 'enforced' })
   */
  update(id: string, input?: UpdateDomainInput, options?: CallOptions): Call<Domain, WriteFailure | 'not_found'>;
  /**
   * Check the DNS records of a sending domain now and show what to fix. New records can take hours to appear.
   * @example
   * await posthouse.domains.verify('acme.com')
   */
  verify(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create new DKIM keys for a domain and return their DNS records. Publish the records. The old keys sign until DNS shows the new ones.
   * @example
   * await posthouse.domains.rotateDkim('acme.com')
   */
  rotateDkim(id: string, options?: CallOptions): Call<Domain, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Remove a sending domain and its DKIM keys. Tokens bound to it cannot send any more.
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
  /** Inbox preview text */
  preview?: string | undefined;
} & OneBody & SendLimits;

export type SendEmailBatchInput = SendEmailInput[];

export type SendTestEmailInput = {
  /** Address or Name <address> */
  from: string;
  subject: string;
  reply_to?: string | undefined;
  /** Inbox preview text */
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
  /** Campaign id */
  campaign?: string | undefined;
  /** Id of any email of the batch */
  batch?: string | undefined;
  source?: EmailSource | undefined;
  /** test: simulated; captured: stored, not sent */
  delivery_mode?: 'live' | 'test' | 'captured' | undefined;
  /** Only captured and test emails */
  unsent?: boolean | undefined;
  /** Accepting token */
  token_id?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Part of the recipient or subject */
  query?: string | undefined;
};

export type GetEmailInput = {
  /** Include the complete MIME message */
  source?: boolean | undefined;
};

export type GetEmailMetricsInput = {
  /** Default by interval: 1, 30, 84, 365 days ago. At most 400 days ago; by hour, 31 */
  from?: string | undefined;
  to?: string | undefined;
  interval?: 'hour' | 'day' | 'week' | 'month' | undefined;
  /** Split the counts; domain: of the sender, provider: of the recipient */
  group_by?: 'domain' | 'provider' | 'source' | 'campaign' | 'reason' | 'provider_reason' | undefined;
  /** Only this group, such as a domain */
  group?: string | undefined;
  /** Count simulated mail too */
  include_test?: boolean | undefined;
  /** Omit empty periods */
  skip_empty?: boolean | undefined;
  limit?: number | undefined;
  /** next_after of the previous page */
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
  /** Campaign id */
  campaign?: string | undefined;
};

export type DeleteEmailsInput = {
  ids?: string[] | undefined;
  to?: string | undefined;
  token_id?: string | undefined;
  created_before?: string | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

export type EmailsVerifyInput = {
  email: string;
};

/** Methods of `posthouse.emails`. */
export type EmailsMethods = {
  /**
   * Send one transactional email to one person. Mail to example.com and *.test addresses is only simulated. To send several emails, use emails.batch. For the result, call emails.get with the returned id.
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
   * Send 1 to 100 transactional emails, each to one person. For one message to a list of subscribers, use campaigns.create.
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
   * Send a message, marked [Test], to your own addresses. To test a campaign, use campaigns.test.
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
   * List emails, newest first, without their content. For the content and events of one email, use emails.get.
   * @example
   * await posthouse.emails.list({ last_event: 'bounced', limit: 1 })
   */
  list(input?: ListEmailsInput, options?: CallOptions): List<EmailSummary, CallFailure>;
  /**
   * Show one email with its content, last_event and all events. The event sent means that the next server accepted the email; delivered means that the recipient’s server did. Warnings are in the event queued.
   * @example
   * await posthouse.emails.get('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  get(id: string, input?: GetEmailInput, options?: CallOptions): Call<Email, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Get the complete MIME message of an email, as it was or would be sent. It also requires the scope subscribers.write, because links in the message act for the recipient. Assistants get the message without these links.
   * @example
   * await posthouse.emails.source('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  source(id: string, options?: CallOptions): Call<Uint8Array, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Get one attachment of an email submitted over SMTP. emails.get lists the attachments.
   * @example
   * await posthouse.emails.attachment('eml_01kaa0xq5v8m3c2n7r4t6w9yzb', 1)
   */
  attachment(id: string, n: string | number, options?: CallOptions): Call<Uint8Array, CallFailure | 'not_found'>;
  /**
   * Count emails by result and period, newest period first. Each event counts at its own time, in the organization’s time zone. opened and clicked count people, not scanners.
   * @example
   * await posthouse.emails.metrics({ interval: 'day', group_by: 'provider', limit: 1 })
   */
  metrics(input?: GetEmailMetricsInput, options?: CallOptions): Call<GetEmailMetricsAnswer, CallFailure>;
  /**
   * Wait up to 30 seconds until a matching email is accepted or reaches last_event. If the returned id is null, call again. Without after, the newest email of the last day matches; with after, the first email after it.
   * @example
   * await posthouse.emails.wait({ to: 'ada@example.com', subject: 'receipt', timeout_seconds: 10 })
   */
  wait(input?: WaitForEmailInput, options?: CallOptions): Call<WaitForEmailAnswer, CallFailure>;
  /**
   * Send an email again that failed, had a soft or policy bounce, or was captured while sending was off. Hard bounces are final.
   * @example
   * await posthouse.emails.retry('eml_01kaa0xq5v8m3c2n7r4t6w9yzb')
   */
  retry(id: string, options?: CallOptions): Call<EmailSummary, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'conflict' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send emails that were captured (stored, not sent) while sending was off. While has_more is true, call again with next_after as after.
   * @example
   * await posthouse.emails.release({ limit: 100 })
   */
  release(input?: ReleaseEmailsInput, options?: CallOptions): Call<Release, WriteFailure | 'conflict'>;
  /**
   * Permanently delete captured and test emails, by ids or by filter. Live emails are ignored. While has_more is true, call again with next_after as after.
   * @example
   * await posthouse.emails.delete({ to: 'ada@example.com' })
   */
  delete(input?: DeleteEmailsInput, options?: CallOptions): Call<DeletedEmails, WriteFailure>;
  /**
   * Check whether an address can receive mail. It sends nothing and contacts no mail server.
   * @example
   * await posthouse.emails.verify({ email: 'ada@gmial.com' })
   */
  verify(input: EmailsVerifyInput, options?: CallOptions): Call<EmailsVerifyAnswer, WriteFailure>;
};

export type TrackEventInput = {
  name?: string | undefined;
  /** An unknown address creates a subscriber */
  email?: string | undefined;
  subscriberId?: string | undefined;
  externalId?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  /** Default: now */
  occurredAt?: string | undefined;
  /** false: start no workflows */
  triggerWorkflows?: boolean | undefined;
  /** Alias of name */
  event?: string | undefined;
  /** Alias of properties */
  data?: Record<string, unknown> | undefined;
};

/** Methods of `posthouse.events`. */
export type EventsMethods = {
  /**
   * Record an event of a subscriber, such as order.paid. Events can start workflows. Pass exactly one of email, subscriberId and externalId.
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
  /** Emails and recipients only */
  last_event?: EmailLastEvent | undefined;
  /** Id; for emails and recipients, which require it */
  campaign?: string | undefined;
  /** Recipients only: WAITING, ACCEPTED, SKIPPED */
  state?: string | undefined;
  /** Recipients only */
  reason?: string | undefined;
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
  /** With a byte order mark, for Excel */
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
  /** With a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadEmailsInput = {
  /** Emails and recipients only */
  last_event?: EmailLastEvent | undefined;
  /** Id; for emails and recipients, which require it */
  campaign?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** With a byte order mark, for Excel */
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
  /** With a byte order mark, for Excel */
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
  /** With a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadRecipientsInput = {
  /** Emails and recipients only */
  last_event?: EmailLastEvent | undefined;
  /** Id; for emails and recipients, which require it */
  campaign: string;
  /** Recipients only: WAITING, ACCEPTED, SKIPPED */
  state?: string | undefined;
  /** Recipients only */
  reason?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** With a byte order mark, for Excel */
  bom?: boolean | undefined;
};

/** Methods of `posthouse.exports`. */
export type ExportsMethods = {
  /**
   * Create a link that downloads a CSV file. It is valid for 15 minutes. status, tag and segment filter only subscribers.
   * @example
   * await posthouse.exports.csv({ kind: 'subscribers', columns: ['email', 'status', 'attributes.plan'] })
   */
  csv(input: ExportCsvInput, options?: CallOptions): Call<ExportLink, WriteFailure>;
  /**
   * Create a link that downloads all data about one person as JSON. It is valid for 15 minutes. This also works for an address without a subscriber.
   * @example
   * await posthouse.exports.subscriber('ada@example.com')
   */
  subscriber(subscriber: string, options?: CallOptions): Call<SubscriberExportLink, WriteFailure | 'not_found'>;
  /**
   * Create a link that downloads all data of the organization as a ZIP archive. It is valid for 15 minutes. The archive contains no secrets or private keys.
   * @example
   * await posthouse.exports.organization()
   */
  organization(options?: CallOptions): Call<OrganizationExportLink, WriteFailure>;
  /**
   * Download subscribers as CSV. Streams rows, newest first; at most two files at a time. Needs the scope `subscribers.read`.
   * @example
   * await posthouse.exports.downloadSubscribers()
   */
  downloadSubscribers(input?: ExportsDownloadSubscribersInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download emails as CSV. Streams rows, newest first; at most two files at a time. Needs the scope `emails.read`.
   * @example
   * await posthouse.exports.downloadEmails()
   */
  downloadEmails(input?: ExportsDownloadEmailsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download events as CSV. Streams rows, newest first; at most two files at a time. Needs the scope `events.read`.
   * @example
   * await posthouse.exports.downloadEvents()
   */
  downloadEvents(input?: ExportsDownloadEventsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download suppressions as CSV. Streams rows, newest first; at most two files at a time. Needs the scope `suppressions.read`.
   * @example
   * await posthouse.exports.downloadSuppressions()
   */
  downloadSuppressions(input?: ExportsDownloadSuppressionsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download recipients as CSV. Streams rows, newest first; at most two files at a time. Needs the scope `campaigns.read`.
   * @example
   * await posthouse.exports.downloadRecipients({ campaign: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' })
   */
  downloadRecipients(input: ExportsDownloadRecipientsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download the organization. Streams a ZIP archive of all its data. Needs the scope `full_access`.
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
   * List the apps approved over OAuth, with their scopes and the API token or person that approved them.
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
  /** Update or skip existing subscribers */
  on_conflict?: 'upsert' | 'skip' | undefined;
  /** Added to every subscriber */
  tags?: string[] | undefined;
  /** Proof of opt-in: when, from which address, and where */
  consent?: Consent | undefined;
  /** Default: false */
  trigger_workflows?: boolean | undefined;
  /** false: only preview */
  start?: boolean | undefined;
  /** Return the counts without importing */
  dry_run?: boolean | undefined;
};

export type GetImportInput = {
  /** Wait for the end of the import */
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
   * Import subscribers from CSV text. New people need a proof of consent: ask the person where it comes from, and never invent one. First call it with start: false, which returns the counts and the columns. Then call it with the importId from that answer to start. For the progress, use imports.get.
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
   * Show the progress or the result of an import. For rejected rows, use imports.errors.
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
   * Get the rows that an import rejected and the values it omitted, as CSV with line, reason, field and message. Returns at most 10,000 rows; imports.get counts all of them by reason.
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
  /** Signing secret from the provider */
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
   * Create a URL to which another system posts customers, events or delivery feedback. Integrations are explained in posthouse://docs/integrations.
   * @example
   * await posthouse.integrations.create({
   *   provider: 'stripe',
   *   secret: 'whsec_…',
   *   mapping: { tags: ['customer'], events: ['customer.*'] },
   * })
   */
  create(input: CreateIntegrationInput, options?: CallOptions): Call<Integration, WriteFailure | 'conflict'>;
  /**
   * List integrations with their state.
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
   * Change the name, secret or mapping of an integration, or create a new URL. A new mapping replaces the old one completely. With newUrl, the old URL stops working.
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
   * Process events of an integration again: one event, all since a time, or by default all failed ones. While has_more is true, call again.
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
  /** New subscribers must confirm by email */
  double_opt_in?: boolean | undefined;
  /** Shown in the footer of campaigns */
  postal_address?: string | null | undefined;
  /** Base64 PNG, JPEG, WebP or GIF, up to 200 KiB */
  logo?: string | null | undefined;
  /** #rrggbb, 4.5:1 with white */
  accent_color?: string | null | undefined;
};

export type PauseSendingInput = {
  reason?: string | undefined;
};

/** Methods of `posthouse.organization`. */
export type OrganizationMethods = {
  /**
   * Show your organization: plan, limits, and whether sending is on. While sending is off, mail is captured: stored, but not sent.
   * @example
   * await posthouse.organization.get()
   */
  get(options?: CallOptions): Call<Organization, CallFailure | 'not_found'>;
  /**
   * Change settings of your organization. Omitted settings keep their values. Only the operator of the server can change the plan or turn sending on.
   * @example
   * await posthouse.organization.update({ default_from: 'Acme <hello@acme.example>', timezone: 'Europe/Lisbon' })
   */
  update(input?: UpdateOrganizationSettingsInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Stop all mail of your organization immediately. New mail waits until sending is resumed.
   * @example
   * await posthouse.organization.pauseSending({ reason: 'The prices in the newsletter are wrong' })
   */
  pauseSending(input?: PauseSendingInput, options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
  /**
   * Resume sending after a pause. Waiting mail is sent.
   * @example
   * await posthouse.organization.resumeSending()
   */
  resumeSending(options?: CallOptions): Call<OrganizationSettings, WriteFailure | 'not_found'>;
};

export type ListWorkflowRunsInput = PageInput & {
  /** Id or email */
  subscriber?: string | undefined;
  status?: WorkflowRunStatus | undefined;
  step?: string | undefined;
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
   * List the runs of a workflow, or of a subscriber in all workflows. For the reasons of one run, use runs.get.
   * @example
   * await posthouse.runs.list('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  list(workflowId: string, input?: ListWorkflowRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
  /**
   * Explain one run: its past steps with reasons, the current wait and the next step.
   * @example
   * await posthouse.runs.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', 'run_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(workflowId: string, runId: string, options?: CallOptions): Call<WorkflowRun, CallFailure | 'not_found'>;
  /**
   * Cancel one run for good or, with all: true, every open run of a workflow.
   * @example
   * await posthouse.runs.cancel('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { all: true })
   */
  cancel(workflowId: string, input?: CancelWorkflowRunsInput, options?: CallOptions): Call<WorkflowCancellation, WriteFailure | 'not_found'>;
  /**
   * Retry failed runs at the step that failed: the run with runId, or the oldest 100.
   * @example
   * await posthouse.runs.retry('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { runId: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk' })
   */
  retry(workflowId: string, input?: RetryWorkflowRunsInput, options?: CallOptions): Call<WorkflowRunSummaryList, WriteFailure | 'conflict' | 'not_found'>;
};

export type ListSegmentsInput = PageInput & {
  /** Only segments with this subscriber */
  subscriber?: string | undefined;
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
   * List segments, newest first. To refresh the count of a large segment, use segments.get.
   * @example
   * await posthouse.segments.list()
   */
  list(input?: ListSegmentsInput, options?: CallOptions): List<SegmentSummary, CallFailure | 'not_found'>;
  /**
   * Save a rule that selects subscribers, for campaigns and filters. Rules are explained in posthouse://docs/segments. To count the selected subscribers, use segments.get.
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


/** Methods of `posthouse.setup`. */
export type SetupMethods = {
  /**
   * Check tokens, domains, webhooks, workflows and storage, and what to fix. The operator also gets the checks and the state of the server. A result is kept for a minute.
   * @example
   * await posthouse.setup.check()
   */
  check(options?: CallOptions): Call<Setup, CallFailure>;
};

export type CreateSubscriberInput = UpdateSubscriberInput & {
  email: string;
  /** Names or ids to add */
  tags?: string[] | undefined;
  source?: SubscriberSource | undefined;
  /** Reactivate someone who left; requires consent */
  resubscribe?: boolean | undefined;
  /** Mail an opt-in request first. Default: organization setting */
  doubleOptIn?: boolean | undefined;
};

export type ListSubscribersInput = PageInput & {
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Names or ids, of which one must match */
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
  /** Custom fields */
  attributes?: Record<string, string | number | boolean | null> | undefined;
  /** Your id of the person */
  externalId?: string | null | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  consent?: Consent | null | undefined;
  /** false: start no workflows */
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
  /** Event name */
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
  step?: string | undefined;
};

/** Methods of `posthouse.subscribers`. */
export type SubscribersMethods = {
  /**
   * Create a subscriber, or update the subscriber with this email. Omitted fields keep their values, and attributes are merged. To save several, use subscribers.saveMany.
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
   * List subscribers, newest first. For one person, use subscribers.get.
   * @example
   * await posthouse.subscribers.list({ status: 'active', tag: ['newsletter'], limit: 1 })
   */
  list(input?: ListSubscribersInput, options?: CallOptions): List<Subscriber, CallFailure>;
  /**
   * Show one subscriber with status, attributes and tags. For their events, use subscribers.events.
   * @example
   * await posthouse.subscribers.get('ada@example.com')
   */
  get(subscriber: string, options?: CallOptions): Call<Subscriber, CallFailure | 'not_found'>;
  /**
   * Update a subscriber. Omitted fields keep their values. Attributes are merged; null deletes one. To change the status, use subscribers.unsubscribe; to change tags, use subscribers.addTags. With double opt-in, a new email sets the status to PENDING and receives an opt-in request.
   * @example
   * await posthouse.subscribers.update('ext:user-42', { attributes: { plan: 'pro', trial: null } })
   */
  update(subscriber: string, input?: UpdateSubscriberInput, options?: CallOptions): Call<SavedSubscriber, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Stop campaigns and other marketing mail to one subscriber. Transactional mail continues. To stop all mail, use suppressions.add. To subscribe them again, use subscribers.upsert with resubscribe: true.
   * @example
   * await posthouse.subscribers.unsubscribe('ada@example.com', { reason: 'Asked by phone' })
   */
  unsubscribe(subscriber: string, input?: UnsubscribeSubscriberInput, options?: CallOptions): Call<Subscriber, WriteFailure | 'not_found'>;
  /**
   * Add tags to a subscriber. Unknown tags are created. To tag several subscribers, use subscribers.saveMany.
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
   * List the events tracked for a subscriber, newest first. For emails, use emails.list.
   * @example
   * await posthouse.subscribers.events('ada@example.com', { name: 'order.paid' })
   */
  events(subscriber: string, input?: ListSubscriberEventsInput, options?: CallOptions): List<Event, CallFailure | 'not_found'>;
  /**
   * Create or update up to 1,000 subscribers. Omitted fields keep their values, and attributes are merged. For a CSV file, use imports.create.
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
   * Permanently erase a person: the subscriber, their events, tags and address, and the content of their emails. Counts in reports remain. To only stop mail, use subscribers.unsubscribe.
   * @example
   * await posthouse.subscribers.erase('ada@example.com')
   */
  erase(subscriber: string, options?: CallOptions): Call<DeletedSubscriber, WriteFailure | 'not_found'>;
  /**
   * List the runs of a workflow, or of a subscriber in all workflows. For the reasons of one run, use runs.get.
   * @example
   * await posthouse.subscribers.runs('subscriber_id', { workflowId: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm' })
   */
  runs(subscriber: string, input?: SubscribersRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
};

export type AddSuppressionInput = {
  email: string;
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing still allows transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type ListSuppressionsInput = PageInput & {
  origin?: SuppressionOrigin | undefined;
  /** Part of the address */
  query?: string | undefined;
};

export type RemoveSuppressionInput = {
  /** Proof of opt-in: when, from which address, and where */
  consent?: Consent | undefined;
};

export type AddSuppressionsInput = {
  emails: string[];
  origin?: AddSuppressionInputOrigin | undefined;
  /** marketing still allows transactional mail */
  scope?: 'all' | 'marketing' | undefined;
  expires_at?: string | null | undefined;
};

export type RemoveSuppressionsInput = {
  emails?: string[] | undefined;
  ids?: string[] | undefined;
  /** Proof of opt-in: when, from which address, and where */
  consent?: Consent | undefined;
};

export type ImportSuppressionsInput = {
  /** A list of addresses, or rows with a header: email, origin, scope, expires_at */
  csv: string;
  /** Extend or leave existing suppressions */
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
   * Stop all mail, or only marketing mail, to an address. For a subscriber who only leaves campaigns, use subscribers.unsubscribe.
   * @example
   * await posthouse.suppressions.add({ email: 'ada@acme.com' })
   */
  add(input: AddSuppressionInput, options?: CallOptions): Call<Suppression, WriteFailure>;
  /**
   * List addresses that get no mail, or no marketing mail, with the reason.
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
   * Allow mail to a suppressed address again. After a complaint or an erasure, consent is required.
   * @example
   * await posthouse.suppressions.remove('ada@acme.com')
   */
  remove(suppression: string, input?: RemoveSuppressionInput, options?: CallOptions): Call<DeletedSuppression, WriteFailure | 'not_found'>;
  /**
   * Stop all mail, or only marketing mail, to 1 to 100 addresses.
   * @example
   * await posthouse.suppressions.addMany({ emails: ['ada@acme.com'], origin: 'bounce' })
   */
  addMany(input: AddSuppressionsInput, options?: CallOptions): Call<AddSuppressionsAnswer, WriteFailure>;
  /**
   * Allow mail to 1 to 100 suppressed addresses again. Pass emails or ids. Addresses that are not suppressed are ignored. After a complaint or an erasure, consent is required.
   * @example
   * await posthouse.suppressions.removeMany({ emails: ['ada@acme.com'] })
   */
  removeMany(input?: RemoveSuppressionsInput, options?: CallOptions): Call<RemoveSuppressionsAnswer, WriteFailure>;
  /**
   * Stop mail to the addresses in a CSV text, up to 10,000 rows per call. Invalid rows are reported; the others are imported.
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
   * List tags with their subscriber counts, newest first. For the subscribers with a tag, use subscribers.list.
   * @example
   * await posthouse.tags.list({ query: 'news' })
   */
  list(input?: ListTagsInput, options?: CallOptions): List<Tag, CallFailure>;
  /**
   * Create a tag, or return the tag with this name unchanged. It is rarely needed, because unknown tags are created on first use.
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
   * Change a tag. Its subscribers keep it.
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
   * Tag all subscribers who match a rule or are in a segment. Pass either rule or segment_id. A large number is tagged in the background. With dry_run, it only counts them.
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
  /** Give either html, markdown or tiptap */
  html?: string | undefined;
  /** With variables as {{name}} or {{name|default}} */
  markdown?: string | undefined;
  /** {type:"doc", content:[…]} */
  tiptap?: Record<string, unknown> | undefined;
  /** Inbox preview text */
  preview?: string | null | undefined;
  from?: string | null | undefined;
  reply_to?: string | null | undefined;
  variables?: Variable[] | undefined;
};

export type GetTemplateInput = {
  /** Default: the draft */
  version?: number | undefined;
};

export type UpdateTemplateInput = {
  name?: string | undefined;
  subject?: string | undefined;
  /** Give either html, markdown or tiptap */
  html?: string | undefined;
  /** With variables as {{name}} or {{name|default}} */
  markdown?: string | undefined;
  /** {type:"doc", content:[…]} */
  tiptap?: Record<string, unknown> | undefined;
  /** Inbox preview text */
  preview?: string | null | undefined;
  from?: string | null | undefined;
  reply_to?: string | null | undefined;
  variables?: Variable[] | undefined;
};

export type PreviewTemplateInput = {
  /** Default: the draft */
  version?: number | undefined;
  /** Values by name. Default: the samples */
  variables?: Record<string, unknown> | undefined;
};

export type SendTemplateInput = {
  /** Default: sender of the template */
  from?: string | undefined;
  to: SendEmailInputTo;
  reply_to?: string | undefined;
  /** Values by name */
  variables?: Record<string, unknown> | undefined;
  /** Default: the newest */
  version?: number | undefined;
};

export type SendTemplateBatchInput = {
  /** Default: sender of the template */
  from?: string | undefined;
  messages: {
    to: SendEmailInputTo;
    /** Values by name */
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
   * Create a template: a stored email with variables, written as {{name}}. Declare each of them in variables. The template is a draft until you call templates.publish.
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
   * Show a template and its variables: the draft, or a published version.
   * @example
   * await posthouse.templates.get('receipt')
   */
  get(template: string, input?: GetTemplateInput, options?: CallOptions): Call<TemplateWithVersions, CallFailure | 'conflict' | 'not_found'>;
  /**
   * Change the draft of a template. Omitted fields keep their values; variables are replaced as a whole. Sends use the last published version, so call templates.publish next.
   * @example
   * await posthouse.templates.update('receipt', { subject: 'Receipt {{number}}' })
   */
  update(template: string, input?: UpdateTemplateInput, options?: CallOptions): Call<Template, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Check the draft of a template and publish it as the version that sends use. It sends nothing.
   * @example
   * await posthouse.templates.publish('receipt')
   */
  publish(template: string, options?: CallOptions): Call<PublishedTemplate, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'not_found'>;
  /**
   * Render a template with values: the draft, or a published version. Nothing is sent.
   * @example
   * await posthouse.templates.preview('receipt', { variables: { number: 'R-18' } })
   */
  preview(template: string, input?: PreviewTemplateInput, options?: CallOptions): Call<TemplatePreview, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send the published version of a template to one person. templates.get lists its variables. For the result, call emails.get with the returned id.
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
   * Send the published version of a template to 1 to 100 people. For one message to a list of subscribers, use campaigns.create.
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
   * Delete a template with its versions. Active workflows keep the version that they send.
   * @example
   * await posthouse.templates.delete('receipt')
   */
  delete(template: string, options?: CallOptions): Call<DeletedTemplate, WriteFailure | 'not_found'>;
};

export type CreateTokenInput = {
  name: string;
  scopes: TokenScope[];
  /** Restrict senders to this domain. Default: the limit of your own token */
  domain_id?: string | null | undefined;
  /** test: all mail is simulated. Default: the limit of your own token */
  mode?: 'live' | 'test' | undefined;
  /** Patterns such as *@acme.com; an empty list allows none. Default: the limit of your own token */
  allowed_recipients?: string[] | null | undefined;
  /** Maximum number of mails. Default: no cap. A token with a cap can only create tokens that cannot send */
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges. Default: the limit of your own token */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
  /** The token is for an assistant: without approval it can mail only a few people, over every interface. Always true if an assistant creates it */
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
  /** Restrict senders to this domain */
  domain_id?: string | null | undefined;
  /** test: all mail is simulated */
  mode?: 'live' | 'test' | undefined;
  /** Patterns such as *@acme.com; an empty list allows none */
  allowed_recipients?: string[] | null | undefined;
  send_cap?: SendCap | null | undefined;
  /** Addresses or CIDR ranges */
  ip_allowlist?: string[] | null | undefined;
  expires_at?: string | null | undefined;
};

/** Methods of `posthouse.tokens`. */
export type TokensMethods = {
  /**
   * Create an API token. Its secret is shown once. It cannot exceed your own token. If you omit a limit, that of your own token applies; without send_cap there is no cap.
   * @example
   * await posthouse.tokens.create({
   *   name: 'Shop',
   *   scopes: ['emails.send', 'events.write'],
   *   send_cap: { per_day: 5000 },
   * })
   */
  create(input: CreateTokenInput, options?: CallOptions): Call<CreatedToken, WriteFailure | 'conflict'>;
  /**
   * List API tokens, including revoked ones, without their secrets.
   * @example
   * await posthouse.tokens.list({ limit: 20 })
   */
  list(input?: ListTokensInput, options?: CallOptions): List<Token, CallFailure>;
  /**
   * Show an API token and its limits, without its secret. Without id, it shows your own.
   * @example
   * await posthouse.tokens.get('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  get(id: string, options?: CallOptions): Call<Token, CallFailure | 'not_found'>;
  /**
   * Change an API token. Omitted fields keep their values, also in send_cap; null removes a limit. Narrowing a token also narrows the tokens it created.
   * @example
   * await posthouse.tokens.update('tok_01kb3kd6q8s0v2x4z6b8d0f2h4', { send_cap: { per_day: 5000 } })
   */
  update(id: string, input?: UpdateTokenInput, options?: CallOptions): Call<Token, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create a new secret for an API token, shown once. The old secret works for 24 more hours. After a leak, use tokens.revoke.
   * @example
   * await posthouse.tokens.rotate('tok_01kb3kd6q8s0v2x4z6b8d0f2h4')
   */
  rotate(id: string, options?: CallOptions): Call<RotatedToken, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Permanently revoke an API token, the tokens it created and the apps they approved. Mail it scheduled is still sent. To replace only the secret, use tokens.rotate.
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
   * Run a tool. The body is the input of the tool. A tool that refuses is a 200 with `is_error: true`; bad arguments are a 400. Needs `tools.run` and the scope of the tool.
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
  /** Default: your sender */
  from?: string | undefined;
  reply_to?: string | undefined;
  subject: string;
  /** Inbox preview text */
  preview?: string | undefined;
  text?: string | undefined;
  purpose?: 'campaign' | 'transactional' | undefined;
} & (OneBody | { text: string }) & SendLimits;

/** Methods of `posthouse.verify`. */
export type VerifyMethods = {
  /**
   * Check whether an address can receive mail. It sends nothing and contacts no mail server.
   * @example
   * await posthouse.verify.address({ email: 'ada@gmial.com' })
   */
  address(input: VerifyEmailAddressInput, options?: CallOptions): Call<Verification, WriteFailure>;
  /**
   * Check whether 1 to 1,000 addresses can receive mail. It sends nothing. TIMEOUT means that the check took too long: try again.
   * @example
   * await posthouse.verify.addresses({ emails: ['ada@gmial.com'] })
   */
  addresses(input: VerifyEmailAddressesInput, options?: CallOptions): Call<VerifyEmailAddressesAnswer, WriteFailure>;
  /**
   * Check content against the sending policy: no cold email, no phishing. Sends nothing. Badges of severity block stop a send; guidance names the remedy.
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
  /** Webhook to change */
  id?: string | undefined;
};

export type WebhooksUpdateInput = {
  url?: string | undefined;
  endpoint?: string | undefined;
  /** Such as email.bounced or subscriber.*; empty: all */
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
  /** Message id */
  message?: string | undefined;
  since?: string | undefined;
  /** next_after of the last result */
  after?: string | undefined;
};

/** Methods of `posthouse.webhooks`. */
export type WebhooksMethods = {
  /**
   * Create or change a webhook, which posts events to a URL. For a new webhook, signing_secret is shown once. status: enabled resumes a disabled webhook. Then call webhooks.test.
   * @example
   * await posthouse.webhooks.create({
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  create(input?: WebhooksCreateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create or change a webhook, which posts events to a URL. For a new webhook, signing_secret is shown once. status: enabled resumes a disabled webhook. Then call webhooks.test.
   * @example
   * await posthouse.webhooks.update('webhook_id', {
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List webhooks with their status and failures.
   * @example
   * await posthouse.webhooks.list()
   */
  list(input?: ListWebhooksInput, options?: CallOptions): List<Webhook, CallFailure>;
  /**
   * List the deliveries of a webhook, newest first. With detail: full, it shows why they failed.
   * @example
   * await posthouse.webhooks.deliveries('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { status: 'failed', limit: 1 })
   */
  deliveries(webhook: string, input?: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookEventSummary, CallFailure | 'not_found'>;
  /**
   * Send deliveries of a webhook again: one message, all since a time, or by default all failed ones. If complete is false, call again; if next_after is given, pass it as after.
   * @example
   * await posthouse.webhooks.replay('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { since: '2026-11-21T00:00:00Z' })
   */
  replay(webhook: string, input?: ReplayWebhookDeliveriesInput, options?: CallOptions): Call<WebhookReplay, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send a test event to a webhook. For the result, call webhooks.event.
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
  /** Made-up person */
  person?: {
    status?: 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | undefined;
    firstName?: string | undefined;
    /** Custom fields */
    attributes?: Record<string, string | number | boolean | null> | undefined;
    tags?: string[] | undefined;
    timezone?: string | undefined;
  } | undefined;
  /** Properties of the triggering event */
  properties?: Record<string, unknown> | undefined;
  /** Actions of the person, such as {"after":"2 days","clicks":"<step key>"}; leaves: unsubscribes */
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
  /** Current runs: finish the old version, move to the new one, or exit */
  running?: 'finish' | 'move' | 'exit' | undefined;
  /** Also start runs for people who already match */
  backfill?: boolean | undefined;
};

export type ListWorkflowsInput = PageInput & {
  status?: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | undefined;
};

export type GetWorkflowInput = {
  /** Shows the steps of this version instead of the draft */
  version?: number | undefined;
};

export type TriggerWorkflowInput = {
  email?: string | undefined;
  subscriberId?: string | undefined;
  /** Steps read them as trigger.<name> */
  properties?: Record<string, unknown> | undefined;
};

export type ArchiveWorkflowInput = {
  restore?: boolean | undefined;
};

/** Methods of `posthouse.workflows`. */
export type WorkflowsMethods = {
  /**
   * Create a workflow, or change one. Nothing runs yet. Read posthouse://docs/workflows first. Then call workflows.dryRun and workflows.activate.
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
   * Create a workflow, or change one. Nothing runs yet. Read posthouse://docs/workflows first. Then call workflows.dryRun and workflows.activate.
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
   * Simulate the draft of a workflow for a real or made-up person. Nothing is sent. Pass subscriber or person. With backtest, it also estimates the last 30 days.
   * @example
   * await posthouse.workflows.dryRun('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { acts: [{ after: '2 hours', opens: 'welcome' }] })
   */
  dryRun(workflowId: string, input?: SimulateWorkflowInput, options?: CallOptions): Call<WorkflowSimulation, WriteFailure | 'not_found'>;
  /**
   * Start a workflow with its saved changes, or resume a paused one. From then on it mails people.
   * @example
   * await posthouse.workflows.activate('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  activate(workflowId: string, input?: ActivateWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'missing_unsubscribe_url' | 'not_found'>;
  /**
   * Pause a workflow: its runs stop at their current step. Delays keep their remaining time. To continue, use workflows.activate.
   * @example
   * await posthouse.workflows.pause('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  pause(workflowId: string, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List workflows with an outline of their steps and the counts of people who entered, finished and left.
   * @example
   * await posthouse.workflows.list()
   */
  list(input?: ListWorkflowsInput, options?: CallOptions): List<WorkflowSummary, CallFailure>;
  /**
   * Show one workflow: its steps, an outline of them, and counts per step.
   * @example
   * await posthouse.workflows.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  get(workflowId: string, input?: GetWorkflowInput, options?: CallOptions): Call<Workflow, CallFailure | 'not_found'>;
  /**
   * Start an active workflow for one subscriber. Pass email or subscriberId. The workflow’s filter and reentry rule still apply. Then call runs.list.
   * @example
   * await posthouse.workflows.trigger('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { email: 'ada@example.com' })
   */
  trigger(workflowId: string, input?: TriggerWorkflowInput, options?: CallOptions): Call<WorkflowTrigger, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Archive a workflow and cancel its runs. With restore: true, an archived workflow becomes a draft again.
   * @example
   * await posthouse.workflows.archive('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  archive(workflowId: string, input?: ArchiveWorkflowInput, options?: CallOptions): Call<Workflow, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Delete a workflow that is not active and end its runs. The history of subscribers still shows the runs. To keep the workflow, use workflows.archive.
   * @example
   * await posthouse.workflows.delete('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  delete(workflowId: string, options?: CallOptions): Call<DeletedWorkflow, WriteFailure | 'not_found' | 'workflow_active'>;
};
