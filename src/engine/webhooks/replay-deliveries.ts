import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure, invalidField } from '../../model/failure.ts';
import { groupOf, webhookKindNames } from '../../model/webhook/kinds.ts';
import type { StoredWebhook } from '../../model/webhook/webhook.ts';
import {
  failedMessages,
  type MessagePosition,
  messagesAfter,
  WebhookHistory,
} from '../../store/records/webhooks/webhook-history.ts';
import { messageById } from '../../store/records/webhooks/webhook-messages.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Bounds the transaction to about ten milliseconds. */
const replayedMax = 500;
const searchedMax = 10_000;
const searchedAtOnce = 500;

export type Replay = {
  messages: readonly number[];
  complete: boolean;
  /** Cursor if the range has more. */
  last: MessagePosition | null;
};

/** @throws Failure not_found for a message that was never due for this endpoint */
export async function oneMessage(
  store: OrganizationStore,
  webhook: StoredWebhook,
  id: string,
): Promise<Replay> {
  const message = await messageById(store.queries, store.organization, id);
  const delivery = message && (await new WebhookHistory(store, webhook).delivery(message.key));
  if (!delivery) throw new Failure('not_found');
  return { messages: [message.key], complete: true, last: null };
}

/** Includes deliveries waiting for a retry. Replayed ones are not found again, so another call continues with the rest. */
export async function allFailed(
  store: OrganizationStore,
  webhook: StoredWebhook,
  now: number,
): Promise<Replay> {
  const messages = await failedMessages(store, webhook.key, now, replayedMax);
  return { messages, complete: messages.length < replayedMax, last: null };
}

export type RangeStart = { since: number } | { after: string };

/** Includes messages never sent to the endpoint, because it may have been disabled. @throws Failure if `after` is unknown */
export async function messagesOfRange(
  store: OrganizationStore,
  { events }: StoredWebhook,
  start: RangeStart,
): Promise<Replay> {
  const heard = new Set<string>(
    webhookKindNames.filter(
      (kind) =>
        kind !== 'webhook.test' &&
        (events.length === 0 || events.includes(kind) || events.includes(groupOf(kind))),
    ),
  );
  const messages: number[] = [];
  let last = await firstPosition(store, start);
  for (let searched = 0; searched < searchedMax; searched += searchedAtOnce) {
    const stretch = await messagesAfter(store, last, searchedAtOnce);
    for (const message of stretch) {
      last = message;
      if (heard.has(message.kind)) messages.push(message.key);
      if (messages.length === replayedMax) return { messages, complete: false, last };
    }
    if (stretch.length < searchedAtOnce) return { messages, complete: true, last: null };
    await nextTurn();
  }
  return { messages, complete: false, last };
}

async function firstPosition(store: OrganizationStore, start: RangeStart): Promise<MessagePosition> {
  if ('since' in start) return { at: start.since, key: 0, id: '' };
  const message = await messageById(store.queries, store.organization, start.after);
  if (!message) {
    throw invalidField('after', 'is not a stored message. Pass next_since of the last result as since');
  }
  return message;
}
