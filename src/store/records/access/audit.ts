import type { AuditRecord } from '../../../model/organization/audit.ts';
import type { CauseChain } from '../../../model/sending/mail-cause.ts';
import type { Queries, Value } from '../../database.ts';
import {
  containsPattern,
  createdOrderSlackMs,
  type Listing,
  lastKeyBefore,
  type Page,
  type PageRequest,
  readPage,
} from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { type Erasure, isEntryOfErased } from '../people/erasures.ts';

type Row = {
  key: number;
  id: string;
  at: number;
  token_id: string | null;
  token_name: string | null;
  person_id: string | null;
  person_name: string | null;
  client: string | null;
  cause: string | null;
  door: string;
  tool: string;
  effect: string;
  about: string;
  request_id: string;
  outcome: string | null;
  refused_recipient: string | null;
  refused_recipients: number | null;
  refused_subscriber: string | null;
};

const columns = `key, id, at, token_id, token_name, person_id, person_name, client, cause, door, tool, effect,
  about, request_id, outcome, refused_recipients, CASE WHEN ${isEntryOfErased('audit_entries')} THEN NULL ELSE refused_recipient END AS refused_recipient,
  refused_subscriber`;

type AuditFilter = {
  tool?: string | undefined;
  token?: string | undefined;
  person?: string | undefined;
  /** Epoch ms, both exclusive. */
  after?: number | undefined;
  before?: number | undefined;
};

/** The audit log of one organization. Entries are only added, settled and cleared of an erased person's address. */
export class AuditRecords extends ScopedRecords {
  /** @param settledAt epoch ms of the outcome; null for a pending one */
  async append(entry: Omit<AuditRecord, 'key'>, settledAt: number | null): Promise<void> {
    await addAuditEntries(this.queries, [{ organization: this.organization, entry, settledAt }]);
  }

  /** Records the outcome of an invocation and its final object. @param at epoch ms */
  async settle(
    id: string,
    { outcome, about, refused }: { outcome: string } & Pick<AuditRecord, 'about' | 'refused'>,
    at: number,
  ): Promise<void> {
    await this.queries.run(
      `UPDATE audit_entries SET outcome = $3, about = $4, settled_at = $5, refused_recipient = $6, refused_recipients = $7
       WHERE id = $1 AND organization = $2`,
      [
        id,
        this.organization,
        outcome,
        JSON.stringify(about),
        at,
        refused?.first ?? null,
        refused?.count ?? null,
      ],
    );
  }

  /** Links earlier refusals to a subscriber before their address changes, so that erasing the subscriber finds them. */
  async noteFormerAddress(email: string, subscriberId: string): Promise<void> {
    await this.queries.run(
      `UPDATE audit_entries SET refused_subscriber = $3
       WHERE organization = $1 AND refused_recipient = $2 AND refused_subscriber IS NULL`,
      [this.organization, email, subscriberId],
    );
  }

  /** Repeats `noteFormerAddress` for up to `limit` entries. Returns where to continue; null when done. */
  async noteAddressBehind(
    after: number,
    { email, id }: { email: string; id: string },
    limit: number,
  ): Promise<number | null> {
    const next = await this.queries.all<{ key: number }>(
      `SELECT key FROM audit_entries
       WHERE organization = $1 AND refused_recipient = $2 AND key > $3 ORDER BY key LIMIT $4`,
      [this.organization, email, after, limit],
    );
    const keys = next.map(({ key }) => key);
    await this.queries.run(
      `UPDATE audit_entries SET refused_subscriber = $2
       WHERE key IN ${this.queries.dialect.integers('$3')} AND organization + 0 = $1 AND refused_subscriber IS NULL`,
      [this.organization, id, JSON.stringify(keys)],
    );
    return keys.length < limit ? null : keys.at(-1)!;
  }

  /** Removes a person's addresses from the next entries. Returns `limit` or more if any may be left. */
  async forgetRecipient({ toKey, subscriberId, newestEntry }: Erasure, limit: number): Promise<number> {
    return await this.queries.run(
      `UPDATE audit_entries SET refused_recipient = NULL, refused_subscriber = NULL
       WHERE organization + 0 = $1 AND key IN (
         SELECT key FROM (SELECT key FROM audit_entries
           WHERE organization = $1 AND refused_recipient = $2 AND key <= $4 LIMIT $5) AS addressed
         UNION SELECT key FROM (SELECT key FROM audit_entries
           WHERE organization = $1 AND refused_subscriber = $3 LIMIT $5) AS theirs)`,
      [this.organization, toKey, subscriberId, newestEntry, limit],
    );
  }

