import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { answerCampaign } from '../../../src/engine/campaigns/answer-campaign.ts';
import { pauseSending } from '../../../src/engine/campaigns/move-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../../src/model/id.ts';
import { sendingExample } from '../campaign-example.ts';

export const pauseCampaign = defineTool({
  name: 'pause_campaign',
  title: 'Pause campaign',
  summary: 'Pause a campaign that is being sent.',
  advice:
    'Continue it with resume_campaign, or end it with end_campaign. To correct a link in sent mail, use redirect_link.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/pause' },
  example: {
    input: { campaignId: sendingExample.id },
    output: { ...sendingExample, paused: true },
  },
  async run(scope, { campaignId }) {
    return await scope.commit(async (store) =>
      answerCampaign(store, await pauseSending(store, campaignId, scope.now)),
    );
  },
});
