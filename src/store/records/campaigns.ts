import type { ApprovedDelivery, CampaignHead, CampaignRecord } from '../../model/campaign/campaign.ts';
import type { CampaignStatus } from '../../model/campaign/lifecycle.ts';
import type { Body } from '../../model/content/body.ts';
import type { Queries, Value } from '../database.ts';
import { containsPattern, keyOfId, type Listing, type Page, type PageRequest, readPage } from '../page.ts';
import { forUpdate } from '../row-lock.ts';

type Row = {
  key: number;
  id: string;
  organization: number;
  name: string;
  subject: string | null;
  preview: string | null;
  from_name: string | null;
  from_email: string | null;
  reply_to: string | null;
  body_kind: Body['kind'] | null;
  body: string | null;
  audience: string;
  status: CampaignStatus;
  paused: number;
  scheduled_at: number | null;
  timezone: string;
  badges: string;
  ab_test: string | null;
  throttle: string | null;
  tracking: string | null;
  revision: number;
  token: number | null;
  agreed_recipients: number | null;
  agreed_people: string | null;
  agreed_delivery: ApprovedDelivery | null;
  postal_address: string | null;
  progress: string | null;
  started_at: number | null;
  sent_at: number | null;
  created_at: number;
  updated_at: number;
};

type HeadRow = Omit<Row, 'body_kind' | 'body' | 'ab_test' | 'agreed_people'>;

const headColumns = `key, id, organization, name, subject, preview, from_name, from_email, reply_to, audience, status,
  paused, scheduled_at, timezone, badges, throttle, tracking, revision, token, agreed_recipients, agreed_delivery,
  postal_address, progress, started_at, sent_at, created_at, updated_at`;
const columns = `${headColumns}, body_kind, body, ab_test, agreed_people`;

type CampaignFilter = { status?: CampaignStatus | undefined; query?: string | undefined };

