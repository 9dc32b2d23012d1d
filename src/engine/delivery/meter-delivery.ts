import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { secondMs } from '../../model/instant.ts';
import type { Job } from '../../store/jobs.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Attempt } from './attempt.ts';

/** In place of the kind of a reply where there is none. */
const noClass = 'none';

/** Counts an attempt that is over, once it is written down. @param endedAt epoch ms */
export function meterAttempt(
  meters: Meters,
  job: Job,
  email: EmailRecord,
  attempt: Attempt,
  endedAt: number,
): void {
  const { source } = email;
  const provider = mailboxProvider(email.toKey);
  const kind = 'means' in attempt ? (attempt.means.kind ?? noClass) : noClass;
  meters.count('deliveries_total', { provider, source, outcome: attempt.kind, class: kind });
  if (job.unknownAttempts > 0) meters.count('attempts_unknown_total', {}, job.unknownAttempts);
  if (job.attempts !== 1) return;
  const delayMs = Math.max(0, endedAt - email.createdAt);
  meters.observe('first_attempt_delay_seconds', { source }, delayMs / secondMs);
}

/** Measures the time in which a mail was handed over, or was not. */
export function meterHandOver(meters: Meters, { toKey }: EmailRecord, tookMs: number): void {
  const labels = { provider: mailboxProvider(toKey), stage: 'hand_over' };
  meters.observe('delivery_duration_seconds', labels, tookMs / secondMs);
}
