import type { SegmentCount, SegmentRecord } from '../../../model/segment/segment.ts';
import { tagNameKey } from '../../../model/subscriber/tag.ts';
import type { Definition } from '../../../model/workflow/definition.ts';
import { workflowsMax } from '../../../model/workflow/workflow.ts';
import { assignments, Columns, fixed, generated, json, plain } from '../../columns.ts';
import { rememberPositions } from '../../list-position.ts';
import { containsPattern, type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate, withSavepoint } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<SegmentRecord>(
  {
    key: generated('key'),
    id: fixed(plain('id')),
    name: plain('name'),
    rule: json('rule'),
    createdAt: fixed(plain('created_at')),
    updatedAt: plain('updated_at'),
    counted: {
      names: ['counted', 'counted_at'],
      read: ({ counted, counted_at: at }) =>
        counted === null ? null : { amount: counted as number, at: (at as number | null) ?? 0 },
      write: (count) => [count?.amount ?? null, count?.at ?? null],
    },
  },
  { name_key: ({ name }) => tagNameKey(name) },
);

export class SegmentRecords extends ScopedRecords {
  async byId(id: string): Promise<SegmentRecord | undefined> {
    return await this.#get(id, '');
  }

  /** Finds a segment by id, or by name with the comparison that `create_segment` uses. */
  async byIdOrName(idOrName: string): Promise<SegmentRecord | undefined> {
    const byId = await this.byId(idOrName);
    if (byId) return byId;
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM segments WHERE organization = $1 AND name_key = $2`,
      [this.organization, tagNameKey(idOrName)],
    );
    return columns.readIf(row);
  }

  async hold(id: string): Promise<SegmentRecord | undefined> {
    return await this.#get(id, forUpdate(this.queries));
  }

  async #get(id: string, lock: string): Promise<SegmentRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM segments WHERE id = $1 AND organization = $2 ${lock}`,
      [id, this.organization],
    );
    return columns.readIf(row);
  }

  async page(request: PageRequest): Promise<Page<SegmentRecord>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM segments WHERE organization = $1`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** Returns the id of a SCHEDULED or SENDING campaign to the segment; undefined if there is none. */
  async campaignUsing(id: string): Promise<string | undefined> {
    const segmentId = this.queries.dialect.jsonField('audience', '$3', 'text');
    for (const status of ['SCHEDULED', 'SENDING'] as const) {
      const row = await this.queries.get<{ id: string }>(
        `SELECT id FROM campaigns WHERE organization = $1 AND status = $2 AND ${segmentId} = $4 LIMIT 1`,
        [this.organization, status, 'segmentId', id],
      );
      if (row) return row.id;
    }
    return undefined;
  }

  /** Returns the id of an ACTIVE or PAUSED workflow that the segment triggers; undefined if there is none. */
  async workflowUsing(id: string): Promise<string | undefined> {
    for (const status of ['ACTIVE', 'PAUSED'] as const) {
      const rows = await this.queries.all<{ id: string; definition: string }>(
        `SELECT workflows.id AS id, versions.definition AS definition FROM workflows
         JOIN workflow_versions AS versions
           ON versions.workflow = workflows.key AND versions.version = workflows.version
         WHERE workflows.organization = $1 AND workflows.status = $2 AND versions.definition LIKE $3 ESCAPE '\\'
         ORDER BY workflows.key LIMIT ${workflowsMax}`,
        [this.organization, status, containsPattern(id)],
      );
      const user = rows.find(({ definition }) => {
        const { trigger } = JSON.parse(definition) as Definition;
        return trigger.type === 'SEGMENT_ENTERED' && trigger.segment === id;
      });
      if (user) return user.id;
    }
    return undefined;
  }

  /** Counts an organization's segments; there are at most 200. */
  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM segments WHERE organization = $1',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  /** @returns false, without a change, if another segment has the name */
  async add(segment: Omit<SegmentRecord, 'key' | 'counted'>): Promise<boolean> {
    const added = columns.added(segment);
    const written = await this.queries.insertCounting(
      `INSERT INTO segments (organization, ${Object.keys(added).join(', ')})`,
      [[this.organization, ...Object.values(added)]],
      'ON CONFLICT (organization, name_key) DO NOTHING',
    );
    return written === 1;
  }

  /** Updates a locked segment. @returns false, without a change, if another segment has the name */
  async update(segment: SegmentRecord): Promise<boolean> {
    const { id } = segment;
    const changed = columns.changed(segment);
    const failure = await withSavepoint(this.queries, () =>
      this.queries.run(`UPDATE segments SET ${assignments(changed, 3)} WHERE id = $1 AND organization = $2`, [
        id,
        this.organization,
        ...Object.values(changed),
      ]),
    );
    if (failure === null) return true;
    const owner = await this.queries.get<{ id: string }>(
      'SELECT id FROM segments WHERE organization = $1 AND name_key = $2',
      [this.organization, tagNameKey(segment.name)],
    );
    if (owner && owner.id !== id) return false;
    throw failure;
  }

  /** Saves a segment's count. @returns false, without a change, if its rule has changed since it was counted */
  async keepCount({ id, rule }: SegmentRecord, { amount, at }: SegmentCount): Promise<boolean> {
    const kept = await this.queries.run(
      `UPDATE segments SET counted = $4, counted_at = $5 WHERE id = $1 AND organization = $2 AND rule = $3`,
      [id, this.organization, JSON.stringify(rule), amount, at],
    );
    return kept === 1;
  }

  async remove(id: string): Promise<void> {
    const held = [id, this.organization];
    await rememberPositions(this.queries, 'segments', 'id = $1 AND organization = $2', held);
    await this.queries.run('DELETE FROM segments WHERE id = $1 AND organization = $2', held);
  }
}
