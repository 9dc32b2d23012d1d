import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';

export type FreshPostgres = {
  /** URL of a separate database. */
  url: string;
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>;
};

/** Creates a migrated database on the test run's PostgreSQL, as before a first start. */
export async function freshPostgres(): Promise<FreshPostgres> {
  return untilFileEnds(await migratedPostgres());
}

/** Creates a database without tables, for tests of migrations. */
export async function emptyPostgres(): Promise<FreshPostgres> {
  return untilFileEnds(await create(''));
}

/** Creates a database that other test files may also use. */
export async function migratedPostgres(): Promise<FreshPostgres> {
  return await create(` TEMPLATE ${inject('postgresTemplate')}`);
}

function untilFileEnds(database: FreshPostgres): FreshPostgres {
  // Databases in memory would add up; on disk they are deleted with the cluster.
  if (inject('postgresInMemory')) afterFile(database.drop);
  return database;
}

async function create(from: string): Promise<FreshPostgres> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies the files directly, because logging every page takes twice as long.
  await asOwner(server, `CREATE DATABASE ${name}${from} STRATEGY FILE_COPY`);
  return {
    url: `${server}/${name}`,
    drop: () => asOwner(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asOwner(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
