import { setImmediate as nextTurn } from 'node:timers/promises';

/** Groups items that arrive one at a time, and processes each group together. */
export type Batcher<One, Answer> = {
  /** @throws the error of this item alone */
  add(one: One): Promise<Answer>;
  /** Starts groups again after the queue has made items ready on its own. */
  resume(): void;
};

export type Waiting<One, Answer> = {
  one: One;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** Holds waiting items, and decides the order and size of groups. */
export type BatchQueue<Each> = {
  add(each: Each): void;
  readonly ready: number;
  /** Whether the next group gains nothing from waiting for more items. */
  isFull(): boolean;
  /** Removes the next group; empty only when nothing is ready. */
  takeGroup(): Each[];
};

type Limits = {
  inFlightMax: number;
  /** Turns of the event loop a group waits while more items keep arriving. */
  turnsMax: number;
  /** Whether the group may have been processed in spite of the error. Then all items get the error; otherwise each is retried alone. */
  mayBeDone?: (error: unknown) => boolean;
};

class ArrivalQueue<Each> implements BatchQueue<Each> {
  readonly #waiting: Each[] = [];
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get ready(): number {
    return this.#waiting.length;
  }

  isFull(): boolean {
    return this.#waiting.length >= this.#sizeMax;
  }

  add(each: Each): void {
    this.#waiting.push(each);
  }

  takeGroup(): Each[] {
    return this.#waiting.splice(0, this.#sizeMax);
  }
}

/** Creates a batcher that takes items in order of arrival, at most `sizeMax` per group. */
export function createBatcher<One, Answer>(
  { sizeMax, ...limits }: Limits & { sizeMax: number },
  work: (take: () => readonly One[]) => Promise<readonly Answer[]>,
): Batcher<One, Answer> {
  return createBatcherOn(new ArrivalQueue<Waiting<One, Answer>>(sizeMax), limits, work);
}

/**
 * Groups the items that arrive during a group, so that they share one statement or disk sync. Retries the
 * items of a failed group alone. `work` takes its group when it starts, and returns answers in order.
 */
export function createBatcherOn<One, Answer>(
  queue: BatchQueue<Waiting<One, Answer>>,
  { inFlightMax, turnsMax, mayBeDone = () => false }: Limits,
  work: (take: () => readonly One[]) => Promise<readonly Answer[]>,
): Batcher<One, Answer> {
  let inFlight = 0;

  function resume(): void {
    while (queue.ready > 0 && inFlight < inFlightMax) {
      inFlight += 1;
      void workOnNext().finally(() => {
        inFlight -= 1;
        resume();
      });
    }
  }

  async function workOnNext(): Promise<void> {
    await gather();
    let group: Waiting<One, Answer>[] | null = null;
    const taken = (): Waiting<One, Answer>[] => {
      group ??= queue.takeGroup();
      return group;
    };
    try {
      const answers = await work(() => taken().map(({ one }) => one));
      for (const [index, { resolve }] of taken().entries()) resolve(answers[index]!);
    } catch (error) {
      if (mayBeDone(error)) for (const { reject } of taken()) reject(error);
      else await eachAlone(taken(), error);
    }
  }

  /**
   * Waits a few turns for more items, because requests sent together are read over several turns. A single
   * caller waits for one turn.
   */
  async function gather(): Promise<void> {
    let seen = 0;
    for (let turn = 0; turn < turnsMax && queue.ready > seen && !queue.isFull(); turn += 1) {
      seen = queue.ready;
      await nextTurn();
    }
  }

  async function eachAlone(group: readonly Waiting<One, Answer>[], error: unknown): Promise<void> {
    if (group.length === 1) return group[0]!.reject(error);
    for (const { one, resolve, reject } of group) {
      try {
        resolve((await work(() => [one]))[0]!);
      } catch (alone) {
        reject(alone);
      }
    }
  }

  return {
    resume,
    add: (one) =>
      new Promise((resolve, reject) => {
        queue.add({ one, resolve, reject });
        resume();
      }),
  };
}
