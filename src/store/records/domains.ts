import { type DomainStatus, sendingStatuses } from '../../model/sending-domain/record-status.ts';
import type { DkimKey, NewDomain, SendingDomain } from '../../model/sending-domain.ts';
import type { Queries, Value } from '../database.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

type Row = {
  key: number;
  id: string;
  name: string;
  status: DomainStatus;
  checks: string;
  dkim_selector: string;
  dkim_public_key: string;
  dkim_private_key: string;
  next_dkim_selector: string | null;
  next_dkim_public_key: string | null;
  next_dkim_private_key: string | null;
  custom_return_path: string;
  tracking_subdomain: string | null;
  open_tracking: number;
  click_tracking: number;
  tls: SendingDomain['tls'];
  revision: number;
  created_at: number;
  verified_at: number | null;
  last_checked_at: number | null;
};

const columns = `key, id, name, status, checks, dkim_selector, dkim_public_key, dkim_private_key,
  next_dkim_selector, next_dkim_public_key, next_dkim_private_key, custom_return_path, tracking_subdomain,
  open_tracking, click_tracking, tls, revision, created_at, verified_at, last_checked_at`;

const sending = `status IN (${sendingStatuses.map((status) => `'${status}'`).join(', ')})`;

/** The sending domains of one organization. Names are lower-case ASCII. */
export class DomainRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async byId(id: string): Promise<SendingDomain | undefined> {
    return recordOf(
      await this.#queries.get<Row>(`SELECT ${columns} FROM domains WHERE id = $1 AND organization = $2`, [
        id,
        this.#organization,
      ]),
    );
  }

  async byName(name: string): Promise<SendingDomain | undefined> {
    return recordOf(
      await this.#queries.get<Row>(`SELECT ${columns} FROM domains WHERE organization = $1 AND name = $2`, [
        this.#organization,
        name,
      ]),
    );
  }

  /** By id or name: no name looks like an id, since an id has no dot. */
  async find(idOrName: string): Promise<SendingDomain | undefined> {
    return idOrName.includes('.') ? await this.byName(idOrName) : await this.byId(idOrName);
  }

  async page(request: PageRequest): Promise<Page<SendingDomain>> {
    const page = await readPage<Row>(
      this.#queries,
      {
        select: `SELECT ${columns} FROM domains WHERE organization = $1`,
        values: [this.#organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => recordOf(row)!) };
  }

  async count(): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM domains WHERE organization = $1',
      [this.#organization],
    );
    return row?.amount ?? 0;
  }

  /** @returns false when the organization has a domain of this name */
  async add(domain: NewDomain): Promise<boolean> {
    const rows = await this.#queries.insert<{ key: number }>(
      `INSERT INTO domains (id, organization, name, created_at, status, checks, dkim_selector, dkim_public_key,
         dkim_private_key, next_dkim_selector, next_dkim_public_key, next_dkim_private_key, custom_return_path,
         tracking_subdomain, open_tracking, click_tracking, tls, verified_at, last_checked_at, revision)`,
      [
        [
          domain.id,
          this.#organization,
          domain.name,
          domain.createdAt,
          ...changingValues(domain),
          domain.revision,
        ],
      ],
      'ON CONFLICT (organization, name) DO NOTHING RETURNING key',
    );
    return rows.length === 1;
  }

  /**
   * Writes a domain over the one it was made from.
   * @returns false when that has been changed or removed since it was read; nothing is written then
   */
  async update(domain: SendingDomain): Promise<boolean> {
    const changed = await this.#queries.run(
      `UPDATE domains SET status = $1, checks = $2, dkim_selector = $3, dkim_public_key = $4,
         dkim_private_key = $5, next_dkim_selector = $6, next_dkim_public_key = $7, next_dkim_private_key = $8,
         custom_return_path = $9, tracking_subdomain = $10, open_tracking = $11, click_tracking = $12, tls = $13,
         verified_at = $14, last_checked_at = $15, revision = revision + 1
       WHERE key = $16 AND organization = $17 AND revision = $18`,
      [...changingValues(domain), domain.key, this.#organization, domain.revision],
    );
    return changed === 1;
  }

  /** @returns false when it was gone already */
  async remove(key: number): Promise<boolean> {
    const changed = await this.#queries.run('DELETE FROM domains WHERE key = $1 AND organization = $2', [
      key,
      this.#organization,
    ]);
    return changed === 1;
  }

  /** Whether mail may come from exactly this domain. */
  async isVerified(name: string): Promise<boolean> {
    const row = await this.#queries.get<{ key: number }>(
      `SELECT key FROM domains WHERE organization = $1 AND name = $2 AND ${sending}`,
      [this.#organization, name],
    );
    return row !== undefined;
  }

  /**
   * The key to sign mail from exactly this domain with. None while its record is not in DNS, where a signature
   * would be one that nobody can check.
   */
  async dkimKeyFor(name: string): Promise<DkimKey | undefined> {
    const row = await this.#queries.get<Pick<Row, 'dkim_selector' | 'dkim_public_key' | 'dkim_private_key'>>(
      `SELECT dkim_selector, dkim_public_key, dkim_private_key FROM domains
       WHERE organization = $1 AND name = $2 AND ${sending}`,
      [this.#organization, name],
    );
    return row && keyOf(row.dkim_selector, row.dkim_public_key, row.dkim_private_key);
  }
}

/** The values of the columns that an update writes, in its order. */
function changingValues(domain: NewDomain): Value[] {
  return [
    domain.status,
    JSON.stringify(domain.checks),
    domain.dkim.selector,
    domain.dkim.publicKey,
    domain.dkim.sealedPrivateKey,
    domain.nextDkim?.selector ?? null,
    domain.nextDkim?.publicKey ?? null,
    domain.nextDkim?.sealedPrivateKey ?? null,
    domain.customReturnPath,
    domain.trackingSubdomain,
    domain.openTracking ? 1 : 0,
    domain.clickTracking ? 1 : 0,
    domain.tls,
    domain.verifiedAt,
    domain.lastCheckedAt,
  ];
}

function keyOf(selector: string, publicKey: string, sealedPrivateKey: string): DkimKey {
  return { selector, publicKey, sealedPrivateKey };
}

function recordOf(row: Row | undefined): SendingDomain | undefined {
  if (!row) return undefined;
  const { next_dkim_selector, next_dkim_public_key, next_dkim_private_key } = row;
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    status: row.status,
    checks: JSON.parse(row.checks),
    dkim: keyOf(row.dkim_selector, row.dkim_public_key, row.dkim_private_key),
    nextDkim:
      next_dkim_selector === null
        ? null
        : keyOf(next_dkim_selector, next_dkim_public_key ?? '', next_dkim_private_key ?? ''),
    customReturnPath: row.custom_return_path,
    trackingSubdomain: row.tracking_subdomain,
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    tls: row.tls,
    revision: row.revision,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    lastCheckedAt: row.last_checked_at,
  };
}
