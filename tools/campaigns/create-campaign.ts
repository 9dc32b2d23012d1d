import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { readAudience } from '../../src/engine/audience/read-audience.ts';
import { addDraft } from '../../src/engine/campaigns/add-draft.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { campaignFields, changedCampaign, createDraft } from '../../src/model/campaign/campaign-input.ts';
import { campaignExample } from './campaign-example.ts';

export const createCampaign = defineTool({
  name: 'create_campaign',
  title: 'Create campaign',
  summary: 'Create a campaign as a draft; nothing is sent.',
  advice:
    'Pass html, markdown or tiptap, with the link {{unsubscribeUrl}}. In the result, problem says why it cannot be sent yet. badges are findings of the content check; a badge of severity block stops a send. Then call test_campaign and send_campaign.',
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
    const { caller, engine, now } = scope;
    const id = engine.world.ids.id('cmp');
    const empty = createDraft({ id, organization: caller.organization.key, createdAt: now });
    return await addDraft(scope, changedCampaign(empty, request), (store) =>
      readAudience(store, request.audience ?? null),
    );
  },
});
