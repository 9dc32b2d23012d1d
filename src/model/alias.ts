/**
 * Marks a field of a schema (`.meta(alias)`) that is another name or an older form of the one beside it. It is taken like
 * any other; whoever pays for each word of a schema is not shown it.
 */
export const alias = { 'x-alias': true } as const;
export const aliasKey = 'x-alias' satisfies keyof typeof alias;
