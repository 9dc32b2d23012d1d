import { everyKind } from '../../model/webhook/kinds.ts';
import type { StoredWebhook, WebhookState, WebhookStatus } from '../../model/webhook/webhook.ts';
import { announce } from '../../store/records/webhooks/webhook-outbox.ts';
import type { OrganizationStore } from '../../store/store.ts';

export function newWebhookState(status: WebhookStatus, now: number): WebhookState {
  return {
    status,
    reason: null,
    statusAt: now,
    consecutiveFailures: 0,
    failingSince: null,
    lastDeliveryAt: null,
    lastSuccessAt: null,
    pausedUntil: null,
  };
}

/** A disabled endpoint listens to nothing. */
export async function writeListens(
  store: OrganizationStore,
  { key, events, state }: Pick<StoredWebhook, 'key' | 'events' | 'state'>,
): Promise<void> {
  const kinds = events.length === 0 ? [everyKind] : events;
  await store.webhooks.listen(key, state.status === 'enabled' ? kinds : []);
}

/** Enabling resets the failures. The endpoint must be locked. */
export async function setEnabled(
  store: OrganizationStore,
  webhook: StoredWebhook,
  enabled: boolean,
  now: number,
): Promise<StoredWebhook> {
  if (enabled === (webhook.state.status === 'enabled')) return webhook;
  const { lastDeliveryAt, lastSuccessAt } = webhook.state;
  const state: WebhookState = enabled
    ? { ...newWebhookState('enabled', now), lastDeliveryAt, lastSuccessAt }
    : { ...webhook.state, status: 'disabled', reason: null, statusAt: now };
  await store.webhooks.updateState(webhook.key, state);
  return { ...webhook, state };
}

/** A caller wants deliveries now, because the receiver may have recovered. The endpoint must be locked. */
export async function endPause(store: OrganizationStore, { key, state }: StoredWebhook): Promise<void> {
  if (state.pausedUntil !== null) await store.webhooks.updateState(key, { ...state, pausedUntil: null });
}

/** Disables a locked endpoint. Pending deliveries continue once a caller enables it. @param reason a sentence shown with it */
export async function autoDisable(
  store: OrganizationStore,
  webhook: StoredWebhook,
  state: WebhookState,
  reason: string,
  now: number,
): Promise<void> {
  const { queries, organization } = store;
  const { key, id, url } = webhook;
  const next: WebhookState = { ...state, status: 'auto_disabled', reason, statusAt: now };
  await store.webhooks.updateState(key, next);
  await writeListens(store, { ...webhook, state: next });
  await announce(queries, [organization], () => [
    { organization, kind: 'webhook.disabled', objectId: id, at: now, data: { id, url, reason } },
  ]);
}
