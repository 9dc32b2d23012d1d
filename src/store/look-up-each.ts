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

/**
 * A condition: that a column, whose values are shared by rows, has one of those in a parameter.
 *
 * PostgreSQL takes a list that was made beforehand to an index value by value; a subquery it joins by what statistics it has,
 * and of a table that has just grown it has none, so that it would read all of it.
 *
 * @param list of the dialect: `dialect.strings(parameter)` or `dialect.integers(parameter)`
 */
export function isAmong({ dialect }: Pick<Queries, 'dialect'>, column: string, list: string): string {
  return dialect.name === 'sqlite' ? `${column} IN ${list}` : `${column} = ANY (ARRAY${list})`;
}
