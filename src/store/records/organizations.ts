import type { PlanName } from '../../model/limits/plan.ts';
import type { OrganizationRecord, VerifyTransactional } from '../../model/organization/organization.ts';
import type { Queries } from '../database.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { forUpdate } from '../row-lock.ts';

type Row = {
  key: number;
  id: string;
  name: string;
  plan: PlanName;
  sending_enabled: number;
  default_from: string | null;
  timezone: string;
  double_opt_in: number;
  postal_address: string | null;
  storage_octets_max: number | null;
  verify_transactional: VerifyTransactional;
  created_at: number;
};

/** The organizations themselves: above all tenants, so held only by doors, workers and operator tools. */
export class OrganizationRecords {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The first organization made: the default of the command line and of stdio. */
  async first(): Promise<OrganizationRecord | undefined> {
    return recordOf(await this.#queries.get<Row>('SELECT * FROM organizations ORDER BY key LIMIT 1', []));
  }

  async byKey(key: number): Promise<OrganizationRecord | undefined> {
    return recordOf(await this.#queries.get<Row>('SELECT * FROM organizations WHERE key = $1', [key]));
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
    return recordOf(await this.#queries.get<Row>('SELECT * FROM organizations WHERE id = $1', [id]));
  }

  /** Newest first; `after` is the key of the last organization seen. */
  async page(limit: number, after: number | null): Promise<OrganizationRecord[]> {
    const rows = await this.#queries.all<Row>(
      `SELECT * FROM organizations WHERE key < $1 ORDER BY key DESC LIMIT $2`,
      [after ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map((row) => recordOf(row)!);
  }

  async add(organization: Omit<OrganizationRecord, 'key'>): Promise<OrganizationRecord> {
    const [row] = await this.#queries.insert<{ key: number }>(
      `INSERT INTO organizations (id, name, plan, sending_enabled, default_from, timezone, double_opt_in,
         postal_address, storage_octets_max, verify_transactional, created_at)`,
      [
        [
          organization.id,
          organization.name,
          organization.plan,
          organization.sendingEnabled ? 1 : 0,
          organization.defaultFrom,
          organization.timezone,
          organization.doubleOptIn ? 1 : 0,
          organization.postalAddress,
          organization.storageOctetsMax ?? null,
          organization.verifyTransactional ?? 'block',
          organization.createdAt,
        ],
      ],
      'RETURNING key',
    );
    return { ...organization, key: row!.key };
  }

  /** As `byKey`, and nobody else changes the organization before the transaction ends. */
  async hold(key: number): Promise<OrganizationRecord | undefined> {
    return recordOf(
      await this.#queries.get<Row>(`SELECT * FROM organizations WHERE key = $1 ${forUpdate(this.#queries)}`, [
        key,
      ]),
    );
  }

  /** A page as lists are read, newest first. */
  async list(request: PageRequest): Promise<Page<OrganizationRecord>> {
    const page = await readPage<Row>(
      this.#queries,
      { select: 'SELECT * FROM organizations WHERE key > $1', values: [0], key: 'key' },
      request,
    );
    return { ...page, rows: page.rows.map((row) => recordOf(row)!) };
  }

  /** Writes an organization that is held. */
  async update(organization: OrganizationRecord): Promise<void> {
    await this.#queries.run(
      `UPDATE organizations SET name = $2, plan = $3, sending_enabled = $4, default_from = $5, timezone = $6,
         double_opt_in = $7, postal_address = $8, storage_octets_max = $9, verify_transactional = $10
       WHERE key = $1`,
      [
        organization.key,
        organization.name,
        organization.plan,
        organization.sendingEnabled ? 1 : 0,
        organization.defaultFrom,
        organization.timezone,
        organization.doubleOptIn ? 1 : 0,
        organization.postalAddress,
        organization.storageOctetsMax ?? null,
        organization.verifyTransactional ?? 'block',
      ],
    );
  }
}

function recordOf(row: Row | undefined): OrganizationRecord | undefined {
  if (!row) return undefined;
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    plan: row.plan,
    sendingEnabled: row.sending_enabled === 1,
    defaultFrom: row.default_from,
    timezone: row.timezone,
    doubleOptIn: row.double_opt_in === 1,
    postalAddress: row.postal_address,
    verifyTransactional: row.verify_transactional,
    ...(row.storage_octets_max !== null && { storageOctetsMax: row.storage_octets_max }),
    createdAt: row.created_at,
  };
}
