import type { CampaignRecord } from '../model/campaign/campaign.ts';
import { type CampaignMove, nextCampaignStatus } from '../model/campaign/lifecycle.ts';
import { Failure } from '../model/failure.ts';
import type { OrganizationStore } from '../store/store.ts';

/** What an author may do beside sending, and what has to be so for it. */
const wants = {
  cancel: 'Only a campaign that is SCHEDULED can be cancelled, and one that is SENDING be paused',
  archive: 'Only a campaign that is DRAFT or SENT can be archived',
  restore: 'Only an ARCHIVED campaign that was never sent can be restored',
} as const satisfies Partial<Record<CampaignMove, string>>;

/**
 * Moves a campaign along its table, in a transaction.
 * @returns it as it is then
 * @throws Failure not_found; conflict when it is not where the move begins
 */
export async function moveCampaign(
  { campaigns }: OrganizationStore,
  id: string,
  move: keyof typeof wants,
  now: number,
): Promise<CampaignRecord> {
  const held = await campaigns.hold(id);
  if (!held) throw new Failure('not_found');
  const status = nextCampaignStatus(held.status, move);
  if (status === null || (move === 'restore' && held.startedAt !== null)) {
    throw wrongStatus(held, wants[move]);
  }
  const draft = status === 'DRAFT' ? { scheduledAt: null, token: null } : {};
  const moved = { ...held, ...draft, status, updatedAt: now };
  await campaigns.update(moved);
  return moved;
}

/**
 * Stops a campaign in its sending, or lets it go on; one that is so already stays so.
 * @throws Failure not_found; conflict when it is not SENDING
 */
export async function setPaused(
  { campaigns }: OrganizationStore,
  id: string,
  paused: boolean,
  now: number,
): Promise<CampaignRecord> {
  const held = await campaigns.hold(id);
  if (!held) throw new Failure('not_found');
  if (held.status !== 'SENDING') {
    throw wrongStatus(held, `Only a campaign that is SENDING can be ${paused ? 'paused' : 'resumed'}`);
  }
  if (held.paused === paused) return held;
  // Its mails that came due meanwhile have been put off.
  const progress = held.progress && { ...held.progress, releasing: !paused };
  const next = { ...held, paused, progress, updatedAt: now };
  await campaigns.update(next);
  return next;
}

/** The refusal of an edit or a send. */
export function notDraft({ status }: Pick<CampaignRecord, 'status'>): Failure {
  return new Failure('campaign_not_draft', { details: { status } });
}

function wrongStatus({ status }: CampaignRecord, sentence: string): Failure {
  return new Failure('conflict', { message: `${sentence}; this one is ${status}`, details: { status } });
}
