import type { Queries } from './database.ts';

/**
 * Ends a SELECT inside a transaction whose rows are changed by what it answers: they are held until the commit.
 * SQLite has one writer and needs no more than the transaction.
 */
export function forUpdate({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR NO KEY UPDATE' : '';
}

/** As `forUpdate`, for rows that only must not be deleted or renamed meanwhile. Many may hold one row so. */
export function forKeyShare({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR KEY SHARE' : '';
}

/** As `forUpdate`, for a row that is deleted: it also waits for those who hold it by `forKeyShare`. */
export function toRemove({ dialect }: Queries): string {
  return dialect.name === 'postgres' ? 'FOR UPDATE' : '';
}

/**
 * Runs a part of a transaction so that its failure undoes that part alone: after a failed statement PostgreSQL
 * takes no other until something is undone.
 * @returns the error of a part that failed, else null
 */
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
