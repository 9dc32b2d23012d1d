import type { Tracked } from '../../../model/email/tracked.ts';
import type { DkimKey, DkimKeys } from '../../../model/sending-domain/dkim-record.ts';
import type { DomainOwners } from '../../../model/sending-domain/domain-owners.ts';
import { sendingStatuses } from '../../../model/sending-domain/record-status.ts';
import type { NewDomain, SendingDomain } from '../../../model/sending-domain/sending-domain.ts';
import { assignments, type Column, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<SendingDomain>({
  key: generated('key'),
  id: fixed(plain('id')),
  name: fixed(plain('name')),
  status: plain('status'),
  checks: json('checks'),
  dkim: keyPair('') as Column<DkimKeys>,
  nextDkim: keyPair('next_'),
  retiredKeys: json('retired_keys'),
  customReturnPath: plain('custom_return_path'),
  trackingSubdomain: plain('tracking_subdomain'),
  openTracking: flag('open_tracking'),
  clickTracking: flag('click_tracking'),
  tls: plain('tls'),
  warmUp: flag('warm_up'),
  // Only `noteFirstSent` writes it.
  firstSentAt: fixed(plain('first_sent_at')),
  revision: fixed(plain('revision')),
  createdAt: fixed(plain('created_at')),
  verifiedAt: plain('verified_at'),
  lastCheckedAt: plain('last_checked_at'),
});

/** Maps an RSA key and an Ed25519 key to six columns; null without an RSA key. */
function keyPair(prefix: '' | 'next_'): Column<DkimKeys | null> {
  const namesOf = (kind: string) =>
    ['selector', 'public_key', 'private_key'].map((part) => `${prefix}${kind}_${part}`);
  const [rsaNames, ed25519Names] = [namesOf('dkim'), namesOf('ed25519')];
  return {
    names: [...rsaNames, ...ed25519Names],
    read(row) {
      const rsa = keyOf(rsaNames.map((name) => row[name]));
      return rsa && { rsa, ed25519: keyOf(ed25519Names.map((name) => row[name])) };
    },
    write: (keys) => [...keyValues(keys?.rsa ?? null), ...keyValues(keys?.ed25519 ?? null)],
  };
}

function keyOf(stored: readonly unknown[]): DkimKey | null {
  if (stored.includes(null)) return null;
  const [selector, publicKey, sealedPrivateKey] = stored as [string, string, string];
  return { selector, publicKey, sealedPrivateKey };
}

function keyValues(key: DkimKey | null): Value[] {
  return [key?.selector ?? null, key?.publicKey ?? null, key?.sealedPrivateKey ?? null];
}

/** SQL condition that a domain may send mail. */
export const isSendingDomain = `status IN (${sendingStatuses.map((status) => `'${status}'`).join(', ')})`;

/** Sending domains of one organization. Names are lower-case ASCII. */
export class DomainRecords extends ScopedRecords {
  async byId(id: string): Promise<SendingDomain | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM domains WHERE id = $1 AND organization = $2`,
        [id, this.organization],
      ),
    );
  }

  async byName(name: string): Promise<SendingDomain | undefined> {
    return columns.readIf(
      await this.queries.get<object>(
        `SELECT ${columns.names} FROM domains WHERE organization = $1 AND name = $2`,
        [this.organization, name],
      ),
    );
  }

  /** Finds a domain by id or name. Ids contain no dot. */
  async find(idOrName: string): Promise<SendingDomain | undefined> {
    return idOrName.includes('.') ? await this.byName(idOrName) : await this.byId(idOrName);
  }

  async page(request: PageRequest): Promise<Page<SendingDomain>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM domains WHERE organization = $1`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM domains WHERE organization = $1',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  /** @returns false if the organization already has a domain of this name */
  async add(domain: NewDomain): Promise<boolean> {
    const added = columns.added(domain);
    const rows = await this.queries.insert<{ key: number }>(
      `INSERT INTO domains (organization, ${Object.keys(added).join(', ')})`,
      [[this.organization, ...Object.values(added)]],
      'ON CONFLICT (organization, name) DO NOTHING RETURNING key',
    );
    return rows.length === 1;
  }

  /** @returns false, without a change, if the domain was changed or removed since it was read */
  async update(domain: SendingDomain): Promise<boolean> {
    const written = columns.changed(domain);
    const changed = await this.queries.run(
      `UPDATE domains SET ${assignments(written, 4)}, revision = revision + 1
       WHERE key = $1 AND organization = $2 AND revision = $3`,
      [domain.key, this.organization, domain.revision, ...Object.values(written)],
    );
    return changed === 1;
  }

  /** @returns false if it was already removed */
  async remove(key: number): Promise<boolean> {
    const held = [key, this.organization];
    await rememberPositions(this.queries, 'domains', 'key = $1 AND organization = $2', held);
    const changed = await this.queries.run('DELETE FROM domains WHERE key = $1 AND organization = $2', held);
    return changed === 1;
  }

  async isVerified(name: string): Promise<boolean> {
    const row = await this.queries.get<{ key: number }>(
      `SELECT key FROM domains WHERE organization = $1 AND name = $2 AND ${isSendingDomain}`,
      [this.organization, name],
    );
    return row !== undefined;
  }

  async someTrack(what: keyof Tracked): Promise<boolean> {
    const column = what === 'opens' ? 'open_tracking' : 'click_tracking';
    const row = await this.queries.get<{ key: number }>(
      `SELECT key FROM domains WHERE organization = $1 AND ${column} = 1 LIMIT 1`,
      [this.organization],
    );
    return row !== undefined;
  }

  /** Records a domain's first direct mail. Keeps the revision, so that a DNS check in progress is valid. */
  async noteFirstSent(name: string, now: number): Promise<boolean> {
    const changed = await this.queries.run(
      `UPDATE domains SET first_sent_at = $1
       WHERE organization = $2 AND name = $3 AND first_sent_at IS NULL`,
      [now, this.organization, name],
    );
    return changed === 1;
  }
}

export async function domainOwners(queries: Queries, names: readonly string[]): Promise<DomainOwners> {
  const rows = await queries.all<{ name: string; organization: number }>(
    `SELECT name, organization FROM domains
     WHERE name IN ${queries.dialect.strings('$1')} AND ${isSendingDomain}`,
    [JSON.stringify(names)],
  );
  const owners = new Map<string, Set<number>>();
  for (const { name, organization } of rows) {
    owners.set(name, (owners.get(name) ?? new Set()).add(organization));
  }
  return owners;
}

export async function domainsWithoutCheck(
  queries: Queries,
  after: number,
  limit: number,
): Promise<{ key: number; id: string; organization: number }[]> {
  return await queries.all(
    `SELECT key, id, organization FROM domains
     WHERE key > $1
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = 'check_domain' AND jobs.subject = domains.id)
     ORDER BY key LIMIT $2`,
    [after, limit],
  );
}
