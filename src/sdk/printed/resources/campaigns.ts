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
