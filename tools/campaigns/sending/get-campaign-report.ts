import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { reportCampaign } from '../../../src/engine/campaigns/report-campaign.ts';
import { CampaignReport } from '../../../src/model/campaign/campaign-report.ts';
import { IdInput } from '../../../src/model/id.ts';
import { campaignExample, summaryExample } from '../campaign-example.ts';

export const getCampaignReport = defineTool({
  name: 'get_campaign_report',
  title: 'Get campaign report',
  summary: 'Show the results of a campaign: rates, opens and clicks over time, links and bounces.',
  advice: 'For its recipients, use list_campaign_recipients.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: CampaignReport,
  failures: ['not_found'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns/{campaignId}/report' },
  app: 'ui://posthouse/campaign-report',
  example: {
    input: { campaignId: campaignExample.id },
    output: {
      object: 'campaign_report',
      campaignId: campaignExample.id,
      name: campaignExample.name,
      subject: campaignExample.subject,
      status: 'SENT',
      paused: false,
      startedAt: '2027-05-04T08:00:00.000Z',
      sentAt: '2027-05-04T08:00:04.000Z',
      totals: {
        ...summaryExample.stats,
        recipients: 3,
        sent: 2,
        delivered: 2,
        opened: 1,
        skipped: 1,
        human: { opened: 1, clicked: 0 },
      },
      skipped: [{ reason: 'unsubscribed', count: 1 }],
      rates: [{ name: 'opened', rate: 0.5, count: 1, of: 'reached', denominator: 2 }],
      series: {
        from: '2027-05-04T08:00:00.000Z',
        until: '2027-05-04T08:05:00.000Z',
        bucketMinutes: 5,
        buckets: [{ from: '2027-05-04T08:00:00.000Z', sent: 2, opened: 1, clicked: 0, machineOpened: 0 }],
      },
      links: [],
      bounces: [],
      variants: [],
      read: { recipients: 3, of: 3 },
      notes: [],
    },
  },
  async run(scope, { campaignId }) {
    const campaign = (await scope.store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
    return await reportCampaign(scope, campaign);
  },
});
