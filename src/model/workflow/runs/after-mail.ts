import { dayMs, hourMs, secondMs } from '../../instant.ts';
import type { Advance } from './advance.ts';
import type { RunState, Wait } from './run.ts';

export type MailOutcome =
  | { kind: 'accepted' | 'suppressed' }
  | { kind: 'recipient_refused'; retryAt: number; problem: string }
  | { kind: 'sender_refused'; retryAt: number | null; problem: string }
  | { kind: 'content_refused'; problem: string };

type Move = Extract<Advance, { kind: 'move' }>;

const senderWaitFirstMs = 5 * secondMs;
const senderWaitLongestMs = hourMs;
/** Longer than a month, so that every monthly plan cap has reset. A later mail would be useless to the reader. */
export const senderPatienceMs = 35 * dayMs;

/** Turns the gates' result into the move of the step, or into a wait before the next attempt. */
export function afterMail(outcome: MailOutcome, move: Move, { wait }: RunState, now: number): Advance {
  switch (outcome.kind) {
    case 'accepted':
    case 'suppressed':
      return move;
    case 'recipient_refused':
      return waiting('recipient_guard', Math.max(outcome.retryAt, now + secondMs), outcome.problem);
    case 'sender_refused': {
      const before = (wait?.reason === 'sender' ? wait.refusals : undefined) ?? { count: 0, since: now };
      if (now - before.since >= senderPatienceMs) return failed(outcome.problem);
      const refusals = { count: before.count + 1, since: before.since };
      const until = Math.max(outcome.retryAt ?? 0, now + senderWaitMs(refusals.count));
      return waiting('sender', until, outcome.problem, { refusals });
    }
    case 'content_refused':
      return failed(outcome.problem);
  }
}

/** @param count refusals so far, including the current one */
function senderWaitMs(count: number): number {
  return Math.min(senderWaitLongestMs, senderWaitFirstMs * 2 ** (count - 1));
}

function waiting(
  reason: 'recipient_guard' | 'sender',
  until: number,
  problem: string,
  more: Partial<Wait> = {},
): Advance {
  return { kind: 'wait', wait: { reason, until, problem, ...more }, because: { until } };
}

function failed(problem: string): Advance {
  return { kind: 'end', status: 'FAILED', end: { reason: 'failed', problem }, because: {} };
}
