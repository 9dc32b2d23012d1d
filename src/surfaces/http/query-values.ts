/** A single pass. `URLSearchParams.getAll` per name would be quadratic for thousands of names. */
export function valuesByName(query: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of query) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return values;
}
