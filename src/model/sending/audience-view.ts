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
};
