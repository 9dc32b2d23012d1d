/** Reproducible randomness: the same seed gives the same numbers on every machine. */
export type SeededRandom = {
  /** From 0 (inclusive) to 1 (exclusive). */
  uniform(): number;
  /** An integer from 0 to `below` - 1. */
  integer(below: number): number;
  pick<T>(choices: readonly T[]): T;
  fill(buffer: Buffer): Buffer;
};

/** The sfc32 generator: small, fast, and good enough for anything but secrets. */
export function seededRandom(seed: number): SeededRandom {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  // Similar seeds start alike and diverge within a few rounds.
  for (let round = 0; round < 15; round++) word();
  const uniform = () => word() / 2 ** 32;
  const integer = (below: number) => Math.floor(uniform() * below);
  return {
    uniform,
    integer,
    pick: (choices) => choices[integer(choices.length)]!,
    fill(buffer) {
      for (let at = 0; at < buffer.length; at++) buffer[at] = word() >>> 24;
      return buffer;
    },
  };
}

/** True for `npm run test:long`, which tries every example. */
export const isLongRun = process.env.LONG === '1';

/** Divisor of random examples in `npm test` compared to `npm run test:long`. */
const shortRunDivisor = 8;

/** Returns the number of random examples of a test. @param long in `npm run test:long` @param short in `npm test` */
export function randomRuns(long: number, short = Math.ceil(long / shortRunDivisor)): number {
  return isLongRun ? long : short;
}
