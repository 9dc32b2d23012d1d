import type { Trigger } from '../../model/workflow/definition.ts';
import type { OrganizationStore } from '../store.ts';

/** Bounds the running campaigns and workflows read for one change. */
const lookedAtMax = 100;

/** Returns approved SENDING campaigns and how many of these subscribers still wait for their mail. @param subscribers keys */
export async function approvedCampaignsAwaiting(
  { queries, organization }: OrganizationStore,
  subscribers: readonly number[],
): Promise<{ id: string; amount: number }[]> {
  const running = await queries.all<{ key: number; id: string }>(
    `SELECT key, id FROM campaigns
     WHERE organization = $1 AND status = 'SENDING' AND paused = 0 AND approved_at IS NOT NULL
     ORDER BY key LIMIT ${lookedAtMax}`,
    [organization],
  );
  if (running.length === 0 || subscribers.length === 0) return [];
  const waiting: { id: string; amount: number }[] = [];
  for (const { key, id } of running) {
    const row = await queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM campaign_recipients
       WHERE campaign = $1 AND state = 0 AND subscriber IN ${queries.dialect.integers('$2')}`,
      [key, JSON.stringify(subscribers)],
    );
    if (row && row.amount > 0) waiting.push({ id, amount: row.amount });
  }
  return waiting;
}

/** Returns ACTIVE workflows with mail steps, their triggers, and how many of these subscribers have a run. @param subscribers keys */
export async function activeMailWorkflows(
  { queries, organization }: OrganizationStore,
  subscribers: readonly number[],
): Promise<{ id: string; trigger: Trigger; inside: number }[]> {
  const active = await queries.all<{ key: number; id: string; definition: string }>(
    `SELECT flow.key, flow.id, version.definition FROM workflows AS flow
     JOIN workflow_versions AS version ON version.workflow = flow.key AND version.version = flow.version
     WHERE flow.organization = $1 AND flow.status = 'ACTIVE' AND flow.activated_at IS NOT NULL AND version.mails <> '{}'
     ORDER BY flow.key LIMIT ${lookedAtMax}`,
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
  return active.map(({ key, id, definition }) => ({
    id,
    trigger: (JSON.parse(definition) as { trigger: Trigger }).trigger,
    inside: inside.get(key) ?? 0,
  }));
}
