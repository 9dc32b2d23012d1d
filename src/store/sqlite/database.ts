import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { type Database, type Dialect, type Queries, type Value, writtenOnce } from '../database.ts';
import { Refusals } from '../figures.ts';
import { DatabaseDamaged, DatabaseUnavailable, Outage } from '../outage.ts';
import { threadCheckpoints } from './checkpoints.ts';
import { groupCommit, type Steps } from './group-commit.ts';
import { classifyError, translateError } from './refusal.ts';
import { type ScanReader, scanReader } from './scan-reader.ts';

/** Older versions can corrupt a database when the WAL is reset (fixed in 3.51.3). */
const sqliteVersionMin = [3, 51, 3] as const;
const busyTimeoutMs = 10_000;
/** A larger cache does not help the writer, because the operating system caches the pages too. */
const cacheKiB = { writer: 16 * 1024, reader: 32 * 1024 };

const dialect: Dialect = {
  name: 'sqlite',
  key: 'INTEGER PRIMARY KEY',
  clustered: 'WITHOUT ROWID',
  strings: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  integers: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  pairs: (parameter) => `(SELECT value ->> 0 AS a, value ->> 1 AS b FROM json_each(${parameter}))`,
  elements: (parameter) => `json_each(${parameter})`,
  jsonField: (column, parameter, as) =>
    `(${column} ${as === 'json' ? '->' : '->>'} ('$.' || json_quote(${parameter})))`,
  placeOf: (part, text) => `instr(${text}, ${part})`,
  lastCharacters: (text, amount) => `substr(${text}, -${amount})`,
  skipLocked: '',
};

/**
 * Opens a database in an existing folder; `:memory:` (with an `image`) for tests. One connection writes and
 * another reads. WAL with `synchronous=FULL` acknowledges commits on disk; NORMAL loses mail in a power cut.
 */
export function openSqlite(file: string, image: Uint8Array | null = null): Database {
  assertVersion();
  const inMemory = file === ':memory:';
  // Opened first, because `keepOthersOff` locks this file.
  const counters = connect(inMemory ? ':memory:' : countersFileOf(file), 'OFF');
  counters.exec(countersSchema);
  const writer = connect(file, 'FULL');
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  if (image !== null) writer.deserialize(image);
  // An in-memory database exists only in its connection, so reads share the writer's.
  const reader = inMemory ? writer : connect(file, 'FULL', cacheKiB.reader);

  const outage = new Outage();
  const refusals = new Refusals();
  const translated = (error: unknown): unknown => {
    refusals.note(error, classifyError);
    const refusal = translateError(error);
    return refusal instanceof DatabaseUnavailable ? outage.begin(refusal) : refusal;
  };
  const scans = inMemory ? null : scanReader(file, translated);
  const purge = inMemory ? async () => {} : purging(file);
  const checkpoints = inMemory ? null : threadCheckpoints(file, writer);
  const steps: Steps = { taken: 0 };
  const writing = queriesOf(writer, translated, { inTransaction: true, steps });
  const commits = groupCommit(writer, writing, steps, translated, checkpoints);
  const reading = queriesOf(reader, translated, { scans });
  return {
    outage,
    figures: {
      refusals,
      pool: commits.pool,
      upkeep: async () => ({
        deadRows: null,
        oldestSnapshotSeconds: null,
        walOctets: inMemory ? null : await octetsOf(walFileOf(file)),
        freeOctets: inMemory ? null : await freeOctets(dirname(file)),
      }),
    },
    reader: reading,
    transaction: (work, kind) => commits.run(work, kind),
    counters: queriesOf(counters, translated),
    purge,
    async check() {
      await reading.get('SELECT name FROM sqlite_schema LIMIT 1', []);
    },
    async checkIntact() {
      // Drops cached pages, because damaged pages may still be cached after the file was repaired.
      for (const connection of new Set([writer, reader])) connection.exec('PRAGMA shrink_memory');
      const scan: Pick<Queries, 'get'> = scans === null ? reading : reading.away(ofNoOrganization);
      const found = await scan.get<{ quick_check: string }>('PRAGMA quick_check(1)', []);
      if (found?.quick_check !== 'ok')
        throw new DatabaseDamaged(`The file is damaged: ${found?.quick_check}`);
    },
    async close() {
      await commits.idle();
      await scans?.close();
      await checkpoints?.close();
      if (reader !== writer) reader.close();
      writer.close();
      counters.close();
    },
  };
}

/** Organization keys start at 1. */
const ofNoOrganization = 0;

export function walFileOf(file: string): string {
  return `${file}-wal`;
}

