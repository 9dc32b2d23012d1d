import type { DueDelivery } from '../../store/records/webhooks/webhook-deliveries.ts';
import type { DeliveredWebhook } from '../../store/records/webhooks/webhooks.ts';
import type { Posted } from '../../world/http/post.ts';
import type { Observed } from '../../world/telemetry/observe.ts';
import type { SpanAttributes } from '../../world/telemetry/traces.ts';

/** Status from which the HTTP conventions end a client span as failed. */
const failedFrom = 400;
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The span contains only the host, because the path of a webhook URL is often secret. */
export function observedPost(
  { id, url }: Pick<DeliveredWebhook, 'id' | 'url'>,
  { messageId, attempts }: DueDelivery,
): Observed<Posted> {
  return {
    span: () => ({
      name: 'POST',
      terms: {
        kind: 'client',
        root: true,
        attributes: {
          'http.request.method': 'POST',
          ...placeOf(url),
          'messaging.message.id': messageId,
          'posthouse.webhook.id': id,
          'posthouse.attempt': attempts + 1,
        },
      },
    }),
    done(span, posted) {
      if (posted.kind === 'unanswered') return span.fail(posted.fault);
      span.set({ 'http.response.status_code': posted.status });
      if (posted.status >= failedFrom) span.fail(String(posted.status));
    },
  };
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
