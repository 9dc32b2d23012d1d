import type { Value } from '../database.ts';

/** Seed that gives each campaign its own random order. Integers from 0 to `lotsMax` - 1; `factor` is not 0. */
export type LotSeed = { factor: number; addend: number };

export type LotsWanted = { seed: LotSeed; below: number; limit: number };

export type Lot = { lot: number; email: string };

/** The number of distinct lots: the prime 2^31 - 1. */
export const lotsMax = 2_147_483_647;

/**
 * Writes an expression for a subscriber's lot, from 0 to `lotsMax` - 1, the same on both databases.
 *
 * It scales and shifts the key by the seed and raises it to the fifth power, modulo a prime. Five and the
 * prime minus one are coprime, so keys below the prime get distinct lots, and the power breaks up the order
 * of adjacent keys. Products stay below 2^63, because both factors are below 2^31.
 */
export function buildLotSql(key: string, { factor, addend }: LotSeed, values: Value[]): string {
  const bound = (value: number): string => `CAST($${values.push(value)} AS BIGINT)`;
  const sown = `(((${key} % ${lotsMax}) * ${bound(factor)} + ${bound(addend)}) % ${lotsMax})`;
  const second = `((${sown} * ${sown}) % ${lotsMax})`;
  const fourth = `((${second} * ${second}) % ${lotsMax})`;
  return `((${fourth} * ${sown}) % ${lotsMax})`;
}
