import { setImmediate as nextTurn } from 'node:timers/promises';
import { calculateSliceRows } from '../../store/audience/audience-slice-size.ts';
import { type CampaignProgressRow, lockEnrolment } from '../../store/records/campaigns/campaign-progress.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { resolveAudience } from './resolve-audience.ts';

/**
 * Enrolls locked subscribers in campaigns that are still enrolling, before a change could remove them from
 * the audience. Costs one query while no campaign is enrolling.
 */
export async function enrolBeforeChange(
  store: OrganizationStore,
  subscribers: readonly number[],
  now: number,
): Promise<void> {
  if (subscribers.length === 0) return;
  for (const campaign of await lockEnrolment(store)) await gatherNow(store, campaign, subscribers, now);
}

async function gatherNow(
  store: OrganizationStore,
  { key, id, progress }: CampaignProgressRow,
  subscribers: readonly number[],
  now: number,
): Promise<void> {
  if (progress === null || progress.stage !== 'gathering') return;
  // Subscribers behind the cursor are as late as those added after enrollment.
  const { gatheredThrough, gatherUntil, split } = progress;
  const ahead = subscribers.filter((one) => one > gatheredThrough && one <= gatherUntil);
  const terms = await resolveAudience(store, progress.audience);
  let added = 0;
  for (const keys of closeTogether(ahead, Math.min(calculateSliceRows(terms), groupMax))) {
    const range = { above: keys[0]! - 1, upTo: keys.at(-1)!, keys };
    added += await store.recipients.gather(key, terms, split, range, now);
    await nextTurn();
  }
  await countCampaign(store, [{ campaignId: id, variant: null, counts: { recipients: added } }]);
}

/** The gaps are narrow, because a query reads every subscriber between the first and last key of a group. */
function closeTogether(keys: readonly number[], amountMax: number): number[][] {
  const groups: number[][] = [];
  for (const key of [...keys].sort((a, b) => a - b)) {
    const group = groups.at(-1);
    if (group && key - group.at(-1)! <= gapMax && group.length < amountMax) group.push(key);
    else groups.push([key]);
  }
  return groups;
}

const gapMax = 20;
const groupMax = 200;
