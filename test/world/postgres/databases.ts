import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { freshPostgres } from './postgres.ts';

/** Both real databases, each fresh: for `describe.each`. */
export const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['SQLite', async () => openSqlite(':memory:')],
  ['PostgreSQL', async () => await openPostgres((await freshPostgres()).url)],
];
