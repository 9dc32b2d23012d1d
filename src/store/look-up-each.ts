import type { Queries } from './database.ts';

/**
 * Writes a SELECT of rows by the values of a unique column. SQLite returns them in the order of the values, PostgreSQL in the
 * order of the list.
 *
 * PostgreSQL looks up each value separately. It plans an IN list for an organization of average size, and would read a
 * large organization in full and compare each row with the whole list.
 *
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
 * Writes a condition that a non-unique column has any of the values in a parameter.
 *
 * PostgreSQL gets an array and looks up each value in the index. It would join a subquery based on statistics, and a table that has just
 * grown has none, so it would read the whole table.
 *
 * @param list `dialect.strings(parameter)` or `dialect.integers(parameter)`
 */
export function isAmong({ dialect }: Pick<Queries, 'dialect'>, column: string, list: string): string {
  return dialect.name === 'sqlite' ? `${column} IN ${list}` : `${column} = ANY (ARRAY${list})`;
}
