import type { PasskeyRecord } from '../../../model/person/passkey.ts';
import { signInLimits } from '../../../model/person/session.ts';
import { Columns, fixed, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<PasskeyRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  person: fixed(plain('person')),
  name: fixed(plain('name')),
  credentialId: fixed(plain('credential_id')),
  publicKey: fixed(plain('public_key')),
  counter: plain('counter'),
  transports: fixed(json('transports')),
  createdAt: fixed(plain('created_at')),
  usedAt: plain('used_at'),
});

export class PasskeyRecords extends ScopedRecords {
  /** Oldest first; a person has at most `passkeysPerPersonMax`. */
  async of(person: number): Promise<PasskeyRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${columns.names} FROM passkeys WHERE organization = $1 AND person = $2 ORDER BY key LIMIT $3`,
      [this.organization, person, signInLimits.passkeysPerPersonMax],
    );
    return rows.map((row) => columns.read(row));
  }

  /** @returns false if the credential already exists */
  async add(passkey: Omit<PasskeyRecord, 'key' | 'organization'>): Promise<boolean> {
    const written = await this.queries.insertCounting(
      `INSERT INTO passkeys (${columns.inserted})`,
      [columns.values({ ...passkey, organization: this.organization })],
      'ON CONFLICT (credential_id) DO NOTHING',
    );
    return written === 1;
  }

  async delete(person: number, id: string): Promise<boolean> {
    const deleted = await this.queries.run(
      'DELETE FROM passkeys WHERE organization = $1 AND person = $2 AND id = $3',
      [this.organization, person, id],
    );
    return deleted === 1;
  }

  async use(key: number, counter: number, now: number): Promise<void> {
    await this.queries.run(
      'UPDATE passkeys SET counter = $3, used_at = $4 WHERE key = $1 AND organization = $2',
      [key, this.organization, counter, now],
    );
  }
}

/** Finds a passkey by credential, in any organization. @param hold locks it until the transaction ends */
export async function findPasskey(
  queries: Queries,
  credentialId: string,
  hold: 'hold' | 'look',
): Promise<PasskeyRecord | undefined> {
  const lock = hold === 'hold' ? forUpdate(queries) : '';
  return columns.readIf(
    await queries.get<object>(`SELECT ${columns.names} FROM passkeys WHERE credential_id = $1 ${lock}`, [
      credentialId,
    ]),
  );
}

/** Records an answered challenge. @returns false if it was already answered. @param hash SHA-256, hex */
export async function answerChallenge(queries: Queries, hash: string, expiresAt: number): Promise<boolean> {
  const written = await queries.insertCounting(
    'INSERT INTO answered_challenges (hash, expires_at)',
    [[hash, expiresAt]],
    'ON CONFLICT (hash) DO NOTHING',
  );
  return written === 1;
}
