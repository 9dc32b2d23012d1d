import type { RunStatus } from '../../../model/workflow/runs/run.ts';
import { workflowAnswerLimits } from '../../../model/workflow/workflow-answer.ts';
import type { Value } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import type { OrganizationStore } from '../../store.ts';
import { isRunOfErased } from '../people/erasures.ts';
import type { KnownRun } from './workflow-runs.ts';

const { runsCountedMax } = workflowAnswerLimits;

export type RunFilter = { status: RunStatus | null; step?: string | null } & (
  | { workflow: number; subscriber: number | null }
  | { workflow: null; subscriber: number }
);

export async function runsPage(
  { queries, organization, workflowRuns }: OrganizationStore,
  { workflow, subscriber, status, step = null }: RunFilter,
  request: PageRequest,
): Promise<Page<KnownRun>> {
  const values: Value[] = [organization];
  let where = `runs.organization = $1 AND NOT ${isRunOfErased('runs')}`;
  if (workflow !== null) where += ` AND runs.workflow = $${values.push(workflow)}`;
  if (subscriber !== null) where += ` AND runs.subscriber = $${values.push(subscriber)}`;
  // A workflow may have a million runs of one status, so the list follows the index on statuses.
  const byStatus = status !== null && workflow !== null && subscriber === null;
  if (status !== null) {
    const asked = `states.run = runs.key AND states.status = $${values.push(status)}`;
    where += byStatus
      ? ` AND states.workflow = $2 AND ${asked}`
      : ` AND EXISTS (SELECT 1 FROM workflow_states AS states WHERE ${asked})`;
  }
  if (workflow !== null && step !== null) where += ` AND runs.key IN (${atStep(values.push(step))})`;
  const rows = byStatus
    ? 'workflow_states AS states CROSS JOIN workflow_runs AS runs'
    : 'workflow_runs AS runs';
  const page = await readPage<{ key: number }>(
    queries,
    {
      select: `SELECT runs.key FROM ${rows} WHERE ${where}`,
      values,
      // The sum selects the index on a person's runs. With the primary key, the planner would read everyone's runs.
      key: byStatus ? 'states.run' : workflow === null ? 'runs.key + 0' : 'runs.key',
    },
    request,
  );
  const known = await workflowRuns.knownByKeys(page.rows.map(({ key }) => key));
  const byKey = new Map(known.map((one) => [one.run.key, one]));
  return { ...page, rows: page.rows.flatMap(({ key }) => byKey.get(key) ?? []) };
}

/** The runs that `countRunsAtSteps` counts at a step. $1 is the organization, $2 the workflow. */
function atStep(place: number): string {
  return `SELECT run FROM (
     SELECT * FROM (SELECT run, step FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND ended_at IS NULL AND step IS NOT NULL
       ORDER BY version DESC, run DESC LIMIT ${runsCountedMax}) AS waiting
     UNION ALL
     SELECT * FROM (SELECT run, step FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND status = 'FAILED' AND step IS NOT NULL
       ORDER BY run DESC LIMIT ${runsCountedMax}) AS failed
   ) AS newest WHERE step = $${place}`;
}

/** Counts the newest open and failed runs of a workflow by step, up to `most` of each. A stuck run needs a person to act. */
export async function countRunsAtSteps(
  { queries, organization }: OrganizationStore,
  workflow: number,
  most: number,
): Promise<{ key: string; open: number; stuck: number }[]> {
  const blocked = `wait LIKE '%"reason":"sender"%'`;
  const rows = await queries.all<{ step: string; open: number; stuck: number }>(
    `SELECT step, sum(open) AS open, sum(stuck) AS stuck FROM (
       SELECT * FROM (
         SELECT step, 1 AS open, CASE WHEN ${blocked} THEN 1 ELSE 0 END AS stuck FROM workflow_states
         WHERE organization = $1 AND workflow = $2 AND ended_at IS NULL AND step IS NOT NULL
         ORDER BY version DESC, run DESC LIMIT $3) AS waiting
       UNION ALL
       SELECT * FROM (
         SELECT step, 0 AS open, 1 AS stuck FROM workflow_states
         WHERE organization = $1 AND workflow = $2 AND status = 'FAILED' AND step IS NOT NULL
         ORDER BY run DESC LIMIT $3) AS failed
     ) AS counted GROUP BY step ORDER BY step`,
    [organization, workflow, most],
  );
  return rows.map(({ step, open, stuck }) => ({ key: step, open: Number(open), stuck: Number(stuck) }));
}

/** Counts the mails of the newest runs by step, and how many of them people opened or clicked. */
export async function countReactionsAtSteps(
  { queries, organization }: OrganizationStore,
  workflowId: string,
  most: number,
): Promise<{ step: string; opened: number; clicked: number }[]> {
  const has = (type: 'opened' | 'clicked'): string =>
    `sum(CASE WHEN EXISTS (SELECT 1 FROM email_events AS event WHERE event.email_id = visits.email_id
       AND event.organization = $1 AND event.type = '${type}' AND event.machine = 0) THEN 1 ELSE 0 END)`;
  const rows = await queries.away(organization).all<{ step: string; opened: number; clicked: number }>(
    `SELECT visits.step, ${has('opened')} AS opened, ${has('clicked')} AS clicked
     FROM (SELECT runs.key FROM workflow_runs AS runs
           WHERE runs.workflow = (SELECT key FROM workflows WHERE id = $2 AND organization = $1)
           ORDER BY runs.key DESC LIMIT $3) AS newest
     JOIN workflow_visits AS visits ON visits.run = newest.key
     WHERE visits.email_id IS NOT NULL GROUP BY visits.step ORDER BY visits.step`,
    [organization, workflowId, most],
  );
  return rows.map(({ step, opened, clicked }) => ({
    step,
    opened: Number(opened),
    clicked: Number(clicked),
  }));
}

/** Counts a workflow's open runs, up to `most`; with `before`, only runs that began in an earlier version. */
export async function countOpenRuns(
  { queries, organization }: OrganizationStore,
  workflow: number,
  before: number | null,
  most: number,
): Promise<number> {
  const earlier = before === null ? '' : 'AND version < $4';
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (
       SELECT 1 FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND ended_at IS NULL ${earlier} LIMIT $3) AS counted`,
    [organization, workflow, most, ...(before === null ? [] : [before])],
  );
  return row?.amount ?? 0;
}
