import type { Skips } from './skipped.ts';

/** Subscribers in the audience of a campaign who would get it now, and those who would be skipped. */
export type AudienceView = {
  /** Subscribers who would get it. */
  count: number;
  skipped: Skips;
  /** Skipped subscribers whose suppression expires. */
  suppressedForATime: number;
  sample: { id: string; email: string }[];
  /** False when the time limit ended the count early. */
  complete: boolean;
  /** Slices read for the count. */
  slices: number;
};
