import {
  erasedMarkPrefix,
  type NewSuppression,
  type SuppressionOrigin,
  type SuppressionRecord,
} from '../../../model/subscriber/suppression.ts';
import { Columns, generated, plain } from '../../columns.ts';
import type { Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { containsPattern, keyOfId, type Page, type PageRequest, readPage } from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<SuppressionRecord>({
  key: generated('key'),
  id: plain('id'),
  email: plain('email'),
  origin: plain('origin'),
  sourceId: plain('source_id'),
  scope: plain('scope'),
  startsAt: plain('starts_at'),
  expiresAt: plain('expires_at'),
  createdAt: plain('created_at'),
});

type SuppressionFilter = {
  origin?: SuppressionOrigin | undefined;
  query?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
};

/** Excludes marks of erased people, which are matched but never shown. */
const shown = `email NOT LIKE '${erasedMarkPrefix}%'`;

/** Suppressed addresses of one organization. Expired suppressions count as absent. */
export class SuppressionRecords extends ScopedRecords {
  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.queries, 'suppressions', this.organization, id);
  }

  /** Finds suppressions by id or lower-case address: at most one per scope, `all` first. Includes suppressions that start later. */
  async byIdOrEmail(idOrEmail: string, now: number): Promise<SuppressionRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM suppressions
       WHERE organization + 0 = $1 AND ${shown} AND (id = $2 OR email = $2) AND (expires_at IS NULL OR expires_at > $3)
       ORDER BY scope LIMIT 2`,
      [this.organization, idOrEmail, now],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Finds suppressions of many addresses (mailbox keys). Includes suppressions that start later. */
  async forAddresses(emails: readonly string[], now: number): Promise<SuppressionRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM suppressions
       WHERE email IN ${this.queries.dialect.strings('$1')} AND organization = $2
         AND (expires_at IS NULL OR expires_at > $3)`,
      [JSON.stringify(emails), this.organization, now],
    );
    return rows.map((row) => columns.read(row));
  }

  async hasErased(): Promise<boolean> {
    // A prefix search as a range, up to the prefix with its last character incremented.
    const row = await this.queries.get(
      `SELECT 1 AS one FROM suppressions
       WHERE email >= '${erasedMarkPrefix}' AND email < '${erasedMarkPrefix.slice(0, -1)};' AND organization = $1 LIMIT 1`,
      [this.organization],
    );
    return row !== undefined;
  }

  async page(filter: SuppressionFilter, request: PageRequest, now: number): Promise<Page<SuppressionRecord>> {
    const values: Value[] = [this.organization];
    let where = 'organization = $1';
    if (filter.origin !== undefined) where += ` AND origin = $${values.push(filter.origin)}`;
    const searched: Value[] = [now];
    let condition = `${shown} AND (expires_at IS NULL OR expires_at > $1)`;
    if (filter.query !== undefined) {
      condition += ` AND email LIKE $${searched.push(containsPattern(filter.query))} ESCAPE '\\'`;
    }
    const { createdAfter, createdBefore } = filter;
    if (createdAfter !== undefined) condition += ` AND created_at > $${searched.push(createdAfter)}`;
    if (createdBefore !== undefined) condition += ` AND created_at < $${searched.push(createdBefore)}`;
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM suppressions WHERE ${where}`,
        values,
        key: 'key',
        // Any number of adjacent rows may have expired.
        scan: { table: 'suppressions', organization: this.organization, condition, values: searched },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /**
   * Suppresses addresses (each once per scope). An existing suppression keeps the later end, with its origin,
   * and the earlier start, so that none is ever shortened or delayed. Returns them in order.
   */
  async suppress(
    wanted: readonly NewSuppression[],
    now: number,
  ): Promise<{ suppression: SuppressionRecord; created: boolean }[]> {
    if (wanted.length === 0) return [];
    await this.#forgetExpired(wanted, now);
    const rows = await this.queries.insert<object>(
      insertHead,
      this.#rowsOf(wanted, now),
      `ON CONFLICT (email, organization, scope) DO UPDATE SET
         origin = CASE WHEN ${outlasts} THEN excluded.origin ELSE suppressions.origin END,
         source_id = CASE WHEN ${outlasts} THEN excluded.source_id ELSE suppressions.source_id END,
         expires_at = CASE WHEN ${outlasts} THEN excluded.expires_at ELSE suppressions.expires_at END,
         starts_at = CASE WHEN excluded.starts_at < suppressions.starts_at
           THEN excluded.starts_at ELSE suppressions.starts_at END
       RETURNING ${columns.names}`,
    );
    const standing = new Map(
      rows.map((row) => {
        const suppression = columns.read(row);
        return [`${suppression.scope} ${suppression.email}`, suppression];
      }),
    );
    return wanted.map(({ id, email, scope }) => {
      const suppression = standing.get(`${scope} ${email}`)!;
      return { suppression, created: suppression.id === id };
    });
  }

  /** Suppresses addresses (each once per scope) that are not suppressed. Returns the new suppressions. */
  async suppressNew(wanted: readonly NewSuppression[], now: number): Promise<SuppressionRecord[]> {
    if (wanted.length === 0) return [];
    await this.#forgetExpired(wanted, now);
    const rows = await this.queries.insert<object>(
      insertHead,
      this.#rowsOf(wanted, now),
      `ON CONFLICT (email, organization, scope) DO NOTHING RETURNING ${columns.names}`,
    );
    return rows.map((row) => columns.read(row));
  }

  /** Deletes expired suppressions, which would conflict with new ones. */
  async #forgetExpired(wanted: readonly NewSuppression[], now: number): Promise<void> {
    await this.#delete(
      `email IN ${this.queries.dialect.strings('$1')} AND organization = $2 AND expires_at <= $3`,
      [JSON.stringify(wanted.map(({ email }) => email)), this.organization, now],
    );
  }

  /** Sorts by address, so that concurrent batches do not deadlock. */
  #rowsOf(wanted: readonly NewSuppression[], now: number): Value[][] {
    const ordered = [...wanted].sort((a, b) => (a.email < b.email ? -1 : 1));
    return ordered.map((each) => [this.organization, ...columns.values({ ...each, createdAt: now })]);
  }

  /** Deletes all suppressions of an address. @returns the unexpired ones */
  async takeOut(email: string, now: number): Promise<SuppressionRecord[]> {
    const removed = await this.#delete('email = $1 AND organization = $2', [email, this.organization]);
    return removed.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  }

  /** Deletes suppressions by ids or lower-case addresses, in any scope. @returns the deleted ones */
  async remove(idsOrEmails: readonly string[], now: number): Promise<SuppressionRecord[]> {
    const names = this.queries.dialect.strings('$2');
    return await this.#delete(
      // Without the sum, SQLite reads all suppressions of the organization.
      `organization + 0 = $1 AND (expires_at IS NULL OR expires_at > $3)
         AND key IN (SELECT key FROM suppressions WHERE id IN ${names}
                     UNION SELECT key FROM suppressions WHERE email IN ${names} AND organization + 0 = $1)`,
      [this.organization, JSON.stringify(idsOrEmails), now],
    );
  }

  /** @param condition selects the rows; its parameters start at `$1` */
  async #delete(condition: string, values: readonly Value[]): Promise<SuppressionRecord[]> {
    await rememberPositions(this.queries, 'suppressions', condition, values);
    const rows = await this.queries.all<object>(
      `DELETE FROM suppressions WHERE ${condition} RETURNING ${columns.names}`,
      values,
    );
    return rows.map((row) => columns.read(row));
  }
}

const insertHead = `INSERT INTO suppressions (organization, ${columns.inserted})`;

const outlasts = `(suppressions.expires_at IS NOT NULL
  AND (excluded.expires_at IS NULL OR excluded.expires_at > suppressions.expires_at))`;
