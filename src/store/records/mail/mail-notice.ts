import type { Database, Queries } from '../../database.ts';

const noticed = new WeakMap<Queries, Set<number>>();

/** Wraps a database to report, after each commit, the organizations whose mail changed. */
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

/** Marks an organization's mail as changed by this transaction. */
export function noticeMail(queries: Queries, organization: number): void {
  noticed.get(queries)?.add(organization);
}
