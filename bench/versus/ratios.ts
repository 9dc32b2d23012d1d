import { times } from '../table.ts';

/** Processor time and rate of one round. The rate is null for parts such as `start`. */
export type Round = { cost: number; perSecond: number | null };

/** Median and quartiles of the ratios of paired rounds. */
export type Ratio = { median: number; low: number; high: number };

/** A change with a larger cost ratio has to give a reason. */
export const costRatioMax = 1.05;

/** Compares round by round, because a slow machine slows both rounds of a pair. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): Ratio {
  const ratios = ours.map((one, round) => one / theirs[round]!).sort((a, b) => a - b);
  return { median: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/** Interpolates between neighbours, so that a few rounds are enough for quartiles. */
export function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** `1.02 × (0.99 to 1.04)` */
export function describeRatio({ median, low, high }: Ratio): string {
  return `${times(median)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** Whether the part is over the cost limit. Returns `uncertain` if at least a quarter of the pairs are within it. */
export function judgeCost({ median, low }: Ratio): 'over' | 'uncertain' | 'fine' {
  if (median <= costRatioMax) return 'fine';
  return low > costRatioMax ? 'over' : 'uncertain';
}

/** Lists the parts over the cost limit, for the last line of the report. */
export function describeVerdict(costs: readonly { name: string; ratio: Ratio }[], ref: string): string {
  const over = costs.filter(({ ratio }) => judgeCost(ratio) !== 'fine');
  if (over.length === 0) return `No cost is more than ${costRatioMax} times that of ${ref}.`;
  const named = over.map(({ name, ratio }) => {
    const doubt = judgeCost(ratio) === 'uncertain' ? ` (uncertain: the spread includes ${costRatioMax})` : '';
    return `${name} ${ratio.median.toFixed(2)}${doubt}`;
  });
  return `More than ${costRatioMax} times the cost of ${ref}: ${named.join(', ')}.`;
}
