import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerDraft } from '../../src/engine/answer-campaign.ts';
import { allRefusalsOf } from '../../src/engine/campaign-refusals.ts';
import { readAudience } from '../../src/engine/read-audience.ts';
import { campaignWarnings } from '../../src/engine/verify-campaign.ts';
import { type CampaignRecord, everybody } from '../../src/model/campaign/campaign.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import {
  campaignFields,
  campaignsPerOrganizationMax,
  changedCampaign,
} from '../../src/model/campaign/campaign-input.ts';
import { campaignExample } from './campaign-example.ts';

export const createCampaign = defineTool({
  name: 'create_campaign',
  title: 'Create campaign',
  summary: 'Draft a campaign; nothing is sent. Its content needs {{unsubscribeUrl}}.',
  advice: 'No audience: all ACTIVE subscribers. Heed problem and badges; then test_campaign, send_campaign.',
  toolset: 'campaigns',
  input: z.strictObject(campaignFields),
  output: Campaign,
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /campaigns', status: 201 },
  example: {
    input: {
      name: 'May news',
      subject: 'Our news in May',
      fromName: 'Acme',
      fromEmail: 'news@acme.example',
      markdown: campaignExample.markdown,
      audience: { tags: { any: ['newsletter'] } },
    },
    output: campaignExample,
  },
  async run(scope, request) {
    const { organization } = scope.caller;
    const empty = emptyCampaign(scope.engine.world.ids.id('cmp'), organization.key, scope.now);
    const drafted = changedCampaign(empty, request);
    const badges = await campaignWarnings(scope.engine, organization, drafted);
    const refusals = await allRefusalsOf(scope, { ...drafted, key: 0 });
    return await scope.commit(async (store) => {
      const { campaigns, counts } = store;
      if ((await counts.read('campaigns')) >= campaignsPerOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${campaignsPerOrganizationMax.toLocaleString('en')} campaigns`,
        });
      }
      const audience = await readAudience(store, request.audience ?? null);
      const campaign = { ...drafted, audience, badges };
      await campaigns.add(campaign);
      await counts.change('campaigns', 1);
      return await answerDraft({ ...scope, store }, { ...campaign, key: 0 }, refusals);
    });
  },
});

function emptyCampaign(id: string, organization: number, now: number): Omit<CampaignRecord, 'key'> {
  return {
    id,
    organization,
    name: '',
    subject: null,
    preview: null,
    fromName: null,
    fromEmail: null,
    replyTo: null,
    body: null,
    audience: everybody,
    status: 'DRAFT',
    paused: false,
    scheduledAt: null,
    timezone: 'UTC',
    badges: [],
    abTest: null,
    throttle: null,
    tracking: null,
    revision: 1,
    token: null,
    agreedRecipients: null,
    agreedPeople: null,
    agreedDelivery: null,
    postalAddress: null,
    progress: null,
    startedAt: null,
    sentAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
