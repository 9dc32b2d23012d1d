import { secondMs } from '../../model/instant.ts';
import { attemptsMax as attemptsOfOneMax, dueIfInterrupted } from '../../model/webhook/schedule.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import type { DueDelivery } from '../../store/records/webhooks/webhook-deliveries.ts';
import { type DueWebhook, dueWebhooks } from '../../store/records/webhooks/webhook-leases.ts';
import { webhooksByKeys } from '../../store/records/webhooks/webhooks.ts';
import type { Engine } from '../context/scope.ts';
import { queueHeldSince } from '../organizations/queue-hold.ts';
import { attemptDelivery, interruptedAttempt, type MadeAttempt } from './attempt-delivery.ts';
import { type BegunDelivery, beginAttempt, leaveAttempt } from './begin-attempt.ts';
import { fanOutDue } from './fan-out.ts';
import { settleAttempt } from './settle-attempts.ts';
import { renewEveryMs, WebhookLeases } from './webhook-leases.ts';
import { WebhookQueue } from './webhook-queue.ts';

/** Poll interval, because recording an event does not wake the deliverer. */
const lookEveryMs = 500;
/** Minimum interval between polls, because every accepted mail wakes the deliverer. */
const looksApartMs = 20;
/** Concurrent attempts per process. The limit is separate from the worker's, so that no receiver delays a mail. */
const attemptsMax = 400;
/** Limit for endpoints with consecutive failures, because each may hold its slot until the timeout. */
const failingAttemptsMax = 200;
const foundMax = 1_000;
/** Bounds memory over all endpoints: a delivery has up to 20 kB. */
const readAheadRowsMax = 2_000;
const pageRowsMax = 100;
/** The lease of an idle endpoint is released after this time. */
const idleMs = 10 * secondMs;
/** Time limit of a drain. Unanswered deliveries are sent again after the next start. */
const drainMs = 5 * secondMs;

export type WebhookDeliverer = {
  start(): void;
  wake(): void;
  /** Fans out and attempts everything that is due. @returns the number of attempts */
  runDue(): Promise<number>;
  /** Stops new attempts, waits for current ones and releases the leases. */
  drain(): Promise<void>;
};

/**
 * One process at a time holds an endpoint's lease, reads its due deliveries page by page and runs up to four concurrently. If
 * it dies, the lease expires and another process sends unsettled deliveries again with the same `webhook-id`.
 */
