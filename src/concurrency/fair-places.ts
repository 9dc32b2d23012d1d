/** What `FairPlaces` lets run at once. */
export type PlaceLimits = {
  /** Of all lanes together. */
  placesMax: number;
  /** Of one lane. */
  perLaneMax: number;
  /** A lane that runs fewer than this is let in beyond `placesMax` too, */
  perLaneMin: number;
  /** up to so many of all lanes together. */
  overflowMax: number;
};

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Runs tasks of many lanes at the same time. A lane whose tasks never end keeps its own places and no other lane's: free
 * places go to the lanes in turn, and a lane that runs next to nothing gets a place even where all are taken.
 */
export class FairPlaces {
  readonly #limits: PlaceLimits;
  /** In the order of their next turn. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  async take<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { running: 0, waiting: [] };
      this.#lanes.set(name, lane);
    }
    if (lane.waiting.length === 0 && this.#mayStart(lane)) this.#start(lane);
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await task();
    } finally {
      lane.running -= 1;
      this.#running -= 1;
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(name);
      this.#letIn();
    }
  }

  #mayStart({ running }: Lane): boolean {
    const { placesMax, perLaneMax, perLaneMin, overflowMax } = this.#limits;
    if (running < perLaneMin) return this.#running < placesMax + overflowMax;
    return running < perLaneMax && this.#running < placesMax;
  }

  #start(lane: Lane): void {
    lane.running += 1;
    this.#running += 1;
  }

  /** One place was freed: it goes to the first lane that may have it, which then stands behind all others. */
  #letIn(): void {
    for (const [name, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || !this.#mayStart(lane)) continue;
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      this.#start(lane);
      lane.waiting.shift()!();
      return;
    }
  }
}
