import { z } from 'zod';
import { listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { answerCampaigns } from '../../src/engine/campaigns/answer-campaign.ts';
import { CampaignSummary } from '../../src/model/campaign/campaign-answer.ts';
import { campaignFilterFields } from '../../src/model/campaign/campaign-input.ts';
import { summaryExample } from './campaign-example.ts';

export const listCampaigns = defineTool({
  name: 'list_campaigns',
  title: 'List campaigns',
  summary: 'List campaigns with their statistics, newest first.',
  toolset: 'campaigns',
  input: z.strictObject({ ...campaignFilterFields, ...listFields }),
  output: listSchema(CampaignSummary),
  failures: [],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns' },
  example: {
    input: { status: 'DRAFT' },
    output: { object: 'list', data: [summaryExample], has_more: false },
  },
  async run({ store, caller }, { status, query, ...paging }) {
    const request = await pageRequest(paging, store.queries, 'campaigns');
    const { rows, hasMore } = await store.campaigns.page({ status, query }, request);
    const isKept = status === undefined;
    const count = async (upTo: number): Promise<number> =>
      isKept ? await store.counts.read('campaigns') : await store.campaigns.count({ status }, upTo);
    return {
      object: 'list' as const,
      data: await answerCampaigns(store, rows),
      has_more: hasMore,
      ...(query === undefined && (await totalFor(caller, count, { isKept }))),
    };
  },
});
