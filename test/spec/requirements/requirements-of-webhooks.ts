/** The requirements for receivers of webhooks. Part of `requirements.ts`. */
type Built = { state: 'built'; area: string; says: string };

const area = 'webhooks';

function built(says: string): Built {
  return { state: 'built', area, says };
}

export const requirementsOfWebhooks = {
  'webhook.crud': built(
    'Webhooks are created, listed, read, changed and deleted under /webhooks. endpoint is another name of url.',
  ),
  'webhook.max': built('An organization has at most 20 webhooks.'),
  'webhook.url': built(
    'A webhook leads to the public internet by https, unless POSTHOUSE_WEBHOOK_ALLOW_PRIVATE is on.',
  ),
  'webhook.secret': built(
    'signing_secret is whsec_ and the base64 of 32 bytes, shown when made and rotated, and encrypted at rest.',
  ),
  'webhook.rotate': built('After POST /webhooks/{id}/rotate-secret both secrets sign for 24 hours.'),
  'webhook.filter': built('events names kinds or groups of them; empty means every kind.'),
  'webhook.kinds.email': built('Every event of a mail is a kind, email.queued to email.canceled.'),
  'webhook.kinds.subscriber': built(
    'Subscribers are reported: created, updated, unsubscribed, resubscribed, confirmed, deleted, tag_added, tag_removed.',
  ),
  'webhook.kinds.event': built('event.tracked reports a tracked event.'),
  'webhook.kinds.campaign': built('Campaigns are reported: scheduled, sending, sent, failed.'),
  'webhook.kinds.workflow': built('Workflows that pause themselves are reported: failed, with the reason.'),
  'webhook.kinds.domain': built('Domains are reported: created, verified, updated, deleted.'),
  'webhook.kinds.suppression': built('Suppressions are reported: added, removed.'),
  'webhook.kinds.import': built(
    'Imports are reported: completed, failed. The people they add or change are reported as by other calls.',
  ),
  'webhook.payload': built(
    'A payload is { type, timestamp, created_at, data } of at most 20 kB, with ids and never with bodies.',
  ),
  'webhook.machine': built('An open or click by a machine carries machine: true.'),
  'webhook.sequence': built('data.sequence grows with each message about one object.'),
  'webhook.atomic': built('What happened is written for webhooks in its own transaction.'),
  'webhook.tenancy': built('A webhook is sent what happened in its own organization alone.'),
  'webhook.erased': built('Of an erased person no message and no answer of a receiver is kept.'),
  'webhook.samples': built('GET /webhooks/samples has a sample of every kind.'),
  'webhook.openapi': built('/openapi.json has the schema of every kind under webhooks.'),
  'webhook.deliveries': built(
    'GET /webhooks/{id}/events lists deliveries by status and time, with their attempts and the answers.',
  ),
  'webhook.replay': built(
    'One message, all since a time, or all that failed can be replayed; a replay replaces the pending attempt.',
  ),
  'webhook.test': built('POST /webhooks/{id}/test sends a webhook.test to that webhook alone.'),
  'webhook.kept': built('Messages, deliveries and attempts are kept for 30 days.'),
} as const satisfies Record<string, Built>;
