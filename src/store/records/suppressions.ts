import {
  erasedMarkPrefix,
  type NewSuppression,
  type SuppressionOrigin,
  type SuppressionRecord,
} from '../../model/subscriber/suppression.ts';
import { Columns, generated, plain } from '../columns.ts';
import type { Queries, Value } from '../database.ts';
import { rememberPositions } from '../list-position.ts';
import { containsPattern, keyOfId, type Page, type PageRequest, readPage } from '../page.ts';

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
  /** Part of an address. */
  query?: string | undefined;
  /** Epoch milliseconds. */
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
};

/** Marks of erased people are matched and never shown. */
const shown = `email NOT LIKE '${erasedMarkPrefix}%'`;

/** The addresses one organization does not write to. One that has expired is as good as gone. */
export class SuppressionRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  /** The key of a list item, expired or not, so that a page can be continued from it. */
  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.#queries, 'suppressions', this.#organization, id);
  }

  /**
   * Those by an id or an address (lower case), at most one per scope, `all` first. Not yet begun ones count.
   */
  async byIdOrEmail(idOrEmail: string, now: number): Promise<SuppressionRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT ${columns.names} FROM suppressions
       WHERE organization + 0 = $1 AND ${shown} AND (id = $2 OR email = $2) AND (expires_at IS NULL OR expires_at > $3)
       ORDER BY scope LIMIT 2`,
      [this.#organization, idOrEmail, now],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Those of many addresses (mailbox keys), not yet begun ones included. */
  async forAddresses(emails: readonly string[], now: number): Promise<SuppressionRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT ${columns.names} FROM suppressions
       WHERE email IN ${this.#queries.dialect.strings('$1')} AND organization = $2
         AND (expires_at IS NULL OR expires_at > $3)`,
      [JSON.stringify(emails), this.#organization, now],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Whether there is the mark of an erased person. */
  async hasErased(): Promise<boolean> {
    // What begins with the prefix stands between it and the same with its last character counted up.
    const row = await this.#queries.get(
      `SELECT 1 AS one FROM suppressions
       WHERE email >= '${erasedMarkPrefix}' AND email < '${erasedMarkPrefix.slice(0, -1)};' AND organization = $1 LIMIT 1`,
      [this.#organization],
    );
    return row !== undefined;
  }

  async page(filter: SuppressionFilter, request: PageRequest, now: number): Promise<Page<SuppressionRecord>> {
    const values: Value[] = [this.#organization];
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
      this.#queries,
      {
        select: `SELECT ${columns.names} FROM suppressions WHERE ${where}`,
        values,
        key: 'key',
        // Any number of those that have ended may stand in a row.
        scan: { table: 'suppressions', organization: this.#organization, condition, values: searched },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /**
   * Suppresses addresses. Where one is already suppressed in the same scope, the suppression that lasts longer
   * stays, with its origin, and the earlier beginning: nothing that comes later can shorten or delay one.
   *
   * @param wanted each address once per scope
   * @returns the suppression of each, in the order asked for; `created` is false where it stood before
   */
  async suppress(
    wanted: readonly NewSuppression[],
    now: number,
  ): Promise<{ suppression: SuppressionRecord; created: boolean }[]> {
    if (wanted.length === 0) return [];
    await this.#forgetExpired(wanted, now);
    const rows = await this.#queries.insert<object>(
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

  /**
   * Suppresses those of the addresses that are not suppressed yet in the same scope, and leaves the others as they are.
   *
   * @param wanted each address once per scope
   * @returns the new ones
   */
  async suppressNew(wanted: readonly NewSuppression[], now: number): Promise<SuppressionRecord[]> {
    if (wanted.length === 0) return [];
    await this.#forgetExpired(wanted, now);
    const rows = await this.#queries.insert<object>(
      insertHead,
      this.#rowsOf(wanted, now),
      `ON CONFLICT (email, organization, scope) DO NOTHING RETURNING ${columns.names}`,
    );
    return rows.map((row) => columns.read(row));
  }

  /** One that has expired would stand in the way of a new one. */
  async #forgetExpired(wanted: readonly NewSuppression[], now: number): Promise<void> {
    await this.#delete(
      `email IN ${this.#queries.dialect.strings('$1')} AND organization = $2 AND expires_at <= $3`,
      [JSON.stringify(wanted.map(({ email }) => email)), this.#organization, now],
    );
  }

  /** All callers write in the order of addresses, so that two batches never deadlock. */
  #rowsOf(wanted: readonly NewSuppression[], now: number): Value[][] {
    const ordered = [...wanted].sort((a, b) => (a.email < b.email ? -1 : 1));
    return ordered.map((each) => [this.#organization, ...columns.values({ ...each, createdAt: now })]);
  }

  /** Takes every suppression of an address out of the list. @returns those that had not ended */
  async takeOut(email: string, now: number): Promise<SuppressionRecord[]> {
    const removed = await this.#delete('email = $1 AND organization = $2', [email, this.#organization]);
    return removed.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  }

  /** @returns those removed: all that have one of these ids or addresses (lower case), in any scope */
  async remove(idsOrEmails: readonly string[], now: number): Promise<SuppressionRecord[]> {
    const names = this.#queries.dialect.strings('$2');
    return await this.#delete(
      // Without the sum, SQLite reads all suppressions of the organization.
      `organization + 0 = $1 AND (expires_at IS NULL OR expires_at > $3)
         AND key IN (SELECT key FROM suppressions WHERE id IN ${names}
                     UNION SELECT key FROM suppressions WHERE email IN ${names} AND organization + 0 = $1)`,
      [this.#organization, JSON.stringify(idsOrEmails), now],
    );
  }

  /** @param condition selects the rows; its parameters start at `$1` */
  async #delete(condition: string, values: readonly Value[]): Promise<SuppressionRecord[]> {
    await rememberPositions(this.#queries, 'suppressions', condition, values);
    const rows = await this.#queries.all<object>(
      `DELETE FROM suppressions WHERE ${condition} RETURNING ${columns.names}`,
      values,
    );
    return rows.map((row) => columns.read(row));
  }
}

const insertHead = `INSERT INTO suppressions (organization, ${columns.inserted})`;

const outlasts = `(suppressions.expires_at IS NOT NULL
  AND (excluded.expires_at IS NULL OR excluded.expires_at > suppressions.expires_at))`;
