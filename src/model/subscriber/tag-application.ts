import { z } from 'zod';
import { untrusted } from '../text/untrusted.ts';

/**
 * `peoplePerPage`: tagged in one transaction, which keeps the one writer of SQLite for as long. `slicesWaitedFor`: looks at
 * subscribers while the caller waits; those left are the worker's.
 */
export const tagApplicationLimits = {
  openMax: 20,
  peoplePerPage: 500,
  slicesWaitedFor: 20,
  sampleMax: 5,
  countingMaxMs: 10_000,
} as const;

/** How many of a page got the tag, and how many have as many tags as a subscriber may have. */
export type TagCounts = { tagged: number; skipped: number };

export const TagApplication = z.object({
  object: z.literal('tag_application'),
  tag_id: z.string().nullable().describe('Null: a dry run with a tag that does not exist yet'),
  dry_run: z.boolean(),
  tagged: z.int().describe('Given the tag by this call, or that would be'),
  skipped: z.int().describe('Have as many tags as one may have'),
  matching: z.int().optional().describe('Of a dry run: with those who have the tag'),
  complete: z.boolean().describe('False: others are tagged in the background, or were not counted in time'),
  sample: z
    .array(z.object({ id: z.string(), email: untrusted(z.string()) }))
    .optional()
    .describe('Of a dry run: the first to be tagged'),
  warnings: z.array(z.string()).optional(),
});
