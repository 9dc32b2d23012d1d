import type { ImportCounts } from '../../../model/import/counts.ts';
import type {
  ImportOptions,
  ImportRecord,
  ImportState,
  KnownImport,
  Reading,
} from '../../../model/import/import.ts';
import { importLimits } from '../../../model/import/limits.ts';
import { assignments, Columns, fixed, flag, generated, json, plain } from '../../columns.ts';
import type { Value } from '../../database.ts';
import { keyOfId, type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';

const recordColumns = new Columns<ImportRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  fileName: fixed(plain('file_name')),
  token: fixed(plain('token')),
  assistant: fixed(flag('assistant')),
  cause: fixed(json('cause')),
  createdAt: fixed(plain('created_at')),
});

type StoredState = Omit<ImportState, 'preview'>;

const stateColumns = new Columns<StoredState>({
  status: plain('status'),
  phase: plain('phase'),
  octets: plain('octets'),
  rowsDone: plain('rows_done'),
  mailsMax: plain('mails_max'),
  staysHere: flag('stays_here'),
  counts: json('counts'),
  failure: plain('failure'),
  startedAt: plain('started_at'),
  endedAt: plain('ended_at'),
});

type PlanRow = { options: string; reading: string | null; preview: string | null };

export class ImportRecords extends ScopedRecords {
  async byId(id: string): Promise<KnownImport | undefined> {
    return await this.#get(id);
  }

  async hold(id: string): Promise<KnownImport | undefined> {
    const key = await this.keyOf(id);
    if (key === undefined) return undefined;
    await this.queries.get(
      `SELECT import FROM import_progress WHERE import = $1 ${forUpdate(this.queries)}`,
      [key],
    );
    return await this.#get(id);
  }

