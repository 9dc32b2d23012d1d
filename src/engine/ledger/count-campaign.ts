import { type CampaignCount, countedAs } from '../../model/campaign/campaign.ts';
import type { MailCounts } from '../../model/campaign/mail-counts.ts';
import { thereAre } from '../../store/records/campaign-progress.ts';
import type { Counted } from '../../store/records/counts.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** What is counted more of a campaign, and of the variant if there is one. */
export type CampaignChange = { campaignId: string; variant: number | null; counts: MailCounts };

/**
 * Changes the numbers of campaigns. Call it last in a transaction: every delivery of a campaign counts in the same rows,
 * and a transaction that waits for one of them must hold nothing that its owner still wants.
 *
 * @param part of one mail among thousands: see `partOf`
 */
export async function countCampaign(
  store: OrganizationStore,
  changes: readonly CampaignChange[],
  part?: number,
): Promise<void> {
  const counting = changes.filter(({ counts }) => Object.keys(counts).length > 0);
  if (counting.length === 0) return;
  // Mails of a deleted campaign are opened for years, and counts written after its deletion would never be removed.
  const there = await thereAre(store, [...new Set(counting.map(({ campaignId }) => campaignId))]);
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

/** Mails of a campaign that were accepted, have to leave and have not had their first attempt. */
export async function leavingNow(store: OrganizationStore, id: string): Promise<number> {
  const [leaving, attempted] = [countedAs(id, 'leaving'), countedAs(id, 'attempted')];
  const counts = await store.counts.readAll([leaving, attempted]);
  return (counts.get(leaving) ?? 0) - (counts.get(attempted) ?? 0);
}

/** By which of several rows one mail is counted, so that not all deliveries wait for one: of ids the end is random. */
export function partOf(emailId: string): number {
  return Number.parseInt(emailId.slice(-2), 36) || 0;
}