/** The campaigns of one organization. */
export class CampaignRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.#queries, 'campaigns', this.#organization, id);
  }

  /** The keys of those with these ids that are there, by id. */
  async keysOf(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    // The plus keeps SQLite from an index that begins with the organization: the ids are better known.
    const rows = await this.#queries.all<{ id: string; key: number }>(
      `SELECT id, key FROM campaigns
       WHERE +organization = $1 AND id IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(ids)],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async byId(id: string): Promise<CampaignRecord | undefined> {
    const row = await this.#queries.get<Row>(
      `SELECT ${columns} FROM campaigns WHERE id = $1 AND organization = $2`,
      [id, this.#organization],
    );
    return row && campaignOf(row);
  }

  /** The same without what it says, which may be megabytes. */
  async headById(id: string): Promise<CampaignHead | undefined> {
    const row = await this.#queries.get<HeadRow>(
      `SELECT ${headColumns} FROM campaigns WHERE id = $1 AND organization = $2`,
      [id, this.#organization],
    );
    return row && headOf(row);
  }

  /** The whole in a transaction that changes it: nobody else does before its end. */
  async hold(id: string): Promise<CampaignRecord | undefined> {
    const row = await this.#queries.get<Row>(
      `SELECT ${columns} FROM campaigns WHERE id = $1 AND organization = $2 ${forUpdate(this.#queries)}`,
      [id, this.#organization],
    );
    return row && campaignOf(row);
  }

  /** Without what they say, which may be megabytes each. */
  async page(filter: CampaignFilter, request: PageRequest): Promise<Page<CampaignHead>> {
    const page = await readPage<HeadRow>(this.#queries, this.#listing(filter), request);
    return { ...page, rows: page.rows.map(headOf) };
  }

  /** How many there are, counted no further than `upTo`. */
  async count(filter: CampaignFilter, upTo: number): Promise<number> {
    const { where, values } = this.#conditions(filter);
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (SELECT 1 FROM campaigns WHERE ${where} LIMIT $${values.length + 1}) AS counted`,
      [...values, upTo],
    );
    return row?.amount ?? 0;
  }

  /** The key of the one that has `offset` newer ones before it. */
  async keyAt(filter: CampaignFilter, offset: number): Promise<number | undefined> {
    const { where, values } = this.#conditions(filter);
    const row = await this.#queries.get<{ key: number }>(
      `SELECT key FROM campaigns WHERE ${where} ORDER BY key DESC LIMIT 1 OFFSET $${values.length + 1}`,
      [...values, offset],
    );
    return row?.key;
  }

  async add(campaign: Omit<CampaignRecord, 'key'>): Promise<void> {
    const written = writtenColumns(campaign);
    await this.#queries.insert(
      `INSERT INTO campaigns (id, organization, created_at, ${Object.keys(written).join(', ')})`,
      [[campaign.id, this.#organization, campaign.createdAt, ...Object.values(written)]],
    );
  }

  /** Writes a campaign that is held. */
  async update(campaign: CampaignRecord): Promise<void> {
    const written = writtenColumns(campaign);
    const set = Object.keys(written).map((column, index) => `${column} = $${index + 3}`);
    await this.#queries.run(`UPDATE campaigns SET ${set.join(', ')} WHERE id = $1 AND organization = $2`, [
      campaign.id,
      this.#organization,
      ...Object.values(written),
    ]);
  }

  /**
   * Forgets a campaign that is held; its mails and their bodies stay. The row itself goes later, after the lines of its
   * recipients, which may be millions: until then it stands under an organization that nobody is.
   */
  async remove(id: string): Promise<void> {
    await this.#queries.run(
      'UPDATE campaigns SET organization = -organization WHERE id = $1 AND organization = $2',
      [id, this.#organization],
    );
  }

  #listing(filter: CampaignFilter): Listing {
    const { where, values } = this.#conditions({ status: filter.status });
    return {
      select: `SELECT ${headColumns}, search FROM campaigns WHERE ${where}`,
      values,
      key: 'key',
      scan:
        filter.query === undefined
          ? undefined
          : {
              table: 'campaigns',
              organization: this.#organization,
              condition: `search LIKE $1 ESCAPE '\\'`,
              values: [containsPattern(filter.query)],
            },
    };
  }

  #conditions({ status, query }: CampaignFilter): { where: string; values: Value[] } {
    const values: Value[] = [this.#organization];
    let where = 'organization = $1';
    if (status !== undefined) where += ` AND status = $${values.push(status)}`;
    if (query !== undefined) where += ` AND search LIKE $${values.push(containsPattern(query))} ESCAPE '\\'`;
    return { where, values };
  }
}

/** All columns but those that never change. */
function writtenColumns(campaign: Omit<CampaignRecord, 'key'>): Record<string, Value> {
  return {
    name: campaign.name,
    subject: campaign.subject,
    preview: campaign.preview,
    from_name: campaign.fromName,
    from_email: campaign.fromEmail,
    reply_to: campaign.replyTo,
    body_kind: campaign.body?.kind ?? null,
    body: campaign.body?.source ?? null,
    audience: JSON.stringify(campaign.audience),
    status: campaign.status,
    paused: campaign.paused ? 1 : 0,
    scheduled_at: campaign.scheduledAt,
    timezone: campaign.timezone,
    badges: JSON.stringify(campaign.badges),
    ab_test: campaign.abTest && JSON.stringify(campaign.abTest),
    throttle: campaign.throttle && JSON.stringify(campaign.throttle),
    tracking: campaign.tracking && JSON.stringify(campaign.tracking),
    revision: campaign.revision,
    token: campaign.token,
    agreed_recipients: campaign.approvedRecipients,
    agreed_people: campaign.approvedPeople && JSON.stringify(campaign.approvedPeople),
    agreed_delivery: campaign.approvedDelivery,
    postal_address: campaign.postalAddress,
    progress: campaign.progress && JSON.stringify(campaign.progress),
    gathering: campaign.progress?.stage === 'gathering' ? 1 : 0,
    started_at: campaign.startedAt,
    sent_at: campaign.sentAt,
    search: `${campaign.name} ${campaign.subject ?? ''}`.toLowerCase(),
    updated_at: campaign.updatedAt,
  };
}

function campaignOf(row: Row): CampaignRecord {
  return {
    ...headOf(row),
    body: row.body_kind === null ? null : { kind: row.body_kind, source: row.body ?? '' },
    abTest: row.ab_test === null ? null : JSON.parse(row.ab_test),
    approvedPeople: row.agreed_people === null ? null : JSON.parse(row.agreed_people),
  };
}

function headOf(row: HeadRow): CampaignHead {
  return {
    key: row.key,
    id: row.id,
    organization: row.organization,
    name: row.name,
    subject: row.subject,
    preview: row.preview,
    fromName: row.from_name,
    fromEmail: row.from_email,
    replyTo: row.reply_to,
    audience: JSON.parse(row.audience),
    status: row.status,
    paused: row.paused === 1,
    scheduledAt: row.scheduled_at,
    timezone: row.timezone,
    badges: JSON.parse(row.badges),
    throttle: row.throttle === null ? null : JSON.parse(row.throttle),
    tracking: row.tracking === null ? null : JSON.parse(row.tracking),
    revision: row.revision,
    token: row.token,
    approvedRecipients: row.agreed_recipients,
    approvedDelivery: row.agreed_delivery,
    postalAddress: row.postal_address,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    startedAt: row.started_at,
    sentAt: row.sent_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