export function createWebhookDeliverer(engine: Engine): WebhookDeliverer {
  const { clock, log } = engine.world;
  const { database } = engine.store;
  const leases = new WebhookLeases(engine);
  const queues = new Map<number, WebhookQueue>();
  const reading = new Set<number>();
  const busy = new Set<Promise<void>>();
  /** Attempts whose result is not written yet. */
  const unsettled = new Set<BegunDelivery>();
  const rounds: (() => void)[] = [];
  let attempts = 0;
  let attemptsBegun = 0;
  let failingAttempts = 0;
  let running = false;
  /** `stopped`: results are no longer written. */
  let phase: 'open' | 'stopping' | 'stopped' = 'open';
  let looking: Promise<void> | null = null;
  let draining: Promise<void> | null = null;
  let lookAgain = false;
  let cancelWake: (() => void) | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** An endpoint found no free slot, so the next free slot goes round all endpoints. */
  let isFull = false;
  /** Last endpoint served. The next round starts after it. */
  let lastServed = 0;

  /** Runs one look at a time. A wake during a look causes another look. */
  function look(): Promise<void> {
    if (looking) {
      lookAgain = true;
      return looking;
    }
    lookedAt = clock.monotonic();
    looking = attend()
      .catch(logFault)
      .finally(() => {
        looking = null;
        if (lookAgain && running) {
          lookAgain = false;
          wake();
        }
      });
    return looking;
  }

  function logFault(error: unknown): void {
    if (error instanceof DatabaseUnavailable) return;
    log.error({ err: error }, 'Webhooks could not be looked for');
  }

  async function attend(): Promise<void> {
    if (phase !== 'open' || database.outage.error !== null) return;
    if ((await queueHeldSince(database.reader)) !== null) return;
    if (clock.monotonic() - renewedAt >= renewEveryMs) await renew();
    const mine = await leases.take(await allDue());
    const toRead = inTurn(mine.map(({ webhook }) => webhook)).filter(isToBeRead);
    await readNext(toRead.slice(0, attemptsMax - attempts));
    serveInTurn();
    await releaseIdle(new Set(mine.map(({ webhook }) => webhook)));
  }

  async function allDue(): Promise<DueWebhook[]> {
    const due: DueWebhook[] = [];
    for (let after = 0; ; after = due.at(-1)!.webhook) {
      const found = await dueWebhooks(database.reader, clock.now(), after, foundMax);
      due.push(...found);
      if (found.length < foundMax) return due;
    }
  }

  function isToBeRead(webhook: number): boolean {
    const queue = queues.get(webhook);
    if (reading.has(webhook)) return false;
    if (queue === undefined) return true;
    if (queue.isFailing && failingAttempts >= failingAttemptsMax) return false;
    return queue.wantsRead(clock.monotonic());
  }

  /** Also reloads the endpoint, because its settings may have changed. */
  async function readNext(webhooks: readonly number[]): Promise<void> {
    if (webhooks.length === 0) return;
    for (const webhook of webhooks) reading.add(webhook);
    try {
      const rowsMax = Math.max(
        1,
        Math.min(pageRowsMax, Math.floor(readAheadRowsMax / queues.size || pageRowsMax)),
      );
      for (const webhook of await webhooksByKeys(database.reader, webhooks)) {
        const queue = queues.get(webhook.key) ?? new WebhookQueue(webhook, clock.monotonic());
        queues.set(webhook.key, queue);
        await queue.read(engine, webhook, rowsMax);
      }
    } finally {
      for (const webhook of webhooks) reading.delete(webhook);
    }
  }

  /** Begins one attempt per endpoint in turn, until no endpoint can begin another. */
  function serveInTurn(): void {
    isFull = false;
    let open = inTurn([...queues.keys()]);
    while (open.length > 0 && !isFull) {
      open = open.filter((key) => {
        if (isFull || !begin(key)) return false;
        lastServed = key;
        return true;
      });
    }
  }

  /** Sorts by key, starting after the endpoint served last. */
  function inTurn(webhooks: readonly number[]): number[] {
    const keys = webhooks.toSorted((a, b) => a - b);
    const from = keys.findIndex((key) => key > lastServed);
    return from <= 0 ? keys : [...keys.slice(from), ...keys.slice(0, from)];
  }

  /** @returns false when no attempt may begin now */
  function begin(webhook: number): boolean {
    const queue = queues.get(webhook);
    if (!queue || phase !== 'open' || reading.has(webhook) || !leases.isTrusted(webhook)) return false;
    if (attempts >= attemptsMax) isFull = true;
    const { isFailing } = queue;
    if (isFull || (isFailing && failingAttempts >= failingAttemptsMax)) return false;
    const delivery = queue.next(engine);
    if (!delivery) return false;
    attempts += 1;
    attemptsBegun += 1;
    if (isFailing) failingAttempts += 1;
    const done = act(queue, delivery, isFailing)
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) return;
        log.error({ err: error }, 'An attempt of a webhook could not be written');
      })
      .finally(() => {
        busy.delete(done);
        queue.settled(delivery, clock.monotonic());
        goOn(webhook, queue);
      });
    busy.add(done);
    return true;
  }

  async function act(queue: WebhookQueue, due: DueDelivery, isFailing: boolean): Promise<void> {
    const { webhook } = queue;
    const made = await attempt(queue, due).finally(() => {
      attempts -= 1;
      if (isFailing) failingAttempts -= 1;
    });
    if (!made) return;
    queue.ended(made.verdict, made.endedAt);
    engine.world.meters?.count('webhook_attempts_total', { outcome: made.verdict.outcome });
    // The connection is free before the result is written.
    goOn(webhook.key, queue);
    if (phase === 'stopped') return;
    const { delivery } = made;
    await settleAttempt(engine, { webhook, delivery, made })
      .catch(async (error: unknown) => {
        await leaveAttempt(engine, delivery, dueIfInterrupted(delivery.attempts + 1, made.endedAt));
        throw error;
      })
      .finally(() => unsettled.delete(delivery));
  }

  async function attempt(
    queue: WebhookQueue,
    due: DueDelivery,
  ): Promise<(MadeAttempt & { delivery: BegunDelivery }) | undefined> {
    const { webhook } = queue;
    const suspectUntil = leases.suspectUntil(webhook.key);
    const delivery = await beginAttempt(engine, due, suspectUntil).catch((error: unknown) => {
      queue.notBegun({ isUnwritable: true });
      throw error;
    });
    if (!delivery) {
      queue.notBegun({ isUnwritable: false });
      return undefined;
    }
    unsettled.add(delivery);
    const made =
      due.attempts >= attemptsOfOneMax
        ? interruptedAttempt(engine, webhook)
        : await attemptDelivery(engine, webhook, delivery);
    return { ...made, delivery };
  }

  /** Begins the endpoint's next attempt, or another endpoint's if some found no slot. */
  function goOn(webhook: number, queue: WebhookQueue): void {
    if (phase !== 'open' || queues.get(webhook) !== queue) return;
    if (isFull) serveInTurn();
    else while (begin(webhook)) {}
    if (reading.has(webhook) || !queue.wantsMore(clock.monotonic())) return;
    const read = readNext([webhook])
      .then(() => {
        while (begin(webhook)) {}
      })
      .catch(logFault)
      .finally(() => busy.delete(read));
    busy.add(read);
  }

  async function renew(): Promise<void> {
    const now = clock.monotonic();
    for (const webhook of await leases.renew()) queues.delete(webhook);
    renewedAt = now;
  }

  async function releaseIdle(due: ReadonlySet<number>): Promise<void> {
    const now = clock.monotonic();
    const idle = [...queues]
      .filter(
        ([webhook, queue]) => !due.has(webhook) && !reading.has(webhook) && queue.isIdleFor(idleMs, now),
      )
      .map(([webhook]) => webhook);
    for (const webhook of idle) queues.delete(webhook);
    await leases.release(idle);
  }

  /** Runs separately from the look, so that a continuously filling outbox does not delay deliveries. */
  async function fanOut(): Promise<void> {
    if (phase !== 'open' || database.outage.error !== null) return;
    if ((await fanOutDue(engine)) > 0) await look();
  }

  function wake(): void {
    if (!running || cancelWake !== null) return;
    const waitMs = Math.max(0, lookedAt + looksApartMs - clock.monotonic());
    cancelWake = clock.after(waitMs, () => {
      cancelWake = null;
      void fanOut().catch(logFault);
      void look();
    });
  }

  function every(ms: number, act: () => Promise<unknown>): void {
    let cancel = (): void => {};
    const again = (): void => {
      cancel = clock.after(ms, () => {
        void act()
          .catch(logFault)
          .finally(() => {
            if (running) again();
          });
      });
    };
    again();
    rounds.push(() => cancel());
  }

  return {
    start() {
      running = true;
      every(lookEveryMs, look);
      every(lookEveryMs, fanOut);
      every(renewEveryMs, renew);
    },
    wake,
    async runDue() {
      const before = attemptsBegun;
      for (;;) {
        const begun = attemptsBegun;
        await fanOutDue(engine);
        await look();
        await allEnded();
        if (attemptsBegun === begun) return attemptsBegun - before;
      }
    },
    drain() {
      draining ??= drainOnce();
      return draining;
    },
  };

  async function drainOnce(): Promise<void> {
    running = false;
    phase = 'stopping';
    cancelWake?.();
    for (const cancel of rounds.splice(0)) cancel();
    await looking;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(drainMs, () => resolve());
    await Promise.race([allEnded(), late]);
    cancel();
    phase = 'stopped';
    for (const delivery of unsettled) await leaveAttempt(engine, delivery, delivery.dueAt).catch(logFault);
    await leases.release().catch(logFault);
  }

  async function allEnded(): Promise<void> {
    while (busy.size > 0) await Promise.all(busy);
  }
}
