import type { Queries } from '../../database.ts';

/** An address to search for in an import's file. @property sought the encrypted address */
export type Sought = { mark: string; sought: string };

/** Returns an idle import of an organization whose file must be searched. */
export async function nextSought(
  queries: Queries,
  organization: number,
): Promise<{ key: number; id: string } | undefined> {
  return await queries.get(
    `SELECT imports.key, imports.id FROM import_progress JOIN imports ON imports.key = import_progress.import
     WHERE import_progress.organization = $1 AND file_until IS NOT NULL
       AND status NOT IN ('queued', 'in_progress')
       AND EXISTS (SELECT 1 FROM import_erasures
         WHERE import_erasures.import = import_progress.import AND sought IS NOT NULL)
     LIMIT 1`,
    [organization],
  );
}

export async function soughtIn(queries: Queries, importKey: number, limit: number): Promise<Sought[]> {
  return await queries.all<Sought>(
    'SELECT mark, sought FROM import_erasures WHERE import = $1 AND sought IS NOT NULL LIMIT $2',
    [importKey, limit],
  );
}

/** Deletes the addresses that were searched for, except addresses that another erasure added since. */
export async function noteSearched(
  queries: Queries,
  importKey: number,
  sought: readonly Sought[],
): Promise<void> {
  for (const one of sought) {
    await queries.run(
      'UPDATE import_erasures SET sought = NULL WHERE import = $1 AND mark = $2 AND sought = $3',
      [importKey, one.mark, one.sought],
    );
  }
}

export async function isSearched(queries: Queries, importKey: number): Promise<boolean> {
  return (await soughtIn(queries, importKey, 1)).length > 0;
}
