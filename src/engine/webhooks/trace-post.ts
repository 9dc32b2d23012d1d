import type { DueDelivery } from '../../store/records/webhook-deliveries.ts';
import type { DeliveredWebhook } from '../../store/records/webhooks.ts';
import type { Posted, Poster, PostRequest } from '../../world/http/post.ts';
import type { SpanAttributes, Traces } from '../../world/telemetry/traces.ts';

/** From here on the conventions for HTTP have a client's span fail. */
const failedFrom = 400;
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Posts within a span of a trace of its own, which the receiver may go on with by its `traceparent`. The span has the host of the
 * URL alone: paths of webhooks often are what keeps others from posting.
 */
export async function tracePost(
  traces: Traces,
  { id }: DeliveredWebhook,
  { messageId, attempts }: DueDelivery,
  request: PostRequest,
  poster: Poster,
): Promise<Posted> {
  const attributes = {
    'http.request.method': 'POST',
    ...placeOf(request.url),
    'messaging.message.id': messageId,
    'posthouse.webhook.id': id,
    'posthouse.attempt': attempts + 1,
  };
  return await traces.span('POST', { kind: 'client', attributes, root: true }, async (span) => {
    const traceparent = traces.current();
    const headers = traceparent === null ? request.headers : { ...request.headers, traceparent };
    const posted = await poster.post({ ...request, headers });
    if (posted.kind === 'unanswered') span.fail(posted.fault);
    else {
      span.set({ 'http.response.status_code': posted.status });
      if (posted.status >= failedFrom) span.fail(String(posted.status));
    }
    return posted;
  });
}

function placeOf(text: string): SpanAttributes {
  const url = URL.parse(text);
  if (url === null) return {};
  const port = url.port === '' ? ports[url.protocol] : Number(url.port);
  return {
    'server.address': url.hostname.replace(/^\[|\]$/g, ''),
    ...(port !== undefined && { 'server.port': port }),
  };
}
