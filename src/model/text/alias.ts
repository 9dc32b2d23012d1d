import type { z } from 'zod';

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

/** Marks a field (`.meta(notShown)`) that is accepted everywhere, but shown only to programs, not to models. */
export const notShown = { [shownKey]: false } as const;

export function unshown<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  const marked = Object.entries(shape).map(([name, field]) => [
    name,
    field.meta({ ...field.meta(), ...notShown }),
  ]);
  return Object.fromEntries(marked) as Shape;
}

/** Describes a field to models in one line (`.meta(inShort('…'))`). Validation is unchanged. */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}
