import type { Clock } from '../../concurrency/clock.ts';
import type { HeldOctets } from '../../concurrency/held-octets.ts';
import { secondMs } from '../../model/instant.ts';
import { Deadline, messageOctetsPerSecondMin, timeouts } from './deadline.ts';
import { replies } from './replies.ts';
import type { SmtpReply } from './reply.ts';

/** What the message that a connection is reading takes: memory, charged to its holder, and time. */
export class MessageIntake {
  readonly #held: HeldOctets;
  /** Of the whole message. */
  readonly #deadline: Deadline;
  readonly #pace: Deadline;
  #holder = '';
  #heldOctets = 0;
  /** Octets that came since the pace was last looked at. */
  #pacedOctets = 0;

  /** @param onLate called with the reply to give when the message takes too long */
  constructor(
    { clock, held }: { clock: Pick<Clock, 'monotonic' | 'after'>; held: HeldOctets },
    onLate: (last: SmtpReply) => void,
  ) {
    this.#held = held;
    this.#deadline = new Deadline(clock, () => onLate(replies.tooSlow));
    this.#pace = new Deadline(clock, () => {
      if (this.#pacedOctets < (timeouts.paceMs / secondMs) * messageOctetsPerSecondMin) {
        onLate(replies.tooLittle);
      } else this.#startPace();
    });
  }

  /** @param holder on whose account its memory is taken; what was held before is released */
  begin(holder: string): void {
    this.release();
    this.#holder = holder;
    this.#deadline.set(timeouts.messageMs);
    this.#startPace();
  }

  came(octets: number): void {
    this.#pacedOctets += octets;
  }

  /** @returns whether so many more octets may be held */
  hold(octets: number): boolean {
    if (this.#held.take(this.#holder, octets) !== null) return false;
    this.#heldOctets += octets;
    return true;
  }

  release(): void {
    if (this.#heldOctets === 0) return;
    this.#held.release(this.#holder, this.#heldOctets);
    this.#heldOctets = 0;
  }

  /** The message arrived, or will not: its deadline ends. What is held of it stays. */
  ended(): void {
    this.#deadline.lift();
    this.#pace.lift();
  }

  /** The same, and no timer is left. */
  close(): void {
    this.#deadline.close();
    this.#pace.close();
  }

  #startPace(): void {
    this.#pacedOctets = 0;
    this.#pace.set(timeouts.paceMs);
  }
}
