import { Failure } from '../../model/failure.ts';
import type { Traces } from '../../world/telemetry/traces.ts';
import type { Submission } from '../context/submission.ts';

type Result = { kind: 'answered' } | { kind: 'refused'; failure: Error };

/** Whether the span of a `traceparent` is kept anywhere: a mail need not name one that is not. */
const isSampled = /-01$/;

/** Hands a submission to the gates within a span, which its mails name from then on. */
export async function traceAccept<Given extends Submission<unknown>, Accepted extends Result>(
  traces: Traces,
  submission: Given,
  accept: (traced: Given) => Promise<Accepted>,
): Promise<Accepted> {
  const attributes = {
    'messaging.system': 'posthouse',
    'messaging.operation.name': 'accept',
    'messaging.operation.type': 'create',
    'messaging.batch.message_count': submission.drafts.length,
    'posthouse.source': submission.source,
  };
  return await traces.span('accept', { kind: 'producer', attributes }, async (span) => {
    const trace = traces.current();
    const result = await accept({
      ...submission,
      trace: trace !== null && isSampled.test(trace) ? trace : null,
    });
    if (result.kind === 'refused' && result.failure instanceof Failure) {
      span.set({ 'posthouse.refused': result.failure.failure });
    }
    return result;
  });
}
