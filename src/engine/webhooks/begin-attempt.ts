import { attemptsMax, dueIfInterrupted } from '../../model/webhook/schedule.ts';
import { countAttempt, type DueDelivery } from '../../store/records/webhooks/webhook-deliveries.ts';
import type { Engine } from '../context/scope.ts';

/** `isCounted`: the row already includes this attempt. */
export type BegunDelivery = DueDelivery & { isCounted: boolean };

/**
 * Counts a first attempt when it ends, which saves a write, and later ones before they begin, because a
 * delivery that crashes the process would otherwise repeat forever. Undefined if the delivery is gone.
 * `suspectUntil` is epoch ms: attempts due until then may have crashed the endpoint's previous process.
 */
export async function beginAttempt(
  engine: Engine,
  delivery: DueDelivery,
  suspectUntil: number,
): Promise<BegunDelivery | undefined> {
  if (delivery.attempts >= attemptsMax) return { ...delivery, isCounted: true };
  if (delivery.attempts === 0 && delivery.dueAt > suspectUntil) return { ...delivery, isCounted: false };
  return await count(engine, delivery, dueIfInterrupted(delivery.attempts + 1, engine.world.clock.now()));
}

/** Counts an attempt whose result this process will not write. @param dueAt epoch ms of the retry */
export async function leaveAttempt(engine: Engine, delivery: BegunDelivery, dueAt: number): Promise<void> {
  if (!delivery.isCounted) await count(engine, delivery, dueAt);
}

async function count(
  engine: Engine,
  delivery: DueDelivery,
  dueAt: number,
): Promise<BegunDelivery | undefined> {
  const isOurs = await engine.store.database.transaction(
    (queries) => countAttempt(queries, delivery, dueAt),
    'webhook',
  );
  return isOurs ? { ...delivery, attempts: delivery.attempts + 1, isCounted: true } : undefined;
}
