import type { Clock } from '../../concurrency/clock.ts';
import { type OrganizationsNear, restAfter } from '../../concurrency/organizations-near.ts';
import { RenderingBusy } from '../../world/rendering.ts';

/** Pieces share a turn of the event loop until they have taken this much of it. */
const turnMs = 1;
/** A lane rests for no longer between two pieces, each of which takes some milliseconds. */
const restMaxMs = 50;
const waitingPerLaneMax = 2_000;

type Lane = { waiting: (() => void)[]; isResting: boolean };

/**
 * Small work that takes the event loop from everybody, such as rendering a mail of a few kilobytes: a few pieces per turn of
 * the loop, lanes in turn, and a lane whose organization has others near it rests after each in proportion.
 */
export class PieceTurns {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #near: Pick<OrganizationsNear, 'isAlone'>;
  /** In the order of their next turn; one with nothing to wait for is in none. */
  readonly #lanes = new Map<string, Lane>();
  #isRunning = false;
  #usedMs = 0;
  #turnEnds = false;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, near: Pick<OrganizationsNear, 'isAlone'>) {
    this.#clock = clock;
    this.#near = near;
  }

  /**
   * @param rank which of the organization's lanes it waits in: what strangers ask for is not before its mail
   * @throws RenderingBusy when too much of the lane waits
   * @throws what the signal was aborted with while it waited
   */
  async take<Result>(
    { lane: organization, rank, signal }: { lane: number; rank: string; signal?: AbortSignal | undefined },
    piece: () => Promise<Result>,
  ): Promise<Result> {
    const name = `${organization} ${rank}`;
    if (this.#lanes.has(name) || !this.#isFree()) await this.#wait(name);
    this.#isRunning = true;
    const began = this.#clock.monotonic();
    try {
      signal?.throwIfAborted();
      return await piece();
    } finally {
      this.#isRunning = false;
      const tookMs = this.#clock.monotonic() - began;
      this.#use(tookMs);
      if (!this.#near.isAlone(organization)) this.#rest(name, tookMs);
      this.#next();
    }
  }

  #isFree(): boolean {
    return !this.#isRunning && this.#usedMs < turnMs;
  }

  async #wait(name: string): Promise<void> {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { waiting: [], isResting: false };
      this.#lanes.set(name, lane);
    }
    if (lane.waiting.length >= waitingPerLaneMax)
      throw new RenderingBusy('Too many mails wait to be rendered');
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  }

  #use(ms: number): void {
    this.#usedMs += ms;
    if (this.#usedMs === 0 || this.#turnEnds) return;
    this.#turnEnds = true;
    setImmediate(() => {
      this.#turnEnds = false;
      this.#usedMs = 0;
      this.#next();
    });
  }

  #rest(name: string, tookMs: number): void {
    const ms = Math.min(restAfter(tookMs), restMaxMs);
    if (ms === 0) return;
    const lane = this.#lanes.get(name) ?? { waiting: [], isResting: false };
    lane.isResting = true;
    this.#lanes.set(name, lane);
    this.#clock.after(ms, () => {
      lane.isResting = false;
      if (lane.waiting.length === 0) this.#lanes.delete(name);
      this.#next();
    });
  }

  #next(): void {
    if (!this.#isFree()) return;
    for (const [name, lane] of this.#lanes) {
      if (lane.isResting) continue;
      const start = lane.waiting.shift();
      // Behind all others, where it has more.
      this.#lanes.delete(name);
      if (lane.waiting.length > 0) this.#lanes.set(name, lane);
      if (start === undefined) continue;
      this.#isRunning = true;
      start();
      return;
    }
  }
}
