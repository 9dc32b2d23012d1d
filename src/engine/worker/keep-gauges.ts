import { secondMs } from '../../model/instant.ts';
import { campaignStages, queueState } from '../../store/records/queue-state.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import type { Engine } from '../context/scope.ts';
import { flows } from './jobs.ts';

/** Gauges of the database are read this often, by the worker: a scrape reads what was kept. */
export const gaugesEveryMs = 15 * secondMs;

/** No organization has this key, so that these reads take turns with those of each of them. */
const allOrganizations = 0;

/** Reads how much is waiting and for how long, and keeps it. */
export async function keepGauges(
  { store: { database }, world: { clock } }: Pick<Engine, 'store' | 'world'>,
  meters: Meters,
): Promise<void> {
  const now = clock.now();
  const queries = database.reader.away(allOrganizations);
  const states = new Map((await queueState(queries, now)).map((state) => [state.kind, state]));
  // A series that is not there cannot be compared: a kind of which there is no job has zeros.
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
}
