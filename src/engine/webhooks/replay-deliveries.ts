import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../model/failure.ts';
import { groupOf, webhookKindNames } from '../../model/webhook/kinds.ts';
import type { StoredWebhook } from '../../model/webhook/webhook.ts';
import { WebhookHistory } from '../../store/records/webhook-history.ts';
import { messageById } from '../../store/records/webhook-messages.ts';
import {
  failedMessages,
  type MessagePosition,
  messagesSince,
  replayDeliveries,
} from '../../store/records/webhook-replays.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Deliveries that one call replays at most; it says where the next goes on. */
const replayedMax = 10_000;
/** Written between two turns of the event loop. */
const stretchRows = 500;

type Replayed = {
  replayed: number;
  hasMore: boolean;
  /** Where the next call of a range goes on, epoch ms. */
  nextSince: number | null;
};

/** @throws Failure not_found for a message that this endpoint was never to be sent */
export async function replayOne(
  store: OrganizationStore,
  webhook: StoredWebhook,
  id: string,
  now: number,
): Promise<Replayed> {
  const message = await messageById(store.queries, store.organization, id);
  const delivery = message && (await new WebhookHistory(store, webhook).delivery(message.key));
  if (!delivery) throw new Failure('not_found');
  await replayDeliveries(store, webhook.key, [message.key], now);
  return { replayed: 1, hasMore: false, nextSince: null };
}

/** All that ended as failed, and all that failed and wait for their next attempt. */
export async function replayFailed(
  store: OrganizationStore,
  webhook: StoredWebhook,
  now: number,
): Promise<Replayed> {
  for (let replayed = 0; ; ) {
    // What was replayed is found no more, so the next stretch, and the next call, goes on with the rest.
    const failed = await failedMessages(store, webhook.key, now, stretchRows);
    await replayDeliveries(store, webhook.key, failed, now);
    replayed += failed.length;
    if (failed.length < stretchRows) return { replayed, hasMore: false, nextSince: null };
    if (replayed >= replayedMax) return { replayed, hasMore: true, nextSince: null };
    await nextTurn();
  }
}

/** All messages that the endpoint listens to now, those that it was not sent included: it may have been disabled then. */
export async function replaySince(
  store: OrganizationStore,
  webhook: StoredWebhook,
  since: number,
  now: number,
): Promise<Replayed> {
  const { events } = webhook;
  const heard = webhookKindNames.filter((kind) => events.includes(kind) || events.includes(groupOf(kind)));
  const kinds = events.length === 0 ? null : heard;
  let position: MessagePosition = { at: since, key: 0 };
  for (let replayed = 0; ; ) {
    const found = await messagesSince(store, position, kinds, stretchRows);
    const last = found.at(-1);
    const isFull = found.length === stretchRows;
    // The next call begins with the whole of a time, so this one ends before it.
    const endsHere = isFull && replayed + stretchRows >= replayedMax && last!.at > found[0]!.at;
    const stretch = endsHere ? found.filter(({ at }) => at < last!.at) : found;
    await replayDeliveries(
      store,
      webhook.key,
      stretch.map(({ key }) => key),
      now,
    );
    replayed += stretch.length;
    if (!isFull) return { replayed, hasMore: false, nextSince: null };
    if (endsHere) return { replayed, hasMore: true, nextSince: last!.at };
    position = last!;
    await nextTurn();
  }
}
