/** A JSON object. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that `keep` wants, in their order, as an object of its own. A loop, as every answer to an assistant is made so. */
export function fieldsWhere(value: Fields, keep: (name: string, field: unknown) => boolean): Fields {
  const kept: Fields = {};
  for (const name in value) {
    const field = value[name];
    if (!keep(name, field)) continue;
    // Assigned, it would be no field.
    if (name === '__proto__') Object.defineProperty(kept, name, { ...aField, value: field });
    else kept[name] = field;
  }
  return kept;
}

const aField = { enumerable: true, writable: true, configurable: true };
