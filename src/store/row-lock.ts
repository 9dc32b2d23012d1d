import type { Queries } from './database.ts';

/** Locks selected rows until the commit, before they are updated. SQLite needs no lock, because it has a single writer. */
export function forUpdate({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR NO KEY UPDATE' : '';
}

/** Shared lock that prevents deletion or a change of the key. Several transactions may hold it. */
export function forKeyShare({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR KEY SHARE' : '';
}

/** Exclusive lock before a deletion. Also waits for `forKeyShare` locks. */
export function toRemove({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR UPDATE' : '';
}

/** An error rolls back only `work` and is returned. Otherwise PostgreSQL would refuse further statements. */
export async function withSavepoint(queries: Queries, work: () => Promise<unknown>): Promise<Error | null> {
  await queries.run('SAVEPOINT part', []);
  try {
    await work();
  } catch (error) {
    await queries.run('ROLLBACK TO SAVEPOINT part', []);
    await queries.run('RELEASE SAVEPOINT part', []);
    return error as Error;
  }
  await queries.run('RELEASE SAVEPOINT part', []);
  return null;
}
