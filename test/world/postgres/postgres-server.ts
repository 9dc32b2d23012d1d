import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/store/migrate.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { startPostgresProcess } from './postgres-process.ts';

const template = 'migrated';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server, without a database name. */
    postgresUrl: string;
    /** Its migrated template database. */
    postgresTemplate: string;
    /** Whether its data uses memory. */
    postgresInMemory: boolean;
  }
}

/** Starts one real PostgreSQL for the whole run, in the version that installations use. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresProcess({ durable: false });
  await makeTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  project.provide('postgresInMemory', server.inMemory);
  return server.stop;
}

/** Migrates a template that the tests' databases copy, because migrating each takes three times as long. */
async function makeTemplate(server: string): Promise<void> {
  const asOwner = async (name: string, statements: string): Promise<void> => {
    const client = new pg.Client({ connectionString: `${server}/${name}` });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  await asOwner('postgres', `CREATE DATABASE ${template}`);
  const database = await openPostgres(`${server}/${template}`);
  await migrate(database);
  await database.close();
  await asOwner(template, readFileSync(new URL('empty.sql', import.meta.url), 'utf8'));
}
