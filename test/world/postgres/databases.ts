import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { migratedSqlite } from './migrated-sqlite.ts';
import { freshPostgres } from './postgres.ts';

/** Both real databases, each fresh and migrated: for `describe.each`. */
export const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['SQLite', migratedSqlite],
  ['PostgreSQL', async () => await openPostgres(overSocket((await freshPostgres()).url))],
];

const socketFolder = '/tmp';

/** Connects through the server's Unix socket if it has one, because a query costs a quarter less CPU than over TCP. */
function overSocket(url: string): string {
  return existsSync(join(socketFolder, `.s.PGSQL.${new URL(url).port}`))
    ? `${url}?host=${socketFolder}`
    : url;
}
