import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';

/** What an unauthenticated client is answered in one turn: some thirty commands. */
const answeredOctetsMax = 1024;

type Asked = {
  /** As `budgetKey` has it. */
  address: string;
  /** Whether the client has not signed in, or never does. */
  isUnauthenticated(): boolean;
  /** Nothing more is taken from them until their turn. */
  onWait(): void;
  onTurn(): void;
  /** Too many wait for one. */
  onRefused(): void;
};

/** The turn of the event loop for the commands of an unauthenticated client; one that has signed in needs none. */
export class OctetTurn {
  readonly #turns: UnauthenticatedTurns | null;
  readonly #asked: Asked;
  #state: 'none' | 'awaited' | 'given' = 'none';

  /** @param turns null where no client has to sign in, and none waits */
  constructor(turns: UnauthenticatedTurns | null, asked: Asked) {
    this.#turns = turns;
    this.#asked = asked;
  }

  get isAwaited(): boolean {
    return this.#state === 'awaited';
  }

  /** @returns false where it is waited for */
  take(): boolean {
    if (this.#turns === null || !this.#asked.isUnauthenticated()) return true;
    if (this.#state === 'none' && !this.#turns.takeNow()) this.#wait(this.#turns);
    if (this.#state === 'awaited') return false;
    this.#state = 'none';
    return true;
  }

  /** Whether it is over when so much was answered in it; then the next is waited for. */
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
