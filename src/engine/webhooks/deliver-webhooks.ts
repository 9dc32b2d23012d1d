import type { Clock } from '../../concurrency/clock.ts';
import { IntervalTimers } from '../../concurrency/interval-timers.ts';
import { secondMs } from '../../model/instant.ts';
import { attemptsMax as attemptsOfOneMax, dueIfInterrupted } from '../../model/webhook/schedule.ts';
import type { Database } from '../../store/database.ts';
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
const pollEveryMs = 500;
/** Minimum interval between polls, because every accepted mail wakes the deliverer. */
const pollsApartMs = 20;
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

/**
 * One process holds an endpoint's lease and runs up to four deliveries concurrently. If it dies, another
 * process sends unsettled deliveries again with the same `webhook-id`.
 */
export class WebhookDeliverer {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #database: Database;
  readonly #leases: WebhookLeases;
  readonly #queues = new Map<number, WebhookQueue>();
  readonly #reading = new Set<number>();
  readonly #busy = new Set<Promise<void>>();
  /** Attempts whose result is not written yet. */
  readonly #unsettled = new Set<BegunDelivery>();
  readonly #timers: IntervalTimers;
  #attempts = 0;
  #attemptsBegun = 0;
  #failingAttempts = 0;
  #running = false;
  /** `stopped`: results are no longer written. */
  #phase: 'open' | 'stopping' | 'stopped' = 'open';
  #polling: Promise<void> | null = null;
  #draining: Promise<void> | null = null;
  #pollAgain = false;
  #cancelWake: (() => void) | null = null;
  #polledAt = Number.NEGATIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** An endpoint found no free slot, so the next free slot goes round all endpoints. */
  #isFull = false;
  /** Last endpoint served. The next round starts after it. */
  #lastServed = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#clock = engine.world.clock;
    this.#database = engine.store.database;
    this.#leases = new WebhookLeases(engine);
    this.#timers = new IntervalTimers(this.#clock, this.#logFault);
  }

  start(): void {
    this.#running = true;
    this.#timers.every(pollEveryMs, () => this.#poll());
    this.#timers.every(pollEveryMs, () => this.#fanOut());
    this.#timers.every(renewEveryMs, () => this.#renew());
  }

  wake(): void {
    if (!this.#running || this.#cancelWake !== null) return;
    const waitMs = Math.max(0, this.#polledAt + pollsApartMs - this.#clock.monotonic());
    this.#cancelWake = this.#clock.after(waitMs, () => {
      this.#cancelWake = null;
      void this.#fanOut().catch(this.#logFault);
      void this.#poll();
    });
  }

  /** Fans out and attempts everything that is due. @returns the number of attempts */
  async runDue(): Promise<number> {
    const before = this.#attemptsBegun;
    for (;;) {
      const begun = this.#attemptsBegun;
      await fanOutDue(this.#engine);
      await this.#poll();
      await this.#allEnded();
      if (this.#attemptsBegun === begun) return this.#attemptsBegun - before;
    }
  }

  /** Stops new attempts, waits for current ones and releases the leases. */
  drain(): Promise<void> {
    this.#draining ??= this.#drainOnce();
    return this.#draining;
  }

  /** Runs one poll at a time. A wake during a poll causes another poll. */
  #poll(): Promise<void> {
    if (this.#polling) {
      this.#pollAgain = true;
      return this.#polling;
    }
    this.#polledAt = this.#clock.monotonic();
    this.#polling = this.#serveDue()
      .catch(this.#logFault)
      .finally(() => {
        this.#polling = null;
        if (this.#pollAgain && this.#running) {
          this.#pollAgain = false;
          this.wake();
        }
      });
    return this.#polling;
  }

  async #serveDue(): Promise<void> {
    if (!this.#mayWork() || (await queueHeldSince(this.#database.reader)) !== null) return;
    if (this.#clock.monotonic() - this.#renewedAt >= renewEveryMs) await this.#renew();
    const leased = (await this.#leases.take(await this.#findDue())).map(({ webhook }) => webhook);
    const toRead = this.#inTurn(leased).filter((webhook) => this.#isToBeRead(webhook));
    await this.#readPages(toRead.slice(0, attemptsMax - this.#attempts));
    this.#serveInTurn();
    await this.#releaseIdle(new Set(leased));
  }

  #mayWork(): boolean {
    return this.#phase === 'open' && this.#database.outage.error === null;
  }

  async #findDue(): Promise<DueWebhook[]> {
    const due: DueWebhook[] = [];
    for (let after = 0; ; after = due.at(-1)!.webhook) {
      const found = await dueWebhooks(this.#database.reader, this.#clock.now(), after, foundMax);
      due.push(...found);
      if (found.length < foundMax) return due;
    }
  }

  #isToBeRead(webhook: number): boolean {
    const queue = this.#queues.get(webhook);
    if (this.#reading.has(webhook)) return false;
    if (queue === undefined) return true;
    if (queue.isFailing && this.#failingAttempts >= failingAttemptsMax) return false;
    return queue.wantsRead(this.#clock.monotonic());
  }

  /** Also reloads the endpoints, because their settings may have changed. */
  async #readPages(webhooks: readonly number[]): Promise<void> {
    if (webhooks.length === 0) return;
    for (const webhook of webhooks) this.#reading.add(webhook);
    try {
      const rowsMax = Math.max(
        1,
        Math.min(pageRowsMax, Math.floor(readAheadRowsMax / this.#queues.size || pageRowsMax)),
      );
      for (const webhook of await webhooksByKeys(this.#database.reader, webhooks)) {
        const queue = this.#queues.get(webhook.key) ?? new WebhookQueue(webhook, this.#clock.monotonic());
        this.#queues.set(webhook.key, queue);
        await queue.read(this.#engine, webhook, rowsMax);
      }
    } finally {
      for (const webhook of webhooks) this.#reading.delete(webhook);
    }
  }

  /** Begins one attempt per endpoint in turn, until no endpoint can begin another. */
  #serveInTurn(): void {
    this.#isFull = false;
    let open = this.#inTurn([...this.#queues.keys()]);
    while (open.length > 0 && !this.#isFull) {
      open = open.filter((webhook) => {
        if (this.#isFull || !this.#begin(webhook)) return false;
        this.#lastServed = webhook;
        return true;
      });
    }
  }

  /** Sorts by key, starting after the endpoint served last. */
  #inTurn(webhooks: readonly number[]): number[] {
    const keys = webhooks.toSorted((a, b) => a - b);
    const from = keys.findIndex((key) => key > this.#lastServed);
    return from <= 0 ? keys : [...keys.slice(from), ...keys.slice(0, from)];
  }

  #beginAll(webhook: number): void {
    while (this.#begin(webhook)) {}
  }

  /** @returns false when no attempt may begin now */
  #begin(webhook: number): boolean {
    const queue = this.#queues.get(webhook);
    if (!queue || this.#phase !== 'open' || this.#reading.has(webhook) || !this.#leases.isTrusted(webhook))
      return false;
    if (this.#attempts >= attemptsMax) this.#isFull = true;
    const { isFailing } = queue;
    if (this.#isFull || (isFailing && this.#failingAttempts >= failingAttemptsMax)) return false;
    const delivery = queue.next(this.#engine);
    if (!delivery) return false;
    this.#attempts += 1;
    this.#attemptsBegun += 1;
    if (isFailing) this.#failingAttempts += 1;
    const done = this.#deliver(queue, delivery, isFailing)
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) return;
        this.#engine.world.log.error({ err: error }, 'A webhook attempt could not be recorded');
      })
      .finally(() => {
        this.#busy.delete(done);
        queue.settled(delivery, this.#clock.monotonic());
        this.#goOn(webhook, queue);
      });
    this.#busy.add(done);
    return true;
  }

  async #deliver(queue: WebhookQueue, due: DueDelivery, isFailing: boolean): Promise<void> {
    const { webhook } = queue;
    const made = await this.#attempt(queue, due).finally(() => {
      this.#attempts -= 1;
      if (isFailing) this.#failingAttempts -= 1;
    });
    if (!made) return;
    queue.ended(made.verdict, made.endedAt);
    this.#engine.world.meters?.count('webhook_attempts_total', { outcome: made.verdict.outcome });
    // The connection is free before the result is written.
    this.#goOn(webhook.key, queue);
    if (this.#phase === 'stopped') return;
    const { delivery } = made;
    await settleAttempt(this.#engine, { webhook, delivery, made })
      .catch(async (error: unknown) => {
        const dueAt = dueIfInterrupted(delivery.attempts + 1, made.endedAt);
        await leaveAttempt(this.#engine, delivery, dueAt);
        throw error;
      })
      .finally(() => this.#unsettled.delete(delivery));
  }

  async #attempt(
    queue: WebhookQueue,
    due: DueDelivery,
  ): Promise<(MadeAttempt & { delivery: BegunDelivery }) | undefined> {
    const { webhook } = queue;
    const suspectUntil = this.#leases.suspectUntil(webhook.key);
    const delivery = await beginAttempt(this.#engine, due, suspectUntil).catch((error: unknown) => {
      queue.notBegun({ isUnwritable: true });
      throw error;
    });
    if (!delivery) {
      queue.notBegun({ isUnwritable: false });
      return undefined;
    }
    this.#unsettled.add(delivery);
    const made =
      due.attempts >= attemptsOfOneMax
        ? interruptedAttempt(this.#engine, webhook)
        : await attemptDelivery(this.#engine, webhook, delivery);
    return { ...made, delivery };
  }

  /** Begins the endpoint's next attempt, or another endpoint's if some found no slot. */
  #goOn(webhook: number, queue: WebhookQueue): void {
    if (this.#phase !== 'open' || this.#queues.get(webhook) !== queue) return;
    if (this.#isFull) this.#serveInTurn();
    else this.#beginAll(webhook);
    if (this.#reading.has(webhook) || !queue.wantsMore(this.#clock.monotonic())) return;
    const read = this.#readPages([webhook])
      .then(() => this.#beginAll(webhook))
      .catch(this.#logFault)
      .finally(() => this.#busy.delete(read));
    this.#busy.add(read);
  }

  async #renew(): Promise<void> {
    const now = this.#clock.monotonic();
    for (const webhook of await this.#leases.renew()) this.#queues.delete(webhook);
    this.#renewedAt = now;
  }

  async #releaseIdle(due: ReadonlySet<number>): Promise<void> {
    const now = this.#clock.monotonic();
    const idle = [...this.#queues]
      .filter(
        ([webhook, queue]) =>
          !due.has(webhook) && !this.#reading.has(webhook) && queue.isIdleFor(idleMs, now),
      )
      .map(([webhook]) => webhook);
    for (const webhook of idle) this.#queues.delete(webhook);
    await this.#leases.release(idle);
  }

  /** Runs separately from the poll, so that a continuously filling outbox does not delay deliveries. */
  async #fanOut(): Promise<void> {
    if (this.#mayWork() && (await fanOutDue(this.#engine)) > 0) await this.#poll();
  }

  async #drainOnce(): Promise<void> {
    this.#running = false;
    this.#phase = 'stopping';
    this.#cancelWake?.();
    // Does not wait for a fan-out in progress, which may take longer than a drain.
    void this.#timers.stop();
    await this.#polling;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(drainMs, () => resolve());
    await Promise.race([this.#allEnded(), late]);
    cancel();
    this.#phase = 'stopped';
    for (const delivery of this.#unsettled)
      await leaveAttempt(this.#engine, delivery, delivery.dueAt).catch(this.#logFault);
    await this.#leases.release().catch(this.#logFault);
  }

  async #allEnded(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  readonly #logFault = (error: unknown): void => {
    if (error instanceof DatabaseUnavailable) return;
    this.#engine.world.log.error({ err: error }, 'Due webhook deliveries could not be fetched');
  };
}
