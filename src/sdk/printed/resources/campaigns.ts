// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { AbTest, Audience, Campaign, CampaignPreview, CampaignReport, CampaignSummary, CreateCampaignInputAudience, DeletedCampaign, EmailLastEvent, LinkRedirect, Recipient, SendTestEmailAnswer, Throttle, Tracking } from '../records.ts';

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
  /** Part of name or subject */
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
  /** Whose merge values */
  subscriber?: string | undefined;
  variant?: number | undefined;
};

export type TestCampaignInput = {
  to: string[];
  /** Of the A/B test, from 0 */
  variant?: number | undefined;
};

export type SendCampaignInput = {
  /** ISO 8601; without offset in timezone */
  scheduledAt?: string | undefined;
  /** Default: its own */
  timezone?: string | undefined;
};

export type RescheduleCampaignInput = {
  /** ISO 8601; without offset in timezone */
  scheduledAt: string;
  /** Default: its own */
  timezone?: string | undefined;
};

export type RedirectLinkInput = {
  /** Its target as written or as it is now, or its number from 1 */
  url: string;
  /** New https target */
  to: string;
};

export type ListCampaignRecipientsInput = PageInput & {
  /** WAITING, ACCEPTED, SKIPPED; of ACCEPTED: see last_event */
  state?: string | undefined;
  last_event?: EmailLastEvent | undefined;
};

/** Methods of `posthouse.campaigns`. */
export type CampaignsMethods = {
  /**
   * Draft a campaign; nothing is sent. Content needs {{unsubscribeUrl}}. Heed problem, badges, warnings; then campaigns.test, campaigns.send.
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
   * Update a DRAFT; omitted fields stay, empty text clears. audience, abTest: replaced. throttle: also for a paused SENDING campaign.
   * @example
   * await posthouse.campaigns.update('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subject: 'Our news in May', expectedRevision: 1 })
   */
  update(campaignId: string, input?: UpdateCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'campaign_not_draft' | 'conflict' | 'not_found'>;
  /**
   * Show a campaign’s mail as a subscriber would get it.
   * @example
   * await posthouse.campaigns.preview('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { subscriber: 'ada@example.com' })
   */
  preview(campaignId: string, input?: PreviewCampaignInput, options?: CallOptions): Call<CampaignPreview, CallFailure | 'not_found'>;
  /**
   * Count the recipients of a campaign, and skipped people by reason.
   * @example
   * await posthouse.campaigns.audience('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  audience(campaignId: string, options?: CallOptions): Call<Audience, CallFailure | 'not_found'>;
  /**
   * Send the campaign, marked [Test], to addresses of your own.
   * @example
   * await posthouse.campaigns.test('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { to: ['ada@example.com'] })
   */
  test(campaignId: string, input: TestCampaignInput, options?: CallOptions): Call<SendTestEmailAnswer, WriteFailure | 'RECIPIENT_RATE_LIMITED' | 'content_verification_failed' | 'content_verification_unavailable' | 'domain_not_verified' | 'not_found'>;
  /**
   * Send a DRAFT campaign to its whole audience, now or at scheduledAt. Until it starts: campaigns.reschedule, or campaigns.cancel to DRAFT; then campaigns.pause.
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
   * Move a SCHEDULED campaign; a person approves an earlier time.
   * @example
   * await posthouse.campaigns.reschedule('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' })
   */
  reschedule(campaignId: string, input: RescheduleCampaignInput, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found' | 'scheduled_in_past'>;
  /**
   * Pause a SENDING campaign. Then campaigns.resume, or campaigns.end for good; a wrong link: campaigns.redirectLink.
   * @example
   * await posthouse.campaigns.pause('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  pause(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Resume a paused campaign for the recipients still waiting.
   * @example
   * await posthouse.campaigns.resume('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  resume(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * End a SENDING campaign for good: remaining recipients are not mailed; it is ARCHIVED. For a while: campaigns.pause.
   * @example
   * await posthouse.campaigns.end('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  end(campaignId: string, options?: CallOptions): Call<Campaign, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Change where tracked links to a URL lead, in mails already sent.
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
   * List the recipients of a campaign with the outcome of each.
   * @example
   * await posthouse.campaigns.recipients('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'skipped' })
   */
  recipients(campaignId: string, input?: ListCampaignRecipientsInput, options?: CallOptions): List<Recipient, CallFailure | 'not_found'>;
  /**
   * Report how a campaign did: rates, opens and clicks over time, links, bounces. Who: campaigns.recipients.
   * @example
   * await posthouse.campaigns.report('cmp_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  report(campaignId: string, options?: CallOptions): Call<CampaignReport, CallFailure | 'not_found'>;
  /**
   * Delete a campaign; SCHEDULED is cancelled first, SENDING is refused.
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
