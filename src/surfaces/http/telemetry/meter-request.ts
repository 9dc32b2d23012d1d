import { secondMs } from '../../../model/instant.ts';
import type { Meters } from '../../../world/telemetry/meters.ts';
import type { Route } from '../request-response.ts';

/** Measures a request that is answered. */
export function meterRequest(meters: Meters, route: Route | null, status: number, tookMs: number): void {
  const labels = { route: meteredRoute(route), status_class: `${Math.floor(status / 100)}xx` };
  meters.observe('http_request_duration_seconds', labels, tookMs / secondMs);
}

const routeParts = 3;
const meteredRoutes = new WeakMap<Route, string>();

/** `/api/v2/emails` for each route below it: there are few of them, and none is made of what a client wrote. */
function meteredRoute(route: Route | null): string {
  if (route === null) return 'none';
  let metered = meteredRoutes.get(route);
  if (metered === undefined) {
    const parts = route.path.split('/').slice(1, 1 + routeParts);
    metered = `/${parts.filter((part) => !/[:*]/.test(part)).join('/')}`;
    meteredRoutes.set(route, metered);
  }
  return metered;
}
