import type { Job } from '../../store/jobs.ts';
import type { Traces } from '../../world/telemetry/traces.ts';

/** Runs a job within a trace of its own: what planned it may have ended long ago. */
export async function traceJob(traces: Traces, job: Job, run: () => Promise<void>): Promise<void> {
  const attributes = {
    'messaging.system': 'posthouse',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': job.kind,
    'posthouse.attempt': job.attempts,
  };
  await traces.span(`process ${job.kind}`, { kind: 'consumer', attributes, root: true }, run);
}
