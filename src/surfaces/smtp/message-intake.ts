import type { Clock } from '../../concurrency/clock.ts';
import type { HeldOctets } from '../../concurrency/held-octets.ts';
import { secondMs } from '../../model/instant.ts';
import { Deadline, messageOctetsPerSecondMin, timeouts } from './deadline.ts';
import { replies } from './replies.ts';
import type { SmtpReply } from './reply.ts';

export class MessageIntake {
  readonly #held: HeldOctets;
  readonly #deadline: Deadline;
  readonly #pace: Deadline;
  #holder = '';
  #heldOctets = 0;
  #pacedOctets = 0;

  /** @param onLate receives the last reply when the message takes too long */
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

  /** @param holder account for the memory; earlier memory is released */
  begin(holder: string): void {
    this.release();
    this.#holder = holder;
    this.#deadline.set(timeouts.messageMs);
    this.#startPace();
  }

  came(octets: number): void {
    this.#pacedOctets += octets;
  }

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

  /** Cancels the deadlines once the message has arrived or was abandoned. Its memory stays reserved. */
  ended(): void {
    this.#deadline.lift();
    this.#pace.lift();
  }

  close(): void {
    this.#deadline.close();
    this.#pace.close();
  }

  #startPace(): void {
    this.#pacedOctets = 0;
    this.#pace.set(timeouts.paceMs);
  }
}
