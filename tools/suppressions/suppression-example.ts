import type { z } from 'zod';
import type { Suppression } from '../../src/model/subscriber/suppression.ts';

export const suppressionExample: z.infer<typeof Suppression> = {
  object: 'suppression',
  id: 'sup_01kb3k8m2x7q9v4t6w0y5z8a1b',
  email: 'ada@acme.com',
  origin: 'bounce',
  source_id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x',
  scope: 'all',
  expires_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};
