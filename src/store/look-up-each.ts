import type { Queries } from './database.ts';

/**
 * Writes a SELECT of rows by the values of a unique column, in an order that depends on the database.
 * PostgreSQL looks up each value separately, because IN would read a large organization in full.
 * @param select ends with a condition
 * @param parameter a JSON array of distinct strings
 */
export function lookUpEach(
  { dialect }: Pick<Queries, 'dialect'>,
  {
    select,
    column,
    parameter,
    lock = '',
  }: { select: string; column: string; parameter: string; lock?: string },
): string {
  if (dialect.name === 'sqlite')
    return `${select} AND ${column} IN ${dialect.strings(parameter)} ORDER BY ${column}`;
  // The LIMIT keeps the planner from turning the look-up back into a join.
  return `SELECT found.* FROM jsonb_array_elements_text(${parameter}::jsonb) AS wanted (value)
    CROSS JOIN LATERAL (${select} AND ${column} = wanted.value LIMIT 1 ${lock}) AS found`;
}

/**
 * Writes a condition that a non-unique column has any of the values in `list` (`dialect.strings` or
 * `integers`). PostgreSQL gets an array, because a subquery would read a table without statistics in full.
 */
export function isAmong({ dialect }: Pick<Queries, 'dialect'>, column: string, list: string): string {
  return dialect.name === 'sqlite' ? `${column} IN ${list}` : `${column} = ANY (ARRAY${list})`;
}

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
