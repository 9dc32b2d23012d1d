import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { answerDraft } from '../../../src/engine/campaigns/answer-campaign.ts';
import { listRefusals } from '../../../src/engine/campaigns/campaign-refusals.ts';
import { moveCampaign } from '../../../src/engine/campaigns/move-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../../src/model/id.ts';
import { removeJob } from '../../../src/store/jobs.ts';
import { campaignExample } from '../campaign-example.ts';

export const cancelCampaign = defineTool({
  name: 'cancel_campaign',
  title: 'Cancel campaign',
  summary: 'Cancel a scheduled campaign before it starts. It becomes a draft again.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/cancel' },
  example: { input: { campaignId: campaignExample.id }, output: campaignExample },
  async run(scope, { campaignId }) {
    const known = await scope.store.campaigns.byId(campaignId);
    // The content was checked when the campaign was scheduled, and cancelling must not wait for a rendering.
    const seen = async () => true;
    const refusals = known?.status === 'SCHEDULED' ? await listRefusals(scope, known, seen) : [];
    return await scope.commit(async (store) => {
      const cancelled = await moveCampaign(store, campaignId, 'cancel', scope.now);
      await removeJob(store.queries, 'send_campaign', campaignId);
      return await answerDraft({ ...scope, store }, cancelled, refusals);
    });
  },
});
