import type { z } from 'zod';
import {
  type Campaign,
  CampaignAnswer,
  CampaignDeletedAnswer,
  type CampaignSummary,
  CampaignsAnswer,
  CreateCampaignRequest,
  ListCampaignsQuery,
  SendCampaignRequest,
  UpdateCampaignRequest,
} from './schemas.ts';
import { operation, type ToolInput, type ToolOutput } from './translation.ts';

const none = { opened: 0, clicked: 0 };
const summaryExample: z.infer<typeof CampaignSummary> = {
  id: 'cmp_01k8zr6xw0s7t9w1y3b5d7f9hg',
  name: 'November news',
  subject: 'Our news in November',
  preview: null,
  fromName: 'Acme',
  fromEmail: 'news@acme.example',
  replyTo: null,
  status: 'DRAFT',
  paused: false,
  scheduledAt: null,
  timezone: 'UTC',
  sentAt: null,
  stats: {
    recipients: 0,
    sent: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
    failed: 0,
    skipped: 0,
    human: none,
    machine: none,
  },
  revision: 1,
  createdAt: '2026-11-02T09:30:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
};
const example: z.infer<typeof Campaign> = {
  ...summaryExample,
  content: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
  contentType: 'MARKDOWN',
  audience: {
    tags: { any: ['tag_01k8zr6xw0h2n4v6c8q0b1t3he'], all: [], none: [] },
    segmentId: null,
    filter: null,
    subscriberIds: [],
  },
  badges: [],
  abTest: null,
  throttle: null,
  tracking: null,
};
const exampleAnswer = { success: true, campaign: example, campaignId: example.id } as const;

export const listCampaigns = operation({
  method: 'GET',
  path: '/campaigns',
  tool: 'page_campaigns',
  operationId: 'v1ListCampaigns',
  tag: 'Campaigns',
  summary: 'List campaigns, newest first',
  query: ListCampaignsQuery,
  response: CampaignsAnswer,
  example: { response: { success: true, campaigns: [summaryExample], total: 1 } },
  errors: [],
  toInput({ query }): ToolInput<'page_campaigns'> {
    return {
      page: query.page,
      cursor: query.cursor,
      limit: query.limit,
      status: query.status,
      query: query.query,
    };
  },
  toBody: ({ items, total }) => ({ campaigns: items.map(summaryOf), total }),
});

export const createCampaign = operation({
  method: 'POST',
  path: '/campaigns',
  tool: 'create_campaign',
  operationId: 'v1CreateCampaign',
  tag: 'Campaigns',
  summary: 'Create a campaign as a draft',
  request: CreateCampaignRequest,
  response: CampaignAnswer,
  example: {
    request: {
      name: 'November news',
      subject: 'Our news in November',
      fromName: 'Acme',
      fromEmail: 'news@acme.example',
      content: example.content,
      audience: { tags: { any: ['newsletter'] } },
    },
    response: exampleAnswer,
  },
  errors: ['conflict'],
  toInput({ body }): ToolInput<'create_campaign'> {
    return fieldsOf(body);
  },
  toBody: answerOf,
});

export const getCampaign = operation({
  method: 'GET',
  path: '/campaigns/{campaignId}',
  tool: 'get_campaign',
  operationId: 'v1GetCampaign',
  tag: 'Campaigns',
  summary: 'Get a campaign',
  response: CampaignAnswer,
  example: { response: exampleAnswer },
  errors: ['not_found'],
  toInput({ path }): ToolInput<'get_campaign'> {
    return { campaignId: path.campaignId };
  },
  toBody: answerOf,
});

export const updateCampaign = operation({
  method: 'PATCH',
  path: '/campaigns/{campaignId}',
  tool: 'update_campaign',
  operationId: 'v1UpdateCampaign',
  tag: 'Campaigns',
  summary: 'Change a campaign that is a draft; what is left out stays, null clears',
  request: UpdateCampaignRequest,
  response: CampaignAnswer,
  example: {
    request: { subject: 'Our news in November', expectedRevision: 1 },
    response: { ...exampleAnswer, campaign: { ...example, revision: 2 } },
  },
  errors: ['not_found', 'campaign_not_draft', 'conflict'],
  toInput({ path, body }): ToolInput<'update_campaign'> {
    return {
      campaignId: path.campaignId,
      ...fieldsOf(body),
      expectedRevision: body.expectedRevision,
    };
  },
  toBody: answerOf,
});

export const deleteCampaign = operation({
  method: 'DELETE',
  path: '/campaigns/{campaignId}',
  tool: 'delete_campaign',
  operationId: 'v1DeleteCampaign',
  tag: 'Campaigns',
  summary: 'Delete a campaign that is not being sent; one that is scheduled is cancelled',
  response: CampaignDeletedAnswer,
  example: { response: { success: true, campaignId: example.id, deleted: true } },
  errors: ['not_found'],
  toInput({ path }): ToolInput<'delete_campaign'> {
    return { campaignId: path.campaignId };
  },
  toBody: ({ id, deleted }) => ({ campaignId: id, deleted }),
});

