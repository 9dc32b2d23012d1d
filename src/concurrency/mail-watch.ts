import type { Clock } from './clock.ts';

export type MailTicket = {
  /** Resolves at the next change, after `ms`, or when `signal` is aborted; immediately if mail has changed since the ticket was opened. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  /** Frees the ticket. May be called twice. */
  close(): void;
};

/** Maximum tickets per organization, because each waiting request holds a connection. */
export const ticketsMax = 100;

/** Wakes this process's requests that wait for mail. They detect changes by other processes by polling the database. */
export class MailWatch {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #tickets = new Map<number, Set<() => void>>();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** @returns null if the organization has `ticketsMax` tickets */
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

  waiting(organization: number): number {
    return this.#tickets.get(organization)?.size ?? 0;
  }

  /** Call after the commit that accepted an organization's mail or changed its last event. */
  changed(organization: number): void {
    for (const notice of this.#tickets.get(organization) ?? []) notice();
  }
}
