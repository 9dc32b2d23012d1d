import { z } from 'zod';
import { numberedPage, numberedPageFields, numberedPageSchema } from '../../src/contract/numbered-page.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { answerCampaigns } from '../../src/engine/campaigns/answer-campaign.ts';
import { CampaignSummary } from '../../src/model/campaign/campaign-answer.ts';
import { campaignFilterFields } from '../../src/model/campaign/campaign-input.ts';
import { summaryExample } from './campaign-example.ts';

export const pageCampaigns = defineTool({
  name: 'page_campaigns',
  title: 'Page through campaigns',
  summary: 'List campaigns by page number or cursor, with the total.',
  toolset: 'campaigns',
  doors: ['v1'],
  input: z.strictObject({ ...campaignFilterFields, ...numberedPageFields }),
  output: numberedPageSchema(CampaignSummary),
  failures: [],
  effect: 'read',
  needs: 'campaigns.read',
  rest: null,
  example: { input: { page: 1 }, output: { items: [summaryExample], total: 1 } },
  async run({ store }, { status, query, ...input }) {
    const { campaigns, counts } = store;
    const filter = { status, query };
    const { request, countUpTo } = await numberedPage(input, store.queries, {
      table: 'campaigns',
      keyAt: (offset) => campaigns.keyAt(filter, offset),
    });
    const rows = request ? (await campaigns.page(filter, request)).rows : [];
    const all = status === undefined && query === undefined;
    const total = all ? await counts.read('campaigns') : await campaigns.count(filter, countUpTo);
    return { items: await answerCampaigns(store, rows), total };
  },
});
