import type { Queries } from '../database.ts';
import { busyTables, type Upkeep } from '../figures.ts';

/** Reads server statistics, which are at most a second old and cheap to read. */
export async function readUpkeep(reader: Pick<Queries, 'all' | 'get' | 'dialect'>): Promise<Upkeep> {
  const deadRows = await reader.all<{ table: string; rows: number }>(
    `SELECT relname AS "table", n_dead_tup AS rows FROM pg_stat_user_tables
     WHERE schemaname = current_schema() AND relname IN ${reader.dialect.strings('$1')}
     ORDER BY relname LIMIT ${busyTables.length}`,
    [JSON.stringify(busyTables)],
  );
  // A prepared transaction has no backend, but also keeps dead rows.
  const oldest = await reader.get<{ seconds: number }>(
    `SELECT COALESCE(EXTRACT(EPOCH FROM clock_timestamp() - min(began)), 0)::float8 AS seconds FROM (
       SELECT xact_start AS began FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
       UNION ALL
       SELECT prepared FROM pg_prepared_xacts WHERE database = current_database()
     ) AS open`,
    [],
  );
  return {
    deadRows,
    oldestSnapshotSeconds: Math.max(0, oldest?.seconds ?? 0),
    walOctets: null,
    freeOctets: null,
  };
}
