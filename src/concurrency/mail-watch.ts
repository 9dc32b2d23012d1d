import type { Clock } from './clock.ts';

/** One request that waits for the mail of its organization to change. */
export type MailTicket = {
  /** Resolves at the next change, after `ms`, or when `signal` is aborted; at once if there was a change since the ticket. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  /** Frees the place. Twice is harmless. */
  close(): void;
};

/** Held requests cost a connection each, so one organization has at most so many. */
export const ticketsMax = 100;

/** Wakes the requests of this process that wait for mail. Other processes are found by looking at the database again. */
export class MailWatch {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #tickets = new Map<number, Set<() => void>>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** @returns null when the organization has as many as it may have */
  open(organization: number): MailTicket | null {
    const tickets = this.#tickets.get(organization) ?? new Set();
    if (tickets.size >= ticketsMax) return null;
    this.#tickets.set(organization, tickets);
    let missed = false;
    let wake: (() => void) | undefined;
    const notice = (): void => {
      missed = true;
      wake?.();
    };
    tickets.add(notice);
    return {
      changed: async (ms, signal) => {
        if (!missed && !signal.aborted) {
          const { promise, resolve } = Promise.withResolvers<void>();
          const cancel = this.#clock.after(ms, resolve);
          wake = resolve;
          signal.addEventListener('abort', wake);
          await promise;
          cancel();
          signal.removeEventListener('abort', wake);
          wake = undefined;
        }
        missed = false;
      },
      close: () => {
        tickets.delete(notice);
        if (tickets.size === 0 && this.#tickets.get(organization) === tickets)
          this.#tickets.delete(organization);
      },
    };
  }

  /** How many requests of an organization wait. */
  waiting(organization: number): number {
    return this.#tickets.get(organization)?.size ?? 0;
  }

  /** Mail of an organization was accepted, or its last event moved, as committed. */
  changed(organization: number): void {
    for (const notice of this.#tickets.get(organization) ?? []) notice();
  }
}
