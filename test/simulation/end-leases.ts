import { join } from 'node:path';
import { openSqlite } from '../../src/store/sqlite/database.ts';

/** Expires the leases of killed programs in a data folder, so that a test need not wait twenty seconds. */
export async function endLeases(dataDir: string): Promise<void> {
  const database = openSqlite(join(dataDir, 'posthouse.sqlite'));
  await database.transaction((queries) =>
    queries.run(`UPDATE jobs SET run_at = 0 WHERE attempt_open = 1 AND kind <> 'check_domain'`, []),
  );
  await database.close();
}
