import { secondMs } from '../../model/instant.ts';
import type { Database } from '../../store/database.ts';
import type { Upkeep } from '../../store/figures.ts';
import { forgetInPlace, instanceValue, rememberInPlace } from '../../store/records/instance/instance.ts';
import { campaignStages, queueState } from '../../store/records/mail/queue-state.ts';
import type { GaugeName, Meters } from '../../world/telemetry/meters.ts';
import type { World } from '../../world/world.ts';
import type { Engine } from '../context/scope.ts';
import { backedUpName } from '../organizations/restored-copy.ts';
import { flows } from './jobs.ts';

/** One process reads the database gauges at this interval, so that scrapes read cached values. */
export const gaugesEveryMs = 15 * secondMs;
/** Missed rounds before another process takes over. */
const roundsMissedMax = 3;
const name = 'gauges';

/** No organization has this key, so these reads take turns with every organization's. */
const allOrganizations = 0;

/** Exported only by the process that holds the singleton, because sums would count them twice. */
const ofTheDatabase = [
  'jobs',
  'oldest_due_seconds',
  'campaigns',
  'db_dead_rows',
  'db_oldest_snapshot_seconds',
  'wal_bytes',
  'disk_free_bytes',
  'backup_age_seconds',
] as const satisfies readonly GaugeName[];

export type GaugeKeeper = {
  round(): Promise<void>;
  close(): Promise<void>;
};

export function gaugeKeeper(engine: Engine, meters: Meters, by: string): GaugeKeeper {
  const terms = { name, by, takenOverMs: roundsMissedMax * gaugesEveryMs };
  const one = singleton(engine.store.database, engine.world.clock, terms);
  const note = (isHeld: boolean): void => {
    meters.keep('singleton_held', [{ labels: { name }, value: isHeld ? 1 : 0 }]);
    if (!isHeld) for (const gauge of ofTheDatabase) meters.keep(gauge, []);
  };
  return {
    async round() {
      const isHeld = await one.hold();
      note(isHeld);
      if (isHeld) await keepGauges(engine, meters);
    },
    async close() {
      await one.release();
      note(false);
    },
  };
}

async function keepGauges(
  { store: { database }, world: { clock } }: Pick<Engine, 'store' | 'world'>,
  meters: Meters,
): Promise<void> {
  const now = clock.now();
  const queries = database.reader.away(allOrganizations);
  const states = new Map((await queueState(queries, now)).map((state) => [state.kind, state]));
  // A missing series cannot be compared, so a kind without jobs reports zeros.
  const queues = Object.keys(flows).map(
    (kind) => states.get(kind) ?? { kind, due: 0, later: 0, running: 0, oldestDue: null },
  );
  const stages = await campaignStages(queries);
  meters.keep(
    'jobs',
    queues.flatMap(({ kind, due, later, running }) => [
      { labels: { kind, state: 'due' }, value: Number(due) },
      { labels: { kind, state: 'later' }, value: Number(later) },
      { labels: { kind, state: 'running' }, value: Number(running) },
    ]),
  );
  meters.keep(
    'oldest_due_seconds',
    queues.map(({ kind, oldestDue }) => ({
      labels: { kind },
      value: oldestDue === null ? 0 : Math.max(0, (now - Number(oldestDue)) / secondMs),
    })),
  );
  meters.keep(
    'campaigns',
    (['SCHEDULED', 'SENDING'] as const).map((stage) => ({
      labels: { stage: stage.toLowerCase() },
      value: Number(stages.find((one) => one.stage === stage)?.amount ?? 0),
    })),
  );
  keepUpkeep(meters, await database.figures.upkeep());
  const backedUpAt = await instanceValue(database.reader, backedUpName);
  meters.keep(
    'backup_age_seconds',
    backedUpAt === undefined
      ? []
      : [{ labels: {}, value: Math.max(0, (now - Date.parse(backedUpAt)) / secondMs) }],
  );
}

function keepUpkeep(
  meters: Meters,
  { deadRows, oldestSnapshotSeconds, walOctets, freeOctets }: Upkeep,
): void {
  const alone = (value: number | null) => (value === null ? [] : [{ labels: {}, value }]);
  meters.keep(
    'db_dead_rows',
    (deadRows ?? []).map(({ table, rows }) => ({ labels: { table }, value: rows })),
  );
  meters.keep('db_oldest_snapshot_seconds', alone(oldestSnapshotSeconds));
  meters.keep('wal_bytes', alone(walOctets));
  meters.keep('disk_free_bytes', alone(freeOctets));
}

type Singleton = {
  /** Acquires or renews the singleton. Call it every round. @returns whether this process holds it */
  hold(): Promise<boolean>;
  release(): Promise<void>;
};

/**
 * The holder changes a value every round. Another process takes over once it stood still for `takenOverMs` of
 * its own monotonic clock, so that differing wall clocks cannot elect two.
 */
function singleton(
  database: Database,
  { monotonic }: Pick<World['clock'], 'monotonic'>,
  { name, by, takenOverMs }: { name: string; by: string; takenOverMs: number },
): Singleton {
  const place = `singleton ${name}`;
  let ours: string | undefined;
  let beat = 0;
  let seen: string | undefined;
  let seenSince = Number.NEGATIVE_INFINITY;

  function isFree(value: string | undefined): boolean {
    // The value may be ours even if the transaction's commit was never confirmed.
    if (value === undefined || value.startsWith(`${by} `)) return true;
    if (value !== seen) {
      seen = value;
      seenSince = monotonic();
    }
    return monotonic() - seenSince >= takenOverMs;
  }

  return {
    async hold() {
      const value = await instanceValue(database.reader, place);
      if (!isFree(value)) {
        ours = undefined;
        return false;
      }
      beat += 1;
      const next = `${by} ${beat}`;
      const isHeld = await database.transaction((queries) => rememberInPlace(queries, place, value, next));
      ours = isHeld ? next : undefined;
      return isHeld;
    },
    async release() {
      const value = ours;
      ours = undefined;
      if (value !== undefined) await database.transaction((queries) => forgetInPlace(queries, place, value));
    },
  };
}
