import type { EmailRecord } from '../../model/email/email.ts';
import type { Job } from '../../store/jobs.ts';
import type { HandOver } from '../../world/mail/mail.ts';
import type { Traces } from '../../world/telemetry/traces.ts';

/** Hands a mail over within a span that follows from the request that sent it, whenever that was. */
export async function traceHandOver(
  traces: Traces,
  job: Job,
  { id, source, trace }: EmailRecord,
  handOver: () => Promise<HandOver>,
): Promise<HandOver> {
  const attributes = {
    'messaging.system': 'posthouse',
    'messaging.operation.name': 'deliver',
    'messaging.operation.type': 'send',
    'messaging.message.id': id,
    'posthouse.source': source,
    'posthouse.attempt': job.attempts,
  };
  const links = trace === null ? [] : [trace];
  return await traces.span('deliver', { kind: 'client', attributes, links }, async (span) => {
    const result = await handOver();
    span.set({ 'posthouse.outcome': result.kind });
    if ('by' in result && typeof result.by === 'string') span.set({ 'server.address': result.by });
    if (result.kind === 'refused') {
      span.set({ 'smtp.response.status_code': result.code });
      span.fail('refused');
    } else if (result.kind === 'unreachable' || result.kind === 'no_route') span.fail(result.kind);
    return result;
  });
}
