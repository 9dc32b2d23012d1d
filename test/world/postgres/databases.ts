import type { Database } from '../../../src/store/database.ts';
import { migratedSqlite } from './migrated-sqlite.ts';
import { reusedPostgres } from './reused-postgres.ts';

/** Both real databases, empty and migrated, for `describe.each`. */
export const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['SQLite', migratedSqlite],
  ['PostgreSQL', reusedPostgres],
];
