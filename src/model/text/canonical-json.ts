/** JSON with sorted object keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '{';
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name];
    if (field === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `${text}}`;
}
