/** The requirements for receivers of webhooks. Part of `requirements.ts`. */
type Built = { state: 'built'; area: string; says: string };

const area = 'webhooks';

function built(says: string): Built {
  return { state: 'built', area, says };
}

export const requirementsOfWebhooks = {
  'webhook.crud': built(
    'Webhooks can be created, listed, read, changed and deleted under /webhooks. endpoint is an alias of url.',
  ),
  'webhook.max': built('An organization has at most 20 webhooks.'),
  'webhook.url': built(
    'A webhook URL is https on the public internet, unless POSTHOUSE_WEBHOOK_ALLOW_PRIVATE is on.',
  ),
  'webhook.secret': built(
    'signing_secret is whsec_ and the base64 of 32 bytes, shown at creation and rotation, and encrypted at rest.',
  ),
  'webhook.rotate': built('After POST /webhooks/{id}/rotate-secret both secrets sign for 24 hours.'),
  'webhook.filter': built('events lists kinds or groups of kinds; an empty list means every kind.'),
  'webhook.kinds.email': built('Every event of a mail is a kind, from email.queued to email.canceled.'),
  'webhook.kinds.subscriber': built(
    'Subscribers have the kinds created, updated, unsubscribed, resubscribed, confirmed, deleted, tag_added and tag_removed.',
  ),
  'webhook.kinds.event': built('The kind event.tracked reports a tracked event.'),
  'webhook.kinds.campaign': built('Campaigns have the kinds scheduled, sending, sent and failed.'),
  'webhook.kinds.workflow': built('A workflow that pauses itself is reported as failed, with the reason.'),
  'webhook.kinds.domain': built('Domains have the kinds created, verified, updated and deleted.'),
  'webhook.kinds.suppression': built('Suppressions have the kinds added and removed.'),
  'webhook.kinds.import': built(
    'Imports have the kinds completed and failed. The people that they add or change are reported as for other calls.',
  ),
  'webhook.payload': built(
    'A payload is { type, timestamp, created_at, data } of at most 20 kB, with ids and without bodies.',
  ),
  'webhook.machine': built('An open or click by a machine carries machine: true.'),
  'webhook.sequence': built('data.sequence increases with each message about the same object.'),
  'webhook.atomic': built('A change and its webhook messages are written in the same transaction.'),
  'webhook.tenancy': built('A webhook receives only the events of its own organization.'),
  'webhook.erased': built('Messages about an erased person, and the responses of receivers, are deleted.'),
  'webhook.samples': built('GET /webhooks/samples has a sample of every kind.'),
  'webhook.openapi': built('/openapi.json has the schema of every kind under webhooks.'),
  'webhook.deliveries': built(
    'GET /webhooks/{id}/events lists deliveries by status and time, with their attempts and responses.',
  ),
  'webhook.replay': built(
    'One message, all messages since a time, or all failed messages can be replayed; a replay replaces the pending attempt.',
  ),
  'webhook.test': built('POST /webhooks/{id}/test sends a webhook.test only to that webhook.'),
  'webhook.kept': built('Messages, deliveries and attempts are kept for 30 days.'),
} as const satisfies Record<string, Built>;
