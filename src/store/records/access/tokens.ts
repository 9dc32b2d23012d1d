import type { TokenRecord } from '../../../model/organization/token.ts';
import { assignments, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { rowsById } from '../../look-up-each.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

export type { TokenRecord };

const columns = new Columns<TokenRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  name: plain('name'),
  prefix: plain('prefix'),
  scopes: json('scopes'),
  domainId: plain('domain_id'),
  mode: plain('mode'),
  allowedRecipients: json('allowed_recipients'),
  sendCap: json('send_cap'),
  ipAllowlist: json('ip_allowlist'),
  // Written in batches by `noteTokensUsed`.
  lastUsedAt: fixed(plain('last_used_at')),
  createdAt: fixed(plain('created_at')),
  expiresAt: plain('expires_at'),
  revokedAt: plain('revoked_at'),
  mintedBy: fixed(plain('minted_by')),
  assistant: fixed(flag('assistant')),
});

/** Token $1 and all tokens minted from it, directly or indirectly. */
const lineage = `WITH RECURSIVE lineage (minted) AS (
  SELECT CAST($1 AS BIGINT) UNION SELECT tokens.key FROM tokens JOIN lineage ON tokens.minted_by = lineage.minted)`;

export class TokenRecords extends ScopedRecords {
  async byId(id: string): Promise<TokenRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM tokens WHERE id = $1 AND organization = $2`,
        [id, this.organization],
      ),
    );
  }

  /** Includes revoked tokens. */
  async byKey(key: number): Promise<TokenRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM tokens WHERE key = $1 AND organization = $2`,
        [key, this.organization],
      ),
    );
  }

  /** Includes revoked tokens. */
  async namesById(ids: readonly string[]): Promise<Map<string, { name: string }>> {
    return await rowsById(this.queries, this.organization, { table: 'tokens', columns: 'name', ids });
  }

  async idsOf(keys: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (keys.length === 0) return new Map();
    const rows = await this.queries.all<{ key: number; id: string }>(
      `SELECT key, id FROM tokens WHERE organization = $1 AND key IN ${this.queries.dialect.integers('$2')}`,
      [this.organization, JSON.stringify([...new Set(keys)])],
    );
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  async hold(id: string): Promise<TokenRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM tokens WHERE id = $1 AND organization = $2 ${forUpdate(this.queries)}`,
        [id, this.organization],
      ),
    );
  }

  async page(request: PageRequest): Promise<Page<TokenRecord>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM tokens WHERE organization = $1`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** Counts the tokens that are not revoked. Locks the organization, so that two concurrent additions cannot exceed the limit. */
  async countToAdd(): Promise<number> {
    await this.queries.get(`SELECT key FROM organizations WHERE key = $1 ${forUpdate(this.queries)}`, [
      this.organization,
    ]);
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM tokens WHERE organization = $1 AND revoked_at IS NULL',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  async inUse(now: number): Promise<{ usable: number; lastUsedAt: number | null }> {
    const row = await this.queries.get<{ usable: number; last: number | null }>(
      `SELECT count(*) AS usable, max(last_used_at) AS last FROM tokens
       WHERE organization = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [this.organization, now],
    );
    return { usable: row?.usable ?? 0, lastUsedAt: row?.last ?? null };
  }

  async add(token: Omit<TokenRecord, 'key' | 'organization'>, hash: string): Promise<TokenRecord> {
    const added = columns.added({ ...token, organization: this.organization });
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO tokens (${Object.keys(added).join(', ')})`,
      [Object.values(added)],
      'RETURNING key',
    );
    const key = row!.key;
    await this.addSecret(key, hash);
    return { ...token, key, organization: this.organization };
  }

  async addSecret(token: number, hash: string): Promise<void> {
    await this.queries.insert('INSERT INTO token_secrets (hash, token, valid_until)', [[hash, token, null]]);
  }

  /** Lets the current secrets of a token expire at `validUntil` at the latest. */
  async expireSecrets(token: number, validUntil: number): Promise<void> {
    await this.queries.run(
      `UPDATE token_secrets SET valid_until = $2
       WHERE token = $1 AND (valid_until IS NULL OR valid_until > $2)
         AND EXISTS (SELECT 1 FROM tokens WHERE key = $1 AND organization = $3)`,
      [token, validUntil, this.organization],
    );
  }

  /** Locks the usable tokens that a token minted, directly or indirectly. Each follows its minter. */
  async mintedUnder(key: number): Promise<TokenRecord[]> {
    const rows = await this.queries.all<object>(
      `${lineage} SELECT ${columns.names} FROM tokens
       WHERE key IN (SELECT minted FROM lineage) AND key <> $1 AND organization = $2 AND revoked_at IS NULL
       ORDER BY key ${forUpdate(this.queries)}`,
      [key, this.organization],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Returns the id of the first token in a token's minting chain; its own id if no token minted it. */
  async rootOf(key: number): Promise<string | undefined> {
    const row = await this.queries.get<{ id: string }>(
      // A minted token has a higher key than its minter.
      `WITH RECURSIVE ancestors (key, minted_by, id) AS (
         SELECT key, minted_by, id FROM tokens WHERE key = $1 AND organization = $2
         UNION SELECT tokens.key, tokens.minted_by, tokens.id FROM tokens
           JOIN ancestors ON tokens.key = ancestors.minted_by WHERE tokens.organization = $2)
       SELECT id FROM ancestors ORDER BY key LIMIT 1`,
      [key, this.organization],
    );
    return row?.id;
  }

  /** Revokes a locked token and all tokens minted from it. @returns the keys of the revoked tokens */
  async revokeLineage(key: number, now: number): Promise<number[]> {
    const revoked: number[] = [];
    for (;;) {
      const rows = await this.queries.all<{ key: number }>(
        `${lineage} UPDATE tokens SET revoked_at = $3
         WHERE key IN (SELECT minted FROM lineage) AND organization = $2 AND revoked_at IS NULL RETURNING key`,
        [key, this.organization, now],
      );
      // Repeats, because a token may mint another while this statement waits for its lock.
      if (rows.length === 0) return revoked;
      revoked.push(...rows.map((row) => row.key));
    }
  }

  async update(token: TokenRecord): Promise<void> {
    const changed = columns.changed(token);
    await this.queries.run(
      `UPDATE tokens SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
      [token.key, this.organization, ...Object.values(changed)],
    );
  }
}

/** Finds a token of any organization by the SHA-256 of its secret, to authenticate a caller. */
export async function tokenBySecret(
  queries: Queries,
  hash: string,
  now: number,
): Promise<TokenRecord | undefined> {
  const row = await queries.get<object>(
    `SELECT ${columns.of('tokens')}
     FROM token_secrets JOIN tokens ON tokens.key = token_secrets.token
     WHERE token_secrets.hash = $1 AND (token_secrets.valid_until IS NULL OR token_secrets.valid_until > $2)`,
    [hash, now],
  );
  return columns.readIf(row);
}

export async function noteTokensUsed(queries: Queries, uses: ReadonlyMap<number, number>): Promise<void> {
  // Updates in key order, to prevent deadlocks with other processes.
  for (const [token, at] of [...uses].sort(([a], [b]) => a - b)) {
    await queries.run('UPDATE tokens SET last_used_at = $2 WHERE key = $1', [token, at]);
  }
}
