import { z } from 'zod';
import { lacksScope } from '../../src/contract/authorize.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { listCampaignWarnings as campaignWarnings } from '../../src/engine/campaigns/answer-campaign.ts';
import { renderCampaignMail } from '../../src/engine/campaigns/render-preview.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { formatMailbox } from '../../src/model/address.ts';
import { variantsMax } from '../../src/model/campaign/campaign.ts';
import { resolveSender } from '../../src/model/campaign/sender.ts';
import { type CampaignMail, resolveVariants } from '../../src/model/campaign/variants.ts';
import { gmailBytesMax } from '../../src/model/content/body.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { scopesAllow } from '../../src/model/organization/token.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { badgeDocs } from '../../src/model/verification/content/guidance.ts';
import { Badge } from '../../src/model/verification/content/verdict.ts';
import { campaignExample } from './campaign-example.ts';

const emptyListedMax = 50;

export const previewCampaign = defineTool({
  name: 'preview_campaign',
  title: 'Preview campaign',
  summary: 'Render a campaign as a subscriber would receive it.',
  toolset: 'campaigns',
  input: z.strictObject({
    campaignId: IdInput,
    subscriber: SubscriberRefInput.describe(
      'Id or email of the person whose values fill the merge fields',
    ).optional(),
    variant: z
      .int()
      .min(0)
      .max(variantsMax - 1)
      .optional()
      .describe('A/B test variant, from 0'),
  }),
  output: z.object({
    object: z.literal('campaign_preview'),
    campaignId: z.string(),
    variant: z.int().nullable().describe('A/B test variant, from 0'),
    from: z.string().nullable(),
    reply_to: z.string().nullable(),
    subject: untrusted(z.string()).nullable(),
    preview: untrusted(z.string()).nullable(),
    html: untrusted(z.string()),
    text: untrusted(z.string()),
    values: z.enum(['subscriber', 'fallbacks']).describe('Source of the merge values'),
    empty_fields: z.array(z.string()).describe('Merge fields without a value'),
    badges: z.array(Badge.extend({ guidance: z.string() })),
    size: z.object({ html_bytes: z.int(), text_bytes: z.int(), clipped_by_gmail: z.boolean() }),
    warnings: z.array(z.string()),
  }),
  failures: ['not_found', 'restricted_api_key', 'service_unavailable'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns/{campaignId}/preview' },
  app: 'ui://posthouse/email-preview',
  example: {
    input: { campaignId: campaignExample.id, subscriber: 'ada@example.com' },
    output: {
      object: 'campaign_preview',
      campaignId: campaignExample.id,
      variant: null,
      from: '"Acme" <news@acme.example>',
      reply_to: null,
      subject: 'Our news in May',
      preview: null,
      html: '<!doctype html><html>…</html>',
      text: 'Hello Ada',
      values: 'subscriber',
      empty_fields: [],
      badges: [],
      size: { html_bytes: 1_840, text_bytes: 9, clipped_by_gmail: false },
      warnings: [],
    },
  },
  async run(scope, { campaignId, subscriber, variant }) {
    const { store, caller, fail } = scope;
    // Merge values are personal data, so a caller who may not read subscribers must not see them in a mail.
    if (subscriber !== undefined && !scopesAllow(caller.scopes, 'subscribers.read')) {
      throw lacksScope('subscribers.read');
    }
    const campaign = (await store.campaigns.byId(campaignId)) ?? fail('not_found');
    const mail = resolveVariants(campaign)[variant ?? 0];
    if (!mail || (variant !== undefined && campaign.abTest === null)) {
      throw invalidField('variant', 'is not a variant of this campaign');
    }
    const person = subscriber === undefined ? null : await findSubscriber(store, subscriber);
    if (person === undefined)
      throw invalidField('subscriber', 'matches no subscriber: pass an id, an address or ext:<externalId>');
    const { organization } = caller;
    // A sent or scheduled campaign keeps its postal address.
    const isSettled = campaign.status === 'SCHEDULED' || campaign.startedAt !== null;
    const { postalAddress } = isSettled ? campaign : organization;
    const { subject, preview, html, text, empty } = await renderCampaignMail(scope, mail, {
      person,
      postalAddress,
    });
    const from = resolveSender(campaign, organization.defaultFrom);
    const htmlBytes = Buffer.byteLength(html);
    const clipped = htmlBytes > gmailBytesMax;
    return {
      object: 'campaign_preview' as const,
      campaignId: campaign.id,
      variant: mail.variant,
      from: from && formatMailbox(from),
      reply_to: campaign.replyTo ?? organization.defaultReplyTo ?? null,
      subject,
      preview,
      html,
      text,
      values: person === null ? ('fallbacks' as const) : ('subscriber' as const),
      empty_fields: empty.slice(0, emptyListedMax),
      badges: campaign.badges.map((badge) => ({ ...badge, guidance: guidanceOf(badge.id) })),
      size: { html_bytes: htmlBytes, text_bytes: Buffer.byteLength(text), clipped_by_gmail: clipped },
      warnings: [
        ...warningsOf(mail, from !== null, clipped, empty),
        ...(await campaignWarnings(scope, campaign)),
      ],
    };
  },
});

const guidance = new Map(badgeDocs.map((one) => [one.id, one.guidance]));

/** Empty for a badge of an operator's own verifier. */
function guidanceOf(id: string): string {
  return guidance.get(id) ?? '';
}

function warningsOf(
  { subject, preview, body }: CampaignMail,
  hasSender: boolean,
  clipped: boolean,
  empty: readonly string[],
): string[] {
  return [
    ...(subject === null ? ['It has no subject yet'] : []),
    ...(hasSender ? [] : ['It has no sender yet: set fromEmail']),
    ...(body === null ? ['It has no content yet'] : []),
    ...(preview === null && body !== null
      ? ['It has no preview text, so inboxes show the start of the mail']
      : []),
    ...(clipped ? ['Gmail will clip it, because its HTML is larger than 102 kB'] : []),
    ...(empty.length > 0
      ? [
          `Empty merge fields: ${empty.slice(0, emptyListedMax).join(', ')}; add a default with {{field|text}}`,
        ]
      : []),
  ];
}
