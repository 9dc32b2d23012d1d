import type { Value } from './database.ts';

/** What makes the lots of one campaign others than those of the next. Integers from 0 to `lotsMax` - 1; `factor` is not 0. */
export type LotSeed = { factor: number; addend: number };

/** Whose lots a statement answers: those below one, the smallest first, so many of them. */
export type LotsWanted = { seed: LotSeed; below: number; limit: number };

/** Of one subscriber; `email` as it is kept. */
export type Lot = { lot: number; email: string };

/** How many lots there are: the prime 2^31 - 1. */
export const lotsMax = 2_147_483_647;

/**
 * The lot that a subscriber draws, as an expression: an integer from 0 to `lotsMax` - 1, the same on both databases.
 *
 * The key is multiplied and shifted by the seed and raised to the fifth power, modulo a prime. Five has no divisor in common
 * with the prime less one, so no two keys below the prime draw the same lot, and the power keeps neighbours and multiples
 * from going the same way. Every product is one of two numbers below 2^31, and stays below 2^63.
 *
 * @param key the expression of a subscriber's key
 */
export function lotOf(key: string, { factor, addend }: LotSeed, values: Value[]): string {
  const bound = (value: number): string => `CAST($${values.push(value)} AS BIGINT)`;
  const sown = `(((${key} % ${lotsMax}) * ${bound(factor)} + ${bound(addend)}) % ${lotsMax})`;
  const second = `((${sown} * ${sown}) % ${lotsMax})`;
  const fourth = `((${second} * ${second}) % ${lotsMax})`;
  return `((${fourth} * ${sown}) % ${lotsMax})`;
}