export const sendCampaign = operation({
  method: 'POST',
  path: '/campaigns/{campaignId}/send',
  tool: 'send_campaign',
  operationId: 'v1SendCampaign',
  tag: 'Campaigns',
  summary: 'Send a campaign, now or at a time to come',
  request: SendCampaignRequest,
  requestOptional: true,
  response: CampaignAnswer,
  example: {
    request: { scheduledAt: '2026-12-01T09:00:00', timezone: 'Europe/Lisbon' },
    response: {
      ...exampleAnswer,
      campaign: {
        ...example,
        status: 'SCHEDULED',
        scheduledAt: '2026-12-01T09:00:00.000Z',
        timezone: 'Europe/Lisbon',
      },
    },
  },
  errors: [
    'not_found',
    'campaign_not_draft',
    'restricted_api_key',
    'domain_not_verified',
    'missing_unsubscribe_url',
    'scheduled_in_past',
    'content_verification_failed',
    'content_verification_unavailable',
    'conflict',
  ],
  toInput({ path, body }): ToolInput<'send_campaign'> {
    return { campaignId: path.campaignId, scheduledAt: body.scheduledAt, timezone: body.timezone };
  },
  toBody: answerOf,
});

/** Lists every field, so that no unknown v1 field reaches a tool. */
function fieldsOf(body: z.output<typeof CreateCampaignRequest>) {
  const { audience, abTest, throttle, tracking } = body;
  return {
    name: body.name,
    subject: body.subject,
    preview: body.preview,
    fromName: body.fromName,
    fromEmail: body.fromEmail,
    replyTo: body.replyTo,
    content: body.content,
    contentType: body.contentType,
    timezone: body.timezone,
    audience: audience && {
      tags: audience.tags && {
        any: audience.tags.any,
        all: audience.tags.all,
        none: audience.tags.none,
      },
      segmentId: audience.segmentId,
      filter: audience.filter,
      subscriberIds: audience.subscriberIds,
    },
    abTest: abTest && {
      variants: abTest.variants.map(({ name, subject, preview, content, contentType }) => ({
        name,
        subject,
        preview,
        content,
        contentType,
      })),
      percent: abTest.percent,
      metric: abTest.metric,
      waitMinutes: abTest.waitMinutes,
    },
    throttle: throttle && { perHour: throttle.perHour, perDomain: throttle.perDomain },
    tracking: tracking && { opens: tracking.opens, clicks: tracking.clicks },
  };
}

function answerOf(output: ToolOutput<'get_campaign'>) {
  return { campaign: campaignOf(output), campaignId: output.id };
}

function campaignOf(campaign: ToolOutput<'get_campaign'>): z.infer<typeof Campaign> {
  const { audience, abTest, throttle, tracking } = campaign;
  return {
    ...summaryOf(campaign),
    content: campaign.content,
    contentType: campaign.contentType,
    audience: {
      tags: { any: audience.tags.any, all: audience.tags.all, none: audience.tags.none },
      segmentId: audience.segmentId,
      filter: audience.filter,
      subscriberIds: audience.subscriberIds,
    },
    badges: campaign.badges.map(({ id, label, severity, path }) => ({
      id,
      label,
      severity,
      ...(path !== undefined && { path }),
    })),
    abTest: abTest && {
      variants: abTest.variants.map(({ name, subject, preview, content, contentType, stats }) => ({
        name,
        subject,
        preview,
        content,
        contentType,
        stats: statsOf(stats),
      })),
      percent: abTest.percent,
      metric: abTest.metric,
      waitMinutes: abTest.waitMinutes,
      winner: abTest.winner,
    },
    throttle: throttle && { perHour: throttle.perHour, perDomain: throttle.perDomain },
    tracking: tracking && { opens: tracking.opens, clicks: tracking.clicks },
  };
}

/** Lists every field, as all v1 responses do. */
function summaryOf(campaign: ToolOutput<'page_campaigns'>['items'][number]): z.infer<typeof CampaignSummary> {
  return {
    id: campaign.id,
    name: campaign.name,
    subject: campaign.subject,
    preview: campaign.preview,
    fromName: campaign.fromName,
    fromEmail: campaign.fromEmail,
    replyTo: campaign.replyTo,
    status: campaign.status,
    paused: campaign.paused,
    scheduledAt: campaign.scheduledAt,
    timezone: campaign.timezone,
    sentAt: campaign.sentAt,
    stats: statsOf(campaign.stats),
    revision: campaign.revision,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
}

function statsOf(stats: ToolOutput<'get_campaign'>['stats']): z.infer<typeof Campaign>['stats'] {
  return {
    recipients: stats.recipients,
    sent: stats.sent,
    delivered: stats.delivered,
    opened: stats.opened,
    clicked: stats.clicked,
    unsubscribed: stats.unsubscribed,
    bounced: stats.bounced,
    complained: stats.complained,
    failed: stats.failed,
    skipped: stats.skipped,
    human: { opened: stats.human.opened, clicked: stats.human.clicked },
    machine: { opened: stats.machine.opened, clicked: stats.machine.clicked },
  };
}
