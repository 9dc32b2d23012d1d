import type { z } from 'zod';
import type { Subscriber } from '../../src/model/subscriber/subscriber.ts';

export const subscriberExample: z.infer<typeof Subscriber> = {
  object: 'subscriber',
  id: 'sub_01kb3k8m2x7q9v4t6w0y5z8a1b',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  attributes: { plan: 'pro', seats: 3 },
  tags: [{ id: 'tag_01kb3k7f5d2c8n1r4s6t9v0w3x', name: 'newsletter' }],
  status: 'ACTIVE',
  externalId: 'user-42',
  source: 'API',
  timezone: 'Europe/Lisbon',
  locale: null,
  consent: { at: '2025-11-21T09:30:00.000Z', ip: '192.0.2.7', source: 'sign-up form' },
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  unsubscribedAt: null,
  unsubscribeReason: null,
  unsubscribeTopic: null,
  lastActivityAt: null,
};
