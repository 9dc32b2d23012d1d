import { secondMs } from '../../../model/instant.ts';
import type { Meters } from '../../../world/telemetry/meters.ts';
import { type Observed, serverFaultFrom } from '../../../world/telemetry/observe.ts';
import { readTraceContext } from '../../../world/telemetry/trace-context.ts';
import type { OpenSpan } from '../../../world/telemetry/traces.ts';
import type { HttpAnswer, HttpRequest, Route, TokenRoute } from '../request-response.ts';

/** Returns the span of an authenticated request, a child of the caller's span if it names one. */
export function observedRequest(
  { headers, method, requestId }: HttpRequest,
  route: TokenRoute,
): Observed<HttpAnswer> {
  const answered = (span: OpenSpan, { status }: { status: number }): void => {
    span.set({ 'http.response.status_code': status });
    if (status >= serverFaultFrom) span.fail(String(status));
  };
  return {
    span() {
      const place = route.path.replaceAll(/:(\w+)/g, '{$1}');
      const attributes = {
        'http.request.method': method,
        'http.route': place,
        'posthouse.request.id': requestId,
      };
      const parent = readTraceContext(headers.traceparent, headers.tracestate);
      return { name: `${method} ${place}`, terms: { kind: 'server', attributes, parent } };
    },
    done: answered,
    refused: answered,
  };
}

export function meterRequest(meters: Meters, route: Route | null, status: number, tookMs: number): void {
  const labels = { route: placeOf(route), status_class: `${Math.floor(status / 100)}xx` };
  meters.observe('http_request_duration_seconds', labels, tookMs / secondMs);
}

const places = new WeakMap<Route, string>();

function placeOf(route: Route | null): string {
  if (route === null) return 'none';
  let place = places.get(route);
  if (place === undefined) {
    place = meteredPlace(route.path);
    places.set(route, place);
  }
  return place;
}

/** Labels are few, because each costs a histogram series, and contain no client input. */
export function meteredPlace(path: string): string {
  const parts = path.split('/').slice(1);
  const length = parts[0] !== 'api' ? 1 : parts[1] === 'v2' ? 3 : 2;
  return `/${parts
    .slice(0, length)
    .filter((part) => !/[:*]/.test(part))
    .join('/')}`;
}
