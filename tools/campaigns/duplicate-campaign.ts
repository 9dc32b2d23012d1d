import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { addDraft } from '../../src/engine/campaigns/add-draft.ts';
import type { CampaignRecord } from '../../src/model/campaign/campaign.ts';
import { Campaign } from '../../src/model/campaign/campaign-answer.ts';
import { createDraft, nameCharactersMax } from '../../src/model/campaign/campaign-input.ts';
import { IdInput } from '../../src/model/id.ts';
import { cutAtCodeUnits } from '../../src/model/text/text.ts';
import { campaignExample } from './campaign-example.ts';

const suffix = ' (copy)';

export const duplicateCampaign = defineTool({
  name: 'duplicate_campaign',
  title: 'Duplicate campaign',
  summary: 'Copy any campaign, sent or not, into a new draft.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput }),
  output: Campaign,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  adds: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /campaigns/{campaignId}/duplicate', status: 201 },
  example: {
    input: { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3w' },
    output: { ...campaignExample, name: 'May news (copy)' },
  },
  async run(scope, { campaignId }) {
    const { store, engine, now, fail } = scope;
    const known = (await store.campaigns.byId(campaignId)) ?? fail('not_found');
    const copy = copiedCampaign(known, { id: engine.world.ids.id('cmp'), createdAt: now });
    return await addDraft(scope, copy, async () => copy.audience);
  },
});

function copiedCampaign(
  campaign: CampaignRecord,
  { id, createdAt }: Pick<CampaignRecord, 'id' | 'createdAt'>,
): Omit<CampaignRecord, 'key'> {
  const { name, subject, preview, fromName, fromEmail, replyTo, body, audience, abTest } = campaign;
  return {
    ...createDraft({ id, organization: campaign.organization, createdAt }),
    name: cutAtCodeUnits(name, nameCharactersMax - suffix.length) + suffix,
    subject,
    preview,
    fromName,
    fromEmail,
    replyTo,
    body,
    audience,
    timezone: campaign.timezone,
    abTest: abTest && { ...abTest, winner: null },
    throttle: campaign.throttle,
    tracking: campaign.tracking,
  };
}
