import type { ApprovedDelivery, CampaignProgress, CampaignRecord } from '../../model/campaign/campaign.ts';
import { normalizeThrottle } from '../../model/campaign/campaign-input.ts';
import { type CampaignMove, nextCampaignStatus } from '../../model/campaign/lifecycle.ts';
import { Failure } from '../../model/failure.ts';
import type { OrganizationStore } from '../../store/store.ts';
import {
  approvedInstant,
  assertPersonAsked,
  campaignApproval,
  type Permitted,
  unlimitedApproval,
} from '../approval/permit-checks.ts';
import type { Scope } from '../context/scope.ts';
import { ambientDelivery } from '../sending/preview-send.ts';

const wants = {
  cancel: 'Only a campaign that is SCHEDULED can be cancelled, and one that is SENDING be paused',
  archive: 'Only a campaign that is DRAFT or SENT can be archived',
  restore: 'Only an ARCHIVED campaign that was never sent can be restored',
} as const satisfies Partial<Record<CampaignMove, string>>;

/** @throws Failure not_found; conflict when the campaign is in another status */
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
  const draft =
    status === 'DRAFT' ? { scheduledAt: null, token: null, postalAddress: null, ...unlimitedApproval } : {};
  const moved = { ...held, ...draft, status, updatedAt: now };
  await campaigns.update(moved);
  return moved;
}

/** A paused campaign stays unchanged. @throws Failure not_found; conflict when it is not SENDING */
export async function pauseSending(
  { campaigns }: OrganizationStore,
  id: string,
  now: number,
): Promise<CampaignRecord> {
  const held = await holdSending(campaigns, id, true);
  if (held.paused) return held;
  const lastPause = { at: now, byItself: false };
  const progress = held.progress && { ...held.progress, releasing: false, lastPause };
  const next = { ...held, paused: true, progress, updatedAt: now };
  await campaigns.update(next);
  return next;
}

/**
 * This call's approval replaces the earlier one and clears the problem.
 * @throws Failure not_found; conflict unless it is SENDING; confirmation_required if it was paused meanwhile
 */
export async function resumeSending(
  scope: Permitted & Pick<Scope, 'engine' | 'caller' | 'cause' | 'now'>,
  store: OrganizationStore,
  id: string,
): Promise<CampaignRecord> {
  const { campaigns } = store;
  const held = await holdSending(campaigns, id, false);
  if (!held.paused) return held;
  assertPersonAsked(scope, 'it was paused during this call, and only a person can resume it');
  const approval = campaignApproval(scope, await deliveryOnceResumed(scope, store, held));
  // Mails that came due during the pause were deferred.
  const released = held.progress && { ...held.progress, releasing: true };
  const next: CampaignRecord = {
    ...held,
    paused: false,
    progress: approval === undefined ? released : released && settled(released),
    ...(approval && {
      ...approval,
      approvedAt: await approvedInstant(scope, store),
      cause: scope.cause,
      approvedPeople: isCompared(held.progress) ? null : approval.approvedPeople,
    }),
    updatedAt: scope.now,
  };
  await campaigns.update(next);
  return next;
}

/** Whether the enrolled people were compared with the approval. */
function isCompared(progress: CampaignProgress | null): boolean {
  if (progress?.stage === 'gathering') return false;
  return progress?.stage !== 'gathered' || progress.problem !== null;
}

/** The person saw the whole audience, which no longer grows. Any other problem recurs if it persists. */
function settled(progress: CampaignProgress): CampaignProgress {
  const isSettled = progress.stage === 'gathered' && isCompared(progress);
  return { ...progress, stage: isSettled ? 'sending' : progress.stage, problem: null };
}

export async function deliveryOnceResumed(
  { engine, caller: { organization } }: Pick<Scope, 'engine' | 'caller'>,
  { tokens }: OrganizationStore,
  campaign: Pick<CampaignRecord, 'token'>,
): Promise<ApprovedDelivery> {
  const token = campaign.token === null ? null : ((await tokens.byKey(campaign.token)) ?? null);
  return ambientDelivery(engine.settings, { organization, token });
}

async function holdSending(
  campaigns: OrganizationStore['campaigns'],
  id: string,
  paused: boolean,
): Promise<CampaignRecord> {
  const held = await campaigns.hold(id);
  if (!held) throw new Failure('not_found');
  const fault = setPausedFault(held, paused);
  if (fault) throw fault;
  return held;
}

export function setPausedFault(campaign: CampaignRecord, paused: boolean): Failure | null {
  if (campaign.status === 'SENDING') return null;
  return wrongStatus(campaign, `Only a campaign that is SENDING can be ${paused ? 'paused' : 'resumed'}`);
}

export function notDraft({ status }: Pick<CampaignRecord, 'status'>): Failure {
  return new Failure('campaign_not_draft', { details: { status } });
}

export function wrongStatus({ status }: CampaignRecord, sentence: string): Failure {
  return new Failure('conflict', { message: `${sentence}; this one is ${status}`, details: { status } });
}

/** A paused campaign allows no other change. */
export function isThrottleAlone(request: Readonly<Record<string, unknown>>): boolean {
  const given = Object.keys(request).filter((name) => request[name] !== undefined);
  return given.length === 1 && given[0] === 'throttle';
}

/** Keeps the approval, which the throttle does not affect. @throws not_found, campaign_not_draft, conflict */
export async function changePausedThrottle(
  { campaigns }: OrganizationStore,
  id: string,
  throttle: Parameters<typeof normalizeThrottle>[0],
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
  const next = {
    ...held,
    throttle: normalizeThrottle(throttle),
    revision: held.revision + 1,
    updatedAt: now,
  };
  await campaigns.update(next);
  return next;
}
