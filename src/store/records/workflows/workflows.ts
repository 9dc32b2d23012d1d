import { hourMs } from '../../../model/instant.ts';
import type { WorkflowRecord, WorkflowVersion } from '../../../model/workflow/workflow.ts';
import { assignments, Columns, fixed, generated, json, plain } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import { rowsById } from '../../look-up-each.ts';
import { keyOfId, type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<WorkflowRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  name: plain('name'),
  description: plain('description'),
  status: plain('status'),
  definition: json('definition'),
  version: plain('version'),
  versions: plain('versions'),
  problem: plain('problem'),
  token: plain('token'),
  approvedDelivery: plain('agreed_delivery'),
  cause: json('cause'),
  revision: plain('revision'),
  createdAt: fixed(plain('created_at')),
  updatedAt: plain('updated_at'),
  activatedAt: plain('activated_at'),
  approvedAt: plain('approved_at'),
  pausedAt: plain('paused_at'),
  pausedMs: plain('paused_ms'),
  movesTo: plain('moves_to'),
  ending: {
    names: ['ends_through', 'ends_because'],
    read: ({ ends_through: through, ends_because: because }) =>
      through === null ? null : ({ through, because } as WorkflowRecord['ending']),
    write: (ending) => [ending?.through ?? null, ending?.because ?? null],
  },
  backfill: json('backfill'),
  deletedAt: plain('deleted_at'),
});

const versionColumns = new Columns<WorkflowVersion>({
  workflow: plain('workflow'),
  version: plain('version'),
  definition: json('definition'),
  mails: json('mails'),
  createdAt: plain('created_at'),
});

/** Workflows of one organization with their frozen versions. */
export class WorkflowRecords extends ScopedRecords {
  async byId(id: string): Promise<WorkflowRecord | undefined> {
    return await this.#get('id', id, 'AND deleted_at IS NULL');
  }

  /** Like `byId`, but finds deleted workflows too, because their runs are still shown. */
  async everById(id: string): Promise<WorkflowRecord | undefined> {
    return await this.#get('id', id, '');
  }

  /** Includes deleted workflows. */
  async namesById(ids: readonly string[]): Promise<Map<string, { name: string }>> {
    return await rowsById(this.queries, this.organization, { table: 'workflows', columns: 'name', ids });
  }

  async hold(id: string): Promise<WorkflowRecord | undefined> {
    return await this.#get('id', id, `AND deleted_at IS NULL ${forUpdate(this.queries)}`);
  }

  async holdKey(key: number): Promise<WorkflowRecord | undefined> {
    return await this.#get('key', key, forUpdate(this.queries));
  }

