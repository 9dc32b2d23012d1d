import pg from 'pg';
import { startPostgresProcess } from '../test/world/postgres/postgres-process.ts';

/** Runs `work` with a real PostgreSQL that keeps `fsync` and `synchronous_commit` on. */
export async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startPostgresProcess({ durable: true });
  try {
    const client = new pg.Client({ connectionString: `${server.url}/postgres` });
    await client.connect();
    await client.query('CREATE DATABASE bench');
    await client.end();
    return await work(`${server.url}/bench`);
  } finally {
    await server.stop();
  }
}
