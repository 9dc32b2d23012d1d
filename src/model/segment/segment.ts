import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { oneLine } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import type { Rule } from './rule.ts';

export const segmentsPerOrganizationMax = 200;

export type SegmentRecord = {
  key: number;
  id: string;
  name: string;
  rule: Rule;
  createdAt: number;
  updatedAt: number;
  /** Last count; stored only for large segments. */
  counted: SegmentCount | null;
};

/** Subscribers of any status, and the time of counting (epoch ms). */
export type SegmentCount = { amount: number; at: number };

export const segmentNameLengthMax = 100;
export const SegmentName = oneLine(segmentNameLengthMax).min(1);

/** Names are unique in an organization. */
export const SegmentRefInput = z.string().min(1).max(100).describe('Name or id');

export const Segment = z.object({
  object: z.literal('segment'),
  id: z.string(),
  name: untrusted(z.string()),
  rule: z.record(z.string(), z.unknown()),
  subscriber_count: z.int().nullable(),
  counted_at: Instant.nullable().describe('Time of the count. null: not counted yet, call again soon'),
  created_at: Instant,
  updated_at: Instant,
});

export const SegmentWithWarnings = Segment.extend({
  warnings: z
    .array(z.string())
    .optional()
    .describe('Attributes and events in the rule that no subscriber has'),
  used_by: z
    .array(z.object({ object: z.enum(['campaign', 'workflow']), id: z.string() }))
    .optional()
    .describe(
      'From get_segment: a scheduled or sending campaign, and an active workflow, that use the segment',
    ),
});

/** @param warnings about the rule, for a single segment */
export function segmentAnswer(
  segment: SegmentRecord,
  counted: SegmentCount | null,
  warnings: readonly string[] = [],
): z.infer<typeof SegmentWithWarnings> {
  return {
    object: 'segment',
    id: segment.id,
    name: segment.name,
    rule: { ...segment.rule },
    subscriber_count: counted?.amount ?? null,
    counted_at: counted && isoInstant(counted.at),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    created_at: isoInstant(segment.createdAt),
    updated_at: isoInstant(segment.updatedAt),
  };
}
