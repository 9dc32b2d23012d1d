import { secondMs } from '../../model/instant.ts';
import { afterAttempt, connectionsOf, mayDeliver } from '../../model/webhook/health.ts';
import type { Verdict } from '../../model/webhook/verdict.ts';
import type { WebhookState } from '../../model/webhook/webhook.ts';
import { type DueDelivery, dueDeliveries } from '../../store/records/webhook-deliveries.ts';
import type { DeliveredWebhook } from '../../store/records/webhooks.ts';
import type { Engine } from '../context/scope.ts';

/** What was read of an endpoint holds for so long: its author may change or disable it, and a person be erased. */
const freshMs = 2 * secondMs;
/** Attempts whose end is not written yet, those under way included: what a killed process sends once more. */
const unsettledMax = 32;
/** From one read of all that is due to the next; in between rows that were deleted long ago are passed over. */
const fullReadEveryMs = 30 * secondMs;
/** A delivery may come to be seen so long after it was due: its transaction took that time to commit. */
const commitSlackMs = 60 * secondMs;

/** One endpoint in this process: the next of its due deliveries, and those on their way. */
export class WebhookQueue {
  #webhook: DeliveredWebhook;
  /** As the attempts of this process left it; what was written is read again with each page. */
  #state: WebhookState;
  #waiting: DueDelivery[] = [];
  readonly #unsettled = new Set<number>();
  #sending = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The page was full, so there may be more. */
  #hasMore = false;
  #floor = 0;
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** On the monotonic clock: since when it has had nothing to do. */
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
    return connectionsOf(this.#state) === 1;
  }
  /** What was read is used up, or too old to be sent. */
  wantsRead(now: number): boolean {
    return this.#hasRoom() && (this.#waiting.length === 0 || !this.#isFresh(now));
  }
  /** The same where more was due than was read. */
  wantsMore(now: number): boolean {
    return this.#hasMore && this.wantsRead(now);
  }
  isIdleFor(ms: number, now: number): boolean {
    return !this.isBusy && now - this.#idleSince >= ms;
  }

  /** Reads the next deliveries. @param webhook the endpoint as it is now */
  async read({ store, world }: Engine, webhook: DeliveredWebhook, rowsMax: number): Promise<void> {
    const now = world.clock.monotonic();
    if (now - this.#fullReadAt >= fullReadEveryMs) {
      this.#floor = 0;
      this.#fullReadAt = now;
    }
    const limit = this.isFailing ? 1 : rowsMax;
    // Nothing begins while the page is read: what began meanwhile would be in it too.
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

  /** The next delivery to begin, or undefined for none at present. */
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

  /** An attempt that could not begin. @param isUnwritable the rest of what was read waits for the next look, too */
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
    return this.#sending < connectionsOf(this.#state) && this.#unsettled.size < unsettledMax;
  }

  #isFresh(now: number): boolean {
    return now - this.#readAt < freshMs;
  }
}
