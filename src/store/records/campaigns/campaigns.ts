import type { CampaignHead, CampaignRecord } from '../../../model/campaign/campaign.ts';
import type { CampaignStatus } from '../../../model/campaign/lifecycle.ts';
import type { Body } from '../../../model/content/body.ts';
import { assignments, type Column, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Value } from '../../database.ts';
import { containsPattern, keyOfId, type Listing, type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

/** Columns without the content, which may be megabytes. */
const head = {
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  name: plain('name'),
  subject: plain('subject'),
  preview: plain('preview'),
  fromName: plain('from_name'),
  fromEmail: plain('from_email'),
  replyTo: plain('reply_to'),
  audience: json('audience'),
  status: plain('status'),
  paused: flag('paused'),
  scheduledAt: plain('scheduled_at'),
  timezone: plain('timezone'),
  badges: json('badges'),
  throttle: json('throttle'),
  tracking: json('tracking'),
  revision: plain('revision'),
  token: plain('token'),
  approvedRecipients: plain('agreed_recipients'),
  approvedDelivery: plain('agreed_delivery'),
  approvedAt: plain('approved_at'),
  approvedStart: plain('approved_start'),
  cause: json('cause'),
  postalAddress: plain('postal_address'),
  progress: json('progress'),
  startedAt: plain('started_at'),
  sentAt: plain('sent_at'),
  createdAt: fixed(plain('created_at')),
  updatedAt: plain('updated_at'),
} as const satisfies { [Field in keyof CampaignHead]: Column<CampaignHead[Field]> };

const headColumns = new Columns<CampaignHead>(head);
const columns = new Columns<CampaignRecord>(
  {
    ...head,
    body: {
      names: ['body_kind', 'body'],
      read: ({ body_kind: kind, body: source }) =>
        kind === null ? null : ({ kind, source: source ?? '' } as Body),
      write: (body) => [body?.kind ?? null, body?.source ?? null],
    },
    abTest: json('ab_test'),
    approvedPeople: json('agreed_people'),
  },
  {
    gathering: ({ progress }) => (progress?.stage === 'gathering' ? 1 : 0),
    search: ({ name, subject }) => `${name} ${subject ?? ''}`.toLowerCase(),
  },
);

type CampaignFilter = { status?: CampaignStatus | undefined; query?: string | undefined };

export class CampaignRecords extends ScopedRecords {
  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.queries, 'campaigns', this.organization, id);
  }

  async keysOf(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    // The plus keeps SQLite from using an index on the organization, because the ids are more selective.
    const rows = await this.queries.all<{ id: string; key: number }>(
      `SELECT id, key FROM campaigns
       WHERE +organization = $1 AND id IN ${this.queries.dialect.strings('$2')}`,
      [this.organization, JSON.stringify(ids)],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async byId(id: string): Promise<CampaignRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM campaigns WHERE id = $1 AND organization = $2`,
      [id, this.organization],
    );
    return columns.readIf(row);
  }

  async headById(id: string): Promise<CampaignHead | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${headColumns.names} FROM campaigns WHERE id = $1 AND organization = $2`,
      [id, this.organization],
    );
    return headColumns.readIf(row);
  }

  async hold(id: string): Promise<CampaignRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM campaigns WHERE id = $1 AND organization = $2 ${forUpdate(this.queries)}`,
      [id, this.organization],
    );
    return columns.readIf(row);
  }

  async page(filter: CampaignFilter, request: PageRequest): Promise<Page<CampaignHead>> {
    const page = await readPage<{ key: number }>(this.queries, this.#listing(filter), request);
    return { ...page, rows: page.rows.map((row) => headColumns.read(row)) };
  }

  async count(filter: CampaignFilter, upTo: number): Promise<number> {
    const { where, values } = this.#conditions(filter);
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (SELECT 1 FROM campaigns WHERE ${where} LIMIT $${values.length + 1}) AS counted`,
      [...values, upTo],
    );
    return row?.amount ?? 0;
  }

  async keyAt(filter: CampaignFilter, offset: number): Promise<number | undefined> {
    const { where, values } = this.#conditions(filter);
    const row = await this.queries.get<{ key: number }>(
      `SELECT key FROM campaigns WHERE ${where} ORDER BY key DESC LIMIT 1 OFFSET $${values.length + 1}`,
      [...values, offset],
    );
    return row?.key;
  }

  async add(campaign: Omit<CampaignRecord, 'key'>): Promise<void> {
    const added = columns.added({ ...campaign, organization: this.organization });
    await this.queries.insert(`INSERT INTO campaigns (${Object.keys(added).join(', ')})`, [
      Object.values(added),
    ]);
  }

  async update(campaign: CampaignRecord): Promise<void> {
    const changed = columns.changed(campaign);
    await this.queries.run(
      `UPDATE campaigns SET ${assignments(changed, 3)} WHERE id = $1 AND organization = $2`,
      [campaign.id, this.organization, ...Object.values(changed)],
    );
  }

  /**
   * Hides a locked campaign under its organization's negated key, because its recipient rows may be millions.
   * The sweep deletes these and then the row; mails and their bodies stay.
   */
  async remove(id: string): Promise<void> {
    await this.queries.run(
      'UPDATE campaigns SET organization = -organization WHERE id = $1 AND organization = $2',
      [id, this.organization],
    );
  }

  #listing(filter: CampaignFilter): Listing {
    const { where, values } = this.#conditions({ status: filter.status });
    return {
      select: `SELECT ${headColumns.names}, search FROM campaigns WHERE ${where}`,
      values,
      key: 'key',
      scan:
        filter.query === undefined
          ? undefined
          : {
              table: 'campaigns',
              organization: this.organization,
              condition: `search LIKE $1 ESCAPE '\\'`,
              values: [containsPattern(filter.query)],
            },
    };
  }

  #conditions({ status, query }: CampaignFilter): { where: string; values: Value[] } {
    const values: Value[] = [this.organization];
    let where = 'organization = $1';
    if (status !== undefined) where += ` AND status = $${values.push(status)}`;
    if (query !== undefined) where += ` AND search LIKE $${values.push(containsPattern(query))} ESCAPE '\\'`;
    return { where, values };
  }
}
