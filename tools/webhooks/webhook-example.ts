export const webhookExample = {
  object: 'webhook',
  id: 'whk_01kaa0xq5v8m3c2n7r4t6w9yzk',
  url: 'https://hooks.acme.com/posthouse',
  events: ['email.bounced', 'email.complained'],
  description: null,
  status: 'enabled',
  reason: null,
  consecutive_failures: 0,
  failing_since: null,
  last_delivery_at: '2026-11-21T09:30:06.000Z',
  last_success_at: '2026-11-21T09:30:06.000Z',
  created_at: '2026-11-20T16:00:00.000Z',
  updated_at: '2026-11-20T16:00:00.000Z',
} as const;

export const newWebhookExample = {
  ...webhookExample,
  last_delivery_at: null,
  last_success_at: null,
  created_at: '2026-11-20T16:00:00.000Z',
  signing_secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl8mHNGCzcvrdI+cA1nW4=',
} as const;

export const deliveryExample = {
  object: 'webhook_event',
  id: 'msg_01kaa0xq5v8m3c2n7r4t6w9yzm',
  webhook_id: webhookExample.id,
  type: 'email.bounced',
  object_id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
  created_at: '2026-11-21T09:30:05.000Z',
  status: 'failed',
  attempts: 8,
  next_attempt_at: null,
  ended_at: '2026-11-22T13:05:10.000Z',
  last_attempts: [
    {
      id: 'att_01kaa0xq5v8m3c2n7r4t6w9yzn',
      created_at: '2026-11-22T13:05:10.000Z',
      duration_ms: 84,
      url: webhookExample.url,
      outcome: 'refused',
      status_code: 500,
      answer: 'Internal Server Error',
    },
  ],
} as const;
