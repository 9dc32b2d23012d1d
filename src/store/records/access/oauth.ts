import {
  type Asserted,
  type GrantRecord,
  grantsPerOrganizationMax,
  type KeptAccess,
  type ListedGrant,
} from '../../../model/oauth/grant.ts';
import { assertedGrantsPerOrganizationMax } from '../../../model/oauth/identity-assertion.ts';
import { assignments, type Column, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { deleteEnded } from '../../list-position.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<GrantRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  token: fixed(plain('token')),
  approvedBy: fixed(plain('approved_by')),
  asserted: fixed({
    names: ['issuer', 'subject'],
    read: ({ issuer, subject }) =>
      issuer === null ? null : { issuer: issuer as string, subject: subject as string },
    write: (asserted) => [asserted?.issuer ?? null, asserted?.subject ?? null],
  }),
  person: fixed(plain('person_id')),
  clientId: fixed(plain('client_id')),
  clientName: fixed(plain('client_name')),
  clientAuthentication: fixed(plain('client_authentication')),
  redirectUri: fixed(plain('redirect_uri')),
  resource: fixed(plain('resource')),
  scopes: fixed(json('scopes')),
  renewable: fixed(flag('renewable')),
  code: {
    names: ['code_hash', 'code_challenge', 'code_expires_at', 'code_used_at'],
    read: (row) => ({
      hash: row.code_hash as string,
      challenge: row.code_challenge as string,
      expiresAt: row.code_expires_at as number,
      usedAt: row.code_used_at as number | null,
    }),
    write: ({ hash, challenge, expiresAt, usedAt }) => [hash, challenge, expiresAt, usedAt],
  },
  access: accessColumn('access'),
  earlierAccess: accessColumn('earlier_access'),
  refreshHash: plain('refresh_hash'),
  createdAt: fixed(plain('created_at')),
  refreshedAt: plain('refreshed_at'),
  endsAt: plain('ends_at'),
  revokedAt: plain('revoked_at'),
});

function accessColumn(name: string): Column<KeptAccess | null> {
  const scopes = json<KeptAccess['scopes']>(`${name}_scopes`);
  return {
    names: [`${name}_hash`, `${name}_expires_at`, ...scopes.names],
    read: (row) => {
      const hash = row[`${name}_hash`] as string | null;
      const expiresAt = row[`${name}_expires_at`] as number | null;
      return hash === null || expiresAt === null ? null : { hash, expiresAt, scopes: scopes.read(row) };
    },
    write: (access) => [
      access?.hash ?? null,
      access?.expiresAt ?? null,
      ...scopes.write(access?.scopes ?? null),
    ],
  };
}

type ListedRow = {
  key: number;
  token_id: string | null;
  person_name: string | null;
};

