import type { Queries } from './database.ts';

/**
 * Has PostgreSQL look at how large the subscribers have become. It does so by itself about a minute after many came; until
 * then it takes them for a handful, of which any index that begins with the organization finds one as fast as another, and
 * reads all of an organization for each of a page of addresses. Every cached plan is made again. SQLite takes the
 * index that has more of the columns.
 */
export async function analyzeTable({ dialect, run }: Queries): Promise<void> {
  if (dialect.name === 'postgres') await run('ANALYZE subscribers', []);
}
