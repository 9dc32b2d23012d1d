import type { OrganizationRecord, VerifyTransactional } from '../../model/organization/organization.ts';
import { assignments, Columns, fixed, flag, generated, optional, plain } from '../columns.ts';
import type { Queries } from '../database.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { forUpdate } from '../row-lock.ts';

const columns = new Columns<OrganizationRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  name: plain('name'),
  plan: plain('plan'),
  sendingEnabled: flag('sending_enabled'),
  defaultFrom: plain('default_from'),
  defaultReplyTo: optional('default_reply_to'),
  timezone: plain('timezone'),
  doubleOptIn: flag('double_opt_in'),
  postalAddress: plain('postal_address'),
  storageOctetsMax: optional('storage_octets_max'),
  verifyTransactional: {
    names: ['verify_transactional'],
    read: (row) => row.verify_transactional as VerifyTransactional,
    write: (mode = 'block') => [mode],
  },
  createdAt: fixed(plain('created_at')),
});

/** The organizations themselves: above all tenants, so held only by doors, workers and operator tools. */
export class OrganizationRecords {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The first organization made: the default of the command line and of stdio. */
  async first(): Promise<OrganizationRecord | undefined> {
    return columns.readIf(
      await this.#queries.get<object>('SELECT * FROM organizations ORDER BY key LIMIT 1', []),
    );
  }

  async byKey(key: number): Promise<OrganizationRecord | undefined> {
    return columns.readIf(
      await this.#queries.get<object>('SELECT * FROM organizations WHERE key = $1', [key]),
    );
  }

  /** Those of some organizations, by their keys, whose mail may leave. */
  async sending(keys: readonly number[]): Promise<Set<number>> {
    const rows = await this.#queries.all<{ key: number }>(
      `SELECT key FROM organizations
       WHERE key IN ${this.#queries.dialect.integers('$1')} AND sending_enabled = 1`,
      [JSON.stringify(keys)],
    );
    return new Set(rows.map(({ key }) => key));
  }

  async byId(id: string): Promise<OrganizationRecord | undefined> {
    return columns.readIf(await this.#queries.get<object>('SELECT * FROM organizations WHERE id = $1', [id]));
  }

  /** Newest first; `after` is the key of the last organization seen. */
  async page(limit: number, after: number | null): Promise<OrganizationRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT * FROM organizations WHERE key < $1 ORDER BY key DESC LIMIT $2`,
      [after ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map((row) => columns.read(row));
  }

  async add(organization: Omit<OrganizationRecord, 'key'>): Promise<OrganizationRecord> {
    const added = columns.added({
      storageOctetsMax: undefined,
      verifyTransactional: undefined,
      ...organization,
    });
    const [row] = await this.#queries.insert<{ key: number }>(
      `INSERT INTO organizations (${Object.keys(added).join(', ')})`,
      [Object.values(added)],
      'RETURNING key',
    );
    return { ...organization, key: row!.key };
  }

  /** As `byKey`, locked until the transaction ends. */
  async hold(key: number): Promise<OrganizationRecord | undefined> {
    return columns.readIf(
      await this.#queries.get<object>(
        `SELECT * FROM organizations WHERE key = $1 ${forUpdate(this.#queries)}`,
        [key],
      ),
    );
  }

  /** A page as lists are read, newest first. */
  async list(request: PageRequest): Promise<Page<OrganizationRecord>> {
    const page = await readPage<{ key: number }>(
      this.#queries,
      { select: 'SELECT * FROM organizations WHERE key > $1', values: [0], key: 'key' },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** Writes an organization that is held. */
  async update(organization: OrganizationRecord): Promise<void> {
    const changed = columns.changed(organization);
    await this.#queries.run(`UPDATE organizations SET ${assignments(changed, 2)} WHERE key = $1`, [
      organization.key,
      ...Object.values(changed),
    ]);
  }
}
