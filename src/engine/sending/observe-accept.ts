import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Observed } from '../../world/telemetry/observe.ts';
import type { Fate, Submission } from '../context/submission.ts';

type Result = { kind: 'answered'; fates: readonly Fate[] } | { kind: 'refused'; failure: Error };

export function observedSubmission<Accepted extends Result>({
  drafts,
  source,
  caller: { door },
}: Submission<unknown>): Observed<Accepted> {
  return {
    span: () => ({
      name: 'accept',
      terms: {
        kind: 'producer',
        attributes: {
          'messaging.system': 'posthouse',
          'messaging.operation.name': 'accept',
          'messaging.operation.type': 'create',
          'messaging.batch.message_count': drafts.length,
          'posthouse.source': source,
        },
      },
    }),
    done(span, result) {
      if (result.kind !== 'refused' || !(result.failure instanceof Failure)) return;
      span.set({ 'posthouse.refused': result.failure.failure });
    },
    measured(meters, outcome) {
      if (!('result' in outcome)) return;
      const { result } = outcome;
      if (result.kind === 'refused') return countRefusal(meters, result.failure);
      const accepted = result.fates.filter(({ kind }) => kind === 'accepted').length;
      if (accepted > 0) meters.count('accepted_total', { door, source }, accepted);
      for (const fate of result.fates) if (fate.kind === 'refused') countRefusal(meters, fate.failure);
    },
  };
}

/** A mail links only to sampled spans. */
const isSampled = /-01$/;

export function storedTrace(traceparent: string | null): string | null {
  return traceparent !== null && isSampled.test(traceparent) ? traceparent : null;
}

/** Records metrics for a committed group. */
export function meterGroup(meters: Meters, submissions: number, tookMs: number): void {
  if (submissions === 0) return;
  meters.observe('accept_commit_seconds', {}, tookMs / secondMs);
  meters.observe('accept_group_size', {}, submissions);
}

function countRefusal(meters: Meters, failure: Error): void {
  // A used idempotency key is a replay and no refusal.
  if (!(failure instanceof Failure)) return;
  meters.count('refused_total', { gate: failure.failure });
  if (failure.failure !== 'RECIPIENT_RATE_LIMITED') return;
  const { reason } = failure.details as { reason: 'short' | 'long' | 'cooldown' };
  meters.count('guard_refusals_total', { rule: reason });
}
