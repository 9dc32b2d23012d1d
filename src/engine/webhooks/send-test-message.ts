import { isoInstant } from '../../model/instant.ts';
import { payloadText } from '../../model/webhook/kinds.ts';
import type { StoredWebhook, WebhookDelivery } from '../../model/webhook/webhook.ts';
import { addDeliveries, addMessages, readSequences } from '../../store/records/webhooks/webhook-messages.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { World } from '../../world/world.ts';

const kind = 'webhook.test';

/** Queues a test message for one endpoint, whatever it listens to. The caller holds the lock on the organization's webhooks. */
export async function sendTestMessage(
  { ids }: Pick<World, 'ids'>,
  { queries, organization }: OrganizationStore,
  webhook: StoredWebhook,
  now: number,
): Promise<WebhookDelivery> {
  const before = (await readSequences(queries, organization, [webhook.id])).get(webhook.id) ?? 0;
  const sequence = Math.max(now, before + 1);
  const id = ids.id('msg');
  const data = { id: webhook.id, message: 'A test of this webhook', sequence };
  const message = { id, kind, objectId: webhook.id, at: now, sequence };
  const payload = payloadText(kind, isoInstant(now), data);
  const keys = await addMessages(queries, organization, [
    { ...message, payload, toKey: null, subscriberId: null },
  ]);
  const key = keys.get(id)!;
  await addDeliveries(queries, organization, [{ webhook: webhook.key, message: key, dueAt: now }]);
  return {
    webhookId: webhook.id,
    message: { ...message, key },
    status: 'pending',
    attempts: 0,
    nextAttemptAt: now,
    endedAt: null,
  };
}
