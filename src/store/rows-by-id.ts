import type { Queries } from './database.ts';
import { lookUpEach } from './look-up-each.ts';

const idsMax = 100;

/** Returns columns of rows by id. Ignores ids beyond the maximum: a page names objects only for people. */
export async function rowsById<Row>(
  queries: Queries,
  organization: number,
  { table, columns, ids }: { table: string; columns: string; ids: readonly string[] },
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  // The plus keeps SQLite from using an index on the organization, because the ids are more selective.
  const select = `SELECT id, ${columns} FROM ${table} WHERE +organization = $1`;
  const rows = await queries.all<Row & { id: string }>(
    lookUpEach(queries, { select, column: 'id', parameter: '$2' }),
    [organization, JSON.stringify([...new Set(ids)].slice(0, idsMax))],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
