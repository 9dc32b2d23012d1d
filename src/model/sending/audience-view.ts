import type { Skips } from './skipped.ts';

/** The subscribers who would get a campaign now, and those in its audience who would not. */
export type AudienceView = {
  /** Those who would get it. */
  count: number;
  skipped: Skips;
  /** Of the skipped, those whose suppression ends by itself. */
  suppressedForATime: number;
  sample: { id: string; email: string }[];
  /** False when time was up before the whole audience was looked at. */
  complete: boolean;
  /** Slices that were read to count it. */
  slices: number;
};
