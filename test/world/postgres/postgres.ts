import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type FreshPostgres = {
  /** Of a database of its own. */
  url: string;
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>;
};

/** An empty database on the PostgreSQL of this test run. */
export async function freshPostgres(): Promise<FreshPostgres> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server, `CREATE DATABASE ${name}`);
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
