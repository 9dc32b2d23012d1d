import { dayMs } from '../../../model/instant.ts';
import {
  type LinksMailed,
  type SessionRecord,
  type SignInWay,
  signInLimits,
} from '../../../model/person/session.ts';
import { Columns, fixed, generated, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<SessionRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  person: fixed(plain('person')),
  way: fixed(plain('way')),
  client: fixed(plain('client')),
  createdAt: fixed(plain('created_at')),
  seenAt: plain('seen_at'),
});

/** A stored sign-in link. `hash` is the SHA-256 of its secret. */
export type SignInLinkRecord = {
  hash: string;
  person: number;
  way: Exclude<SignInWay, 'passkey'>;
  returnPath: string;
  createdAt: number;
  expiresAt: number;
};

export class SessionRecords extends ScopedRecords {
  async of(person: number): Promise<SessionRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM person_sessions WHERE organization = $1 AND person = $2
       ORDER BY key DESC LIMIT $3`,
      [this.organization, person, signInLimits.sessionsPerPersonMax],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Adds a session and ends the person's oldest ones beyond the limit. @param hash SHA-256 of its secret, hex */
  async add(session: Omit<SessionRecord, 'key' | 'organization'>, hash: string): Promise<void> {
    const values = columns.values({ ...session, organization: this.organization });
    await this.queries.insert(`INSERT INTO person_sessions (${columns.inserted}, hash)`, [[...values, hash]]);
    await this.queries.run(
      `DELETE FROM person_sessions WHERE organization = $1 AND person = $2 AND key NOT IN (
         SELECT key FROM person_sessions WHERE organization = $1 AND person = $2 ORDER BY key DESC LIMIT $3)`,
      [this.organization, session.person, signInLimits.sessionsPerPersonMax],
    );
  }

  async see(key: number, now: number): Promise<void> {
    await this.queries.run(
      'UPDATE person_sessions SET seen_at = $3 WHERE key = $1 AND organization = $2 AND seen_at < $3',
      [key, this.organization, now],
    );
  }

  async end(person: number, id: string): Promise<boolean> {
    const ended = await this.queries.run(
      'DELETE FROM person_sessions WHERE organization = $1 AND person = $2 AND id = $3',
      [this.organization, person, id],
    );
    return ended === 1;
  }

  /** Ends all sessions of a person and invalidates unused links. @param except id of a session to keep */
  async endAll(person: number, now: number, except: string | null = null): Promise<void> {
    await this.queries.run(
      'DELETE FROM person_sessions WHERE organization = $1 AND person = $2 AND id <> $3',
      [this.organization, person, except ?? ''],
    );
    // Keeps the rows, because mailed links count towards a limit.
    await this.queries.run(
      'UPDATE sign_in_links SET used_at = $3 WHERE organization = $1 AND person = $2 AND used_at IS NULL',
      [this.organization, person, now],
    );
  }

  async addLink(link: SignInLinkRecord): Promise<void> {
    await this.queries.insert(
      'INSERT INTO sign_in_links (hash, organization, person, way, return_path, created_at, expires_at)',
      [
        [
          link.hash,
          this.organization,
          link.person,
          link.way,
          link.returnPath,
          link.createdAt,
          link.expiresAt,
        ],
      ],
    );
  }

  async mailed(person: number, now: number): Promise<LinksMailed> {
    const row = await this.queries.get<{ own: number; own_day: number; amount: number }>(
      `SELECT count(CASE WHEN person = $2 AND created_at > $3 THEN 1 END) AS own,
         count(CASE WHEN person = $2 THEN 1 END) AS own_day,
         count(CASE WHEN created_at > $3 THEN 1 END) AS amount
       FROM sign_in_links WHERE organization = $1 AND way = 'mail' AND created_at > $4`,
      [this.organization, person, now - signInLimits.stretchMs, now - dayMs],
    );
    return {
      person: row?.own ?? 0,
      personInDay: row?.own_day ?? 0,
      organization: row?.amount ?? 0,
    };
  }
}

/** Finds the session of a cookie, in any organization. @param hash SHA-256 of its secret, hex */
export async function sessionBySecret(queries: Queries, hash: string): Promise<SessionRecord | undefined> {
  return columns.readIf(
    await queries.get<object>(`SELECT ${columns.names} FROM person_sessions WHERE hash = $1`, [hash]),
  );
}

export async function endSessionBySecret(queries: Queries, hash: string): Promise<void> {
  await queries.run('DELETE FROM person_sessions WHERE hash = $1', [hash]);
}

/** Whether a link can still be used. @param hash SHA-256 of its secret, hex */
export async function isLinkUsable(queries: Queries, hash: string, now: number): Promise<boolean> {
  const row = await queries.get<object>(
    'SELECT hash FROM sign_in_links WHERE hash = $1 AND used_at IS NULL AND expires_at > $2',
    [hash, now],
  );
  return row !== undefined;
}

/** Uses a link once, even for concurrent requests. Undefined if it is unknown, used or expired. */
export async function consumeLink(
  queries: Queries,
  hash: string,
  now: number,
): Promise<{ organization: number; person: number; way: SignInWay; returnPath: string } | undefined> {
  const [row] = await queries.all<{
    organization: number;
    person: number;
    way: SignInWay;
    return_path: string;
  }>(
    `UPDATE sign_in_links SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING organization, person, way, return_path`,
    [hash, now],
  );
  if (!row) return undefined;
  const { organization, person, way } = row;
  return { organization, person, way, returnPath: row.return_path };
}

/** Deletes up to `limit` sessions and up to `limit` links that ended before an instant. @returns the larger number; fewer than `limit` when done */
export async function forgetSignIns(
  queries: Queries,
  { seenBefore, madeBefore, now }: { seenBefore: number; madeBefore: number; now: number },
  limit: number,
): Promise<number> {
  const sessions = await queries.run(
    `DELETE FROM person_sessions WHERE key IN (SELECT key FROM person_sessions WHERE seen_at < $1 LIMIT $2)`,
    [seenBefore, limit],
  );
  const links = await queries.run(
    `DELETE FROM sign_in_links WHERE hash IN (SELECT hash FROM sign_in_links WHERE expires_at < $1 LIMIT $2)`,
    [madeBefore, limit],
  );
  const challenges = await queries.run(
    `DELETE FROM answered_challenges WHERE hash IN (
       SELECT hash FROM answered_challenges WHERE expires_at < $1 LIMIT $2)`,
    [now, limit],
  );
  return Math.max(sessions, links, challenges);
}
