import { secondMs } from '../../model/instant.ts';
import {
  type DueWebhook,
  releaseLeases,
  renewLeases,
  takeLeases,
} from '../../store/records/webhook-leases.ts';
import type { Engine } from '../context/scope.ts';

/** So long a beat must stand still before another process takes an endpoint over. */
const leaseMs = 20 * secondMs;
export const renewEveryMs = leaseMs / 4;
/** No attempt begins later than this after the last renewal: it is over, or nearly, when the lease is. */
const trustedMs = leaseMs / 2;
const holderBytes = 8;

type Watched = { holder: string; beat: number; since: number };
type Held = {
  /** When it was taken or renewed, on the monotonic clock. */
  since: number;
  /** Epoch ms: when it was taken from a process that did not let it go; -Infinity where it was free. */
  takenOverAt: number;
};

/**
 * The endpoints that this process delivers to. Another process's lease is over when its beat was seen to stand still on our
 * monotonic clock, so that no two wall clocks have to agree.
 */
export class WebhookLeases {
  readonly #engine: Engine;
  #holder: string | null = null;
  readonly #held = new Map<number, Held>();
  #watched = new Map<number, Watched>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether an attempt may begin. */
  isTrusted(webhook: number): boolean {
    const held = this.#held.get(webhook);
    return held !== undefined && this.#engine.world.clock.monotonic() - held.since < trustedMs;
  }

  /** Epoch ms: what was due until then may have been on its way when the process before us ended. */
  suspectUntil(webhook: number): number {
    return this.#held.get(webhook)?.takenOverAt ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes those of the due endpoints that are free. @returns all that this process holds of them */
  async take(due: readonly DueWebhook[]): Promise<DueWebhook[]> {
    const now = this.#engine.world.clock.monotonic();
    const wanted = due.filter(({ webhook }) => !this.#held.has(webhook));
    const free = this.#freeOf(wanted, now);
    if (free.length > 0) {
      const taken = await this.#engine.store.database.transaction(
        (queries) => takeLeases(queries, this.#name(), free),
        'webhook',
      );
      const old = new Set(free.filter(({ holder }) => holder !== null).map(({ webhook }) => webhook));
      const at = this.#engine.world.clock.now();
      for (const webhook of taken) {
        this.#held.set(webhook, {
          since: now,
          takenOverAt: old.has(webhook) ? at : Number.NEGATIVE_INFINITY,
        });
      }
    }
    return due.filter(({ webhook }) => this.#held.has(webhook));
  }

  /** @returns those that another process took over meanwhile */
  async renew(): Promise<number[]> {
    if (this.#held.size === 0) return [];
    const now = this.#engine.world.clock.monotonic();
    const asked = [...this.#held.keys()];
    const kept = await this.#engine.store.database.transaction(
      (queries) => renewLeases(queries, this.#name(), asked),
      'webhook',
    );
    for (const webhook of kept) {
      const held = this.#held.get(webhook);
      if (held) held.since = now;
    }
    const lost = asked.filter((webhook) => !kept.includes(webhook) && this.#held.has(webhook));
    for (const webhook of lost) this.#held.delete(webhook);
    return lost;
  }

  /** Lets endpoints go, so that any process takes them at once. */
  async release(webhooks: readonly number[] = [...this.#held.keys()]): Promise<void> {
    if (webhooks.length === 0) return;
    for (const webhook of webhooks) this.#held.delete(webhook);
    await this.#engine.store.database.transaction(
      (queries) => releaseLeases(queries, this.#name(), webhooks),
      'webhook',
    );
  }

  /** Drawn at the first use: an instance without webhooks draws none. */
  #name(): string {
    this.#holder ??= this.#engine.world.ids.bytes(holderBytes).toString('hex');
    return this.#holder;
  }

  #freeOf(wanted: readonly DueWebhook[], now: number): DueWebhook[] {
    const seen = new Map<number, Watched>();
    const free = wanted.filter(({ webhook, holder, beat }) => {
      // Our own, of a transaction of which we do not know that it was committed, is taken again.
      if (holder === null || beat === null || holder === this.#holder) return true;
      const before = this.#watched.get(webhook);
      const isSame = before?.holder === holder && before.beat === beat;
      const watched = isSame ? before : { holder, beat, since: now };
      seen.set(webhook, watched);
      return now - watched.since >= leaseMs;
    });
    this.#watched = seen;
    return free;
  }
}
