import { secondMs } from '../../model/instant.ts';
import { afterAttempt, limitConnections, mayDeliver } from '../../model/webhook/health.ts';
import type { Verdict } from '../../model/webhook/verdict.ts';
import type { WebhookState } from '../../model/webhook/webhook.ts';
import { type DueDelivery, dueDeliveries } from '../../store/records/webhooks/webhook-deliveries.ts';
import type { DeliveredWebhook } from '../../store/records/webhooks/webhooks.ts';
import type { Engine } from '../context/scope.ts';

/** Lifetime of read rows, because the endpoint may change and a person may be erased. */
const freshMs = 2 * secondMs;
/** Limit of unsettled attempts, current ones included: a killed process repeats them. */
const unsettledMax = 32;
/** Interval of full reads. Reads in between skip long-deleted rows. */
const fullReadEveryMs = 30 * secondMs;
/** A delivery may become visible this long after its due time, if its transaction commits slowly. */
const commitSlackMs = 60 * secondMs;

/** The deliveries of one endpoint in this process, read ahead or in flight. */
export class WebhookQueue {
  #webhook: DeliveredWebhook;
  /** Includes unwritten results. Reloaded with each page. */
  #state: WebhookState;
  #waiting: DueDelivery[] = [];
  readonly #unsettled = new Set<number>();
  #sending = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The last page was full. */
  #hasMore = false;
  #floor = 0;
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** Monotonic time since when there is nothing to do. */
  #idleSince: number;

  constructor(webhook: DeliveredWebhook, now: number) {
    this.#webhook = webhook;
    this.#state = webhook.state;
    this.#idleSince = now;
  }

  get webhook(): DeliveredWebhook {
    return this.#webhook;
  }
  get isBusy(): boolean {
    return this.#unsettled.size > 0;
  }
  get isFailing(): boolean {
    return limitConnections(this.#state) === 1;
  }
  wantsRead(now: number): boolean {
    return this.#hasRoom() && (this.#waiting.length === 0 || !this.#isFresh(now));
  }
  wantsMore(now: number): boolean {
    return this.#hasMore && this.wantsRead(now);
  }
  isIdleFor(ms: number, now: number): boolean {
    return !this.isBusy && now - this.#idleSince >= ms;
  }

  /** @param webhook the endpoint's current row */
  async read({ store, world }: Engine, webhook: DeliveredWebhook, rowsMax: number): Promise<void> {
    const now = world.clock.monotonic();
    if (now - this.#fullReadAt >= fullReadEveryMs) {
      this.#floor = 0;
      this.#fullReadAt = now;
    }
    const limit = this.isFailing ? 1 : rowsMax;
    // Nothing begins during the read, because the page would contain it too.
    this.#waiting = [];
    const rows = await dueDeliveries(store.database.reader, webhook.key, {
      floor: this.#floor,
      now: world.clock.now(),
      except: [...this.#unsettled],
      limit,
    });
    this.#webhook = webhook;
    if (!this.isBusy) this.#state = webhook.state;
    else this.#state = { ...this.#state, status: webhook.state.status };
    this.#waiting = rows;
    this.#readAt = now;
    this.#hasMore = rows.length === limit;
    const [oldest] = rows;
    if (oldest) this.#floor = Math.max(this.#floor, oldest.dueAt - commitSlackMs);
  }

  next(engine: Engine): DueDelivery | undefined {
    const { clock } = engine.world;
    if (!this.#hasRoom()) return undefined;
    if (!this.#isFresh(clock.monotonic()) || !mayDeliver(this.#state, clock.now())) return undefined;
    const delivery = this.#waiting.shift();
    if (delivery) {
      this.#sending += 1;
      this.#unsettled.add(delivery.key);
    }
    return delivery;
  }

  ended(verdict: Verdict, at: number): void {
    this.#sending -= 1;
    this.#state = afterAttempt(this.#state, verdict, at);
  }

  /** @param isUnwritable also postpones the rest of the page to the next look */
  notBegun({ isUnwritable }: { isUnwritable: boolean }): void {
    this.#sending -= 1;
    if (!isUnwritable) return;
    this.#waiting = [];
    this.#hasMore = false;
  }

  settled(delivery: Pick<DueDelivery, 'key'>, now: number): void {
    this.#unsettled.delete(delivery.key);
    this.#idleSince = now;
  }

  #hasRoom(): boolean {
    return this.#sending < limitConnections(this.#state) && this.#unsettled.size < unsettledMax;
  }

  #isFresh(now: number): boolean {
    return now - this.#readAt < freshMs;
  }
}
