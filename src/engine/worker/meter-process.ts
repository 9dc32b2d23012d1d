import { secondMs } from '../../model/instant.ts';
import type { Database } from '../../store/database.ts';
import { measuredDatabase } from '../../store/measured.ts';
import type { World } from '../../world/world.ts';

/** Returns the database itself if metrics are off. */
export function meteredDatabase(database: Database, { meters, clock }: World): Database {
  if (!meters) return database;
  database.figures.refusals.listen((code_class) => meters.count('db_errors_total', { code_class }));
  meters.keepAtScrape('db_pool', () =>
    Object.entries(database.figures.pool()).map(([state, value]) => ({ labels: { state }, value })),
  );
  return measuredDatabase(database, clock, (what, tookMs) =>
    meters.observe('db_transaction_seconds', { what }, tookMs / secondMs),
  );
}

export function meterProcess({ meters, mail, rendering }: World): void {
  if (!meters) return;
  meters.keepAtScrape('render_queue', () =>
    Object.entries(rendering.waiting()).map(([rank, value]) => ({ labels: { rank }, value })),
  );
  const load = () => mail.load?.() ?? [];
  meters.keepAtScrape('provider_connections', () =>
    load().map(({ provider, connections: value }) => ({ labels: { provider }, value })),
  );
  meters.keepAtScrape('provider_connections_limit', () =>
    load().map(({ provider, connectionsMax: value }) => ({ labels: { provider }, value })),
  );
  meters.keepAtScrape('provider_rests_seconds', () =>
    load().map(({ provider, restMs }) => ({ labels: { provider }, value: restMs / secondMs })),
  );
}
