import type { Database, Queries } from '../database.ts';

/** Which organizations have mail that a transaction added or moved: reported once it is committed. */
const noticed = new WeakMap<Queries, Set<number>>();

/** A database that reports each organization whose mail a transaction changed, after the commit. */
export function noticingMail(database: Database, changed: (organization: number) => void): Database {
  return {
    ...database,
    async transaction(work, time) {
      let organizations: Set<number> | undefined;
      const answer = await database.transaction(async (queries) => {
        organizations = new Set();
        noticed.set(queries, organizations);
        return await work(queries);
      }, time);
      for (const organization of organizations ?? []) changed(organization);
      return answer;
    },
  };
}

/** Notes that mail of an organization changes with this transaction. */
export function noticeMail(queries: Queries, organization: number): void {
  noticed.get(queries)?.add(organization);
}
