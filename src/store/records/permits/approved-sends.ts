import type { Audience, CampaignProgress } from '../../../model/campaign/campaign.ts';
import type { Trigger } from '../../../model/workflow/definition.ts';
import type { Queries } from '../../database.ts';
import type { OrganizationStore } from '../../store.ts';

export async function approvedSendingCampaigns(
  { queries, organization }: OrganizationStore,
  limit: number,
): Promise<{ key: number; id: string }[]> {
  return await queries.all<{ key: number; id: string }>(
    `SELECT key, id FROM campaigns
     WHERE organization = $1 AND status = 'SENDING' AND paused = 0 AND gathering = 0 AND approved_at IS NOT NULL
     ORDER BY key LIMIT ${limit}`,
    [organization],
  );
}

/** Returns approved campaigns that are enrolling recipients, with the range of subscriber keys still to enroll. */
export async function approvedGatheringCampaigns(
  { queries, organization }: OrganizationStore,
  limit: number,
): Promise<{ key: number; id: string; audience: Audience; through: number; until: number }[]> {
  const rows = await queries.all<{ key: number; id: string; progress: string }>(
    `SELECT key, id, progress FROM campaigns
     WHERE organization = $1 AND gathering = 1 AND paused = 0 AND approved_at IS NOT NULL
     ORDER BY key LIMIT ${limit}`,
    [organization],
  );
  return rows.map(({ key, id, progress }) => {
    const { audience, gatheredThrough, gatherUntil } = JSON.parse(progress) as CampaignProgress;
    return { key, id, audience, through: gatheredThrough, until: gatherUntil };
  });
}

/** A SCHEDULED campaign. `audience` is JSON, so that equal audiences can be compared. */
export type ScheduledCampaign = { key: number; id: string; scheduledAt: number; audience: string };

/** Returns a page of approved SCHEDULED campaigns, earliest first. */
export async function approvedScheduledCampaigns(
  { queries, organization }: OrganizationStore,
  after: ScheduledCampaign | undefined,
  limit: number,
): Promise<ScheduledCampaign[]> {
  const rows = await queries.all<{ key: number; id: string; scheduled_at: number; audience: string }>(
    `SELECT key, id, scheduled_at, audience FROM campaigns
     WHERE organization = $1 AND status = 'SCHEDULED' AND approved_at IS NOT NULL AND (scheduled_at, key) > ($2, $3)
     ORDER BY scheduled_at, key LIMIT ${limit}`,
    [organization, after?.scheduledAt ?? 0, after?.key ?? 0],
  );
  return rows.map(({ key, id, scheduled_at, audience }) => ({
    key,
    id,
    scheduledAt: scheduled_at,
    audience,
  }));
}

/** Returns the subscribers among these who still wait for a campaign's mail. @param subscribers keys */
export async function waitingAmong(
  { queries }: OrganizationStore,
  campaign: number,
  subscribers: readonly number[],
): Promise<number[]> {
  const rows = await queries.all<{ subscriber: number }>(
    `SELECT subscriber FROM campaign_recipients
     WHERE campaign = $1 AND state = 0 AND subscriber IN ${queries.dialect.integers('$2')}`,
    [campaign, JSON.stringify(subscribers)],
  );
  return rows.map(({ subscriber }) => subscriber);
}

/** An approved ACTIVE workflow with mail steps. `inside` counts the changed subscribers with an open run. */
export type ActiveWorkflow = {
  key: number;
  id: string;
  trigger: Trigger;
  activatedAt: number;
  inside: number;
};

export async function activeMailWorkflows(
  { queries, organization }: OrganizationStore,
  subscribers: readonly number[],
  limit: number,
): Promise<ActiveWorkflow[]> {
  const active = await queries.all<{ key: number; id: string; activated_at: number; definition: string }>(
    `SELECT flow.key, flow.id, flow.activated_at, version.definition FROM workflows AS flow
     JOIN workflow_versions AS version ON version.workflow = flow.key AND version.version = flow.version
     WHERE flow.organization = $1 AND flow.status = 'ACTIVE' AND flow.activated_at IS NOT NULL AND version.mails <> '{}'
     ORDER BY flow.key LIMIT ${limit}`,
    [organization],
  );
  if (active.length === 0) return [];
  const rows = await queries.all<{ workflow: number; amount: number }>(
    `SELECT workflow, count(DISTINCT subscriber) AS amount FROM workflow_states
     WHERE organization + 0 = $1 AND ended_at IS NULL AND subscriber IN ${queries.dialect.integers('$2')}
     GROUP BY workflow`,
    [organization, JSON.stringify(subscribers)],
  );
  const inside = new Map(rows.map(({ workflow, amount }) => [workflow, amount]));
  return active.map(({ key, id, activated_at, definition }) => ({
    key,
    id,
    trigger: (JSON.parse(definition) as { trigger: Trigger }).trigger,
    activatedAt: activated_at,
    inside: inside.get(key) ?? 0,
  }));
}

/** Records that a confirmation was used. @returns false if it was already used */
export async function recordApprovalUse(
  queries: Queries,
  organization: number,
  confirmation: { id: string /** Epoch milliseconds. */; expiresAt: number },
): Promise<boolean> {
  const written = await queries.insertCounting(
    'INSERT INTO used_confirmations (organization, id, expires_at)',
    [[organization, confirmation.id, confirmation.expiresAt]],
    'ON CONFLICT (organization, id) DO NOTHING',
  );
  return written === 1;
}

/** Deletes up to `limit` expired confirmations. @returns the number; fewer than `limit` when done */
export async function forgetUsedApprovals(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM used_confirmations WHERE (organization, id) IN (
       SELECT organization, id FROM used_confirmations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
    [now, limit],
  );
}
