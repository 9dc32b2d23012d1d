import type { Queries } from './database.ts';

/** Updates planner statistics. Autovacuum takes a minute; until then, look-ups read all subscribers. */
export async function analyzeTable({ dialect, run }: Queries): Promise<void> {
  if (dialect.name === 'postgres') await run('ANALYZE subscribers', []);
}
