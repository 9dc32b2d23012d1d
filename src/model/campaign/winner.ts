import type { AbTest } from './campaign.ts';

/** What became of the mails of one variant; opens and clicks are of people, once each. */
type VariantResult = { sent: number; delivered: number; opens: number; clicks: number };

/**
 * The index of the variant of which the largest part was opened, or clicked; the first of those that are equal.
 *
 * A relay says of few mails or of none that they were delivered, so the part is of what was sent to it, or was
 * delivered, whichever is more.
 */
export function winnerOf(metric: AbTest['metric'], results: readonly VariantResult[]): number {
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
