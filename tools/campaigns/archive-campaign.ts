import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerCampaign } from '../../src/engine/campaigns/answer-campaign.ts';
import { moveCampaign } from '../../src/engine/campaigns/move-campaign.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../src/model/id.ts';
import { campaignExample } from './campaign-example.ts';

export const archiveCampaign = defineTool({
  name: 'archive_campaign',
  title: 'Archive campaign',
  summary: 'Archive a draft or sent campaign.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /campaigns/{campaignId}/archive' },
  example: {
    input: { campaignId: campaignExample.id },
    output: { ...campaignExample, status: 'ARCHIVED' },
  },
  async run(scope, { campaignId }) {
    return await scope.commit(async (store) =>
      answerCampaign(store, await moveCampaign(store, campaignId, 'archive', scope.now)),
    );
  },
});
