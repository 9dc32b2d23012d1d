import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Fate, Submission } from '../context/submission.ts';

/** The result of a submission; `failure` of one that was refused as a whole. */
type Result = { kind: 'answered'; fates: readonly Fate[] } | { kind: 'refused'; failure: Error };

/** Counts what a group came to, once it is committed. */
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
  // Not refused but answered from memory: a key that was used before.
  if (!(failure instanceof Failure)) return;
  meters.count('refused_total', { gate: failure.failure });
  if (failure.failure !== 'RECIPIENT_RATE_LIMITED') return;
  const { reason } = failure.details as { reason: 'short' | 'long' | 'cooldown' };
  meters.count('guard_refusals_total', { rule: reason });
}