  async #get(id: string): Promise<KnownImport | undefined> {
    const row = await this.queries.get<object & PlanRow>(`${selectKnown} AND imports.id = $2`, [
      this.organization,
      id,
    ]);
    return row && knownOf(row);
  }

  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.queries, 'imports', this.organization, id);
  }

  async page(request: PageRequest): Promise<Page<KnownImport>> {
    const page = await readPage<{ key: number } & PlanRow>(
      this.queries,
      { select: selectKnown, values: [this.organization], key: 'imports.key' },
      request,
    );
    return { ...page, rows: page.rows.map(knownOf) };
  }

  /** Counts unfinished imports, up to one above the limit. */
  async openAmount(): Promise<number> {
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (SELECT import FROM import_progress
         WHERE organization = $1 AND ended_at IS NULL LIMIT ${importLimits.openMax + 1}) AS open`,
      [this.organization],
    );
    return row?.amount ?? 0;
  }

  /** Returns the id of the import that has waited longest for its caller, if it was last used before `touchedBefore`. */
  async oldestIdle(touchedBefore: number): Promise<string | undefined> {
    const row = await this.queries.get<{ id: string }>(
      `SELECT imports.id FROM import_progress JOIN imports ON imports.key = import_progress.import
       WHERE import_progress.organization = $1 AND ended_at IS NULL AND status IN ('uploading', 'previewed')
         AND file_until < $2 ORDER BY import LIMIT 1`,
      [this.organization, touchedBefore + importLimits.fileKeptMs],
    );
    return row?.id;
  }

  async add(record: Omit<ImportRecord, 'key'>, options: ImportOptions, state: StoredState): Promise<number> {
    const added = recordColumns.added({ key: 0, ...record });
    const [row] = await this.queries.insert<{ key: number }>(
      `INSERT INTO imports (organization, ${Object.keys(added).join(', ')})`,
      [[this.organization, ...Object.values(added)]],
      'RETURNING key',
    );
    const { key } = row!;
    const kept = stateColumns.added(state);
    await this.queries.insert(
      `INSERT INTO import_progress (import, organization, file_until, ${Object.keys(kept).join(', ')})`,
      [[key, this.organization, record.createdAt + importLimits.fileKeptMs, ...Object.values(kept)]],
    );
    await this.queries.insert('INSERT INTO import_plans (import, options)', [[key, JSON.stringify(options)]]);
    return key;
  }

  /** Records an assistant as the import's initiator, so that its mail budget pays for the import's mail. */
  async takeOver(key: number, { token, cause }: Pick<ImportRecord, 'token' | 'cause'>): Promise<void> {
    await this.queries.run(
      'UPDATE imports SET token = $3, assistant = 1, cause = $4 WHERE key = $1 AND organization = $2',
      [key, this.organization, token, cause && JSON.stringify(cause)],
    );
  }

  /** Prepares an erasure: locks unfinished imports, so that none adds the person again unnoticed, and expires the files of other imports. */
  async holdForErasure(now: number): Promise<void> {
    await this.queries.all(
      `SELECT import FROM import_progress WHERE organization = $1 AND ended_at IS NULL
       ORDER BY import ${forUpdate(this.queries)}`,
      [this.organization],
    );
    // Locked in a fixed order, to prevent deadlocks between erasures.
    await this.queries.run(
      `UPDATE import_progress SET file_until = $2 WHERE import IN (
         SELECT import FROM import_progress
         WHERE organization = $1 AND file_until IS NOT NULL AND file_until > $2 AND ended_at IS NOT NULL
         ORDER BY import ${forUpdate(this.queries)})`,
      [this.organization, now],
    );
  }

  /** Makes unfinished, locked imports skip an address and search for it. Returns whether there are any. */
  async passOver(mark: string, sought: string): Promise<boolean> {
    const changed = await this.queries.run(
      `INSERT INTO import_erasures (import, mark, sought)
       SELECT import, $2, $3 FROM import_progress WHERE organization = $1 AND ended_at IS NULL
       ON CONFLICT (import, mark) DO UPDATE SET sought = excluded.sought`,
      [this.organization, mark, sought],
    );
    return changed > 0;
  }

  async passesOver(key: number): Promise<boolean> {
    const row = await this.queries.get('SELECT 1 AS one FROM import_erasures WHERE import = $1 LIMIT 1', [
      key,
    ]);
    return row !== undefined;
  }

  async passedOver(key: number, marks: readonly string[]): Promise<Set<string>> {
    const rows = await this.queries.all<{ mark: string }>(
      `SELECT mark FROM import_erasures WHERE import = $1 AND mark IN ${this.queries.dialect.strings('$2')}`,
      [key, JSON.stringify(marks)],
    );
    return new Set(rows.map(({ mark }) => mark));
  }

  /** Saves the state of a locked import. @param now start of the file's retention */
  async keepState(key: number, { preview: _, ...state }: ImportState, now: number): Promise<void> {
    // Deletes the file early, because a person in it was erased.
    const isOver = state.endedAt !== null && (await this.passesOver(key));
    const changed: Record<string, Value> = {
      ...stateColumns.changed(state),
      file_until: isOver ? now : now + importLimits.fileKeptMs,
    };
    await this.queries.run(
      `UPDATE import_progress SET ${assignments(changed, 3)} WHERE import = $1 AND organization = $2`,
      [key, this.organization, ...Object.values(changed)],
    );
  }

  async keepPlan(
    key: number,
    plan: { options: ImportOptions; reading: Reading | null; preview: ImportCounts | null },
  ): Promise<void> {
    await this.queries.run(
      'UPDATE import_plans SET options = $2, reading = $3, preview = $4 WHERE import = $1',
      [
        key,
        ...[plan.options, plan.reading, plan.preview].map((each) =>
          each === null ? null : JSON.stringify(each),
        ),
      ],
    );
  }

  /** Saves position and results. @returns false if the position has changed or the import no longer runs */
  async advance(key: number, from: number, to: number, counts: ImportCounts): Promise<boolean> {
    const changed = await this.queries.run(
      `UPDATE import_progress SET rows_done = $4, counts = $5
       WHERE import = $1 AND organization = $2 AND status = 'in_progress' AND rows_done = $3`,
      [key, this.organization, from, to, JSON.stringify(counts)],
    );
    return changed === 1;
  }
}

const selectKnown = `SELECT ${recordColumns.of('imports')}, ${stateColumns.of('import_progress')}, options, reading, preview
  FROM imports JOIN import_progress ON import_progress.import = imports.key
    JOIN import_plans ON import_plans.import = imports.key
  WHERE imports.organization = $1`;

function knownOf(row: object & PlanRow): KnownImport {
  const parsed = <Value>(text: string | null): Value | null =>
    text === null ? null : (JSON.parse(text) as Value);
  return {
    record: recordColumns.read(row as never),
    state: { ...stateColumns.read(row as never), preview: parsed<ImportCounts>(row.preview) },
    options: JSON.parse(row.options) as ImportOptions,
    reading: parsed<Reading>(row.reading),
  };
}
