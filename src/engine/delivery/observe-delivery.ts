import { mailboxProvider } from '../../model/delivery/mailbox-provider.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { secondMs } from '../../model/instant.ts';
import type { Job } from '../../store/jobs.ts';
import type { HandOver } from '../../world/mail/mail.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import { observe } from '../../world/telemetry/observe.ts';
import type { World } from '../../world/world.ts';
import type { Attempt } from './attempt.ts';

/** Links the span to the request that accepted the mail. */
export async function observeHandOver(
  world: Pick<World, 'traces' | 'meters' | 'clock'>,
  job: Job,
  { id, source, trace, toKey }: EmailRecord,
  handOver: () => Promise<HandOver>,
): Promise<HandOver> {
  const began = world.clock.monotonic();
  const attributes = {
    'messaging.system': 'posthouse',
    'messaging.operation.name': 'deliver',
    'messaging.operation.type': 'send',
    'messaging.message.id': id,
    'posthouse.source': source,
    'posthouse.attempt': job.attempts,
  };
  const links = trace === null ? [] : [trace];
  const result = await observe<HandOver>(
    world,
    () => ({
      name: 'deliver',
      terms: { kind: 'client', attributes, links },
      done(span, handed) {
        span.set({ 'posthouse.outcome': handed.kind });
        if ('by' in handed && typeof handed.by === 'string') span.set({ 'server.address': handed.by });
        if (handed.kind === 'refused') {
          span.set({ 'smtp.response.status_code': handed.code });
          span.fail('refused');
        } else if (handed.kind === 'unreachable' || handed.kind === 'no_route') span.fail(handed.kind);
      },
    }),
    handOver,
  );
  const labels = { provider: mailboxProvider(toKey), stage: 'hand_over' };
  world.meters?.observe('delivery_duration_seconds', labels, (world.clock.monotonic() - began) / secondMs);
  return result;
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
