import { secondMs } from '../../model/instant.ts';
import {
  type DueWebhook,
  releaseLeases,
  renewLeases,
  takeLeases,
} from '../../store/records/webhooks/webhook-leases.ts';
import type { Engine } from '../context/scope.ts';

/** A lease expires when its beat has not changed for this long. */
const leaseMs = 20 * secondMs;
export const renewEveryMs = leaseMs / 4;
/** No attempt begins later than this after a renewal, so that attempts end before the lease does. */
const trustedMs = leaseMs / 2;
const holderBytes = 8;

type Watched = { holder: string; beat: number; since: number };
type Held = {
  since: number;
  /** Epoch ms of a takeover from a process that did not release the lease; -Infinity otherwise. */
  takenOverAt: number;
};

/** A foreign lease expires once its beat stood still on our monotonic clock, so that wall clocks need not agree. */
export class WebhookLeases {
  readonly #engine: Engine;
  #holder: string | null = null;
  readonly #held = new Map<number, Held>();
  #watched = new Map<number, Watched>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  isTrusted(webhook: number): boolean {
    const held = this.#held.get(webhook);
    return held !== undefined && this.#engine.world.clock.monotonic() - held.since < trustedMs;
  }

  /** Deliveries due until this time (epoch ms) may have been in flight when the previous process died. */
  suspectUntil(webhook: number): number {
    return this.#held.get(webhook)?.takenOverAt ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes free leases. @returns all due endpoints that this process holds */
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

  /** @returns endpoints that another process took over */
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

  async release(webhooks: readonly number[] = [...this.#held.keys()]): Promise<void> {
    if (webhooks.length === 0) return;
    for (const webhook of webhooks) this.#held.delete(webhook);
    await this.#engine.store.database.transaction(
      (queries) => releaseLeases(queries, this.#name(), webhooks),
      'webhook',
    );
  }

  /** Drawn on first use, so that an instance without webhooks draws none. */
  #name(): string {
    this.#holder ??= this.#engine.world.ids.bytes(holderBytes).toString('hex');
    return this.#holder;
  }

  #freeOf(wanted: readonly DueWebhook[], now: number): DueWebhook[] {
    const seen = new Map<number, Watched>();
    const free = wanted.filter(({ webhook, holder, beat }) => {
      // Our own name appears if the commit of an earlier take failed to report back.
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
