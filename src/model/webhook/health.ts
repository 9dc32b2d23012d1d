import { hourMs, minuteMs, secondMs } from '../instant.ts';
import type { Verdict } from './verdict.ts';
import type { WebhookState } from './webhook.ts';

/**
 * Health states of an endpoint:
 *
 * | state                                 | connections      | leaves it by                                       |
 * | ------------------------------------- | ---------------- | -------------------------------------------------- |
 * | enabled, up to 2 failures in a row    | `connectionsMax` | a failure                                          |
 * | enabled, 3 failures in a row and more | 1                | a success                                          |
 * | enabled, asked for fewer requests     | 0 for a while    | `pausedUntil`                                      |
 * | auto_disabled                         | 0                | a person who enables it again                      |
 * | disabled                              | 0                | its author                                         |
 *
 * A 410 disables it automatically, as does a failure 120 h after the first failure since the last success.
 */
export const connectionsMax = 4;
const probeAfterFailures = 3;
export const disabledAfterMs = 120 * hourMs;

/** Pause after a first 429, 502 or 504 without a `Retry-After`; doubles with each consecutive failure. */
const pauseFirstMs = 5 * secondMs;
const pauseLongestMs = 5 * minuteMs;

export function limitConnections({ consecutiveFailures }: Pick<WebhookState, 'consecutiveFailures'>): number {
  return consecutiveFailures >= probeAfterFailures ? 1 : connectionsMax;
}

export function mayDeliver({ status, pausedUntil }: WebhookState, now: number): boolean {
  return status === 'enabled' && (pausedUntil === null || pausedUntil <= now);
}

/** For a disabled endpoint only the counts change. An interrupted attempt changes nothing. */
export function afterAttempt(state: WebhookState, verdict: Verdict, at: number): WebhookState {
  if (verdict.outcome === 'interrupted') return state;
  if (verdict.outcome === 'succeeded') {
    return {
      ...state,
      consecutiveFailures: 0,
      failingSince: null,
      lastDeliveryAt: at,
      lastSuccessAt: at,
      pausedUntil: null,
    };
  }
  const consecutiveFailures = state.consecutiveFailures + 1;
  const failingSince = state.failingSince ?? at;
  const failed: WebhookState = {
    ...state,
    consecutiveFailures,
    failingSince,
    lastDeliveryAt: at,
    pausedUntil: pauseAfter(state, verdict, consecutiveFailures, at),
  };
  const reason = disablingReason(verdict, at - failingSince);
  if (state.status !== 'enabled' || reason === null) return failed;
  return { ...failed, status: 'auto_disabled', reason, statusAt: at };
}

/** A `Retry-After` applies to all requests, whatever the status. */
function pauseAfter(state: WebhookState, verdict: Verdict, failures: number, at: number): number | null {
  if (!verdict.slowsDown && verdict.notBefore === null) return state.pausedUntil;
  const waitMs = Math.min(pauseFirstMs * 2 ** Math.min(failures - 1, 30), pauseLongestMs);
  return Math.max(state.pausedUntil ?? 0, verdict.notBefore ?? at + waitMs);
}

function disablingReason({ outcome, sentence }: Verdict, failingForMs: number): string | null {
  if (outcome === 'gone') return sentence;
  if (failingForMs < disabledAfterMs) return null;
  return `No delivery succeeded for ${disabledAfterMs / hourMs} hours. The last attempt: ${sentence}`;
}
