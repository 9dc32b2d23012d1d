import type { z } from 'zod';
import type { Segment } from '../../src/model/segment/segment.ts';

export const segmentExample: z.infer<typeof Segment> = {
  object: 'segment',
  id: 'seg_01kb3k7f5d2c8n1r4s6t9v0w3x',
  name: 'Active on the pro plan',
  rule: {
    and: [
      { field: 'attributes.plan', operator: 'eq', value: 'pro' },
      { field: 'email_opened', operator: 'within', value: '30 days' },
    ],
  },
  subscriber_count: 1,
  counted_at: '2026-11-21T09:30:00.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};
