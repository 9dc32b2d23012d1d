import {
  type ApprovalMove,
  type ApprovalRecord,
  type ApprovalStatus,
  approvalMove,
  type ShownToPerson,
} from '../../../model/approval/approval.ts';
import { type Column, Columns, fixed, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { rowsById } from '../../look-up-each.ts';
import { containsPattern, type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const token: Column<ApprovalRecord['token']> = {
  names: ['token', 'token_id', 'token_name'],
  read: ({ token: key, token_id: id, token_name: name }) =>
    key === null ? null : { key: key as number, id: id as string, name: name as string },
  write: (asker) => [asker?.key ?? null, asker?.id ?? null, asker?.name ?? null],
};

const columns = new Columns<ApprovalRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  status: plain('status'),
  tool: fixed(plain('tool')),
  callMark: fixed(plain('call_mark')),
  token: fixed(token),
  grant: fixed(plain('grant_id')),
  client: fixed(plain('client')),
  arguments: plain('arguments'),
  about: plain('about'),
  recipients: plain('recipients'),
  people: json('people'),
  shown: json('shown'),
  askedAt: plain('asked_at'),
  expiresAt: plain('expires_at'),
  decidedAt: plain('decided_at'),
  decidedBy: json('decided_by'),
  word: plain('word'),
  usedAt: plain('used_at'),
  outcome: plain('outcome'),
  answeredAt: plain('answered_at'),
});

/** The token of a request. Tokens of an external issuer share one internal key; the id tells them apart. */
type AskedWith = { key: number; id: string };

/** The caller of a request. Apps of a person share a token id, so their grants tell them apart; undefined for any grant. */
export type AskedBy = AskedWith & { grant?: string | null };

type ApprovalFilter = {
  status?: ApprovalStatus | undefined;
  askedBy?: AskedBy | undefined;
};

/** The encrypted parts of a request; empty strings if absent. */
type SealedQuestion = { key: number; arguments: string; mails: string };

