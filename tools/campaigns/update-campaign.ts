import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { readAudience } from '../../src/engine/audience/read-audience.ts';
import { answerCampaign, answerDraft } from '../../src/engine/campaigns/answer-campaign.ts';
import { listRefusals } from '../../src/engine/campaigns/campaign-refusals.ts';
import { changePausedThrottle, isThrottleAlone, notDraft } from '../../src/engine/campaigns/move-campaign.ts';
import { campaignWarnings } from '../../src/engine/campaigns/verify-campaign.ts';
import { EditOvertaken, retryEdit } from '../../src/engine/context/retry-edit.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { campaignFields, changedCampaign } from '../../src/model/campaign/campaign-input.ts';
import { IdInput } from '../../src/model/id.ts';
import { campaignExample } from './campaign-example.ts';

export const updateCampaign = defineTool({
  name: 'update_campaign',
  title: 'Update campaign',
  summary: 'Change a draft campaign.',
  advice:
    'Omitted fields keep their values; empty text clears a field. audience and abTest are replaced as a whole. Of a paused campaign, only throttle can change.',
  toolset: 'campaigns',
  input: z.strictObject({
    campaignId: IdInput,
    ...campaignFields,
    expectedRevision: z.int().min(1).optional().describe('Fail if the revision is another'),
  }),
  output: Campaign,
  failures: ['not_found', 'campaign_not_draft', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.write',
  rest: { route: 'PATCH /campaigns/{campaignId}' },
  example: {
    input: { campaignId: campaignExample.id, subject: 'Our news in May', expectedRevision: 1 },
    output: { ...campaignExample, revision: 2, updatedAt: '2026-11-21T09:35:00.000Z' },
  },
  async run(scope, { campaignId, expectedRevision, ...request }) {
    const { organization } = scope.caller;
    const stale = (revision: number): never =>
      scope.fail('conflict', {
        message: 'The campaign was changed meanwhile; read it again and retry',
        details: { revision },
      });
    return await retryEdit(scope.signal, async () => {
      const known = (await scope.store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
      if (known.status === 'SENDING' && isThrottleAlone(request)) {
        const { throttle } = request;
        return await scope.commit(async (store) =>
          answerCampaign(
            store,
            await changePausedThrottle(store, campaignId, throttle ?? null, expectedRevision, scope.now),
          ),
        );
      }
      if (known.status !== 'DRAFT') throw notDraft(known);
      if (expectedRevision !== undefined && expectedRevision !== known.revision) stale(known.revision);
      const changed = changedCampaign(known, request);
      const badges = await campaignWarnings(scope.engine, organization, changed);
      const refusals = await listRefusals(scope, changed);
      return await scope.commit(async (store) => {
        // Lock order everywhere: tags, segments, campaigns.
        const audience =
          request.audience === undefined ? undefined : await readAudience(store, request.audience);
        const held = (await store.campaigns.hold(campaignId)) ?? scope.fail('not_found');
        if (held.status !== 'DRAFT') throw notDraft(held);
        // The badges belong to content that another edit has replaced.
        if (held.revision !== known.revision) {
          if (expectedRevision !== undefined) stale(held.revision);
          throw new EditOvertaken();
        }
        const next = {
          ...changed,
          audience: audience ?? held.audience,
          badges,
          revision: held.revision + 1,
          updatedAt: scope.now,
        };
        await store.campaigns.update(next);
        return await answerDraft({ ...scope, store }, next, refusals);
      });
    });
  },
});
