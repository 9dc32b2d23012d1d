/** How many times fewer random examples `npm test` tries than `npm run test:long`. */
const shortRunDivisor = 3;

/** Returns the number of random examples of a test. @param long their number in `npm run test:long` */
export function randomRuns(long: number): number {
  return process.env.LONG === '1' ? long : Math.ceil(long / shortRunDivisor);
}
