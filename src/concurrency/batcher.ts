import { setImmediate as nextTurn } from 'node:timers/promises';

/** Groups items that arrive one at a time, and processes each group together. */
export type Batcher<One, Answer> = {
  /** @throws what processing this item alone threw */
  add(one: One): Promise<Answer>;
};

/**
 * Items that arrive while a group is being processed form the next group, so that all of them share one statement or
 * one disk sync. A group that fails is retried item by item, so that one item cannot fail the others.
 *
 * @param sizeMax of a group
 * @param inFlightMax groups processed concurrently
 * @param turnsMax turns of the event loop a group waits while more items keep arriving
 * @param work returns one answer per item, in order; it takes its group when it can start, so late arrivals are
 *   included
 */
export function createBatcher<One, Answer>(
  { sizeMax, inFlightMax, turnsMax }: { sizeMax: number; inFlightMax: number; turnsMax: number },
  work: (take: () => readonly One[]) => Promise<readonly Answer[]>,
): Batcher<One, Answer> {
  type Waiting = { one: One; resolve(answer: Answer): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let inFlight = 0;

  function pump(): void {
    while (waiting.length > 0 && inFlight < inFlightMax) {
      inFlight += 1;
      void workOnNext().finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  }

  async function workOnNext(): Promise<void> {
    await gather();
    let group: Waiting[] | null = null;
    const taken = (): Waiting[] => {
      group ??= waiting.splice(0, sizeMax);
      return group;
    };
    try {
      const answers = await work(() => taken().map(({ one }) => one));
      for (const [index, { resolve }] of taken().entries()) resolve(answers[index]!);
    } catch (error) {
      await eachAlone(taken(), error);
    }
  }

  async function gather(): Promise<void> {
    let seen = 0;
    for (let turn = 0; turn < turnsMax && waiting.length > seen && seen < sizeMax; turn += 1) {
      seen = waiting.length;
      await nextTurn();
    }
  }

  async function eachAlone(group: readonly Waiting[], error: unknown): Promise<void> {
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
    add: (one) =>
      new Promise((resolve, reject) => {
        waiting.push({ one, resolve, reject });
        pump();
      }),
  };
}
