import type { Job } from '../../store/jobs.ts';
import type { Observed } from '../../world/telemetry/observe.ts';

/** Begins a new trace, because the trace that scheduled the job may have ended long ago. */
export function jobSpan(job: Job): Observed<void> {
  const attributes = {
    'messaging.system': 'posthouse',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': job.kind,
    'posthouse.attempt': job.attempts,
  };
  return { name: `process ${job.kind}`, terms: { kind: 'consumer', attributes, root: true } };
}
