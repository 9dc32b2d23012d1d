import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerDraft } from '../../src/engine/campaigns/answer-campaign.ts';
import { listRefusals } from '../../src/engine/campaigns/campaign-refusals.ts';
import { moveCampaign } from '../../src/engine/campaigns/move-campaign.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { IdInput } from '../../src/model/id.ts';
import { campaignExample } from './campaign-example.ts';

export const restoreCampaign = defineTool({
  name: 'restore_campaign',
  title: 'Restore campaign',
  summary: 'Turn an archived campaign that was never sent into a draft.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  undoes: true,
  idempotent: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /campaigns/{campaignId}/restore' },
  example: { input: { campaignId: campaignExample.id }, output: campaignExample },
  async run(scope, { campaignId }) {
    const known = await scope.store.campaigns.byId(campaignId);
    const refusals = known?.status === 'ARCHIVED' ? await listRefusals(scope, known) : [];
    return await scope.commit(async (store) =>
      answerDraft({ ...scope, store }, await moveCampaign(store, campaignId, 'restore', scope.now), refusals),
    );
  },
});
