import type { OrganizationRecord, VerifyTransactional } from '../../../model/organization/organization.ts';
import type { SendingPause } from '../../../model/organization/sending-pause.ts';
import {
  assignments,
  type Column,
  Columns,
  fixed,
  flag,
  generated,
  json,
  optional,
  plain,
} from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';

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
  logo: json('logo'),
  accentColor: optional('accent_color'),
  storageOctetsMax: optional('storage_octets_max'),
  verifyTransactional: {
    names: ['verify_transactional'],
    read: (row) => row.verify_transactional as VerifyTransactional,
    write: (mode = 'block') => [mode],
  },
  sendingPause: pauseColumns(),
  sendingResumedAt: optional('sending_resumed_at'),
  createdAt: fixed(plain('created_at')),
});

function pauseColumns(): Column<SendingPause | null | undefined> {
  return {
    names: ['sending_paused_at', 'sending_paused_by', 'sending_pause_reason'],
    read: ({ sending_paused_at: at, sending_paused_by: by, sending_pause_reason: reason }) =>
      at === null
        ? undefined
        : {
            at: at as number,
            by: by === null ? null : (JSON.parse(by as string) as SendingPause['by']),
            reason: reason as string | null,
          },
    write: (pause) =>
      pause ? [pause.at, pause.by && JSON.stringify(pause.by), pause.reason] : [null, null, null],
  };
}

export type SendingState = { isEnabled: boolean; isPaused: boolean; resumedAt: number | null };

type SendingRow = {
  key: number;
  sending_enabled: number;
  sending_paused_at: number | null;
  sending_resumed_at: number | null;
};

/** All organizations. Only doors, workers and operator tools hold these records. */
export class OrganizationRecords {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Returns the oldest organization, the default for the command line and stdio. */
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

  /** Reads the state that decides whether mail of these organizations is sent, by key. */
  async sending(keys: readonly number[]): Promise<Map<number, SendingState>> {
    const rows = await this.#queries.all<SendingRow>(
      `SELECT key, sending_enabled, sending_paused_at, sending_resumed_at FROM organizations
       WHERE key IN ${this.#queries.dialect.integers('$1')}`,
      [JSON.stringify(keys)],
    );
    return new Map(
      rows.map(({ key, sending_enabled, sending_paused_at, sending_resumed_at }) => [
        key,
        {
          isEnabled: sending_enabled === 1,
          isPaused: sending_paused_at !== null,
          resumedAt: sending_resumed_at,
        },
      ]),
    );
  }

  async paused(limit: number): Promise<string[]> {
    const rows = await this.#queries.all<{ id: string }>(
      'SELECT id FROM organizations WHERE sending_paused_at IS NOT NULL ORDER BY key LIMIT $1',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async byId(id: string): Promise<OrganizationRecord | undefined> {
    return columns.readIf(await this.#queries.get<object>('SELECT * FROM organizations WHERE id = $1', [id]));
  }

  /** Newest first. `after` is the key of the last organization seen. */
  async page(limit: number, after: number | null): Promise<OrganizationRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT * FROM organizations WHERE key < $1 ORDER BY key DESC LIMIT $2`,
      [after ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map((row) => columns.read(row));
  }

  async add(organization: Omit<OrganizationRecord, 'key'>): Promise<OrganizationRecord> {
    const added = columns.added({
      logo: null,
      accentColor: undefined,
      storageOctetsMax: undefined,
      verifyTransactional: undefined,
      sendingPause: undefined,
      sendingResumedAt: undefined,
      ...organization,
    });
    const [row] = await this.#queries.insert<{ key: number }>(
      `INSERT INTO organizations (${Object.keys(added).join(', ')})`,
      [Object.values(added)],
      'RETURNING key',
    );
    return { ...organization, key: row!.key };
  }

  async hold(key: number): Promise<OrganizationRecord | undefined> {
    return columns.readIf(
      await this.#queries.get<object>(
        `SELECT * FROM organizations WHERE key = $1 ${forUpdate(this.#queries)}`,
        [key],
      ),
    );
  }

  async list(request: PageRequest): Promise<Page<OrganizationRecord>> {
    const page = await readPage<{ key: number }>(
      this.#queries,
      { select: 'SELECT * FROM organizations WHERE key > $1', values: [0], key: 'key' },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  async update(organization: OrganizationRecord): Promise<void> {
    const changed = columns.changed(organization);
    await this.#queries.run(`UPDATE organizations SET ${assignments(changed, 2)} WHERE key = $1`, [
      organization.key,
      ...Object.values(changed),
    ]);
  }
}
