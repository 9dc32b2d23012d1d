import type { Audience, CampaignRecord } from '../../model/campaign/campaign.ts';
import type { campaignAnswer } from '../../model/campaign/campaign-answer.ts';
import { campaignsPerOrganizationMax } from '../../model/campaign/campaign-input.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { answerDraft } from './answer-campaign.ts';
import { listRefusals } from './campaign-refusals.ts';
import { campaignWarnings } from './verify-campaign.ts';

/** `audienceIn` runs in the transaction of the draft. @throws Failure conflict when the organization has too many campaigns */
export async function addDraft(
  scope: Scope,
  drafted: Omit<CampaignRecord, 'key'>,
  audienceIn: (store: OrganizationStore) => Promise<Audience>,
): Promise<ReturnType<typeof campaignAnswer>> {
  const badges = await campaignWarnings(scope.engine, scope.caller.organization, drafted);
  const refusals = await listRefusals(scope, { ...drafted, key: 0 });
  return await scope.commit(async (store) => {
    const { campaigns, counts } = store;
    if ((await counts.read('campaigns')) >= campaignsPerOrganizationMax) {
      throw new Failure('conflict', {
        message: `An organization has at most ${campaignsPerOrganizationMax.toLocaleString('en')} campaigns`,
      });
    }
    const campaign = { ...drafted, audience: await audienceIn(store), badges };
    await campaigns.add(campaign);
    await counts.change('campaigns', 1);
    return await answerDraft({ ...scope, store }, { ...campaign, key: 0 }, refusals);
  });
}
