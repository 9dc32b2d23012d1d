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
  'webhook.signature.rotation': built('For 24 hours after a rotation a delivery is signed by both secrets.'),
  'webhook.schedule': built(
    'A delivery is attempted at once, and after failures 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h later.',
  ),
  'webhook.retry-after': built(
    'Retry-After, seconds or a date, is honoured up to 10 hours, for all deliveries to the endpoint.',
  ),
  'webhook.retry-after.manual': built(
    'A replay or a test by a caller ends the pause that the receiver had asked for.',
  ),
  'webhook.success': built('2xx within 15 s is a success; redirects are failures and not followed.'),
  'webhook.slow-down': built('429, 502 and 504 slow down all deliveries to the endpoint.'),
  'webhook.probe': built('An endpoint gets at most 4 requests at once, and one after 3 failures in a row.'),
  'webhook.gone': built('410 disables the webhook.'),
  'webhook.auto-disable': built(
    'A webhook is disabled by a failure 120 h after its last success, and tells the others by webhook.disabled.',
  ),
  'webhook.sporadic': built('Failures between successes never disable a webhook.'),
  'webhook.private': built(
    'No delivery reaches an address outside of the public internet, unless it is allowed.',
  ),
  'webhook.answer': built('Of an answer 64 kB are read and 2 kB kept.'),
  'webhook.attempts': built('Every attempt is kept with its time, duration, status and answer.'),
  'webhook.crash': built(
    'A process killed at any time loses no delivery; what was on its way is sent again.',
  ),
  'webhook.crash.end': built(
    'Attempts whose process ended count, the first one excepted, so that a delivery that ends each process fails at last.',
  ),
  'webhook.processes': built('Of several processes one delivers to an endpoint at a time.'),
  'webhook.isolation': built('A receiver that is slow, hangs, drips or answers too much delays no other.'),
  'webhook.order': built('The order of deliveries is not promised.'),
  'webhook.held': built('A restored copy delivers no webhook until its queue is released.'),
} as const satisfies Record<string, Built>;
