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
