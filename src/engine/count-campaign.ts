import type { CampaignCount } from '../model/campaign/campaign.ts';
import type { MailCounts } from '../model/campaign/mail-counts.ts';
import type { Counted } from '../store/records/counts.ts';
import type { OrganizationStore } from '../store/store.ts';

/** What is counted more of a campaign, and of the variant if there is one. */
export type CampaignChange = { campaignId: string; variant: number | null; counts: MailCounts };

/**
 * Changes the numbers of campaigns. Call it last in a transaction: every delivery of a campaign counts in the same rows,
 * and whoever waits for one of them must hold nothing that somebody else, who has it, still wants.
 *
 * @param part of one mail among thousands: see `partOf`
 */
export async function countCampaign(
  store: OrganizationStore,
  changes: readonly CampaignChange[],
  part?: number,
): Promise<void> {
  const amounts = new Map<Counted, number>();
  for (const { campaignId, variant, counts } of changes) {
    const owners = variant === null ? [campaignId] : [campaignId, `${campaignId}/${variant}`];
    for (const owner of owners) {
      for (const [count, by] of Object.entries(counts) as [CampaignCount, number][]) {
        const counted = `${owner} ${count}` as Counted;
        amounts.set(counted, (amounts.get(counted) ?? 0) + by);
      }
    }
  }
  await store.counts.changeAll(amounts, part);
}

/** By which of several rows one mail is counted, so that not all deliveries wait for one: of ids the end is random. */
export function partOf(emailId: string): number {
  return Number.parseInt(emailId.slice(-2), 36) || 0;
}
