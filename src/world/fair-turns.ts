/** Whose work it is, and whether somebody's mail waits for it. */
export type Turn = {
  /** All of one lane come one after the other; lanes take turns. */
  lane: string;
  /** Comes before what is not: a mail on its way before a draft that is being written. */
  urgent: boolean;
};

/** There is no place left to wait in. */
export class TurnsFull extends Error {}

/** Waiting together, the one whose turn it is included. */
const waitingMax = 200;
/** Of these, what is not urgent, so that there is always a place for what is. */
const patientMax = 100;
/** What is not urgent of one lane: who writes one draft after the other waits for the one before. */
const patientPerLaneMax = 4;
/** After so many urgent ones in a row one comes that is not. */
const urgentInRowMax = 3;

type Waiting = { start: () => void };

/** The lanes of one kind of work, in the order in which they have their next turn. */
class Lanes {
  readonly #lanes = new Map<string, Waiting[]>();
  size = 0;

  waitingIn(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  add(lane: string, waiting: Waiting): void {
    const line = this.#lanes.get(lane);
    if (line) line.push(waiting);
    else this.#lanes.set(lane, [waiting]);
    this.size += 1;
  }

  /** The first of the lane that has waited longest for a turn; the lane goes behind all others. */
  next(): Waiting | undefined {
    const [lane, line] = this.#lanes.entries().next().value ?? [];
    const waiting = line?.shift();
    if (lane === undefined || waiting === undefined) return undefined;
    this.#lanes.delete(lane);
    if (line!.length > 0) this.#lanes.set(lane, line!);
    this.size -= 1;
    return waiting;
  }
}

/**
 * One thing after the other, for many who know nothing of one another: nobody waits longer because somebody else has much
 * to do, but for the one thing that is being done.
 */
export class FairTurns {
  readonly #urgent = new Lanes();
  readonly #patient = new Lanes();
  #busy = false;
  #urgentInRow = 0;

  /** @throws TurnsFull */
  async take<Result>({ lane, urgent }: Turn, work: () => Promise<Result>): Promise<Result> {
    const lanes = urgent ? this.#urgent : this.#patient;
    const isFull =
      this.#urgent.size + this.#patient.size + (this.#busy ? 1 : 0) >= waitingMax ||
      (!urgent && (lanes.size >= patientMax || lanes.waitingIn(lane) >= patientPerLaneMax));
    if (isFull) throw new TurnsFull();
    if (this.#busy) await new Promise<void>((resolve) => lanes.add(lane, { start: resolve }));
    this.#busy = true;
    try {
      return await work();
    } finally {
      // The next one takes over at once, so that nobody who comes now goes before those who wait.
      const next = this.#next();
      if (next) next.start();
      else this.#busy = false;
    }
  }

  #next(): Waiting | undefined {
    const isPatientsTurn = this.#urgentInRow >= urgentInRowMax && this.#patient.size > 0;
    const urgent = isPatientsTurn ? undefined : this.#urgent.next();
    this.#urgentInRow = urgent ? this.#urgentInRow + 1 : 0;
    return urgent ?? this.#patient.next();
  }
}
