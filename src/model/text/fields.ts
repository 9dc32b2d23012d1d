export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON omits undefined fields. Removing them would change the hidden class and make responses several times slower. */
export function omitFields(value: Fields, left: (name: string, field: unknown) => boolean): Fields {
  const kept = { ...value };
  for (const name in kept) if (left(name, kept[name])) kept[name] = undefined;
  return kept;
}
