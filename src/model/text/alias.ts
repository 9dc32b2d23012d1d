/** Marks an older or alternative name (`.meta(alias)`), which is left out of the schemas for models to save tokens. */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;

export const inShortKey = 'x-in-short';

export const shownKey = 'x-shown';

/** Replaces a field's JSON Schema for models (`.meta(shownAs({ … }))`). Validation is unchanged. */
export function shownAs(schema: Readonly<Record<string, unknown>>): {
  [shownKey]: Readonly<Record<string, unknown>>;
} {
  return { [shownKey]: schema };
}

export const emptyIsNullKey = 'x-empty-is-null';

/** Marks a nullable object (`.meta(emptyIsNull)`) whose empty form equals null, so models are not shown null. */
export const emptyIsNull = { [emptyIsNullKey]: true } as const;

/** Describes a field to models in one line (`.meta(inShort('…'))`), or by its type alone. Validation is unchanged. */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}

/** Models see names in snake_case. */
export function listedName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
