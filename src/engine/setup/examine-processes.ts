import { isAlive } from '../../model/process-life.ts';
import { listProcesses, type ProcessRecord } from '../../store/records/instance/processes.ts';
import { type Finding, fail, ok, type Patient, warn } from './finding.ts';

/** Above the number of any instance. */
export const processesShownMax = 100;

/** Warns if no process runs jobs, or if processes of several versions run. Without rows, the server runs inside another program. */
export async function examineProcesses({ database, world }: Patient): Promise<Finding[]> {
  const name = 'processes';
  if (database === null) return [];
  const known = await listProcesses(database.reader, processesShownMax);
  if (known.length === 0) return [];
  const now = world.clock.now();
  const alive = known.filter((one) => isAlive(one, now));
  const lost = known.filter((one) => !isAlive(one, now));
  const findings = [workers(name, alive), ...versions(name, alive)];
  if (lost.length === 0) return findings;
  const machines = [...new Set(lost.map(({ machine }) => machine))].join(', ');
  const sentence = `${lost.length === 1 ? 'A process' : `${lost.length} processes`} ended without stopping, on ${machines}. Its work continues elsewhere after its leases expire. If the machine still runs, see its log.`;
  return [...findings, warn(name, sentence)];
}

function workers(name: string, alive: readonly ProcessRecord[]): Finding {
  const jobs = alive.filter(({ role }) => role !== 'api').length;
  if (jobs === 0) {
    return fail(
      name,
      'No running process delivers mail: it is accepted and waits. Start one with the role worker or all.',
    );
  }
  const count = alive.length === 1 ? '1 process runs' : `${alive.length} processes run`;
  return ok(name, `${count}, ${jobs} of them for jobs.`);
}

function versions(name: string, alive: readonly ProcessRecord[]): Finding[] {
  const found = [...new Set(alive.map(({ version }) => version))].sort();
  if (found.length < 2) return [];
  return [
    warn(
      name,
      `Processes of the versions ${found.join(' and ')} run. Restart the older ones after an upgrade.`,
    ),
  ];
}
