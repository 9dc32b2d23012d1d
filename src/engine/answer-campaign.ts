import { type CampaignHead, type CampaignRecord, countedAs } from '../model/campaign/campaign.ts';
import {
  type CountOf,
  campaignAnswer,
  campaignSummary,
  countsShown,
} from '../model/campaign/campaign-answer.ts';
import type { Counted } from '../store/records/counts.ts';
import type { OrganizationStore } from '../store/store.ts';

/** A campaign as it is answered, with what became of its mails so far. */
export async function answerCampaign(
  store: OrganizationStore,
  campaign: CampaignRecord,
): Promise<ReturnType<typeof campaignAnswer>> {
  const variants = campaign.abTest?.variants.length ?? 0;
  const counts = await store.counts.readAll(countsShown(campaign, variants));
  return campaignAnswer(campaign, countOf(campaign.id, counts));
}

/** Campaigns as a list shows them: one look-up for all of their counts. */
export async function answerCampaigns(
  store: OrganizationStore,
  campaigns: readonly CampaignHead[],
): Promise<ReturnType<typeof campaignSummary>[]> {
  const counts = await store.counts.readAll(campaigns.flatMap((campaign) => countsShown(campaign, 0)));
  return campaigns.map((campaign) => campaignSummary(campaign, countOf(campaign.id, counts)));
}

function countOf(id: string, counts: ReadonlyMap<Counted, number>): CountOf {
  return (count, variant) => counts.get(countedAs(id, count, variant)) ?? 0;
}
