import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { mayDelete } from '../../src/model/campaign/lifecycle.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { removeJob } from '../../src/store/jobs.ts';
import { campaignExample } from './campaign-example.ts';

export const deleteCampaign = defineTool({
  name: 'delete_campaign',
  title: 'Delete campaign',
  summary: 'Delete a campaign that is not being sent. A scheduled campaign is cancelled first.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ campaignId: IdInput }),
  output: z.object({ object: z.literal('campaign'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'campaigns.write',
  rest: { route: 'DELETE /campaigns/{campaignId}' },
  example: {
    input: { campaignId: campaignExample.id },
    output: { object: 'campaign', id: campaignExample.id, deleted: true },
  },
  async run(scope, { campaignId }) {
    return await scope.commit(async ({ campaigns, counts, queries }) => {
      const { status, progress } = (await campaigns.hold(campaignId)) ?? scope.fail('not_found');
      if (!mayDelete(status)) {
        throw invalidField(
          'status',
          'is SENDING, and a campaign that is being sent cannot be deleted: wait until it is SENT',
        );
      }
      if (progress?.stage === 'ending') {
        throw invalidField(
          'status',
          'is ARCHIVED, and what waits of it is still being ended: try again in a minute',
        );
      }
      if (status === 'SCHEDULED') await removeJob(queries, 'send_campaign', campaignId);
      await campaigns.remove(campaignId);
      await counts.change('campaigns', -1);
      return { object: 'campaign' as const, id: campaignId, deleted: true as const };
    });
  },
});
