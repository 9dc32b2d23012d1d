import type { Clock } from '../../concurrency/clock.ts';
import { type RequestWindow, requestWindowMs } from '../../model/limits/request-budget.ts';
import type { Queries } from '../../store/database.ts';

/** Counts exactly across all processes. Concurrent requests of an organization share one atomic statement. */
export type RequestWindows = {
  /** Counts one request. `used` keeps growing beyond the limit. */
  spend(organization: number): Promise<RequestWindow>;
  look(organization: number): Promise<RequestWindow>;
  /** Octets of large bodies have a separate window. A negative number returns the octets of a rejected body. */
  spendOctets(organization: number, octets: number): Promise<RequestWindow>;
};

type Waiting = { amount: number; answer(window: RequestWindow): void; fail(error: unknown): void };

/** A start a full window ahead predates a clock change and would never end, so it is replaced. */
const spendStatement = (table: 'request_windows' | 'octet_windows'): string => `
INSERT INTO ${table} (organization, started_at, used) VALUES ($1, $2, $3)
ON CONFLICT (organization) DO UPDATE SET
  used = CASE
    WHEN ${table}.started_at > excluded.started_at - ${requestWindowMs}
      AND ${table}.started_at < excluded.started_at + ${requestWindowMs}
    THEN ${table}.used + excluded.used ELSE excluded.used END,
  started_at = CASE
    WHEN ${table}.started_at > excluded.started_at - ${requestWindowMs}
      AND ${table}.started_at < excluded.started_at + ${requestWindowMs}
    THEN ${table}.started_at ELSE excluded.started_at END
RETURNING started_at, used`;

export function requestWindows(counters: Queries, clock: Pick<Clock, 'now'>): RequestWindows {
  const requests = windowsIn(spendStatement('request_windows'), counters, clock);
  const octets = windowsIn(spendStatement('octet_windows'), counters, clock);
  return {
    spend: (organization) => requests(organization, 1),
    look: (organization) => requests(organization, 0),
    spendOctets: octets,
  };
}

type Spend = (organization: number, amount: number) => Promise<RequestWindow>;

function windowsIn(statement: string, counters: Queries, clock: Pick<Clock, 'now'>): Spend {
  const queues = new Map<number, Waiting[]>();

  const ask: Spend = (organization, amount) =>
    new Promise((answer, fail) => {
      const waiting = { amount, answer, fail };
      const queue = queues.get(organization);
      if (queue) {
        queue.push(waiting);
        return;
      }
      queues.set(organization, [waiting]);
      setImmediate(() => void drain(organization));
    });

  async function drain(organization: number): Promise<void> {
    for (;;) {
      const group = queues.get(organization)!;
      if (group.length === 0) {
        queues.delete(organization);
        return;
      }
      queues.set(organization, []);
      await spendTogether(counters, statement, organization, group, clock.now());
    }
  }

  return ask;
}

async function spendTogether(
  counters: Queries,
  statement: string,
  organization: number,
  group: readonly Waiting[],
  now: number,
): Promise<void> {
  let amount = 0;
  for (const waiting of group) amount += waiting.amount;
  try {
    const row = await counters.get<{ started_at: number; used: number }>(statement, [
      organization,
      now,
      amount,
    ]);
    let used = row!.used - amount;
    for (const waiting of group) {
      used += waiting.amount;
      waiting.answer({ windowStart: row!.started_at, used });
    }
  } catch (error) {
    for (const { fail } of group) fail(error);
  }
}
