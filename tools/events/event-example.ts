import type { z } from 'zod';
import type { Event } from '../../src/model/subscriber/event.ts';

export const eventExample: z.infer<typeof Event> = {
  object: 'event',
  id: 'evt_01kb3kb4n6p8r0t2v4x6z8a0c2',
  name: 'order.paid',
  subscriberId: 'sub_01kb3k8m2x7q9v4t6w0y5z8a1b',
  email: 'ada@example.com',
  properties: { total: 42, currency: 'EUR' },
  occurredAt: '2026-11-21T09:31:00.000Z',
  receivedAt: '2026-11-21T09:31:02.480Z',
};
