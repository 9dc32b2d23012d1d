import type { IntegrationRecord, IntegrationState } from '../../../model/integration/integration.ts';
import { assignments, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const columns = new Columns<IntegrationRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  organization: fixed(plain('organization')),
  provider: fixed(plain('provider')),
  name: plain('name'),
  secret: plain('secret'),
  pathHash: plain('path_hash'),
  mapping: json('mapping'),
  sends: flag('sends'),
  createdAt: fixed(plain('created_at')),
  updatedAt: plain('updated_at'),
  deletedAt: plain('deleted_at'),
});

/** Recorded state of an integration, as opposed to its settings. */
type IntegrationStanding = IntegrationState & { lastReceivedAt: number | null };

export class IntegrationRecords extends ScopedRecords {
  async byId(id: string): Promise<IntegrationRecord | undefined> {
    return await this.#get(id, '');
  }

  async hold(id: string): Promise<IntegrationRecord | undefined> {
    return await this.#get(id, forUpdate(this.queries));
  }

  async #get(id: string, lock: string): Promise<IntegrationRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM integrations
       WHERE id = $1 AND organization = $2 AND deleted_at IS NULL ${lock}`,
      [id, this.organization],
    );
    return columns.readIf(row);
  }

  async byKey(key: number): Promise<IntegrationRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${columns.names} FROM integrations
       WHERE key = $1 AND organization = $2 AND deleted_at IS NULL`,
      [key, this.organization],
    );
    return columns.readIf(row);
  }

  async page(request: PageRequest): Promise<Page<IntegrationRecord>> {
    const page = await readPage<{ key: number }>(
      this.queries,
      {
        select: `SELECT ${columns.names} FROM integrations WHERE organization = $1 AND deleted_at IS NULL`,
        values: [this.organization],
        key: 'key',
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  /** Counts an organization's integrations; there are at most 50. */
  async count(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM integrations WHERE organization = $1 AND deleted_at IS NULL',
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  async add(integration: Omit<IntegrationRecord, 'key' | 'organization'>): Promise<IntegrationRecord> {
    const record = { ...integration, organization: this.organization };
    const added = columns.added(record);
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO integrations (${Object.keys(added).join(', ')})`,
      [Object.values(added)],
      'RETURNING key',
    );
    return { ...record, key: row!.key };
  }

  async update(integration: IntegrationRecord): Promise<void> {
    const changed = columns.changed(integration);
    await this.queries.run(
      `UPDATE integrations SET ${assignments(changed, 3)} WHERE key = $1 AND organization = $2`,
      [integration.key, this.organization, ...Object.values(changed)],
    );
  }

  async standings(keys: readonly number[]): Promise<Map<number, IntegrationStanding>> {
    const rows = await this.queries.all<{
      key: number;
      topic: string | null;
      last_fault: string | null;
      last_fault_at: number | null;
      last_received_at: number | null;
    }>(
      `SELECT integrations.key, topic, last_fault, last_fault_at,
         (SELECT received_at FROM integration_events WHERE integration = integrations.key
          ORDER BY key DESC LIMIT 1) AS last_received_at
       FROM integrations LEFT JOIN integration_states ON integration = integrations.key
       WHERE integrations.organization = $1 AND integrations.key IN ${this.queries.dialect.integers('$2')}`,
      [this.organization, JSON.stringify(keys)],
    );
    return new Map(
      rows.map((row) => [
        row.key,
        {
          topic: row.topic,
          lastFault: row.last_fault,
          lastFaultAt: row.last_fault_at,
          lastReceivedAt: row.last_received_at,
        },
      ]),
    );
  }

  async standing(key: number): Promise<IntegrationStanding> {
    const nothing = { topic: null, lastFault: null, lastFaultAt: null, lastReceivedAt: null };
    return (await this.standings([key])).get(key) ?? nothing;
  }

  /** Trusts a topic, unless another topic is already trusted. Returns the trusted topic. */
  async pinTopic(key: number, topic: string): Promise<string> {
    const [row] = await this.queries.insert<{ topic: string }>(
      'INSERT INTO integration_states (integration, organization, topic)',
      [[key, this.organization, topic]],
      `ON CONFLICT (integration) DO UPDATE SET topic = COALESCE(integration_states.topic, excluded.topic)
       RETURNING topic`,
    );
    return row!.topic;
  }

  async noteFault(key: number, fault: string, at: number): Promise<void> {
    await this.queries.insert(
      'INSERT INTO integration_states (integration, organization, last_fault, last_fault_at)',
      [[key, this.organization, fault, at]],
      'ON CONFLICT (integration) DO UPDATE SET last_fault = excluded.last_fault, last_fault_at = excluded.last_fault_at',
    );
  }
}

/** Finds an integration by id alone, with its trusted topic, because its requests name no organization. */
export async function integrationAtDoor(
  queries: Queries,
  id: string,
): Promise<{ integration: IntegrationRecord; topic: string | null } | undefined> {
  const row = await queries.get<{ topic: string | null }>(
    `SELECT ${columns.of('integrations')}, topic FROM integrations
     LEFT JOIN integration_states ON integration = integrations.key
     WHERE id = $1 AND deleted_at IS NULL`,
    [id],
  );
  return row && { integration: columns.read(row), topic: row.topic };
}

/** Returns the newest integrations with their last fault, for the doctor. @param organization null for all */
export async function someIntegrations(
  queries: Queries,
  organization: number | null,
  limit: number,
): Promise<{ integration: IntegrationRecord; lastFault: string | null; lastFaultAt: number | null }[]> {
  const rows = await queries.all<{ last_fault: string | null; last_fault_at: number | null }>(
    `SELECT ${columns.of('integrations')}, last_fault, last_fault_at FROM integrations
     LEFT JOIN integration_states ON integration = integrations.key
     WHERE deleted_at IS NULL ${organization === null ? '' : 'AND integrations.organization = $2'}
     ORDER BY integrations.key DESC LIMIT $1`,
    organization === null ? [limit] : [limit, organization],
  );
  return rows.map((row) => ({
    integration: columns.read(row),
    lastFault: row.last_fault,
    lastFaultAt: row.last_fault_at,
  }));
}
