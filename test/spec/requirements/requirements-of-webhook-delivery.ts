/** The requirements for delivery to servers that receive webhooks. Part of `requirements.ts`. */
type Built = { state: 'built'; area: string; says: string };

const area = 'webhooks';

function built(says: string): Built {
  return { state: 'built', area, says };
}

export const requirementsOfWebhookDelivery = {
  'webhook.signature': built(
    'Deliveries carry webhook-id, webhook-timestamp (seconds, of the attempt) and webhook-signature of Standard Webhooks 1.0.',
  ),
  'webhook.signature.rotation': built('For 24 hours after a rotation both secrets sign each delivery.'),
  'webhook.schedule': built(
    'A delivery is attempted immediately, and after failures 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h later.',
  ),
  'webhook.retry-after': built(
    'Retry-After, in seconds or as a date, delays all deliveries to the endpoint, by up to 10 hours.',
  ),
  'webhook.retry-after.manual': built('A manual replay or test ends the pause that the receiver requested.'),
  'webhook.success': built('A 2xx within 15 s is a success; a redirect is a failure and is not followed.'),
  'webhook.slow-down': built('429, 502 and 504 slow down all deliveries to the endpoint.'),
  'webhook.probe': built(
    'An endpoint gets at most 4 concurrent requests, and a single one after 3 consecutive failures.',
  ),
  'webhook.gone': built('A 410 response disables the webhook.'),
  'webhook.auto-disable': built(
    'A failure 120 h after the last success disables a webhook, and webhook.disabled notifies the other webhooks.',
  ),
  'webhook.sporadic': built('Failures between successes never disable a webhook.'),
  'webhook.private': built('No delivery reaches a private address unless the operator allows it.'),
  'webhook.answer': built('At most 64 kB of a response are read and 2 kB stored.'),
  'webhook.attempts': built('Every attempt is stored with its time, duration, status and response.'),
  'webhook.crash': built(
    'A process that is killed at any time loses no delivery; deliveries in flight are sent again.',
  ),
  'webhook.crash.end': built(
    'Interrupted attempts count from the second one on, so that a delivery that crashes every process eventually fails.',
  ),
  'webhook.processes': built('Only one process at a time delivers to an endpoint.'),
  'webhook.isolation': built(
    'A receiver that is slow, hangs, drips or responds with too much delays no other receiver.',
  ),
  'webhook.order': built('Deliveries may arrive in any order.'),
  'webhook.held': built('A restored copy delivers no webhook until its queue is released.'),
} as const satisfies Record<string, Built>;
