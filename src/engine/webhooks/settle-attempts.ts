import { createBatcher } from '../../concurrency/batcher.ts';
import { afterAttempt } from '../../model/webhook/health.ts';
import { nextDeliveryAt } from '../../model/webhook/schedule.ts';
import type { WebhookState } from '../../model/webhook/webhook.ts';
import type { Queries } from '../../store/database.ts';
import { outlastOutage } from '../../store/outage.ts';
import { type EndedAttempt, endAttempts } from '../../store/records/webhooks/webhook-deliveries.ts';
import { type DeliveredWebhook, holdWebhooks } from '../../store/records/webhooks/webhooks.ts';
import { OrganizationStore } from '../../store/store.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import type { MadeAttempt } from './attempt-delivery.ts';
import type { BegunDelivery } from './begin-attempt.ts';
import { autoDisable } from './webhook-status.ts';

/** Bounds how long a transaction holds the writer. */
const attemptsMax = 500;
/** A second group would wait for the row locks of the same endpoints. */
const groupsInFlightMax = 1;
const gatherTurnsMax = 6;

type Settlement = { webhook: DeliveredWebhook; delivery: BegunDelivery; made: MadeAttempt };

const batcherOf = perEngine(({ store, world }) =>
  createBatcher<Settlement, void>(
    { sizeMax: attemptsMax, inFlightMax: groupsInFlightMax, turnsMax: gatherTurnsMax },
    async (take) => {
      const group = take();
      const disabled = await outlastOutage(world.clock, () =>
        store.database.transaction((queries) => settleGroup(queries, group, world.clock.now()), 'webhook'),
      );
      for (const { id, organization, reason } of disabled) {
        world.log.warn({ webhook: id, organization, reason }, 'A webhook was disabled');
      }
      return group.map(() => undefined);
    },
  ),
);

/** Concurrent results share a transaction, and a group is kept through a database outage; a repeated write changes nothing. */
export async function settleAttempt(engine: Engine, settlement: Settlement): Promise<void> {
  await batcherOf(engine).add(settlement);
}

type Disabled = { id: string; organization: number; reason: string };

/** Lock order: endpoints, then deliveries. Results of a deleted endpoint are dropped. */
async function settleGroup(queries: Queries, group: readonly Settlement[], now: number): Promise<Disabled[]> {
  const held = await holdWebhooks(queries, [...new Set(group.map(({ webhook }) => webhook.key))]);
  const webhooks = new Map(held.map((webhook) => [webhook.key, webhook]));
  const ended = new Map<EndedAttempt, MadeAttempt>();
  for (const { webhook, delivery, made } of group) {
    if (!webhooks.has(webhook.key)) continue;
    const { key, organization } = webhook;
    const { attempt } = made;
    const attempts = delivery.isCounted ? delivery.attempts : delivery.attempts + 1;
    ended.set(
      { webhook: key, organization, delivery, attempt, attempts, next: nextOf(attempts, made) },
      made,
    );
  }
  const written = await endAttempts(queries, [...ended.keys()], now);
  const byWebhook = Map.groupBy(written, ({ webhook }) => webhook);
  const disabled: Disabled[] = [];
  for (const webhook of held) {
    const attempts = (byWebhook.get(webhook.key) ?? []).map((one) => ended.get(one)!);
    if (attempts.length === 0) continue;
    const reason = await changeState(queries, webhook, attempts, now);
    if (reason !== null) disabled.push({ id: webhook.id, organization: webhook.organization, reason });
  }
  return disabled;
}

function nextOf(attempts: number, { verdict, endedAt }: MadeAttempt): EndedAttempt['next'] {
  if (verdict.outcome === 'succeeded') return 'succeeded';
  return nextDeliveryAt(attempts, endedAt, verdict.notBefore) ?? 'failed';
}

/** @returns the reason if these attempts disabled the webhook, else null */
async function changeState(
  queries: Queries,
  webhook: DeliveredWebhook,
  attempts: readonly MadeAttempt[],
  now: number,
): Promise<string | null> {
  const store = new OrganizationStore(queries, webhook.organization);
  const inOrder = [...attempts].sort((a, b) => a.endedAt - b.endedAt);
  const state = inOrder.reduce<WebhookState>(
    (before, { verdict, endedAt }) => afterAttempt(before, verdict, endedAt),
    webhook.state,
  );
  if (state.status === webhook.state.status || state.reason === null) {
    await store.webhooks.updateState(webhook.key, state);
    return null;
  }
  await autoDisable(store, webhook, state, state.reason, now);
  return state.reason;
}
