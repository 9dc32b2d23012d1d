import { secondMs } from '../../model/instant.ts';
import type { Database, TransactionKind } from '../../store/database.ts';
import type { World } from '../../world/world.ts';

export type MeasuredKind = Exclude<TransactionKind, 'unlimited'> | 'migration' | 'other';

/**
 * Wraps a database to measure its transactions, each from its request to its commit. Returns the database itself if metrics are
 * off.
 */
export function meteredDatabase(database: Database, { meters, clock }: World): Database {
  if (!meters) return database;
  database.figures.refusals.listen((code_class) => meters.count('db_errors_total', { code_class }));
  meters.keepAtScrape('db_pool', () =>
    Object.entries(database.figures.pool()).map(([state, value]) => ({ labels: { state }, value })),
  );
  return {
    ...database,
    async transaction(work, kind) {
      const began = clock.monotonic();
      try {
        return await database.transaction(work, kind);
      } finally {
        const what: MeasuredKind = kind === 'unlimited' ? 'migration' : (kind ?? 'other');
        meters.observe('db_transaction_seconds', { what }, (clock.monotonic() - began) / secondMs);
      }
    },
  };
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
