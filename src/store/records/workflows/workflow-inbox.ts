import type { CauseChain } from '../../../model/sending/mail-cause.ts';
import type { Database, Queries } from '../../database.ts';

/** The kinds that an organization's workflows listen to: `event:signed_up`, `tag.added`, `subscriber.left` … */
export class WorkflowListens {
  readonly #kinds: ReadonlySet<string>;

  constructor(kinds: readonly string[]) {
    this.#kinds = new Set(kinds);
  }

  get areNone(): boolean {
    return this.#kinds.size === 0;
  }

  hears(kind: string): boolean {
    return this.#kinds.has(kind);
  }
}

/** The only read for an organization without active workflows. */
export async function workflowListens(queries: Queries, organization: number): Promise<WorkflowListens> {
  const rows = await queries.all<{ kind: string }>(
    'SELECT DISTINCT kind FROM workflow_listens WHERE organization = $1',
    [organization],
  );
  return new WorkflowListens(rows.map(({ kind }) => kind));
}

export async function workflowListeners(
  queries: Queries,
  organization: number,
): Promise<Map<string, number[]>> {
  const rows = await queries.all<{ kind: string; workflow: number }>(
    'SELECT kind, workflow FROM workflow_listens WHERE organization = $1 ORDER BY kind, workflow',
    [organization],
  );
  const listeners = new Map<string, number[]>();
  for (const { kind, workflow } of rows) listeners.set(kind, [...(listeners.get(kind) ?? []), workflow]);
  return listeners;
}

export async function saveWorkflowListens(
  queries: Queries,
  organization: number,
  workflow: number,
  kinds: readonly string[],
): Promise<void> {
  await queries.run('DELETE FROM workflow_listens WHERE organization = $1 AND workflow = $2', [
    organization,
    workflow,
  ]);
  await queries.insert(
    'INSERT INTO workflow_listens (organization, kind, workflow)',
    [...new Set(kinds)].sort().map((kind) => [organization, kind, workflow]),
  );
}

/** A workflow that made a change. `depth` is the number of workflows that started one another before it. */
export type WorkflowCause = { workflow: number; depth: number };

/** A subscriber's change, which may start or resume workflows. */
export type Inbound = {
  kind: string;
  subscriber: number;
  at: number;
  data: Readonly<Record<string, unknown>>;
  /** False if the caller asked to start no workflows. Waiting runs still receive it. */
  starts: boolean;
  cause: WorkflowCause | null;
  /** Budget key for mail that it causes. Null unless an assistant caused it. */
  assistant: string | null;
  chain: CauseChain | null;
};

export async function addToWorkflowInbox(
  queries: Queries,
  organization: number,
  inbound: readonly Inbound[],
): Promise<void> {
  await queries.insert(
    `INSERT INTO workflow_inbox (organization, kind, subscriber, at, data, starts, cause_workflow, cause_depth, assistant, cause)`,
    inbound.map(({ kind, subscriber, at, data, starts, cause, assistant, chain }) => [
      organization,
      kind,
      subscriber,
      at,
      JSON.stringify(data),
      starts ? 1 : 0,
      cause?.workflow ?? null,
      cause?.depth ?? 0,
      assistant,
      chain && JSON.stringify(chain),
    ]),
  );
}

type Row = {
  key: number;
  kind: string;
  subscriber: number;
  at: number;
  data: string;
  starts: number;
  cause_workflow: number | null;
  cause_depth: number;
  assistant: string | null;
  cause: string | null;
};

export async function workflowInbox(
  queries: Queries,
  organization: number,
  limit: number,
): Promise<(Inbound & { key: number })[]> {
  const rows = await queries.all<Row>(
    `SELECT key, kind, subscriber, at, data, starts, cause_workflow, cause_depth, assistant, cause FROM workflow_inbox
     WHERE organization = $1 ORDER BY key LIMIT $2`,
    [organization, limit],
  );
  return rows.map((row) => ({
    key: row.key,
    kind: row.kind,
    subscriber: row.subscriber,
    at: row.at,
    data: JSON.parse(row.data),
    starts: row.starts === 1,
    cause: row.cause_workflow === null ? null : { workflow: row.cause_workflow, depth: row.cause_depth },
    assistant: row.assistant,
    chain: row.cause === null ? null : JSON.parse(row.cause),
  }));
}

/** Deletes the next rows of an erased person. @returns number of deleted rows; `limit` if rows may be left */
export async function removeSubscriberInbox(
  { queries, organization }: { queries: Queries; organization: number },
  subscriber: number,
  limit: number,
): Promise<number> {
  return await queries.run(
    `DELETE FROM workflow_inbox WHERE key IN (
       SELECT key FROM workflow_inbox WHERE subscriber = $1 AND organization + 0 = $2 LIMIT $3)`,
    [subscriber, organization, limit],
  );
}

export async function removeFromWorkflowInbox(
  queries: Queries,
  organization: number,
  keys: readonly number[],
): Promise<void> {
  await queries.run(
    `DELETE FROM workflow_inbox WHERE organization = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(keys)],
  );
}

/** Makes the workflow jobs of organizations with inbox entries due now, with one look-up each. Skips jobs that run or are already due. */
export async function wakeWorkflowJobs({ reader, transaction }: Database, now: number): Promise<void> {
  const next = `(SELECT organization FROM workflow_inbox WHERE organization > $A ORDER BY organization LIMIT 1)`;
  const asleep = await reader.all<{ key: number }>(
    `WITH RECURSIVE waiting (organization) AS (
       SELECT ${next.replace('$A', '0')}
       UNION ALL
       SELECT ${next.replace('$A', 'waiting.organization')} FROM waiting WHERE waiting.organization IS NOT NULL
     )
     SELECT jobs.key FROM waiting JOIN jobs ON jobs.organization = waiting.organization
     WHERE jobs.kind = 'run_workflows' AND jobs.attempt_open = 0 AND jobs.run_at > $1`,
    [now],
  );
  if (asleep.length === 0) return;
  const keys = JSON.stringify(asleep.map(({ key }) => key));
  await transaction((queries) =>
    queries.run(
      `UPDATE jobs SET run_at = $1 WHERE attempt_open = 0 AND run_at > $1
         AND key IN ${queries.dialect.integers('$2')}`,
      [now, keys],
    ),
  );
}

/** Creates the row that `lockWorkflows` locks. */
export async function beginWorkflows(queries: Queries, organization: number): Promise<void> {
  await queries.insert(
    'INSERT INTO workflow_organizations (organization, due_floor)',
    [[organization, 0]],
    'ON CONFLICT (organization) DO NOTHING',
  );
}

/** Locks an organization's workflows. Returns a floor of due times; undefined without any activation. */
export async function lockWorkflows(queries: Queries, organization: number): Promise<number | undefined> {
  const row = await queries.get<{ due_floor: number }>(
    `SELECT due_floor FROM workflow_organizations WHERE organization = $1
     ${queries.dialect.name === 'postgres' ? 'FOR UPDATE' : ''}`,
    [organization],
  );
  return row?.due_floor;
}

/** Raises the lower bound of due times. Due times are written only under `lockWorkflows`, so none is set below it. */
export async function saveDueFloor(queries: Queries, organization: number, floor: number): Promise<void> {
  await queries.run(
    'UPDATE workflow_organizations SET due_floor = $2 WHERE organization = $1 AND due_floor < $2',
    [organization, floor],
  );
}
