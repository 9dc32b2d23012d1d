import { type CampaignCount, countedAs } from '../../model/campaign/campaign.ts';
import type { MailCounts } from '../../model/campaign/mail-counts.ts';
import { findExistingCampaigns } from '../../store/records/campaigns/campaign-progress.ts';
import type { Counted } from '../../store/records/people/counts.ts';
import type { OrganizationStore } from '../../store/store.ts';

export type CampaignChange = { campaignId: string; variant: number | null; counts: MailCounts };

/** Call it last in a transaction, because all deliveries wait for the same rows. */
export async function countCampaign(
  store: OrganizationStore,
  changes: readonly CampaignChange[],
  part?: number,
): Promise<void> {
  const counting = changes.filter(({ counts }) => Object.keys(counts).length > 0);
  if (counting.length === 0) return;
  // A deleted campaign's mails are opened for years, and new counters would never be removed.
  const there = await findExistingCampaigns(store, [
    ...new Set(counting.map(({ campaignId }) => campaignId)),
  ]);
  const amounts = new Map<Counted, number>();
  for (const { campaignId, variant, counts } of counting) {
    if (!there.has(campaignId)) continue;
    for (const owner of variant === null ? [null] : [null, variant]) {
      for (const [count, by] of Object.entries(counts) as [CampaignCount, number][]) {
        const counted = countedAs(campaignId, count, owner);
        amounts.set(counted, (amounts.get(counted) ?? 0) + by);
      }
    }
  }
  await store.counts.changeAll(amounts, part);
}

/** Accepted mails that have not had their first attempt. */
export async function leavingNow(store: OrganizationStore, id: string): Promise<number> {
  const [leaving, attempted] = [countedAs(id, 'leaving'), countedAs(id, 'attempted')];
  const counts = await store.counts.readAll([leaving, attempted]);
  return (counts.get(leaving) ?? 0) - (counts.get(attempted) ?? 0);
}

/** Spreads a campaign's counts over several rows by the id's random end, so that deliveries do not wait for one row. */
export function chooseCounterPart(emailId: string): number {
  return Number.parseInt(emailId.slice(-2), 36) || 0;
}
