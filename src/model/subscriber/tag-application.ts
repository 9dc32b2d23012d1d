import { z } from 'zod';
import { untrusted } from '../text/untrusted.ts';

/** A page is one transaction, which holds SQLite's only writer. The worker reads slices beyond `slicesWaitedFor`. */
export const tagApplicationLimits = {
  openMax: 20,
  peoplePerPage: 250,
  slicesWaitedFor: 20,
  sampleMax: 5,
  countingMaxMs: 10_000,
} as const;

/** `skipped` subscribers already have the maximum number of tags. */
export type TagCounts = { tagged: number; skipped: number };

export const TagApplication = z.object({
  object: z.literal('tag_application'),
  tag_id: z.string().nullable().describe('null: dry run with a tag that does not exist yet'),
  dry_run: z.boolean(),
  tagged: z.int().describe('Subscribers tagged by this call'),
  skipped: z.int().describe('Subscribers that already have the maximum number of tags'),
  matching: z.int().optional().describe('Dry run only: number of matching subscribers'),
  complete: z.boolean().describe('false: the rest is tagged in the background, or counting ran out of time'),
  sample: z
    .array(z.object({ id: z.string(), email: untrusted(z.string()) }))
    .optional()
    .describe('Dry run only: the first subscribers to tag'),
  warnings: z.array(z.string()).optional(),
});