  async page(filter: AuditFilter, request: PageRequest): Promise<Page<AuditRecord>> {
    const { tool, token, person, after, before } = filter;
    const values: Value[] = [this.organization];
    let where = 'organization = $1';
    // The first filter selects an index range. The others are checked slice by slice within it.
    if (person !== undefined) where += ` AND person_id = $${values.push(person)}`;
    else if (token !== undefined) where += ` AND token_id = $${values.push(token)}`;
    else if (tool !== undefined) where += ` AND tool = $${values.push(tool)}`;
    // Times narrow the key range. Each entry within the range is still compared.
    if (after !== undefined)
      where += ` AND key > $${values.push(await this.#lastBefore(after - createdOrderSlackMs))}`;
    if (before !== undefined)
      where += ` AND key <= $${values.push(await this.#lastBefore(before + createdOrderSlackMs))}`;
    const page = await readPage<Row>(
      this.queries,
      {
        select: `SELECT ${columns} FROM audit_entries WHERE ${where}`,
        values,
        key: 'key',
        scan: this.#scan({
          after,
          before,
          ...(person !== undefined && { token, tool }),
          ...(token !== undefined && { tool }),
        }),
      },
      request,
    );
    return { ...page, rows: page.rows.map(recordOf) };
  }

  #scan({ tool, token, after, before }: AuditFilter): Listing['scan'] {
    const values: Value[] = [];
    const conditions = [
      tool !== undefined && `tool = $${values.push(tool)}`,
      token !== undefined && `token_id = $${values.push(token)}`,
      after !== undefined && `at > $${values.push(after)}`,
      before !== undefined && `at < $${values.push(before)}`,
    ].filter((condition) => condition !== false);
    if (conditions.length === 0) return undefined;
    const condition = conditions.join(' AND ');
    return { table: 'audit_entries', organization: this.organization, condition, values };
  }

  async #lastBefore(at: number): Promise<number> {
    return await lastKeyBefore(this.queries, 'audit_entries', this.organization, at);
  }

  /** Returns entries about a person and refused sends to them. No entry names another person's address. */
  async pageAbout(
    { id, email }: { id: string | null; email: string },
    request: PageRequest,
  ): Promise<Page<AuditRecord>> {
    const select = `SELECT ${columns} FROM audit_entries WHERE organization = $1`;
    const listing: Listing =
      id === null
        ? {
            select: `${select} AND refused_recipient = $2 AND NOT ${isEntryOfErased('audit_entries')}`,
            values: [this.organization, email],
            key: 'key',
          }
        : {
            select,
            values: [this.organization],
            key: 'key',
            scan: {
              table: 'audit_entries',
              organization: this.organization,
              condition: `(about LIKE $1 ESCAPE '\\' OR refused_recipient = $2 OR refused_subscriber = $3)`,
              values: [containsPattern(JSON.stringify(id)), email, id],
            },
          };
    const page = await readPage<Row>(this.queries, listing, request);
    const isTheirs = ({ refused_recipient, refused_subscriber }: Row) =>
      refused_recipient === email || (id !== null && refused_subscriber === id);
    const rows = page.rows.map((row) => (isTheirs(row) ? row : { ...row, refused_recipient: null }));
    return { ...page, rows: rows.map(recordOf) };
  }
}

/** A new entry. `settledAt` is epoch ms of the outcome; null for a pending one. */
export type NewAuditEntry = {
  organization: number;
  entry: Omit<AuditRecord, 'key'>;
  settledAt: number | null;
};

export async function addAuditEntries(queries: Queries, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queries.insert(
    `INSERT INTO audit_entries (id, organization, at, token_id, token_name, person_id, person_name, client, cause,
       door, tool, effect, about, request_id, outcome, settled_at, refused_recipient, refused_recipients)`,
    entries.map(({ organization, entry, settledAt }) => [
      entry.id,
      organization,
      entry.at,
      entry.token?.id ?? null,
      entry.token?.name ?? null,
      entry.person?.id ?? null,
      entry.person?.name ?? null,
      entry.client,
      entry.cause && JSON.stringify(entry.cause),
      entry.door,
      entry.tool,
      entry.effect,
      JSON.stringify(entry.about),
      entry.requestId,
      entry.outcome,
      settledAt,
      entry.refused?.first ?? null,
      entry.refused?.count ?? null,
    ]),
  );
}

/** Deletes up to `limit` entries older than `before`. @returns the number; fewer than `limit` when done */
export async function forgetAuditEntries(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM audit_entries WHERE key IN (
       SELECT key FROM audit_entries WHERE at < $1 ORDER BY at LIMIT $2)`,
    [before, limit],
  );
}

function recordOf(row: Row): AuditRecord {
  return {
    key: row.key,
    id: row.id,
    at: row.at,
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
    client: row.client,
    cause: row.cause === null ? null : (JSON.parse(row.cause) as CauseChain),
    door: row.door,
    tool: row.tool,
    effect: row.effect,
    about: JSON.parse(row.about) as string[],
    requestId: row.request_id,
    outcome: row.outcome,
    refused:
      row.refused_recipients === null
        ? null
        : { first: row.refused_recipient, count: row.refused_recipients },
  };
}
