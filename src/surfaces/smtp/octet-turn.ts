import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';

/** Replies to an unauthenticated client per turn: about thirty commands. */
const answeredOctetsMax = 1024;

type Asked = {
  /** As returned by `budgetKey`. */
  address: string;
  isUnauthenticated(): boolean;
  /** Called when the client must wait and no more input is processed. */
  onWait(): void;
  onTurn(): void;
  onRefused(): void;
};

/** Event loop turns of an unauthenticated client. Authenticated clients need no turn. */
export class OctetTurn {
  readonly #turns: UnauthenticatedTurns | null;
  readonly #asked: Asked;
  #state: 'none' | 'awaited' | 'given' = 'none';

  /** @param turns null if clients need no authentication, so none waits */
  constructor(turns: UnauthenticatedTurns | null, asked: Asked) {
    this.#turns = turns;
    this.#asked = asked;
  }

  get isAwaited(): boolean {
    return this.#state === 'awaited';
  }

  take(): boolean {
    if (this.#turns === null || !this.#asked.isUnauthenticated()) return true;
    if (this.#state === 'none' && !this.#turns.takeNow()) this.#wait(this.#turns);
    if (this.#state === 'awaited') return false;
    this.#state = 'none';
    return true;
  }

  /** Returns true if so many reply octets end the turn, and queues for the next one. */
  endsAfter(octets: number): boolean {
    if (this.#turns === null || octets <= answeredOctetsMax || !this.#asked.isUnauthenticated()) return false;
    if (this.#state !== 'awaited') this.#wait(this.#turns);
    return true;
  }

  #wait(turns: UnauthenticatedTurns): void {
    this.#state = 'awaited';
    this.#asked.onWait();
    turns.wait(this.#asked.address).then(() => {
      this.#state = 'given';
      this.#asked.onTurn();
    }, this.#asked.onRefused);
  }
}
