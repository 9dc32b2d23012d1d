import type { z } from 'zod';

/**
 * Marks a schema field (`.meta(alias)`) that is another name or an older form of the one beside it, or that people do not
 * ask an assistant for. It is accepted like any other, but left out of the schemas shown to models, where every token costs.
 */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;

/** The key under which a schema has `inShort`. */
export const inShortKey = 'x-in-short';

/** The key under which a schema has `shownAs`. */
export const shownKey = 'x-shown';

/**
 * The JSON Schema that models read in place of a field's own (`.meta(shownAs({ … }))`): for a field that other code reads, whose
 * schema says no more than `object`, or says more than a model needs. Validation does not change.
 */
export function shownAs(schema: Readonly<Record<string, unknown>>): {
  [shownKey]: Readonly<Record<string, unknown>>;
} {
  return { [shownKey]: schema };
}

/** Marks a field (`.meta(notShown)`) that programs write and models need not: it is taken at every door, and listed to programs. */
export const notShown = { [shownKey]: false } as const;

/** The fields of a shape, each `notShown`. */
export function unshown<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  const marked = Object.entries(shape).map(([name, field]) => [
    name,
    field.meta({ ...field.meta(), ...notShown }),
  ]);
  return Object.fromEntries(marked) as Shape;
}

/**
 * A one-line description of what a field takes (`.meta(inShort('…'))`), shown to models in place of its parts and
 * lists. Validation does not change.
 */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}
