import { IntervalTimers } from '../../concurrency/interval-timers.ts';
import { dayMs } from '../../model/instant.ts';
import { processBeatMs } from '../../model/process-life.ts';
import type { Role } from '../../roles.ts';
import { beatProcess, forgetProcess, forgetProcesses } from '../../store/records/instance/processes.ts';
import { version } from '../../version.ts';
import type { Engine } from '../context/scope.ts';

const idBytes = 8;
/** A process that ended without notice is shown for this long. */
const lostShownMs = dayMs;

export type ProcessKeeper = { stop(): Promise<void> };

/** Records this server process in the database until it stops, for the page Health and `check_setup`. */
export async function keepProcess(
  { store: { database }, world: { clock, ids, log } }: Pick<Engine, 'store' | 'world'>,
  { role, machine }: { role: Role; machine: string },
): Promise<ProcessKeeper> {
  const startedAt = clock.now();
  const id = ids.bytes(idBytes).toString('hex');
  const onFault = (error: unknown): void => {
    // An outage is logged elsewhere, and the next beat repairs the row.
    if (database.outage.error === null) log.warn({ err: error }, 'this process could not be recorded');
  };
  const beat = async (): Promise<void> => {
    const now = clock.now();
    await database.transaction(async (queries) => {
      await forgetProcesses(queries, { before: now - lostShownMs, after: now + lostShownMs });
      await beatProcess(queries, { id, role, machine, version, startedAt, beatAt: now });
    });
  };
  const timers = new IntervalTimers(clock, onFault);
  timers.every(processBeatMs, beat);
  await beat().catch(onFault);
  return {
    async stop() {
      await timers.stop();
      await database.transaction((queries) => forgetProcess(queries, id)).catch(onFault);
    },
  };
}