  async #get(column: 'id' | 'key', value: Value, tail: string): Promise<WorkflowRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM workflows WHERE ${column} = $1 AND organization = $2 ${tail}`,
      [value, this.organization],
    );
    return columns.readIf(row);
  }

  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.queries, 'workflows', this.organization, id);
  }

  /** Returns the workflow fields that run results include, without the long definitions. */
  async namesOf(keys: readonly number[]): Promise<Map<number, Pick<WorkflowRecord, 'id' | 'movesTo'>>> {
    const rows = await this.queries.all<{ key: number; id: string; moves_to: number }>(
      `SELECT key, id, moves_to FROM workflows
       WHERE organization = $1 AND key IN ${this.queries.dialect.integers('$2')}`,
      [this.organization, JSON.stringify(keys)],
    );
    return new Map(rows.map(({ key, id, moves_to: movesTo }) => [key, { id, movesTo }]));
  }

  async byKeys(keys: readonly number[]): Promise<Map<number, WorkflowRecord>> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM workflows
       WHERE organization = $1 AND key IN ${this.queries.dialect.integers('$2')}`,
      [this.organization, JSON.stringify(keys)],
    );
    return new Map(rows.map((row) => columns.read(row)).map((workflow) => [workflow.key, workflow]));
  }

  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM workflows WHERE organization = $1 AND status <> 'ARCHIVED'`,
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  async countUpTo(most: number, status?: string): Promise<number> {
    const values: Value[] = [this.organization, most];
    const where = status === undefined ? '' : ` AND status = $${values.push(status)}`;
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (SELECT 1 FROM workflows
       WHERE organization = $1 AND deleted_at IS NULL${where} LIMIT $2) AS counted`,
      values,
    );
    return row?.amount ?? 0;
  }

  async page(status: string | undefined, request: PageRequest): Promise<Page<WorkflowRecord>> {
    const values: Value[] = [this.organization];
    const where = status === undefined ? '' : ` AND status = $${values.push(status)}`;
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM workflows WHERE organization = $1 AND deleted_at IS NULL${where}`,
        values,
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  async add(workflow: Omit<WorkflowRecord, 'key'>): Promise<WorkflowRecord> {
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO workflows (organization, ${columns.inserted})`,
      [[this.organization, ...columns.values(workflow)]],
      'RETURNING key',
    );
    return { ...workflow, key: row!.key };
  }

  async update(workflow: WorkflowRecord): Promise<void> {
    const changed = columns.changed(workflow);
    await this.queries.run(
      `UPDATE workflows SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
      [workflow.key, this.organization, ...Object.values(changed)],
    );
  }

  async addVersion(version: WorkflowVersion): Promise<void> {
    await this.queries.insert(`INSERT INTO workflow_versions (organization, ${versionColumns.inserted})`, [
      [this.organization, ...versionColumns.values(version)],
    ]);
  }

  async version(workflow: number, version: number): Promise<WorkflowVersion | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${versionColumns.names} FROM workflow_versions
       WHERE workflow = $1 AND version = $2 AND organization = $3`,
      [workflow, version, this.organization],
    );
    return versionColumns.readIf(row);
  }

  async newestVersions(
    workflow: number,
    limit: number,
  ): Promise<Pick<WorkflowVersion, 'version' | 'createdAt'>[]> {
    const rows = await this.queries.all<{ version: number; created_at: number }>(
      `SELECT version, created_at FROM workflow_versions
       WHERE workflow = $1 AND organization = $2 ORDER BY version DESC LIMIT $3`,
      [workflow, this.organization, limit],
    );
    return rows.map((row) => ({ version: row.version, createdAt: row.created_at }));
  }

  async versionsInUse(workflow: WorkflowRecord): Promise<number[]> {
    const versions = new Set(await this.versionsOfRuns(workflow.key));
    if (workflow.version !== null) versions.add(workflow.version);
    return [...versions].sort((a, b) => a - b);
  }

  async versionsOfRuns(workflow: number): Promise<number[]> {
    const rows = await this.queries.all<{ version: number }>(
      `SELECT DISTINCT version FROM workflow_states WHERE workflow = $1 AND organization = $2 AND ended_at IS NULL`,
      [workflow, this.organization],
    );
    return rows.map(({ version }) => version);
  }
}

export async function workflowsEnding(queries: Queries, organization: number): Promise<number | undefined> {
  const row = await queries.get<{ key: number }>(
    'SELECT key FROM workflows WHERE organization = $1 AND ends_through IS NOT NULL LIMIT 1',
    [organization],
  );
  return row?.key;
}

type Troubled = { id: string; organization: string; problem: string | null };

/** Runs that wait for a verified sender are due within this time. */
const senderWaitMs = hourMs;

/** Returns workflows that paused themselves, have failed runs, or have runs waiting for their sender: up to `limit` of each, newest first. @param organization null for all */
export async function troubledWorkflows(
  queries: Queries,
  organization: number | null,
  now: number,
  limit: number,
): Promise<Record<'paused' | 'failed' | 'waiting', Troubled[]>> {
  const those = async (condition: string, values: readonly Value[]): Promise<Troubled[]> =>
    await queries.all(
      `SELECT flow.id, owner.id AS organization, flow.problem
       FROM workflows flow JOIN organizations owner ON owner.key = flow.organization
       WHERE ${condition} ${organization === null ? '' : `AND flow.organization = $${values.length + 2}`}
       ORDER BY flow.key DESC LIMIT $1`,
      [limit, ...values, ...(organization === null ? [] : [organization])],
    );
  return {
    paused: await those(`flow.status = 'PAUSED' AND flow.problem IS NOT NULL`, []),
    failed: await those(
      `flow.status <> 'ARCHIVED' AND EXISTS (
         SELECT 1 FROM workflow_states WHERE workflow = flow.key AND status = 'FAILED')`,
      [],
    ),
    waiting: await those(
      `flow.key IN (
         SELECT workflow FROM workflow_states WHERE due_at <= $2 AND wait LIKE '%"reason":"sender"%')`,
      [now + senderWaitMs],
    ),
  };
}
