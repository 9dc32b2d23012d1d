import type { Walk } from '../../../model/workflow/walk.ts';
import { type Column, Columns, fixed, plain } from '../../columns.ts';
import type { Value } from '../../database.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import type { KeyRange } from '../campaigns/audiences.ts';

const flag: Column<boolean> = {
  names: ['baseline'],
  read: ({ baseline }) => baseline === 1,
  write: (value) => [value ? 1 : 0],
};

const columns = new Columns<Walk>({
  workflow: fixed(plain('workflow')),
  dueAt: plain('due_at'),
  at: plain('at'),
  since: plain('since'),
  through: plain('through'),
  until: plain('until_key'),
  seen: plain('seen'),
  baseline: flag,
});

/** Selects subscribers whose attribute starts with any of `texts`. */
export type DatesWanted = { attribute: string; from: number; texts: readonly string[] };

/** Walks of one organization's workflows over all subscribers, and the members of the segments they follow. */
export class WorkflowWalkRecords extends ScopedRecords {
  async save(walk: Walk): Promise<void> {
    const changed = columns.changed(walk);
    await this.queries.insert(
      `INSERT INTO workflow_walks (organization, ${columns.inserted})`,
      [[this.organization, ...columns.values(walk)]],
      `ON CONFLICT (workflow) DO UPDATE SET ${Object.keys(changed)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`,
    );
  }

  async of(workflow: number): Promise<Walk | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM workflow_walks WHERE organization = $1 AND workflow = $2`,
      [this.organization, workflow],
    );
    return columns.readIf(row);
  }

  async remove(workflow: number): Promise<void> {
    const values = [this.organization, workflow];
    await this.queries.run('DELETE FROM workflow_walks WHERE organization = $1 AND workflow = $2', values);
  }

  /** Returns the earliest-due walk of an ACTIVE workflow. Each workflow has at most one. */
  async first(): Promise<Walk | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.of('walks')} FROM workflow_walks AS walks
       JOIN workflows ON workflows.key = walks.workflow AND workflows.status = 'ACTIVE'
       WHERE walks.organization = $1 ORDER BY walks.due_at, walks.workflow LIMIT 1`,
      [this.organization],
    );
    return columns.readIf(row);
  }

  /** Returns an ACTIVE workflow that is enrolling existing matches; undefined if there is none. */
  async backfilling(): Promise<number | undefined> {
    const row = await this.queries.get<{ key: number }>(
      `SELECT key FROM workflows WHERE organization = $1 AND status = 'ACTIVE' AND backfill IS NOT NULL
       ORDER BY key LIMIT 1`,
      [this.organization],
    );
    return row?.key;
  }

  async withDates(wanted: DatesWanted, range: KeyRange, limit: number): Promise<number[]> {
    const { dialect } = this.queries;
    const values: Value[] = [this.organization, range.above, range.upTo, limit, wanted.attribute];
    const text = dialect.jsonField('subscribers.attributes', '$5', 'text');
    const texts = dialect.strings(`$${values.push(JSON.stringify(wanted.texts))}`);
    const length = wanted.texts[0]?.length ?? 1;
    const rows = await this.queries.all<{ key: number }>(
      `SELECT subscribers.key AS key FROM subscribers
       WHERE subscribers.organization = $1 AND subscribers.key > $2 AND subscribers.key <= $3
         AND substr(${text}, ${wanted.from}, ${length}) IN ${texts}
       ORDER BY subscribers.key LIMIT $4`,
      values,
    );
    return rows.map(({ key }) => key);
  }

  async members(workflow: number, range: KeyRange): Promise<number[]> {
    const values: Value[] = [workflow, range.above, range.upTo, this.organization];
    const only = range.keys
      ? `AND subscriber IN ${this.queries.dialect.integers(`$${values.push(JSON.stringify(range.keys))}`)}`
      : '';
    const rows = await this.queries.all<{ subscriber: number }>(
      `SELECT subscriber FROM workflow_members
       WHERE workflow = $1 AND subscriber > $2 AND subscriber <= $3 AND organization = $4 ${only}`,
      values,
    );
    return rows.map(({ subscriber }) => subscriber);
  }

  async addMembers(workflow: number, subscribers: readonly number[]): Promise<void> {
    await this.queries.insert(
      'INSERT INTO workflow_members (organization, workflow, subscriber)',
      subscribers.map((subscriber) => [this.organization, workflow, subscriber]),
      'ON CONFLICT (workflow, subscriber) DO NOTHING',
    );
  }

  async removeMembers(workflow: number, subscribers: readonly number[]): Promise<void> {
    if (subscribers.length === 0) return;
    await this.queries.run(
      `DELETE FROM workflow_members WHERE workflow = $1 AND organization = $2
         AND subscriber IN ${this.queries.dialect.integers('$3')}`,
      [workflow, this.organization, JSON.stringify(subscribers)],
    );
  }
}
