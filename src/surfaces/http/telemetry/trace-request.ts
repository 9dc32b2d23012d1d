import { Failure } from '../../../model/failure.ts';
import { readTraceContext } from '../../../world/telemetry/trace-context.ts';
import type { Traces } from '../../../world/telemetry/traces.ts';
import type { HttpAnswer, HttpRequest, TokenRoute } from '../request-response.ts';

const serverFaultFrom = 500;

/** Answers a request of a known caller within a span, which is a part of the caller's trace if there is one. */
export async function traceRequest(
  traces: Traces,
  { headers, method, requestId }: HttpRequest,
  route: TokenRoute,
  answer: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const place = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const attributes = {
    'http.request.method': method,
    'http.route': place,
    'posthouse.request.id': requestId,
  };
  const parent = readTraceContext(headers.traceparent, headers.tracestate);
  const result = await traces.span(
    `${method} ${place}`,
    { kind: 'server', attributes, parent },
    async (span) => {
      const answeredWith = (status: number): void => {
        span.set({ 'http.response.status_code': status });
        if (status >= serverFaultFrom) span.fail(String(status));
      };
      try {
        const answered = await answer();
        answeredWith(answered.status);
        return { answered };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        answeredWith(error.status);
        return { failure: error };
      }
    },
  );
  if ('failure' in result) throw result.failure;
  return result.answered;
}
