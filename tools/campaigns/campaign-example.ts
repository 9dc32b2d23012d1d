import type { z } from 'zod';
import type { Campaign, CampaignSummary } from '../../src/model/campaign/campaign-answer.ts';

const noneYet = { opened: 0, clicked: 0 };

export const summaryExample: z.infer<typeof CampaignSummary> = {
  object: 'campaign',
  id: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x',
  name: 'May news',
  subject: 'Our news in May',
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
    human: noneYet,
    machine: noneYet,
  },
  revision: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

const markdown = 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})';

export const campaignExample: z.infer<typeof Campaign> = {
  ...summaryExample,
  content: markdown,
  contentType: 'MARKDOWN',
  html: null,
  markdown,
  tiptap: null,
  audience: {
    tags: { any: ['tag_01kb3k7f5d2c8n1r4s6t9v0w3x'], all: [], none: [] },
    segmentId: null,
    filter: null,
    subscriberIds: [],
    notReachedBy: null,
  },
  badges: [],
  problem: null,
  warnings: [],
  abTest: null,
  throttle: null,
  tracking: null,
};

export const scheduledExample: z.infer<typeof Campaign> = {
  ...campaignExample,
  status: 'SCHEDULED',
  scheduledAt: '2027-05-04T08:00:00.000Z',
  timezone: 'Europe/Lisbon',
};

export const sendingExample: z.infer<typeof Campaign> = { ...scheduledExample, status: 'SENDING' };
