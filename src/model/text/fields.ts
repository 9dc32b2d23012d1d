export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Sets the fields that `left` names to undefined, which JSON omits. Removing them would change the object's hidden
 * class and make every response to an assistant several times slower.
 */
export function without(value: Fields, left: (name: string, field: unknown) => boolean): Fields {
  const kept = { ...value };
  for (const name in kept) if (left(name, kept[name])) kept[name] = undefined;
  return kept;
}
