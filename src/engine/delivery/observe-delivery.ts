import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { secondMs } from '../../model/instant.ts';
import type { Job } from '../../store/jobs.ts';
import type { HandOver } from '../../world/mail/mail.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Observed } from '../../world/telemetry/observe.ts';
import type { Attempt } from './attempt.ts';

/** Links the span to the request that accepted the mail. */
export function observedHandOver(job: Job, { id, source, trace, toKey }: EmailRecord): Observed<HandOver> {
  return {
    span: () => ({
      name: 'deliver',
      terms: {
        kind: 'client',
        attributes: {
          'messaging.system': 'posthouse',
          'messaging.operation.name': 'deliver',
          'messaging.operation.type': 'send',
          'messaging.message.id': id,
          'posthouse.source': source,
          'posthouse.attempt': job.attempts,
        },
        links: trace === null ? [] : [trace],
      },
    }),
    done(span, handed) {
      span.set({ 'posthouse.outcome': handed.kind });
      if ('by' in handed && typeof handed.by === 'string') span.set({ 'server.address': handed.by });
      if (handed.kind === 'refused') {
        span.set({ 'smtp.response.status_code': handed.code });
        span.fail('refused');
      } else if (handed.kind === 'unreachable' || handed.kind === 'no_route') span.fail(handed.kind);
    },
    measured(meters, outcome, tookMs) {
      if (!('result' in outcome)) return;
      const labels = { provider: mailboxProvider(toKey), stage: 'hand_over' };
      meters.observe('delivery_duration_seconds', labels, tookMs / secondMs);
    },
  };
}

const noClass = 'none';

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
