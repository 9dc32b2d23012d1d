import type { Database, Queries, Value } from '../../src/store/database.ts';

type Statement = { sql: string; values: readonly Value[]; changed: number };

/**
 * Records the statements of each transaction, except inserts. If `fatal` is set, fails every transaction from that index on, like
 * a killed process.
 */
export function watched(database: Database) {
  const transactions: Statement[][] = [];
  const watch = { transactions, fatal: Number.POSITIVE_INFINITY };
  const keeping = (queries: Queries, kept: Statement[]): Queries => ({
    ...queries,
    async all<Row>(sql: string, values: readonly Value[]) {
      const rows = await queries.all<Row>(sql, values);
      kept.push({ sql, values, changed: /^(DELETE|UPDATE)/.test(sql.trim()) ? rows.length : 0 });
      return rows;
    },
    async run(sql: string, values: readonly Value[]) {
      const changed = await queries.run(sql, values);
      kept.push({ sql, values, changed });
      return changed;
    },
  });
  const wrapped: Database = {
    ...database,
    async transaction(work, kind) {
      if (transactions.length >= watch.fatal) throw new Error('the process died');
      const kept: Statement[] = [];
      const answer = await database.transaction((queries) => work(keeping(queries, kept)), kind);
      transactions.push(kept);
      return answer;
    },
    async close() {},
  };
  return { wrapped, watch };
}

/** Matches a plan that reads a whole large table, or all rows of one organization in it. */
const large =
  'emails|email_events|events|webhook_messages|audit_entries|campaign_recipients|workflow_runs|workflow_states|subscribers';
const walksAll = new RegExp(`SCAN (${large})\\b|SEARCH (${large}) USING .*\\(organization=\\?\\)$`);

/** Returns the SQLite plans that read more rows than their statement needs. */
export async function walksOf(
  { reader }: Pick<Database, 'reader'>,
  statements: readonly Statement[],
): Promise<string[]> {
  const walks: string[] = [];
  for (const { sql, values } of statements) {
    const plan = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    for (const { detail } of plan) if (walksAll.test(detail)) walks.push(`${detail}: ${sql}`);
  }
  return walks;
}
