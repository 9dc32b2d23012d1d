/**
 * Marks a schema field (`.meta(alias)`) that is another name or an older form of the one beside it, or that people do not
 * ask an assistant for. It is accepted like any other, but left out of the schemas shown to models, where every token costs.
 */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;

/** The key under which a schema has `inShort`. */
export const inShortKey = 'x-in-short';

/**
 * A one-line description of what a field takes (`.meta(inShort('…'))`), shown to models in place of its parts and
 * lists. Validation does not change.
 */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}
