/** Sorts object keys, so that equal values have equal texts. */
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

/** Array elements of the outermost object are separate parts, such as the mails of a batch. */
export function* canonicalJsonParts(value: unknown): Generator<string, void, undefined> {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      yield `${index === 0 ? '[' : ','}${canonicalJson(value[index])}`;
    }
    yield value.length === 0 ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const name of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[name];
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      if (Array.isArray(field)) yield* canonicalJsonParts(field);
      else yield canonicalJson(field);
    }
    yield separator === '{' ? '{}' : '}';
  } else yield canonicalJson(value);
}
