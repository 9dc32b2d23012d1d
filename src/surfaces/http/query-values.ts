/**
 * The values of each name, in their order. Asking the query for each name by itself would look through all of it each time: of
 * thousands of names that is the square.
 */
export function valuesByName(query: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of query) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return values;
}