export class ApprovalRecords extends ScopedRecords {
  async byId(id: string): Promise<ApprovalRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM approvals WHERE id = $1 AND organization = $2`,
        [id, this.organization],
      ),
    );
  }

  async decisionsById(
    ids: readonly string[],
  ): Promise<Map<string, Pick<ApprovalRecord, 'decidedBy' | 'decidedAt'>>> {
    type Row = { decided_by: string | null; decided_at: number | null };
    const found = { table: 'approvals', columns: 'decided_by, decided_at', ids };
    const rows = await rowsById<Row>(this.queries, this.organization, found);
    return new Map(
      [...rows].map(([id, { decided_by: by, decided_at: decidedAt }]) => [
        id,
        { decidedBy: by === null ? null : JSON.parse(by), decidedAt },
      ]),
    );
  }

  /** For a list of at most 100 requests. */
  async byIds(ids: readonly string[]): Promise<Map<string, ApprovalRecord>> {
    const found = { table: 'approvals', columns: columns.names, ids };
    const rows = await rowsById<object>(this.queries, this.organization, found);
    return new Map([...rows].map(([id, row]) => [id, columns.read(row)]));
  }

  /** Returns the newest declined request for the same tool by the same assistant before this one. */
  async declinedBefore({
    key,
    tool,
    token,
  }: Pick<ApprovalRecord, 'key' | 'tool' | 'token'>): Promise<ApprovalRecord | undefined> {
    const whose = token === null ? 'AND token IS NULL' : 'AND token = $4 AND token_id = $5';
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM approvals
         WHERE organization = $1 AND status = 'declined' AND key < $2 AND tool = $3 ${whose} ORDER BY key DESC LIMIT 1`,
        [this.organization, key, tool, ...(token === null ? [] : [token.key, token.id])],
      ),
    );
  }

  async ofCall(callMark: string): Promise<ApprovalRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM approvals WHERE organization = $1 AND call_mark = $2 ORDER BY key DESC LIMIT 1`,
        [this.organization, callMark],
      ),
    );
  }

  async hasAny(): Promise<boolean> {
    const row = await this.queries.get('SELECT 1 AS found FROM approvals WHERE organization = $1 LIMIT 1', [
      this.organization,
    ]);
    return row !== undefined;
  }

  /** Returns the pending requests for the same tool by the same assistant, oldest first. */
  async alike(
    { tool, token }: Pick<ApprovalRecord, 'tool' | 'token'>,
    now: number,
    limit: number,
  ): Promise<ApprovalRecord[]> {
    const whose = token === null ? 'AND token IS NULL' : 'AND token = $5 AND token_id = $6';
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM approvals
       WHERE organization = $1 AND status = 'pending' AND expires_at > $2 AND tool = $3 ${whose} ORDER BY key LIMIT $4`,
      [this.organization, now, tool, limit, ...(token === null ? [] : [token.key, token.id])],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Counts pending requests, up to `max`. @param askedWith null for the operator; undefined for all */
  async countPending(now: number, max: number, askedWith?: AskedWith | null): Promise<number> {
    const ofToken = askedWith === null ? 'AND token IS NULL' : 'AND token = $4 AND token_id = $5';
    const whose = askedWith === undefined ? '' : ofToken;
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM approvals WHERE organization = $1 AND status = 'pending' AND expires_at > $2 ${whose} LIMIT $3) AS open`,
      [this.organization, now, max, ...(askedWith ? [askedWith.key, askedWith.id] : [])],
    );
    return row?.amount ?? 0;
  }

  /** Counts pending requests for a tool, up to `max`. */
  async countPendingFor(tool: string, now: number, max: number): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (
         SELECT 1 FROM approvals WHERE organization = $1 AND status = 'pending' AND expires_at > $2 AND tool = $3 LIMIT $4) AS open`,
      [this.organization, now, tool, max],
    );
    return row?.amount ?? 0;
  }

  async page(
    { status, askedBy }: ApprovalFilter,
    request: PageRequest,
    now: number,
  ): Promise<Page<ApprovalRecord>> {
    const values: (string | number)[] = [this.organization];
    let select = `SELECT ${columns.names} FROM approvals WHERE organization = $1`;
    if (askedBy !== undefined) {
      values.push(askedBy.key, askedBy.id);
      select += ` AND token = $${values.length - 1} AND token_id = $${values.length}`;
      if (askedBy.grant === null) select += ' AND grant_id IS NULL';
      else if (askedBy.grant !== undefined) select += ` AND grant_id = $${values.push(askedBy.grant)}`;
    }
    if (status !== undefined) select += ` AND ${this.#stands(status, values, now)}`;
    const page = await readPage<{ key: number }>(this.queries, { select, values, key: 'key' }, request);
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  #stands(status: ApprovalStatus, values: (string | number)[], now: number): string {
    if (status === 'used') return `status = 'used'`;
    values.push(now);
    if (status === 'expired') return `status <> 'used' AND expires_at <= $${values.length}`;
    values.push(status);
    return `expires_at > $${values.length - 1} AND status = $${values.length}`;
  }

  async add(record: Omit<ApprovalRecord, 'key'>): Promise<void> {
    await this.queries.insert(`INSERT INTO approvals (organization, ${columns.inserted})`, [
      [this.organization, ...columns.values(record)],
    ]);
  }

  /** Moves a request from the move's initial state. @returns false if its state or object has changed */
  async move(
    { id, about }: Pick<ApprovalRecord, 'id' | 'about'>,
    move: ApprovalMove,
    changes: Partial<ApprovalRecord>,
  ): Promise<boolean> {
    const { from, to } = approvalMove(move);
    const written = Object.entries(columns.added({ ...changes, status: to }));
    const sets = written.map(([name], index) => `${name} = $${index + 4}`).join(', ');
    const states = from.map((state) => `'${state}'`).join(', ');
    const changed = await this.queries.run(
      `UPDATE approvals SET ${sets} WHERE organization = $1 AND id = $2 AND about = $3 AND status IN (${states})`,
      [this.organization, id, about, ...written.map(([, value]) => value)],
    );
    return changed === 1;
  }

  /**
   * Removes an address from up to `limit` requests. Deletes open requests, whose calls ask again; used
   * requests stay as a record without the names. @returns the last key that was read; null if none is left
   */
  async forgetPerson(email: string, after: number, limit: number): Promise<number | null> {
    const end = await this.queries.get<{ key: number }>(
      'SELECT key FROM approvals WHERE organization = $1 AND key > $2 ORDER BY key LIMIT 1 OFFSET $3',
      [this.organization, after, limit - 1],
    );
    const naming = await this.queries.all<{ key: number; status: string; shown: string }>(
      `SELECT key, status, shown FROM approvals
       WHERE organization = $1 AND key > $2 AND key <= $3 AND LOWER(shown) LIKE $4 ESCAPE '\\' ORDER BY key`,
      [
        this.organization,
        after,
        end?.key ?? Number.MAX_SAFE_INTEGER,
        containsPattern(JSON.stringify(email).slice(1, -1)),
      ],
    );
    for (const { key, status, shown } of naming) {
      if (status === 'approved' || status === 'used') {
        const { preview: named, isChange } = JSON.parse(shown) as ShownToPerson;
        const { text_for: _, ...preview } = named;
        const bare = { ...preview, from: null, subjects: [], text: null, to: [], warnings: [] };
        await this.queries.run('UPDATE approvals SET shown = $3 WHERE organization = $1 AND key = $2', [
          this.organization,
          key,
          JSON.stringify({ preview: bare, isChange } satisfies ShownToPerson),
        ]);
      } else {
        await this.remove([key]);
      }
    }
    return end?.key ?? null;
  }

  /** Returns the encrypted arguments of requests that may still be approved and the mails of decided ones, after a key. */
  async sealedAfter(after: number, limit: number): Promise<SealedQuestion[]> {
    return await this.queries.all(
      `SELECT key, arguments, mails FROM approvals
       WHERE organization = $1 AND key > $2 AND (arguments <> '' OR mails <> '') ORDER BY key LIMIT $3`,
      [this.organization, after, limit],
    );
  }

  async keepMails(id: string, mails: string): Promise<void> {
    await this.queries.run('UPDATE approvals SET mails = $3 WHERE organization = $1 AND id = $2', [
      this.organization,
      id,
      mails,
    ]);
  }

  async mailsOf(id: string): Promise<string> {
    const row = await this.queries.get<{ mails: string }>(
      'SELECT mails FROM approvals WHERE organization = $1 AND id = $2',
      [this.organization, id],
    );
    return row?.mails ?? '';
  }

  async forgetMails(keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      await this.queries.run(`UPDATE approvals SET mails = '' WHERE organization = $1 AND key = $2`, [
        this.organization,
        key,
      ]);
    }
  }

  async remove(keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      await this.queries.run('DELETE FROM approvals WHERE organization = $1 AND key = $2', [
        this.organization,
        key,
      ]);
    }
  }

  /** Records an approved call's outcome. Set `answeredAt` if the caller has received the result. */
  async settle(
    id: string,
    outcome: string,
    noted: Pick<ShownToPerson, 'ids' | 'after'>,
    answeredAt: number | null,
  ): Promise<void> {
    // Locked, because an erasure may remove names from it meanwhile.
    const found = await this.queries.get<{ shown: string }>(
      `SELECT shown FROM approvals WHERE organization = $1 AND id = $2 AND status = 'used' ${forUpdate(this.queries)}`,
      [this.organization, id],
    );
    if (found === undefined) return;
    const shown: ShownToPerson = { ...(JSON.parse(found.shown) as ShownToPerson), ...noted };
    await this.queries.run(
      `UPDATE approvals SET outcome = $3, shown = $4, answered_at = $5
       WHERE organization = $1 AND id = $2 AND status = 'used'`,
      [this.organization, id, outcome, JSON.stringify(shown), answeredAt],
    );
  }

  /** Records that the caller received the result. @returns false if it already had */
  async answer(id: string, now: number): Promise<boolean> {
    const changed = await this.queries.run(
      `UPDATE approvals SET answered_at = $3 WHERE organization = $1 AND id = $2 AND answered_at IS NULL`,
      [this.organization, id, now],
    );
    return changed === 1;
  }
}

/** Deletes the arguments of up to `limit` expired requests. @returns the number; fewer than `limit` when done */
export async function forgetArguments(queries: Queries, now: number, limit: number): Promise<number> {
  return await queries.run(
    `UPDATE approvals SET arguments = '' WHERE key IN (
       SELECT key FROM approvals WHERE expires_at <= $1 AND arguments <> '' ORDER BY key LIMIT $2)`,
    [now, limit],
  );
}

/** Deletes the stored mails of up to `limit` requests created before an instant. @returns the number; fewer than `limit` when done */
export async function forgetKeptMails(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    `UPDATE approvals SET mails = '' WHERE key IN (
       SELECT key FROM approvals WHERE asked_at < $1 AND mails <> '' ORDER BY asked_at LIMIT $2)`,
    [before, limit],
  );
}

/** Deletes up to `limit` requests created before an instant. @returns the number; fewer than `limit` when done */
export async function forgetApprovals(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM approvals WHERE key IN (SELECT key FROM approvals WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)`,
    [before, limit],
  );
}
