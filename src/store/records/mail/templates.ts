import type { Body } from '../../../model/content/body.ts';
import { jsonOctets, rowOctets } from '../../../model/organization/storage.ts';
import { tagNameKey } from '../../../model/subscriber/tag.ts';
import type {
  TemplateContent,
  TemplateHead,
  TemplateRecord,
  TemplateVersion,
} from '../../../model/template/template.ts';
import { assignments, type Column, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import { rememberPositions } from '../../list-position.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate, withSavepoint } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage, templateOctets } from './storage.ts';

/** Columns without the content, which may be megabytes. */
const head = {
  key: generated('key'),
  id: fixed(plain('id')),
  name: plain('name'),
  subject: plain('subject'),
  publishedVersion: plain('published_version'),
  isChanged: flag('changed'),
  revision: plain('revision'),
  createdAt: fixed(plain('created_at')),
  updatedAt: plain('updated_at'),
} as const satisfies { [Field in keyof TemplateHead]: Column<TemplateHead[Field]> };

const content = {
  from: plain('from_text'),
  replyTo: plain('reply_to_text'),
  subject: plain('subject'),
  preview: plain('preview'),
  body: {
    names: ['body_kind', 'body'],
    read: ({ body_kind: kind, body: source }) => ({ kind, source }) as Body,
    write: ({ kind, source }) => [kind, source],
  },
  variables: json('variables'),
} as const satisfies { [Field in keyof TemplateContent]: Column<TemplateContent[Field]> };

const headColumns = new Columns<TemplateHead>(head);
const columns = new Columns<TemplateRecord>(
  { ...head, ...content },
  { name_key: ({ name }) => tagNameKey(name) },
);
const versionColumns = new Columns<TemplateVersion>({
  ...content,
  version: plain('version'),
  publishedAt: plain('published_at'),
});

export class TemplateRecords extends ScopedRecords {
  /** Finds a template by id, or by name with the comparison that `create_template` uses. */
  async byIdOrName(idOrName: string): Promise<TemplateRecord | undefined> {
    return (await this.#get('id', idOrName, '')) ?? (await this.#get('name_key', tagNameKey(idOrName), ''));
  }

  async hold(id: string): Promise<TemplateRecord | undefined> {
    return await this.#get('id', id, forUpdate(this.queries));
  }

  async #get(column: 'id' | 'name_key', value: string, lock: string): Promise<TemplateRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM templates WHERE ${column} = $1 AND organization = $2 ${lock}`,
      [value, this.organization],
    );
    return columns.readIf(row);
  }

  async page(request: PageRequest): Promise<Page<TemplateHead>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${headColumns.names} FROM templates WHERE organization = $1`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => headColumns.read(row)) };
  }

  /** Counts an organization's templates; there are at most 1,000. */
  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM templates WHERE organization = $1',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  /** @returns false, without a change, if another template has the name */
  async add(template: Omit<TemplateRecord, 'key'>): Promise<boolean> {
    const added = columns.added(template);
    const written = await this.queries.insertCounting(
      `INSERT INTO templates (organization, ${Object.keys(added).join(', ')})`,
      [[this.organization, ...Object.values(added)]],
      'ON CONFLICT (organization, name_key) DO NOTHING',
    );
    if (written === 1) changeStorage(this.queries, this.organization, octetsOf(template));
    return written === 1;
  }

  /** Updates a locked template. @returns false, without a change, if another template has the name */
  async update(before: TemplateRecord, template: TemplateRecord): Promise<boolean> {
    const { id } = template;
    const changed = columns.changed(template);
    const failure = await withSavepoint(this.queries, () =>
      this.queries.run(
        `UPDATE templates SET ${assignments(changed, 3)} WHERE id = $1 AND organization = $2`,
        [id, this.organization, ...Object.values(changed)],
      ),
    );
    if (failure === null) {
      changeStorage(this.queries, this.organization, octetsOf(template) - octetsOf(before));
      return true;
    }
    const owner = await this.#get('name_key', tagNameKey(template.name), '');
    if (owner && owner.id !== id) return false;
    throw failure;
  }

  /** Removes a locked template with its versions. */
  async remove(template: TemplateRecord): Promise<void> {
    const held = [template.id, this.organization];
    await rememberPositions(this.queries, 'templates', 'id = $1 AND organization = $2', held);
    const row = await this.queries.get<{ octets: number | null }>(
      `SELECT SUM(${templateOctets}) AS octets FROM template_versions
       WHERE template = $1 AND organization = $2`,
      [template.key, this.organization],
    );
    await this.queries.run('DELETE FROM template_versions WHERE template = $1 AND organization = $2', [
      template.key,
      this.organization,
    ]);
    await this.queries.run('DELETE FROM templates WHERE id = $1 AND organization = $2', held);
    changeStorage(this.queries, this.organization, -octetsOf(template) - Number(row?.octets ?? 0));
  }

  async version(template: number, version: number): Promise<TemplateVersion | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${versionColumns.names} FROM template_versions
       WHERE template = $1 AND version = $2 AND organization = $3`,
      [template, version, this.organization],
    );
    return versionColumns.readIf(row);
  }

  /** Returns the newest versions without their content. */
  async versionHeads(
    template: number,
    limit: number,
  ): Promise<Pick<TemplateVersion, 'version' | 'publishedAt'>[]> {
    return await this.queries.all(
      `SELECT version, published_at AS "publishedAt" FROM template_versions
       WHERE template = $1 AND organization = $2 ORDER BY version DESC LIMIT $3`,
      [template, this.organization, limit],
    );
  }

  async addVersion(template: number, version: TemplateVersion): Promise<void> {
    const added = versionColumns.added(version);
    await this.queries.insert(
      `INSERT INTO template_versions (organization, template, ${Object.keys(added).join(', ')})`,
      [[this.organization, template, ...Object.values(added)]],
    );
    changeStorage(this.queries, this.organization, octetsOf(version));
  }

  /** Returns the next versions of all templates in the order of their publication, for an export. */
  async nextVersions(
    after: number,
    limit: number,
  ): Promise<(TemplateVersion & { key: number; templateId: string; name: string })[]> {
    const rows = await this.queries.all<{ row_key: number; template_id: string; template_name: string }>(
      `SELECT versions.key AS row_key, templates.id AS template_id, templates.name AS template_name,
         ${versionColumns.of('versions')}
       FROM template_versions AS versions JOIN templates ON templates.key = versions.template
       WHERE versions.organization = $1 AND versions.key > $2 ORDER BY versions.key LIMIT $3`,
      [this.organization, after, limit],
    );
    return rows.map((row) => ({
      ...versionColumns.read(row),
      key: row.row_key,
      templateId: row.template_id,
      name: row.template_name,
    }));
  }
}

function octetsOf({ body, variables }: Pick<TemplateContent, 'body' | 'variables'>): number {
  return Buffer.byteLength(body.source) + jsonOctets(variables) + rowOctets.body;
}