/** Returns 0 for a missing file. */
async function octetsOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function freeOctets(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Path of the rate limit counters, which a crash may lose. */
export function countersFileOf(file: string): string {
  return `${file}-counters`;
}

/** Opens a database file that no process writes, to read it. */
export function readSqlite(file: string): { reader: Queries; close(): void } {
  const connection = new DatabaseSync(file, { readOnly: true });
  return { reader: queriesOf(connection, (error) => error), close: () => connection.close() };
}

const countersSchema = `
CREATE TABLE IF NOT EXISTS request_windows (
  organization BIGINT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  used BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS octet_windows (
  organization BIGINT PRIMARY KEY,
  started_at BIGINT NOT NULL,
  used BIGINT NOT NULL
);`;

function connect(file: string, synchronous: 'FULL' | 'OFF', cache = cacheKiB.writer): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
       PRAGMA secure_delete = ON; PRAGMA cache_size = -${cache}; PRAGMA temp_store = MEMORY;`,
    );
    return connection;
  } catch (error) {
    throw translateError(error);
  }
}

export function openForReading(file: string): Queries {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true });
  connection.exec(`PRAGMA cache_size = -${cacheKiB.reader}; PRAGMA temp_store = MEMORY;`);
  return queriesOf(connection, (error) => error);
}

/** A statement with the names of its result columns; no names for a write. */
type Prepared = { statement: StatementSync; names: readonly string[]; emptyRow: Record<string, Value> };

/** Number of cached statements marked `writtenOnce`. */
const writtenOnceMax = 32;

/** Prepares each SQL text once and caches it. Counts rows as steps. */
class Statements {
  readonly #connection: DatabaseSync;
  readonly #inTransaction: boolean;
  readonly #steps: Steps;
  readonly #ours = new Map<string, Prepared>();
  readonly #passing = new Map<string, Prepared>();
  readonly #inserts = new Map<string, Prepared[]>();

  /** A full disk rolls back a transaction (`inTransaction`); later statements would be committed alone. */
  constructor(connection: DatabaseSync, inTransaction: boolean, steps: Steps) {
    this.#connection = connection;
    this.#inTransaction = inTransaction;
    this.#steps = steps;
  }

  all<Row>(prepared: Prepared, values: readonly Value[]): Row[] {
    const rows = prepared.statement.all(...values) as unknown as Value[][];
    this.#steps.taken += 1 + rows.length;
    return rows.map((row) => rowOf<Row>(prepared, row));
  }

  get<Row>(prepared: Prepared, values: readonly Value[]): Row | undefined {
    const row = prepared.statement.get(...values) as unknown as Value[] | undefined;
    this.#steps.taken += 1;
    return row && rowOf<Row>(prepared, row);
  }

  run(prepared: Prepared, values: readonly Value[]): number {
    const changes = Number(prepared.statement.run(...values).changes);
    this.#steps.taken += 1 + changes;
    return changes;
  }

  prepare(sql: string): Prepared {
    this.#assertOpen();
    const known = this.#ours.get(sql) ?? this.#passing.get(sql);
    if (known) return known;
    const prepared = this.#make(sql);
    const cache = sql.includes(writtenOnce) ? this.#passing : this.#ours;
    cache.set(sql, prepared);
    if (this.#passing.size > writtenOnceMax) this.#passing.delete(this.#passing.keys().next().value!);
    return prepared;
  }

  prepareInsert(head: string, rows: number, columns: number, tail: string): Prepared {
    this.#assertOpen();
    const key = head + tail;
    let sizes = this.#inserts.get(key);
    if (!sizes) {
      sizes = [];
      this.#inserts.set(key, sizes);
    }
    sizes[rows] ??= this.#make(
      `${head} VALUES ${Array(rows)
        .fill(`(${Array(columns).fill('?').join()})`)
        .join()} ${tail}`,
    );
    return sizes[rows];
  }

  #assertOpen(): void {
    if (this.#inTransaction && !this.#connection.isTransaction) {
      throw new DatabaseUnavailable('The transaction was undone by the database');
    }
  }

  #make(sql: string): Prepared {
    // node:sqlite binds `$1` by name from an object. `?1` is the same parameter, bound by position.
    const statement = this.#connection.prepare(sql.replace(/\$(\d+)/g, '?$1'));
    // node:sqlite's row objects are dictionaries, and reading their fields takes twice as long as reading the row.
    statement.setReturnArrays(true);
    const names = statement.columns().map(({ name }) => name);
    return { statement, names, emptyRow: emptyRowOf(names) };
  }
}

/** Queries on one connection. `scans` runs walks in another thread; without it, they run in place. */
function queriesOf(
  connection: DatabaseSync,
  translated: (error: unknown) => unknown,
  {
    inTransaction = false,
    scans = null,
    steps = { taken: 0 },
  }: { inTransaction?: boolean; scans?: ScanReader | null; steps?: Steps } = {},
): Queries {
  const statements = new Statements(connection, inTransaction, steps);
  const asked = <Answer>(ask: () => Answer): Answer => {
    try {
      return ask();
    } catch (error) {
      throw translated(error);
    }
  };
  const queries: Queries = {
    dialect,
    away(organization) {
      if (!scans) return queries;
      return {
        dialect,
        all: (sql, values) => scans.all(organization, { sql, values }),
        get: async <Row>(sql: string, values: readonly Value[]) =>
          (await scans.all<Row>(organization, { sql, values }))[0],
      };
    },
    async all<Row>(sql: string, values: readonly Value[]) {
      return asked(() => statements.all<Row>(statements.prepare(sql), values));
    },
    async get<Row>(sql: string, values: readonly Value[]) {
      return asked(() => statements.get<Row>(statements.prepare(sql), values));
    },
    async run(sql, values) {
      return asked(() => statements.run(statements.prepare(sql), values));
    },
    async insert<Row>(head: string, rows: readonly (readonly Value[])[], tail = '') {
      if (rows.length === 0) return [];
      return asked(() => {
        const answersRows = tail.includes('RETURNING');
        const answered: Row[] = [];
        for (const { amount, values } of stretchesOf(rows)) {
          const prepared = statements.prepareInsert(head, amount, rows[0]!.length, tail);
          if (answersRows) for (const row of statements.all<Row>(prepared, values)) answered.push(row);
          else statements.run(prepared, values);
        }
        return answered;
      });
    },
    async insertCounting(head, rows, tail = '') {
      if (rows.length === 0) return 0;
      return asked(() => {
        let written = 0;
        for (const { amount, values } of stretchesOf(rows)) {
          const prepared = statements.prepareInsert(head, amount, rows[0]!.length, tail);
          written += statements.run(prepared, values);
        }
        return written;
      });
    },
  };
  return queries;
}

/**
 * Rows per INSERT; few sizes, so that few statements are prepared. Single rows take ten times as long,
 * because SQLite walks the changed pages after each in a savepoint; JSON takes twice as long.
 */
const stretchRows = [128, 64, 32, 16, 8, 4, 2, 1] as const;
/** SQLite's maximum per statement. */
const parametersMax = 32_766;

/** Splits rows into batches of the sizes above, with their values in one list. */
function* stretchesOf(rows: readonly (readonly Value[])[]): Generator<{ amount: number; values: Value[] }> {
  const rowsMax = Math.floor(parametersMax / rows[0]!.length);
  for (let at = 0; at < rows.length; ) {
    const left = Math.min(rowsMax, rows.length - at);
    const amount = stretchRows.find((some) => some <= left) ?? 1;
    const values: Value[] = [];
    for (let row = at; row < at + amount; row += 1) values.push(...rows[row]!);
    yield { amount, values };
    at += amount;
  }
}

/**
 * An empty row, whose clones share one shape. Adding more than about twenty fields by name makes an object a
 * dictionary, which takes four times as long to build and twice as long to read.
 */
function emptyRowOf(names: readonly string[]): Record<string, Value> {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
}

function rowOf<Row>({ names, emptyRow }: Prepared, values: readonly Value[]): Row {
  const row = { ...emptyRow };
  for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at]!;
  return row as Row;
}

function assertVersion(): void {
  const version = process.versions.sqlite ?? '0.0.0';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [wantMajor, wantMinor, wantPatch] = sqliteVersionMin;
  const old =
    major < wantMajor ||
    (major === wantMajor && (minor < wantMinor || (minor === wantMinor && patch < wantPatch)));
  if (old) {
    throw new Error(
      `SQLite ${version} can corrupt a write-ahead log; Posthouse needs ${sqliteVersionMin.join('.')} or newer: use the Node 24 that npm ci installs.`,
    );
  }
}

const program = new URL(
  import.meta.url.endsWith('.ts') ? './purge-thread.ts' : './purge-thread.js',
  import.meta.url,
);

/** Moves the write-ahead log into the database file, in a thread because a checkpoint blocks. Requests during a run share the next run. */
function purging(file: string): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = checkpoint(file).finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

function checkpoint(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: file });
    thread.on('message', (emptied: boolean) => {
      if (emptied) resolve();
      else reject(new Error('The write-ahead log is in use by a reader and could not be emptied'));
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('The thread that empties the write-ahead log ended')));
  });
}
