import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerCampaign, answerDraft, answerScheduled } from '../../src/engine/campaigns/answer-campaign.ts';
import { listRefusals } from '../../src/engine/campaigns/campaign-refusals.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../src/model/id.ts';
import { campaignExample } from './campaign-example.ts';

export const getCampaign = defineTool({
  name: 'get_campaign',
  title: 'Get campaign',
  summary: 'Show one campaign with content, audience and statistics.',
  advice:
    'problem says why it cannot be sent or why sending waits; badges are findings of the content check.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns/{campaignId}' },
  example: { input: { campaignId: campaignExample.id }, output: campaignExample },
  async run(scope, { campaignId }) {
    const { store, fail } = scope;
    const campaign = (await store.campaigns.byId(campaignId)) ?? fail('not_found');
    if (campaign.status === 'SCHEDULED') return await answerScheduled(scope, campaign);
    if (campaign.status !== 'DRAFT') return await answerCampaign(store, campaign);
    return await answerDraft(scope, campaign, await listRefusals(scope, campaign));
  },
});
