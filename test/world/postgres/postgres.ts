import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type FreshPostgres = {
  /** Of a database of its own. */
  url: string;
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>;
};

/** A database on the PostgreSQL of this test run to which every migration was applied, as before a first start. */
export async function freshPostgres(): Promise<FreshPostgres> {
  return await create(` TEMPLATE ${inject('postgresTemplate')}`);
}

/** One without a table, for what migrates it. */
export async function emptyPostgres(): Promise<FreshPostgres> {
  return await create('');
}

async function create(from: string): Promise<FreshPostgres> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server, `CREATE DATABASE ${name}${from}`);
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
