import type { TestProject } from 'vitest/node';
import { startPostgresProcess } from './postgres-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the server, without a database. */
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run. It is the database that installations have, version and all. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresProcess({ durable: false });
  project.provide('postgresUrl', server.url);
  return server.stop;
}
