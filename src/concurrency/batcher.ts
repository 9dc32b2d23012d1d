import { setImmediate as nextTurn } from 'node:timers/promises';

/** Groups items that arrive one at a time, and processes each group together. */
export type Batcher<One, Answer> = {
  /** @throws what processing this item alone threw */
  add(one: One): Promise<Answer>;
  /** Starts groups again after the queue released items by itself. */
  resume(): void;
};

/** An item and the promise of its answer. */
export type Waiting<One, Answer> = {
  one: One;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** The items of the next groups, in an order of its own. */
export type BatchQueue<Each> = {
  add(each: Each): void;
  /** How many can be taken now. */
  readonly ready: number;
  /** Whether the next group gains nothing from waiting for more items. */
  isFull(): boolean;
  /** Removes the next group; empty only when nothing is ready. */
  takeGroup(): Each[];
};

type Limits = {
  /** Groups processed concurrently. */
  inFlightMax: number;
  /** Turns of the event loop a group waits while more items keep arriving. */
  turnsMax: number;
  /**
   * Whether the group may have been processed in spite of this error. Then every item gets the error; after any other one
   * the items are retried one by one.
   */
  mayBeDone?: (error: unknown) => boolean;
};

/** Items in the order of their arrival. */
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

/** A batcher whose items are taken in the order of their arrival, at most `sizeMax` to a group. */
export function createBatcher<One, Answer>(
  { sizeMax, ...limits }: Limits & { sizeMax: number },
  work: (take: () => readonly One[]) => Promise<readonly Answer[]>,
): Batcher<One, Answer> {
  return createBatcherOn(new ArrivalQueue<Waiting<One, Answer>>(sizeMax), limits, work);
}

/**
 * Items that arrive while a group is being processed form the next group, so that all of them share one statement or
 * one disk sync. A group that fails is retried item by item, so that one item cannot fail the others.
 *
 * @param work returns one answer per item, in order; it takes its group when it can start, so late arrivals are
 *   included
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
   * Callers that were answered together ask again together, but their requests are read over several turns. Without this
   * every second group would be a handful of them; a caller alone waits for one turn.
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
