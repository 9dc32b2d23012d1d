import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { answerCampaign } from '../../../src/engine/campaigns/answer-campaign.ts';
import { endSending } from '../../../src/engine/campaigns/end-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../../src/model/id.ts';
import { sendingExample } from '../campaign-example.ts';

export const endCampaign = defineTool({
  name: 'end_campaign',
  title: 'End campaign',
  summary: 'End a campaign that is being sent, for good, and archive it.',
  advice: 'Its remaining recipients are not mailed. To stop it for now, use pause_campaign.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'destroy',
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/end' },
  example: {
    input: { campaignId: sendingExample.id },
    output: { ...sendingExample, status: 'ARCHIVED' },
  },
  async run(scope, { campaignId }) {
    const answer = await scope.commit(async (store) =>
      answerCampaign(store, await endSending(store, campaignId, scope.now)),
    );
    scope.engine.wake();
    return answer;
  },
});
