import type { z } from 'zod';
import type { Integration, IntegrationEvent } from '../../src/model/integration/integration.ts';

export const integrationExample: z.infer<typeof Integration> = {
  object: 'integration',
  id: 'int_01kb3k7f5d2c8n1r4s6t9v0w3x',
  provider: 'stripe',
  name: 'Shop',
  url: 'https://posthouse.example/api/v1/integrations/stripe/int_01kb3k7f5d2c8n1r4s6t9v0w3x',
  proof: 'body+time',
  sends: false,
  mapping: { tags: ['customer'], events: ['customer.*'] },
  topic: null,
  last_received_at: null,
  last_fault: null,
  last_fault_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};

export const integrationEventExample: z.infer<typeof IntegrationEvent> = {
  object: 'integration_event',
  id: 'ine_01kb3k7f5d2c8n1r4s6t9v0w3x',
  type: 'customer.created',
  state: 'applied',
  outcome: 'Done',
  attempts: 1,
  received_at: '2026-11-21T09:31:00.000Z',
  settled_at: '2026-11-21T09:31:00.012Z',
};
