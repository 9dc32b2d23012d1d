import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries, Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import type { OrganizationStore } from '../../store.ts';
import { changeStorage } from '../mail/storage.ts';
import { isRunOfErased } from '../people/erasures.ts';
import type { KnownRun } from './workflow-runs.ts';

/** Reads and deletes the history of workflows, for exports and retention. */

/** A run's size in its organization's storage, including its state and a typical number of steps. */
export const runOctets = `octet_length(trigger_data) + ${rowOctets.workflowRun}`;

/** Returns runs with keys above `after`, in key order. @param subscriber key of the person; null for all */
export async function nextRuns(
  { queries, organization, workflowRuns }: OrganizationStore,
  subscriber: number | null,
  after: number,
  limit: number,
): Promise<KnownRun[]> {
  const values: Value[] = [organization, after, limit];
  // The sum selects the index on a person's runs. Ordering by the plain key would sort all their runs for each page.
  const key = subscriber === null ? 'key' : 'key + 0';
  const of = subscriber === null ? '' : `AND subscriber = $${values.push(subscriber)}`;
  const rows = await queries.all<{ key: number }>(
    `SELECT key FROM workflow_runs WHERE organization = $1 AND ${key} > $2 ${of}
       AND NOT ${isRunOfErased('workflow_runs')} ORDER BY ${key} LIMIT $3`,
    values,
  );
  const found = await workflowRuns.knownByKeys(rows.map(({ key }) => key));
  return found.sort((a, b) => a.run.key - b.run.key);
}

/** Returns the next version after a position, ordered by workflow and then by version. */
export async function nextVersion(
  { queries, organization }: OrganizationStore,
  after: { workflow: number; version: number },
): Promise<{ workflow: number; id: string; version: number } | undefined> {
  return await queries.get(
    `SELECT versions.workflow, workflows.id, versions.version FROM workflow_versions AS versions
     JOIN workflows ON workflows.key = versions.workflow
     WHERE versions.organization = $1
       AND (versions.workflow > $2 OR (versions.workflow = $2 AND versions.version > $3))
     ORDER BY versions.workflow, versions.version LIMIT 1`,
    [organization, after.workflow, after.version],
  );
}

/** Deletes the runs that ended longest ago. Returns their number; fewer than `limit` when done. */
export async function forgetRuns(queries: Queries, before: number, limit: number): Promise<number> {
  const ended = await queries.all<{ run: number }>(
    `SELECT run FROM workflow_states WHERE ended_at IS NOT NULL AND ended_at < $1 ORDER BY ended_at LIMIT $2`,
    [before, limit],
  );
  if (ended.length === 0) return 0;
  await removeRuns(
    queries,
    ended.map(({ run }) => run),
  );
  return ended.length;
}

/** Deletes the next runs of an erased person. @returns number of deleted runs; `limit` if runs may be left */
export async function removeSubscriberRuns(
  { queries, organization }: OrganizationStore,
  subscriber: number,
  limit: number,
): Promise<number> {
  const runs = await queries.all<{ key: number }>(
    'SELECT key FROM workflow_runs WHERE subscriber = $1 AND organization + 0 = $2 LIMIT $3',
    [subscriber, organization, limit],
  );
  await removeRuns(
    queries,
    runs.map(({ key }) => key),
  );
  return runs.length;
}

async function removeRuns(queries: Queries, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const runs = JSON.stringify(keys);
  const among = queries.dialect.integers('$1');
  const octets = await queries.all<{ organization: number; octets: number }>(
    `SELECT organization, SUM(${runOctets}) AS octets FROM workflow_runs WHERE key IN ${among} GROUP BY organization`,
    [runs],
  );
  for (const row of octets) changeStorage(queries, row.organization, -Number(row.octets));
  await queries.run(`DELETE FROM workflow_visits WHERE run IN ${among}`, [runs]);
  await queries.run(`DELETE FROM workflow_states WHERE run IN ${among}`, [runs]);
  await queries.run(`DELETE FROM workflow_runs WHERE key IN ${among}`, [runs]);
}

/** Deletes the row of a deleted workflow without runs. Returns whether another may exist. */
export async function forgetDeletedWorkflow(queries: Queries): Promise<boolean> {
  const deleted = await queries.get<{ key: number }>(
    `SELECT key FROM workflows WHERE deleted_at IS NOT NULL AND ends_through IS NULL
       AND NOT EXISTS (SELECT 1 FROM workflow_runs WHERE workflow_runs.workflow = workflows.key)
     ORDER BY deleted_at LIMIT 1`,
    [],
  );
  if (!deleted) return false;
  await rememberPositions(queries, 'workflows', 'key = $1', [deleted.key]);
  await queries.run('DELETE FROM workflow_versions WHERE workflow = $1', [deleted.key]);
  await queries.run('DELETE FROM workflows WHERE key = $1', [deleted.key]);
  return true;
}

/** Deletes members of segments that no workflow follows. Returns fewer than `limit` when done. */
export async function forgetMembers(queries: Queries, limit: number): Promise<number> {
  // Skips from workflow to workflow, to avoid reading members of workflows that still follow a segment.
  const next = '(SELECT workflow FROM workflow_members WHERE workflow > $A ORDER BY workflow LIMIT 1)';
  const left = await queries.get<{ workflow: number }>(
    `WITH RECURSIVE kept (workflow) AS (
       SELECT ${next.replace('$A', '0')}
       UNION ALL
       SELECT ${next.replace('$A', 'kept.workflow')} FROM kept WHERE kept.workflow IS NOT NULL
     )
     SELECT kept.workflow FROM kept LEFT JOIN workflow_walks ON workflow_walks.workflow = kept.workflow
     WHERE kept.workflow IS NOT NULL AND workflow_walks.workflow IS NULL LIMIT 1`,
    [],
  );
  if (!left) return 0;
  return await queries.run(
    `DELETE FROM workflow_members WHERE workflow = $1 AND subscriber IN (
       SELECT subscriber FROM workflow_members WHERE workflow = $1 ORDER BY subscriber LIMIT $2)`,
    [left.workflow, limit],
  );
}