export class GrantRecords extends ScopedRecords {
  /** Like `grantById`, but only for this organization. Locks the grant until the transaction ends. */
  async hold(id: string): Promise<GrantRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM oauth_grants WHERE id = $1 AND organization = $2 ${forUpdate(this.queries)}`,
        [id, this.organization],
      ),
    );
  }

  /** Each row has its token or person, if it still exists. */
  async page(request: PageRequest): Promise<Page<ListedGrant>> {
    const page = await readPage<ListedRow>(
      this.queries,
      {
        select: `SELECT ${columns.of('oauth_grants')}, tokens.id AS token_id, people.name AS person_name
          FROM oauth_grants
          LEFT JOIN tokens ON tokens.key = oauth_grants.token AND tokens.organization = oauth_grants.organization
          LEFT JOIN people ON people.id = oauth_grants.person_id AND people.organization = oauth_grants.organization
          WHERE oauth_grants.organization = $1`,
        values: [this.organization],
        key: 'oauth_grants.key',
      },
      request,
    );
    const listed = ({ token_id: tokenId, person_name: name, ...row }: ListedRow): ListedGrant => {
      const grant = columns.read(row);
      const approver = grant.person === null || name === null ? null : { id: grant.person, name };
      return { ...grant, tokenId, approver };
    };
    return { ...page, rows: page.rows.map(listed) };
  }

  /** Returns the live grants of a person, newest first. */
  async liveOfPerson(person: string, now: number): Promise<GrantRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM oauth_grants
       WHERE organization = $1 AND person_id = $2 AND revoked_at IS NULL AND ends_at > $3 ORDER BY key DESC LIMIT $4`,
      [this.organization, person, now, grantsPerOrganizationMax],
    );
    return rows.map((row) => columns.read(row));
  }

  /**
   * Counts live grants, including grants with an unexchanged code, and locks the organization for the
   * addition. Limits of API tokens and identity providers are separate, so that neither uses up the other's.
   */
  async countToAdd(now: number, by: 'tokens' | 'identity providers' = 'tokens'): Promise<number> {
    await this.queries.get(`SELECT key FROM organizations WHERE key = $1 ${forUpdate(this.queries)}`, [
      this.organization,
    ]);
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM oauth_grants
       WHERE organization = $1 AND revoked_at IS NULL AND ends_at > $2
         AND subject IS ${by === 'tokens' ? '' : 'NOT'} NULL`,
      [this.organization, now],
    );
    return row?.amount ?? 0;
  }

  /** Ends one person's live grants to one client, except the newest `keep`. Returns the ended grants. */
  async endOfPerson(
    { asserted, clientId }: { asserted: Asserted; clientId: string },
    now: number,
    keep = 0,
  ): Promise<GrantRecord[]> {
    const rows = await this.queries.all<object>(
      `UPDATE oauth_grants SET revoked_at = $5, ends_at = $5 WHERE key IN (
         SELECT key FROM oauth_grants
         WHERE organization = $1 AND subject = $2 AND client_id = $3 AND issuer = $4 AND revoked_at IS NULL
           AND ends_at > $5
         ORDER BY key DESC LIMIT $6 OFFSET $7) RETURNING ${columns.names}`,
      [
        this.organization,
        asserted.subject,
        clientId,
        asserted.issuer,
        now,
        assertedGrantsPerOrganizationMax,
        keep,
      ],
    );
    return rows.map((row) => columns.read(row));
  }

  /** @returns false if the id is taken */
  async add(grant: Omit<GrantRecord, 'key' | 'organization'>): Promise<boolean> {
    const written = await this.queries.insertCounting(
      `INSERT INTO oauth_grants (${columns.inserted})`,
      [columns.values({ ...grant, organization: this.organization })],
      'ON CONFLICT (id) DO NOTHING',
    );
    return written === 1;
  }

  /** Ends the grants that these tokens approved. @param tokens keys */
  async endOf(tokens: readonly number[], now: number): Promise<void> {
    await this.queries.run(
      `UPDATE oauth_grants SET revoked_at = $3, ends_at = $3
       WHERE organization = $1 AND token IN ${this.queries.dialect.integers('$2')} AND revoked_at IS NULL
         AND ends_at > $3`,
      [this.organization, JSON.stringify(tokens), now],
    );
  }

  /** Ends the grants that a person approved. */
  async endOfApprover(person: string, now: number): Promise<void> {
    await this.queries.run(
      `UPDATE oauth_grants SET revoked_at = $3, ends_at = $3
       WHERE organization = $1 AND person_id = $2 AND revoked_at IS NULL AND ends_at > $3`,
      [this.organization, person, now],
    );
  }

  async update(grant: GrantRecord): Promise<void> {
    const written = columns.changed(grant);
    await this.queries.run(
      `UPDATE oauth_grants SET ${assignments(written, 3)} WHERE key = $1 AND organization = $2`,
      [grant.key, this.organization, ...Object.values(written)],
    );
  }
}

/** Returns a grant of any organization. Doors use it to find out who calls. */
export async function grantById(queries: Queries, id: string): Promise<GrantRecord | undefined> {
  return columns.readIf(
    await queries.get<object>(`SELECT ${columns.names} FROM oauth_grants WHERE id = $1`, [id]),
  );
}

/** Ends all grants to a client, in every organization. @returns the ended grants */
export async function endGrantsOfClient(
  queries: Queries,
  clientId: string,
  now: number,
): Promise<GrantRecord[]> {
  const rows = await queries.all<object>(
    `UPDATE oauth_grants SET revoked_at = $2, ends_at = $2
     WHERE client_id = $1 AND revoked_at IS NULL AND ends_at > $2 RETURNING ${columns.names}`,
    [clientId, now],
  );
  return rows.map((row) => columns.read(row));
}

/** Deletes up to `limit` grants that have ended. @returns the number deleted: fewer than `limit` when done */
export async function forgetGrants(queries: Queries, now: number, limit: number): Promise<number> {
  return await deleteEnded(queries, 'oauth_grants', now, limit);
}

/**
 * Records an assertion by SHA-256 of its jti, in the database, because a replay may reach another process.
 * `full` if the client already has `max` unexpired assertions.
 */
export async function noteAssertion(
  queries: Queries,
  { client, mark, expiresAt, max }: { client: string; mark: string; expiresAt: number; max: number },
  now: number,
): Promise<'noted' | 'used' | 'full'> {
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (
       SELECT 1 FROM oauth_assertions WHERE client = $1 AND expires_at > $2 LIMIT $3) AS remembered`,
    [client, now, max],
  );
  if ((row?.amount ?? 0) >= max) return 'full';
  const written = await queries.insertCounting(
    'INSERT INTO oauth_assertions (client, mark, expires_at)',
    [[client, mark, expiresAt]],
    'ON CONFLICT (client, mark) DO NOTHING',
  );
  return written === 1 ? 'noted' : 'used';
}

/** Deletes up to `limit` expired assertions. @returns the number; fewer than `limit` when done */
export async function forgetAssertions(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM oauth_assertions WHERE (client, mark) IN (
       SELECT client, mark FROM oauth_assertions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
    [now, limit],
  );
}
