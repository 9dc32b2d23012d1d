import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { assertApproved } from '../../../src/engine/approval/permit-checks.ts';
import { answerCampaign } from '../../../src/engine/campaigns/answer-campaign.ts';
import { resumeSending } from '../../../src/engine/campaigns/move-campaign.ts';
import { aboutResume, previewResume } from '../../../src/engine/campaigns/preview-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../../src/model/id.ts';
import { addJobNow } from '../../../src/store/jobs.ts';
import { sendingExample } from '../campaign-example.ts';

export const resumeCampaign = defineTool({
  name: 'resume_campaign',
  title: 'Resume campaign',
  summary: 'Continue a paused campaign for its remaining recipients.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'send',
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/resume' },
  example: { input: { campaignId: sendingExample.id }, output: sendingExample },
  preview: (scope, { campaignId }) => previewResume(scope, campaignId),
  async run(scope, { campaignId }) {
    const answer = await scope.commit(async (store) => {
      const resumed = await resumeSending(scope, store, campaignId);
      await assertApproved(scope, () => aboutResume(scope, store, resumed));
      const { queries, organization } = store;
      const job = { organization, kind: 'send_campaign', subject: campaignId } as const;
      await addJobNow(queries, job, scope.now);
      return await answerCampaign(store, resumed);
    });
    scope.engine.wake();
    return answer;
  },
});
