import type { z } from 'zod';
import type { Organization } from '../../src/model/organization/organization.ts';

export const organizationExample: z.infer<typeof Organization> = {
  object: 'organization',
  id: 'org_01kb3kf8s0v2x4z6b8d0f2h4k6',
  name: 'Acme',
  plan: 'premium',
  limits: { requests_per_minute: 700, storage_octets_max: null },
  sending_enabled: true,
  sending: { status: 'active', paused_at: null, paused_by: null, reason: null },
  default_from: '"Acme" <hello@acme.example>',
  default_reply_to: null,
  timezone: 'Europe/Lisbon',
  double_opt_in: false,
  postal_address: 'Rua Augusta 1, 1100-048 Lisboa',
  logo: {
    url: 'https://mail.acme.example/logos/9f86d081884c7d659a2feaa0c55ad015.png',
    width: 320,
    height: 80,
  },
  accent_color: '#2f6b3f',
  verify_transactional: 'block',
  created_at: '2026-11-21T09:30:00.000Z',
};

export const pausedExample: z.infer<typeof Organization>['sending'] = {
  status: 'paused',
  paused_at: '2026-11-28T16:20:00.000Z',
  paused_by: { id: 'per_01kb3kf8s0v2x4z6b8d0f2h4k6', name: 'Ada' },
  reason: 'The prices in the newsletter are wrong',
};
