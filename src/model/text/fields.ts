/** A JSON object. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value without the fields that `left` names, which JSON leaves out as they are undefined in it. An object that lacks them
 * is of another shape than the others: to make it and to write it takes several times as long, and every answer to an
 * assistant is made so.
 */
export function without(value: Fields, left: (name: string, field: unknown) => boolean): Fields {
  const kept = { ...value };
  for (const name in kept) if (left(name, kept[name])) kept[name] = undefined;
  return kept;
}
