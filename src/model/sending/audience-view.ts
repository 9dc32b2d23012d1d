import { describeDuration } from '../campaign/describe-campaign.ts';
import { hourMs, minuteMs } from '../instant.ts';
import type { Skips } from './skipped.ts';

export type AudienceView = {
  count: number;
  skipped: Skips;
  /** Skipped subscribers whose suppression expires. */
  suppressedForATime: number;
  sample: { id: string; email: string }[];
  /** False when the time limit ended the count early. */
  complete: boolean;
  slices: number;
  /** Start of the count, in epoch ms. */
  countedAt: number;
};

/** Returns "Counted 3 hours ago"; null within a minute. */
export function describeAge(ageMs: number): string | null {
  if (ageMs < minuteMs) return null;
  const unitMs = ageMs < hourMs ? minuteMs : hourMs;
  return `Counted ${describeDuration((Math.floor(ageMs / unitMs) * unitMs) / minuteMs)} ago`;
}
