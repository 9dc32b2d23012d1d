import type { z } from 'zod';
import type { Grant } from '../../src/model/oauth/grant-answer.ts';

export const grantExample: z.infer<typeof Grant> = {
  object: 'grant',
  id: 'grt_5d2c8f1a7b4e6d9c0a3f8b1e2d',
  client_id: 'https://assistant.example/oauth/client.json',
  client_name: 'The Assistant',
  token_id: 'tok_01kb3kd6q8s0v2x4z6b8d0f2h4',
  subject: null,
  person: null,
  scopes: ['emails.read', 'emails.send'],
  created_at: '2026-11-21T09:30:00.000Z',
  refreshed_at: '2026-11-21T09:30:04.000Z',
  ends_at: '2026-12-21T09:30:04.000Z',
  revoked_at: null,
};
