import type { GrantRecord, KeptAccess } from '../../model/oauth/grant.ts';
import type { Queries, Value } from '../database.ts';
import { keyOfId, type Page, type PageRequest, readPage } from '../page.ts';
import { forUpdate, toRemove } from '../row-lock.ts';

type Row = {
  key: number;
  id: string;
  organization: number;
  token: number;
  approved_by: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  resource: string;
  scopes: string;
  renewable: number;
  code_hash: string;
  code_challenge: string;
  code_expires_at: number;
  code_used_at: number | null;
  access_hash: string | null;
  access_expires_at: number | null;
  access_scopes: string | null;
  earlier_access_hash: string | null;
  earlier_access_expires_at: number | null;
  earlier_access_scopes: string | null;
  refresh_hash: string | null;
  created_at: number;
  refreshed_at: number | null;
  ends_at: number;
  revoked_at: number | null;
};

/** The grants of one organization. */
export class GrantRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.#queries, 'oauth_grants', this.#organization, id);
  }

  /** As `grantById`, of this organization, and nobody else changes it before the transaction ends. */
  async hold(id: string): Promise<GrantRecord | undefined> {
    return recordOf(
      await this.#queries.get<Row>(
        `SELECT * FROM oauth_grants WHERE id = $1 AND organization = $2 ${forUpdate(this.#queries)}`,
        [id, this.#organization],
      ),
    );
  }

  /** With the public id of the token that approved each. */
  async page(request: PageRequest): Promise<Page<GrantRecord & { tokenId: string }>> {
    const page = await readPage<Row & { token_id: string }>(
      this.#queries,
      {
        select: `SELECT oauth_grants.*, tokens.id AS token_id FROM oauth_grants
          JOIN tokens ON tokens.key = oauth_grants.token AND tokens.organization = oauth_grants.organization
          WHERE oauth_grants.organization = $1`,
        values: [this.#organization],
        key: 'oauth_grants.key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => ({ ...recordOf(row)!, tokenId: row.token_id })) };
  }

  /**
   * How many grants are live, those with a code that nobody exchanged yet too. Until the transaction ends nobody else
   * counts this organization's grants.
   */
  async countToAdd(now: number): Promise<number> {
    await this.#queries.get(`SELECT key FROM organizations WHERE key = $1 ${forUpdate(this.#queries)}`, [
      this.#organization,
    ]);
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM oauth_grants
       WHERE organization = $1 AND revoked_at IS NULL AND ends_at > $2`,
      [this.#organization, now],
    );
    return row?.amount ?? 0;
  }

  /** @returns false when there is a grant with this id already */
  async add(grant: Omit<GrantRecord, 'key' | 'organization'>): Promise<boolean> {
    const written = await this.#queries.insertCounting(
      `INSERT INTO oauth_grants (id, organization, token, approved_by, client_id, client_name, redirect_uri, resource,
         scopes, renewable, code_hash, code_challenge, code_expires_at, created_at, code_used_at, access_hash,
         access_expires_at, access_scopes, earlier_access_hash, earlier_access_expires_at, earlier_access_scopes,
         refresh_hash, refreshed_at, ends_at,
         revoked_at)`,
      [
        [
          grant.id,
          this.#organization,
          grant.token,
          grant.approvedBy,
          grant.clientId,
          grant.clientName,
          grant.redirectUri,
          grant.resource,
          JSON.stringify(grant.scopes),
          grant.renewable ? 1 : 0,
          grant.code.hash,
          grant.code.challenge,
          grant.code.expiresAt,
          grant.createdAt,
          ...mutableValues(grant),
        ],
      ],
      'ON CONFLICT (id) DO NOTHING',
    );
    return written === 1;
  }

  /** Ends those that some tokens approved. */
  async endOf(tokens: readonly number[], now: number): Promise<void> {
    await this.#queries.run(
      `UPDATE oauth_grants SET revoked_at = $3, ends_at = $3
       WHERE organization = $1 AND token IN ${this.#queries.dialect.integers('$2')} AND revoked_at IS NULL
         AND ends_at > $3`,
      [this.#organization, JSON.stringify(tokens), now],
    );
  }

  /** Writes a grant that is held. */
  async update(grant: GrantRecord): Promise<void> {
    await this.#queries.run(
      `UPDATE oauth_grants SET code_used_at = $3, access_hash = $4, access_expires_at = $5, access_scopes = $6,
         earlier_access_hash = $7, earlier_access_expires_at = $8, earlier_access_scopes = $9, refresh_hash = $10,
         refreshed_at = $11, ends_at = $12, revoked_at = $13
       WHERE key = $1 AND organization = $2`,
      [grant.key, this.#organization, ...mutableValues(grant)],
    );
  }
}

/** The grant that a code or token belongs to, whatever its organization: how a door learns who calls. */
export async function grantById(queries: Queries, id: string): Promise<GrantRecord | undefined> {
  return recordOf(await queries.get<Row>('SELECT * FROM oauth_grants WHERE id = $1', [id]));
}

/** Forgets up to `limit` that have ended. @returns how many there were: fewer than `limit` when done */
export async function forgetGrants(queries: Queries, now: number, limit: number): Promise<number> {
  const rows = await queries.all<{ key: number }>(
    `SELECT key FROM oauth_grants WHERE ends_at <= $1 ORDER BY ends_at, key LIMIT $2 ${toRemove(queries)}`,
    [now, limit],
  );
  await queries.run(`DELETE FROM oauth_grants WHERE key IN ${queries.dialect.integers('$1')}`, [
    JSON.stringify(rows.map(({ key }) => key)),
  ]);
  return rows.length;
}

function mutableValues(grant: Omit<GrantRecord, 'key' | 'organization'>): Value[] {
  return [
    grant.code.usedAt,
    ...accessValues(grant.access),
    ...accessValues(grant.earlierAccess),
    grant.refreshHash,
    grant.refreshedAt,
    grant.endsAt,
    grant.revokedAt,
  ];
}

function accessValues(access: KeptAccess | null): Value[] {
  const { hash = null, expiresAt = null, scopes = null } = access ?? {};
  return [hash, expiresAt, scopes && JSON.stringify(scopes)];
}

function recordOf(row: Row | undefined): GrantRecord | undefined {
  if (!row) return undefined;
  return {
    key: row.key,
    id: row.id,
    organization: row.organization,
    token: row.token,
    approvedBy: row.approved_by,
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUri: row.redirect_uri,
    resource: row.resource,
    scopes: JSON.parse(row.scopes),
    renewable: row.renewable === 1,
    code: {
      hash: row.code_hash,
      challenge: row.code_challenge,
      expiresAt: row.code_expires_at,
      usedAt: row.code_used_at,
    },
    access: accessOf(row.access_hash, row.access_expires_at, row.access_scopes),
    earlierAccess: accessOf(
      row.earlier_access_hash,
      row.earlier_access_expires_at,
      row.earlier_access_scopes,
    ),
    refreshHash: row.refresh_hash,
    createdAt: row.created_at,
    refreshedAt: row.refreshed_at,
    endsAt: row.ends_at,
    revokedAt: row.revoked_at,
  };
}

function accessOf(hash: string | null, expiresAt: number | null, scopes: string | null): KeptAccess | null {
  if (hash === null || expiresAt === null) return null;
  return { hash, expiresAt, scopes: scopes === null ? null : JSON.parse(scopes) };
}
