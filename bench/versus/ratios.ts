import { times } from '../table.ts';

/** Processor time and rate of one round; a part without a rate of its own has null. */
export type Round = { cost: number; perSecond: number | null };

/** The ratios of paired rounds: their median, and the quartiles as their spread. */
export type Ratio = { median: number; low: number; high: number };

/** A larger ratio of cost needs a reason. */
export const costRatioMax = 1.05;

/** Compares round by round, because what slows the machine down slows both rounds of a pair. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): Ratio {
  const ratios = ours.map((one, round) => one / theirs[round]!).sort((a, b) => a - b);
  return { median: quantile(ratios, 0.5), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/** Interpolates between neighbours, so that few rounds have quartiles too. */
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

/** Whether the part costs more than it may; uncertain when a quarter of the pairs say otherwise. */
export function judgeCost({ median, low }: Ratio): 'over' | 'uncertain' | 'fine' {
  if (median <= costRatioMax) return 'fine';
  return low > costRatioMax ? 'over' : 'uncertain';
}

/** The last line of the report: the parts that cost more than they may. */
export function describeVerdict(costs: readonly { name: string; ratio: Ratio }[], ref: string): string {
  const over = costs.filter(({ ratio }) => judgeCost(ratio) !== 'fine');
  if (over.length === 0) return `No cost is more than ${costRatioMax} times that of ${ref}.`;
  const named = over.map(({ name, ratio }) => {
    const doubt = judgeCost(ratio) === 'uncertain' ? ` (uncertain: the spread includes ${costRatioMax})` : '';
    return `${name} ${ratio.median.toFixed(2)}${doubt}`;
  });
  return `More than ${costRatioMax} times the cost of ${ref}: ${named.join(', ')}.`;
}
