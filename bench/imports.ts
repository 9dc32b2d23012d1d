import { join } from 'node:path';
import { built } from './built.ts';
import { sends } from './fairness.ts';
import type { BesideReady } from './imports-ours.ts';
import { withPostgres } from './postgres.ts';
import { startChild } from './processes.ts';
import { percentile, type Row, times, whole } from './table.ts';

/** For a small run: `IMPORT_ROWS=100000 npm run bench -- imports`. */
const rows = Number(process.env.IMPORT_ROWS ?? 1_000_000);
/** Runs from the sources, because it serves requests too, and the build here lacks the texts of the other doors. */
const sources = 'imports-ours.ts';
/** Excluded, because a process's first requests are slow while the code warms up. */
const warmUpSends = 60;
const measuredSends = 200;
const tail = 0.99;

type Ran = { seconds: number; cpuSeconds: number; idleMb: number; peakMb: number; created: number };

/** Measures CSV imports into all indexes, each in a new process. */
export async function measureImports(folder: string): Promise<Row[]> {
  const program = await built('imports-ours');
  const besideFile = join(folder, 'imports-beside.db');
  return [
    ...(await measure(program, 'SQLite', join(folder, 'imports.db'), '20,000/s')),
    await measureBeside('SQLite', besideFile),
    ...(await withPostgres((url) => measure(program, 'PostgreSQL', url))),
    await withPostgres((url) => measureBeside('PostgreSQL', url)),
  ];
}

async function upload(program: string, database: string): Promise<string> {
  const uploading = startChild(program, ['upload', database, String(rows)]);
  const { id } = await uploading.line<{ id: string }>();
  await uploading.stop();
  return id;
}

async function measure(program: string, name: string, database: string, goal?: string): Promise<Row[]> {
  const id = await upload(program, database);
  const run = startChild(program, ['run', database, String(rows), id]);
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
      what: `Memory of the import, ${name}`,
      measured: `${whole(peakMb)} MB`,
      beside: `${whole(idleMb)} MB before`,
      goal: '200 MB',
    },
  ];
}

/** Measures another organization's sends before and during an import. */
async function measureBeside(name: string, database: string): Promise<Row> {
  const id = await upload(sources, database);
  const server = startChild(sources, ['beside', database, String(rows), id]);
  const { port, token } = await server.line<BesideReady>();
  await sends(port, token, warmUpSends);
  const quiet = await sends(port, token, measuredSends);
  await server.ask();
  const beside = await sends(port, token, measuredSends);
  await server.stop();
  const [slowest, slowestQuiet] = [percentile(beside, tail), percentile(quiet, tail)];
  return {
    what: `Another organization's send during an import, ${name}, p99`,
    measured: `${slowest.toFixed(1)} ms, median ${percentile(beside, 0.5).toFixed(1)} ms`,
    beside: `before the import: ${slowestQuiet.toFixed(1)} ms, median ${percentile(quiet, 0.5).toFixed(1)} ms`,
    ratio: times(slowest / slowestQuiet),
  };
}
