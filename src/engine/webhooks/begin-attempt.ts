import { attemptsMax, dueIfInterrupted } from '../../model/webhook/schedule.ts';
import { countAttempt, type DueDelivery } from '../../store/records/webhook-deliveries.ts';
import type { Engine } from '../context/scope.ts';

/** A delivery whose attempt has begun; `isCounted`: its row has this attempt already. */
export type BegunDelivery = DueDelivery & { isCounted: boolean };

/**
 * Begins an attempt of a delivery. A first attempt is counted as it ends, because counting it beforehand costs a write for
 * each delivery. All others are counted beforehand, because one that ends the process each time would have no end.
 *
 * @param suspectUntil epoch ms: attempts of what was due until then may have ended the process that had the endpoint before
 * @returns undefined where the delivery is gone, or another process has an attempt of it
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

/** Counts an attempt whose end this process does not write. @param dueAt epoch ms: when it is sent again */
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
