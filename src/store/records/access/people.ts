import type { InvitationsMailed } from '../../../model/person/invitation.ts';
import { type PersonRecord, peoplePerOrganizationMax } from '../../../model/person/person.ts';
import { assignments, Columns, fixed, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { rowsById } from '../../look-up-each.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<PersonRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  name: plain('name'),
  email: plain('email'),
  emailKey: plain('email_key'),
  roles: json('roles'),
  createdAt: fixed(plain('created_at')),
  // Written together with a session's last use.
  lastSeenAt: fixed(plain('last_seen_at')),
});

export class PeopleRecords extends ScopedRecords {
  async byId(id: string): Promise<PersonRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM people WHERE id = $1 AND organization = $2`,
        [id, this.organization],
      ),
    );
  }

  async namesById(ids: readonly string[]): Promise<Map<string, { name: string }>> {
    return await rowsById(this.queries, this.organization, { table: 'people', columns: 'name', ids });
  }

  /** @param emailKey the address in lower case */
  async byEmail(emailKey: string): Promise<PersonRecord | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM people WHERE email_key = $1 AND organization = $2`,
        [emailKey, this.organization],
      ),
    );
  }

  async page(request: PageRequest): Promise<Page<PersonRecord>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM people WHERE organization = $1`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** Returns everyone, oldest first. Locks the list, so that concurrent changes cannot remove the last admin or exceed the maximum. */
  async holdAll(): Promise<PersonRecord[]> {
    await this.queries.get(`SELECT key FROM organizations WHERE key = $1 ${forUpdate(this.queries)}`, [
      this.organization,
    ]);
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM people WHERE organization = $1 ORDER BY key`,
      [this.organization],
    );
    return rows.map((row) => columns.read(row));
  }

  async add(person: Omit<PersonRecord, 'key' | 'organization'>): Promise<PersonRecord> {
    const added = columns.added({ ...person, organization: this.organization });
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO people (${Object.keys(added).join(', ')})`,
      [Object.values(added)],
      'RETURNING key',
    );
    return { ...person, key: row!.key, organization: this.organization };
  }

  async update(person: PersonRecord): Promise<void> {
    const changed = columns.changed(person);
    await this.queries.run(
      `UPDATE people SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
      [person.key, this.organization, ...Object.values(changed)],
    );
  }

  /** Locks a person until the transaction ends. @returns false if no person has this key and address any more */
  async hold({ key, emailKey }: Pick<PersonRecord, 'key' | 'emailKey'>): Promise<boolean> {
    const row = await this.queries.get<object>(
      `SELECT key FROM people WHERE key = $1 AND organization = $2 AND email_key = $3 ${forUpdate(this.queries)}`,
      [key, this.organization, emailKey],
    );
    return row !== undefined;
  }

  async see(key: number, now: number): Promise<void> {
    await this.queries.run('UPDATE people SET last_seen_at = $3 WHERE key = $1 AND organization = $2', [
      key,
      this.organization,
      now,
    ]);
  }

  /** Returns people with an address who were not mailed an approval request after `before`, oldest first. */
  async notMailedSince(before: number): Promise<PersonRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM people WHERE organization = $1 AND email IS NOT NULL
         AND (approval_mailed_at IS NULL OR approval_mailed_at <= $2) ORDER BY key LIMIT $3`,
      [this.organization, before, peoplePerOrganizationMax],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Records that a person is mailed an approval request. False if they were mailed one after `before`. */
  async noteMailed(key: number, now: number, before: number): Promise<boolean> {
    const changed = await this.queries.run(
      `UPDATE people SET approval_mailed_at = $3 WHERE key = $1 AND organization = $2
         AND (approval_mailed_at IS NULL OR approval_mailed_at <= $4)`,
      [key, this.organization, now, before],
    );
    return changed === 1;
  }

  /** Deletes a locked person with their sessions, sign-in links and passkeys. */
  async delete(key: number): Promise<void> {
    for (const table of ['person_sessions', 'sign_in_links', 'passkeys']) {
      await this.queries.run(`DELETE FROM ${table} WHERE person = $1 AND organization = $2`, [
        key,
        this.organization,
      ]);
    }
    const held = [key, this.organization];
    await rememberPositions(this.queries, 'people', 'key = $1 AND organization = $2', held);
    await this.queries.run('DELETE FROM people WHERE key = $1 AND organization = $2', held);
  }
}

/** Finds people of all organizations by lower-case address, oldest first, to mail a sign-in link. */
export async function peopleAt(queries: Queries, emailKey: string, limit: number): Promise<PersonRecord[]> {
  const rows = await queries.all<object>(
    `SELECT ${columns.names} FROM people WHERE email_key = $1 ORDER BY key LIMIT $2`,
    [emailKey, limit],
  );
  return rows.map((row) => columns.read(row));
}

/** Finds a person of any organization by key, for a door that read the key from their credentials. */
export async function personOfKey(queries: Queries, key: number): Promise<PersonRecord | undefined> {
  return columns.readIf(
    await queries.get<object>(`SELECT ${columns.names} FROM people WHERE key = $1`, [key]),
  );
}

type Invited = { queries: Queries; organization: number };

/** Counts the invitations mailed after an instant. @param mailbox keyed hash */
export async function invitationsMailed(
  { queries, organization }: Invited,
  mailbox: string,
  after: number,
): Promise<InvitationsMailed> {
  const row = await queries.get<{ own: number; amount: number }>(
    `SELECT count(CASE WHEN mailbox = $2 THEN 1 END) AS own, count(*) AS amount
     FROM invitations WHERE organization = $1 AND at > $3`,
    [organization, mailbox, after],
  );
  return { mailbox: row?.own ?? 0, organization: row?.amount ?? 0 };
}

export async function addInvitation(
  { queries, organization }: Invited,
  mailbox: string,
  at: number,
): Promise<void> {
  await queries.insert('INSERT INTO invitations (organization, mailbox, at)', [[organization, mailbox, at]]);
}

/** Deletes up to `limit` invitations that no longer count. @returns the number; fewer than `limit` when done */
export async function forgetInvitations(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    'DELETE FROM invitations WHERE key IN (SELECT key FROM invitations WHERE at < $1 ORDER BY at LIMIT $2)',
    [before, limit],
  );
}
