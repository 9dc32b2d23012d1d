import type { AbTest } from './campaign.ts';

type VariantResult = { sent: number; delivered: number; opens: number; clicks: number };

/** Relays report few deliveries or none, so the rate is relative to the greater of sent and delivered. */
export function pickWinner(metric: AbTest['metric'], results: readonly VariantResult[]): number {
  let best = 0;
  for (const [index, result] of results.entries()) {
    if (rateOf(result, metric) > rateOf(results[best]!, metric)) best = index;
  }
  return best;
}

function rateOf(result: VariantResult, metric: AbTest['metric']): number {
  const reached = Math.max(result.sent, result.delivered);
  return reached === 0 ? 0 : result[metric] / reached;
}
