import { join } from 'node:path';
import { withPostgres } from './postgres.ts';
import { startChild } from './processes.ts';
import { type Row, whole } from './table.ts';

/** A small run: `IMPORT_ROWS=100000 npm run bench -- imports`. */
const rows = Number(process.env.IMPORT_ROWS ?? 1_000_000);

type Ran = { seconds: number; cpuSeconds: number; idleMb: number; peakMb: number; created: number };

/** Subscribers of a CSV file into every index there is; each of the two processes begins with nothing in memory. */
export async function measureImports(folder: string): Promise<Row[]> {
  return [
    ...(await measure('SQLite', join(folder, 'imports.db'), '20,000/s')),
    ...(await withPostgres((url) => measure('PostgreSQL', url))),
  ];
}

async function measure(name: string, database: string, goal?: string): Promise<Row[]> {
  const upload = startChild('imports-ours.ts', ['upload', database, String(rows)]);
  const { id } = await upload.line<{ id: string }>();
  await upload.stop();
  const run = startChild('imports-ours.ts', ['run', database, String(rows), id]);
  const { seconds, cpuSeconds, idleMb, peakMb, created } = await run.line<Ran>();
  await run.stop();
  if (created !== rows) throw new Error(`${created} of ${rows} rows were imported`);
  return [
    {
      what: `Import, ${name}, ${whole(rows)} rows`,
      measured: `${whole(rows / seconds)}/s`,
      beside: `${whole(rows / cpuSeconds)} per second of processor`,
      ...(goal && { goal }),
    },
    {
      what: `Memory of it, ${name}`,
      measured: `${whole(peakMb)} MB`,
      beside: `${whole(idleMb)} MB before`,
      goal: '200 MB',
    },
  ];
}
