import type { z } from 'zod';
import type { Token } from '../../src/model/organization/token.ts';

export const tokenExample: z.infer<typeof Token> = {
  object: 'token',
  id: 'tok_01kb3kd6q8s0v2x4z6b8d0f2h4',
  name: 'Shop',
  prefix: 'posthouse_k7',
  scopes: ['emails.send', 'events.write'],
  domain_id: null,
  mode: 'live',
  allowed_recipients: null,
  send_cap: { per_hour: null, per_day: 5000 },
  ip_allowlist: null,
  assistant: false,
  last_used_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
};

/** Well-formed, but not valid anywhere. */
export const secretExample = 'posthouse_k7Qm2vR9xT4wB6nL8pC3sD5fG1hJ0yZaEbUcViWk';
