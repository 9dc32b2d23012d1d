import type { z } from 'zod';

/**
 * Marks a schema field (`.meta(alias)`) that is an older or alternative name, or that people do not ask an assistant
 * for. Accepted as input, but left out of the schemas for models to save tokens.
 */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;

export const inShortKey = 'x-in-short';

export const shownKey = 'x-shown';

/**
 * Replaces a field's JSON Schema for models (`.meta(shownAs({ … }))`), if other code reads the field or its schema is
 * longer than a model needs. Validation is unchanged.
 */
export function shownAs(schema: Readonly<Record<string, unknown>>): {
  [shownKey]: Readonly<Record<string, unknown>>;
} {
  return { [shownKey]: schema };
}

/** Marks a field (`.meta(notShown)`) that is accepted everywhere, but shown only to programs, not to models. */
export const notShown = { [shownKey]: false } as const;

/** Marks every field of a shape as `notShown`. */
export function unshown<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  const marked = Object.entries(shape).map(([name, field]) => [
    name,
    field.meta({ ...field.meta(), ...notShown }),
  ]);
  return Object.fromEntries(marked) as Shape;
}

/**
 * Replaces the nested schema for models with a one-line description (`.meta(inShort('…'))`). Validation is unchanged.
 */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}
