import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';

export type FreshPostgres = {
  /** Of a database of its own. */
  url: string;
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>;
};

/** A database on the PostgreSQL of this test run to which every migration was applied, as before a first start. */
export async function freshPostgres(): Promise<FreshPostgres> {
  return untilFileEnds(await migratedPostgres());
}

/** One without a table, for what migrates it. */
export async function emptyPostgres(): Promise<FreshPostgres> {
  return untilFileEnds(await create(''));
}

/** One that other test files may use as well. */
export async function migratedPostgres(): Promise<FreshPostgres> {
  return await create(` TEMPLATE ${inject('postgresTemplate')}`);
}

function untilFileEnds(database: FreshPostgres): FreshPostgres {
  // In memory they would add up; on a disk they go with the whole cluster.
  if (inject('postgresInMemory')) afterFile(database.drop);
  return database;
}

async function create(from: string): Promise<FreshPostgres> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The files are copied as they are: to write every page to the log as well takes twice as long.
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
