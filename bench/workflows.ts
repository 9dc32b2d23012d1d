import { join } from 'node:path';
import { built } from './built.ts';
import { withPostgres } from './postgres.ts';
import { startChild } from './processes.ts';
import { type Row, whole } from './table.ts';
import type { IdleResult, LateResult, StepsResult, WorkflowsPlan } from './workflows-ours.ts';

/** For a small run: `WORKFLOW_WAITING=20000 npm run bench -- workflows`. */
const waiting = Number(process.env.WORKFLOW_WAITING ?? 1_000_000);
const idleSeconds = 20;
const duePerSecond = 1_000;
const dueSeconds = 20;
const runs = { mails: 20_000, others: 40_000 };
const goals = {
  SQLite: { mails: 1_500, others: 8_000 },
  PostgreSQL: { mails: 750, others: 4_000 },
};

/** Measures workflow runs next to a million waiting runs. `none` has the same people without a workflow. */
export async function measureWorkflows(folder: string): Promise<Row[]> {
  const program = await built('workflows-ours');
  return [
    ...(await measure(program, 'SQLite', join(folder, 'none.db'), join(folder, 'waiting.db'))),
    ...(await withPostgres((none) => withPostgres((url) => measure(program, 'PostgreSQL', none, url)))),
  ];
}

async function child<Result>(program: string, plan: WorkflowsPlan): Promise<Result> {
  const started = startChild(program, [plan]);
  const result = await started.line<Result>();
  await started.stop();
  return result;
}

async function measure(
  program: string,
  name: keyof typeof goals,
  none: string,
  database: string,
): Promise<Row[]> {
  const on = <Result>(file: string, plan: object) =>
    child<Result>(program, { database: file, ...plan } as WorkflowsPlan);
  await on(none, { phase: 'seed', people: waiting, wait: false });
  const without = await on<IdleResult>(none, { phase: 'idle', seconds: idleSeconds });
  await on(database, { phase: 'seed', people: waiting, wait: true });
  const idle = await on<IdleResult>(database, { phase: 'idle', seconds: idleSeconds });
  const late = await on<LateResult>(database, {
    phase: 'late',
    perSecond: duePerSecond,
    seconds: dueSeconds,
  });
  const rows: Row[] = [
    {
      what: `${whole(waiting)} waiting workflow runs, ${name}`,
      measured: `${percent(idle.cpuPart)} of a core, ${whole(idle.residentMb)} MB`,
      beside: `the same people without a workflow: ${percent(without.cpuPart)} of a core, ${whole(without.residentMb)} MB`,
      goal: '1 % of a core, 20 MB more',
    },
    {
      what: `Delay of steps with ${whole(duePerSecond)} due per second in addition, ${name}, p99`,
      measured: `${whole(late.p99Ms)} ms`,
      beside: `median ${whole(late.p50Ms)} ms, maximum ${whole(late.mostMs)} ms`,
      goal: '1,000 ms',
    },
  ];
  for (const kind of ['mails', 'others'] as const) {
    const done = await on<StepsResult>(database, { phase: 'steps', kind, runs: runs[kind] });
    rows.push({
      what:
        kind === 'mails'
          ? `Mail steps of workflows, ${name}`
          : `Other steps (2 conditions, add a tag, set a field, remove a tag), ${name}`,
      measured: `${whole(done.perSecond)} steps/s`,
      beside: `${whole(done.perCpuSecond)} per second of processor`,
      goal: `${whole(goals[name][kind])}/s`,
    });
  }
  return rows;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}
