import type { Queries } from './database.ts';

/**
 * A SELECT of rows by the values of a unique column, in the order of the values in SQLite and as they are listed in PostgreSQL.
 *
 * PostgreSQL looks each up by itself, because it plans a list from statistics of the usual organization: it would walk all of a
 * large one and compare each row with the whole list.
 *
 * @param select ends with a condition
 * @param parameter holds the values, each once, as a JSON array of strings
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
  // The limit keeps the planner from turning it back into a join.
  return `SELECT found.* FROM jsonb_array_elements_text(${parameter}::jsonb) AS wanted (value)
    CROSS JOIN LATERAL (${select} AND ${column} = wanted.value LIMIT 1 ${lock}) AS found`;
}
