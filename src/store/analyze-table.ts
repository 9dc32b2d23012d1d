import type { Queries } from './database.ts';

/**
 * Refreshes PostgreSQL's planner statistics after a bulk insert. Autovacuum does so only about a minute later; until then
 * the planner assumes a small table, and looks up a page of addresses by reading all subscribers of the organization.
 */
export async function analyzeTable({ dialect, run }: Queries): Promise<void> {
  if (dialect.name === 'postgres') await run('ANALYZE subscribers', []);
}
