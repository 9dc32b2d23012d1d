import type { z } from 'zod';
import type { Person } from '../../src/model/person/person.ts';

export const personExample: z.infer<typeof Person> = {
  object: 'person',
  id: 'per_01kb3kd6q8s0v2x4z6b8d0f2h4',
  name: 'Ada Lovelace',
  email: 'ada@acme.example',
  roles: ['author', 'approver'],
  created_at: '2026-11-26T09:30:00.000Z',
  last_seen_at: null,
};
