import { secondMs } from '../../../model/instant.ts';
import type { Meters } from '../../../world/telemetry/meters.ts';
import type { Route } from '../request-response.ts';

/** Measures a request that is answered. */
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

/**
 * Of the current API each resource, `/api/v2/emails` for all below it; of anything else what its path begins with. They are few,
 * because each costs the series of a histogram, and none is made of what a client wrote.
 */
export function meteredPlace(path: string): string {
  const parts = path.split('/').slice(1);
  const length = parts[0] !== 'api' ? 1 : parts[1] === 'v2' ? 3 : 2;
  return `/${parts
    .slice(0, length)
    .filter((part) => !/[:*]/.test(part))
    .join('/')}`;
}
