import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { coverDatabase } from '../lists.ts';
import { connectionOf } from '../seed.ts';

const rowsPerStatement = 5_000;

/** Copies a seeded SQLite file into an empty database, so that both databases are measured with the same rows. */
export async function copyToPostgres(file: string, url: string): Promise<Database> {
  // A kept file may be of an older version.
  const seeded = openSqlite(file);
  await migrate(seeded);
  await seeded.close();
  const database = await openPostgres(url);
  await migrate(database);
  const from = connectionOf(file);
  const to = new pg.Client({ connectionString: url });
  // The error of a statement says more than the end of the server after it.
  to.on('error', () => {});
  await to.connect();
  // The order of the tables does not follow their references.
  await to.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
  const { rows } = await to.query<{ name: string; columns: string[]; keyed: boolean }>(
    `SELECT table_name AS name, json_agg(column_name) AS columns, bool_or(is_identity = 'YES') AS keyed
     FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name`,
  );
  const known = new Set(
    (from.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as { name: string }[]).map(
      ({ name }) => name,
    ),
  );
  for (const { name, columns, keyed } of rows) {
    // The copy gets its own search index, and has applied the migrations of its own dialect.
    if (!known.has(name) || /_search$|^migrations$/.test(name)) continue;
    await copyTable(from, to, name, columns);
    if (keyed) {
      await to.query(
        `SELECT setval(pg_get_serial_sequence('${name}', 'key'), (SELECT coalesce(max(key), 0) + 1 FROM ${name}))`,
      );
    }
  }
  await to.query(`DELETE FROM instance WHERE name LIKE 'search index of %'`);
  await coverDatabase(database);
  await to.query('ANALYZE');
  await to.end();
  from.close();
  return database;
}

async function copyTable(
  from: DatabaseSync,
  to: pg.Client,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const names = columns.join(', ');
  await to.query(`DELETE FROM ${table}`);
  let rows: object[] = [];
  const flush = async (): Promise<void> => {
    const values = [JSON.stringify(rows)];
    rows = [];
    await to.query(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
      values,
    );
  };
  for (const row of from.prepare(`SELECT ${names} FROM ${table}`).iterate()) {
    rows.push(row);
    if (rows.length === rowsPerStatement) await flush();
  }
  if (rows.length > 0) await flush();
}
