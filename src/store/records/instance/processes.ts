import type { Role } from '../../../roles.ts';
import type { Queries } from '../../database.ts';

/** Instants are epoch milliseconds of the process's own clock. */
export type ProcessRecord = {
  id: string;
  role: Role;
  machine: string;
  version: string;
  startedAt: number;
  beatAt: number;
};

type ProcessRow = Omit<ProcessRecord, 'startedAt' | 'beatAt'> & { started_at: number; beat_at: number };

/** Adds or renews the row of a process. */
export async function beatProcess(
  queries: Queries,
  { id, role, machine, version, startedAt, beatAt }: ProcessRecord,
): Promise<void> {
  await queries.insert(
    'INSERT INTO processes (id, role, machine, version, started_at, beat_at)',
    [[id, role, machine, version, startedAt, beatAt]],
    'ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at',
  );
}

export async function forgetProcess(queries: Queries, id: string): Promise<void> {
  await queries.run('DELETE FROM processes WHERE id = $1', [id]);
}

/** Deletes the rows of processes that ended without notice. A later clock may be a clock that was set back. */
export async function forgetProcesses(
  queries: Queries,
  { before, after }: { before: number; after: number },
): Promise<void> {
  await queries.run('DELETE FROM processes WHERE beat_at < $1 OR beat_at > $2', [before, after]);
}

/** The latest sign of life first. */
export async function listProcesses(queries: Queries, limit: number): Promise<ProcessRecord[]> {
  const rows = await queries.all<ProcessRow>(
    'SELECT id, role, machine, version, started_at, beat_at FROM processes ORDER BY beat_at DESC, id LIMIT $1',
    [limit],
  );
  return rows.map(({ started_at, beat_at, ...row }) => ({ ...row, startedAt: started_at, beatAt: beat_at }));
}
