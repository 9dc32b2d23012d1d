import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { migratedSqlite } from './migrated-sqlite.ts';
import { freshPostgres } from './postgres.ts';

/** Both real databases, each fresh and migrated: for `describe.each`. */
export const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['SQLite', migratedSqlite],
  ['PostgreSQL', async () => await openPostgres((await freshPostgres()).url)],
];
