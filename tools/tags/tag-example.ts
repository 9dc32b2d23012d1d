import type { z } from 'zod';
import type { Tag } from '../../src/model/subscriber/tag.ts';

export const tagExample: z.infer<typeof Tag> = {
  object: 'tag',
  id: 'tag_01kb3k7f5d2c8n1r4s6t9v0w3x',
  name: 'newsletter',
  description: 'Monthly news',
  color: '#1f6feb',
  topic: true,
  subscriberCount: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
};
