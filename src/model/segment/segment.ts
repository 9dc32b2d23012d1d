import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { oneLine } from '../text.ts';
import type { Rule } from './rule.ts';

export const segmentsPerOrganizationMax = 200;

/** A rule that was given a name. Instants are epoch milliseconds. */
export type SegmentRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  name: string;
  rule: Rule;
  createdAt: number;
  updatedAt: number;
};

export const SegmentName = oneLine(100).min(1);

export const Segment = z.object({
  object: z.literal('segment'),
  id: z.string(),
  name: z.string(),
  rule: z.record(z.string(), z.unknown()),
  subscriber_count: z.int().nullable(),
  created_at: Instant,
  updated_at: Instant,
});

/**
 * The segment as it is answered.
 * @param subscriberCount how many are in it, whatever their status; null where nobody counted
 */
export function segmentAnswer(
  segment: SegmentRecord,
  subscriberCount: number | null,
): z.infer<typeof Segment> {
  return {
    object: 'segment',
    id: segment.id,
    name: segment.name,
    rule: { ...segment.rule },
    subscriber_count: subscriberCount,
    created_at: isoInstant(segment.createdAt),
    updated_at: isoInstant(segment.updatedAt),
  };
}
