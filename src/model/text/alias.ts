/**
 * Marks a field of a schema (`.meta(alias)`) that is another name or an older form of the one beside it. It is taken like
 * any other; whoever pays for each word of a schema is not shown it.
 */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;

/** The key under which a schema has `inShort`. */
export const inShortKey = 'x-in-short';

/**
 * What a field takes, in one line (`.meta(inShort('…'))`): whoever pays for each word of a schema is shown this in place
 * of its parts and lists. What it takes stays as it is.
 */
export function inShort(line: string): { [inShortKey]: string } {
  return { [inShortKey]: line };
}
