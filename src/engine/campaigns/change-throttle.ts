import type { CampaignRecord } from '../../model/campaign/campaign.ts';
import { throttleOf } from '../../model/campaign/campaign-input.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { notDraft } from './move-campaign.ts';

/** Whether a request changes the throttle and nothing else, as a paused campaign allows. */
export function isThrottleAlone(request: Readonly<Record<string, unknown>>): boolean {
  const given = Object.keys(request).filter((name) => request[name] !== undefined);
  return given.length === 1 && given[0] === 'throttle';
}

/**
 * Changes the throttle of a paused campaign, in a transaction. Its approval stays in force, because the pace changes neither
 * content nor recipients.
 * @param expectedRevision undefined for any
 * @throws Failure not_found; campaign_not_draft when it is not paused; conflict for another revision
 */
export async function changePausedThrottle(
  { campaigns }: OrganizationStore,
  id: string,
  throttle: Parameters<typeof throttleOf>[0],
  expectedRevision: number | undefined,
  now: number,
): Promise<CampaignRecord> {
  const held = await campaigns.hold(id);
  if (!held) throw new Failure('not_found');
  if (held.status !== 'SENDING') throw notDraft(held);
  if (!held.paused) {
    throw new Failure('campaign_not_draft', {
      message:
        'The throttle of a campaign that is SENDING can be changed while it is paused: pause_campaign first',
      details: { status: held.status },
    });
  }
  if (expectedRevision !== undefined && expectedRevision !== held.revision) {
    throw new Failure('conflict', {
      message: 'The campaign was changed meanwhile; read it again and retry',
      details: { revision: held.revision },
    });
  }
  const next = { ...held, throttle: throttleOf(throttle), revision: held.revision + 1, updatedAt: now };
  await campaigns.update(next);
  return next;
}
