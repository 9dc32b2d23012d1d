import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Observed } from '../../world/telemetry/observe.ts';
import type { Fate, Submission } from '../context/submission.ts';

type Result = { kind: 'answered'; fates: readonly Fate[] } | { kind: 'refused'; failure: Error };

export function acceptSpan<Accepted extends Result>({
  drafts,
  source,
}: Submission<unknown>): Observed<Accepted> {
  return {
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
    done(span, result) {
      if (result.kind !== 'refused' || !(result.failure instanceof Failure)) return;
      span.set({ 'posthouse.refused': result.failure.failure });
    },
  };
}

/** A mail links only to sampled spans. */
const isSampled = /-01$/;

export function storedTrace(traceparent: string | null): string | null {
  return traceparent !== null && isSampled.test(traceparent) ? traceparent : null;
}

export function meterAccepted(
  meters: Meters,
  group: readonly Submission<unknown>[],
  results: readonly Result[],
  tookMs: number,
): void {
  if (group.length === 0) return;
  meters.observe('accept_commit_seconds', {}, tookMs / secondMs);
  meters.observe('accept_group_size', {}, group.length);
  for (const [index, { caller, source }] of group.entries()) {
    const result = results[index]!;
    if (result.kind === 'refused') {
      meterRefusal(meters, result.failure);
      continue;
    }
    const accepted = result.fates.filter(({ kind }) => kind === 'accepted').length;
    if (accepted > 0) meters.count('accepted_total', { door: caller.door, source }, accepted);
    for (const fate of result.fates) if (fate.kind === 'refused') meterRefusal(meters, fate.failure);
  }
}

function meterRefusal(meters: Meters, failure: Error): void {
  // A used idempotency key is a replay and no refusal.
  if (!(failure instanceof Failure)) return;
  meters.count('refused_total', { gate: failure.failure });
  if (failure.failure !== 'RECIPIENT_RATE_LIMITED') return;
  const { reason } = failure.details as { reason: 'short' | 'long' | 'cooldown' };
  meters.count('guard_refusals_total', { rule: reason });
}
