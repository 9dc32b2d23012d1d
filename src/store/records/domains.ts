import type { DkimKey, DkimKeys } from '../../model/sending-domain/dkim-record.ts';
import type { DomainOwners } from '../../model/sending-domain/domain-owners.ts';
import { type DomainStatus, sendingStatuses } from '../../model/sending-domain/record-status.ts';
import type { NewDomain, SendingDomain } from '../../model/sending-domain/sending-domain.ts';
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
  ed25519_selector: string | null;
  ed25519_public_key: string | null;
  ed25519_private_key: string | null;
  next_ed25519_selector: string | null;
  next_ed25519_public_key: string | null;
  next_ed25519_private_key: string | null;
  retired_keys: string;
  custom_return_path: string;
  tracking_subdomain: string | null;
  open_tracking: number;
  click_tracking: number;
  tls: SendingDomain['tls'];
  warm_up: number;
  first_sent_at: number | null;
  revision: number;
  created_at: number;
  verified_at: number | null;
  last_checked_at: number | null;
};

const columns = `key, id, name, status, checks, dkim_selector, dkim_public_key, dkim_private_key,
  next_dkim_selector, next_dkim_public_key, next_dkim_private_key, ed25519_selector, ed25519_public_key,
  ed25519_private_key, next_ed25519_selector, next_ed25519_public_key, next_ed25519_private_key, retired_keys,
  custom_return_path, tracking_subdomain, open_tracking, click_tracking, tls, warm_up, first_sent_at, revision,
  created_at, verified_at, last_checked_at`;

/** The columns that an update writes. */
const changing = [
  'status',
  'checks',
  'dkim_selector',
  'dkim_public_key',
  'dkim_private_key',
  'ed25519_selector',
  'ed25519_public_key',
  'ed25519_private_key',
  'next_dkim_selector',
  'next_dkim_public_key',
  'next_dkim_private_key',
  'next_ed25519_selector',
  'next_ed25519_public_key',
  'next_ed25519_private_key',
  'retired_keys',
  'custom_return_path',
  'tracking_subdomain',
  'open_tracking',
  'click_tracking',
  'tls',
  'warm_up',
  'verified_at',
  'last_checked_at',
] as const;
const changes = changing.map((column, index) => `${column} = $${index + 1}`).join(', ');
/** The first parameter behind them. */
const behind = changing.length + 1;

/** Says in SQL that mail may come from a domain. */
export const isSendingDomain = `status IN (${sendingStatuses.map((status) => `'${status}'`).join(', ')})`;

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
      `INSERT INTO domains (id, organization, name, created_at, ${changing.join(', ')}, first_sent_at, revision)`,
      [
        [
          domain.id,
          this.#organization,
          domain.name,
          domain.createdAt,
          ...changingValues(domain),
          domain.firstSentAt,
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
      `UPDATE domains SET ${changes}, revision = revision + 1
       WHERE key = $${behind} AND organization = $${behind + 1} AND revision = $${behind + 2}`,
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
      `SELECT key FROM domains WHERE organization = $1 AND name = $2 AND ${isSendingDomain}`,
      [this.#organization, name],
    );
    return row !== undefined;
  }

  /**
   * Notes when the first mail left directly from a domain; a later one changes nothing. It is no change of the
   * domain, so no look into DNS that is under way is lost by it.
   *
   * @param now epoch milliseconds
   * @returns whether it was the first
   */
  async noteFirstSent(name: string, now: number): Promise<boolean> {
    const changed = await this.#queries.run(
      `UPDATE domains SET first_sent_at = $1
       WHERE organization = $2 AND name = $3 AND first_sent_at IS NULL`,
      [now, this.#organization, name],
    );
    return changed === 1;
  }
}

/** Who has verified which of some domains, of all organizations. */
export async function domainOwners(queries: Queries, names: readonly string[]): Promise<DomainOwners> {
  const rows = await queries.all<{ name: string; organization: number }>(
    `SELECT name, organization FROM domains
     WHERE name IN ${queries.dialect.strings('$1')} AND ${isSendingDomain}`,
    [JSON.stringify(names)],
  );
  const owners = new Map<string, Set<number>>();
  for (const { name, organization } of rows) {
    owners.set(name, (owners.get(name) ?? new Set()).add(organization));
  }
  return owners;
}

/** Domains of all organizations that have no job to be looked at, in the order of their keys. */
export async function domainsWithoutCheck(
  queries: Queries,
  after: number,
  limit: number,
): Promise<{ key: number; id: string; organization: number }[]> {
  return await queries.all(
    `SELECT key, id, organization FROM domains
     WHERE key > $1
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = 'check_domain' AND jobs.subject = domains.id)
     ORDER BY key LIMIT $2`,
    [after, limit],
  );
}

/** The values of the columns that an update writes, in its order. */
function changingValues(domain: NewDomain): Value[] {
  return [
    domain.status,
    JSON.stringify(domain.checks),
    ...pairValues(domain.dkim),
    ...pairValues(domain.nextDkim),
    JSON.stringify(domain.retiredKeys),
    domain.customReturnPath,
    domain.trackingSubdomain,
    domain.openTracking ? 1 : 0,
    domain.clickTracking ? 1 : 0,
    domain.tls,
    domain.warmUp ? 1 : 0,
    domain.verifiedAt,
    domain.lastCheckedAt,
  ];
}

function pairValues(keys: DkimKeys | null): Value[] {
  return [...keyValues(keys?.rsa ?? null), ...keyValues(keys?.ed25519 ?? null)];
}

function keyValues(key: DkimKey | null): Value[] {
  return [key?.selector ?? null, key?.publicKey ?? null, key?.sealedPrivateKey ?? null];
}

function keyOf(
  selector: string | null,
  publicKey: string | null,
  sealedPrivateKey: string | null,
): DkimKey | null {
  if (selector === null || publicKey === null || sealedPrivateKey === null) return null;
  return { selector, publicKey, sealedPrivateKey };
}

function pairOf(rsa: DkimKey | null, ed25519: DkimKey | null): DkimKeys | null {
  return rsa && { rsa, ed25519 };
}

function recordOf(row: Row | undefined): SendingDomain | undefined {
  if (!row) return undefined;
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    status: row.status,
    checks: JSON.parse(row.checks),
    dkim: pairOf(
      keyOf(row.dkim_selector, row.dkim_public_key, row.dkim_private_key),
      keyOf(row.ed25519_selector, row.ed25519_public_key, row.ed25519_private_key),
    )!,
    nextDkim: pairOf(
      keyOf(row.next_dkim_selector, row.next_dkim_public_key, row.next_dkim_private_key),
      keyOf(row.next_ed25519_selector, row.next_ed25519_public_key, row.next_ed25519_private_key),
    ),
    retiredKeys: JSON.parse(row.retired_keys),
    customReturnPath: row.custom_return_path,
    trackingSubdomain: row.tracking_subdomain,
    openTracking: row.open_tracking === 1,
    clickTracking: row.click_tracking === 1,
    tls: row.tls,
    warmUp: row.warm_up === 1,
    firstSentAt: row.first_sent_at,
    revision: row.revision,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    lastCheckedAt: row.last_checked_at,
  };
}
