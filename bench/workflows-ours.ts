/**
 * Phases run in separate processes on one database. `seed` creates the workflows and people, all waiting in the same workflow. `idle`
 * only runs the worker. `late` lets runs come due at a steady pace. `steps` moves all due runs as fast as possible.
 */
import { invoke } from '../src/contract/invoke.ts';
import type { StateRecord } from '../src/store/records/workflows/workflow-runs.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { activateWorkflow } from '../tools/workflows/activate-workflow.ts';
import { saveWorkflow } from '../tools/workflows/save-workflow.ts';
import { openPlatform } from './platform.ts';
import { percentile } from './table.ts';

export type WorkflowsPlan = { database: string } & (
  | { phase: 'seed'; people: number; wait: boolean }
  | { phase: 'idle'; seconds: number }
  | { phase: 'late'; perSecond: number; seconds: number }
  | { phase: 'steps'; kind: 'mails' | 'others'; runs: number }
);
export type IdleResult = { cpuPart: number; residentMb: number };
export type LateResult = { p50Ms: number; p99Ms: number; mostMs: number };
export type StepsResult = { steps: number; perSecond: number; perCpuSecond: number };

const plan: WorkflowsPlan = JSON.parse(process.argv[2]!);
const { platform } = await openPlatform({ database: plan.database, organizations: 0 });
const { engine, worker } = platform;
const { world, store } = engine;
const { database } = store;
const caller = platform.operator('cli');
const { key: organization } = caller.organization;
const rowsPerCommit = 10_000;
const mebibyte = 1_048_576;
const dayMs = 86_400_000;
const settleMs = 3_000;

const mail = (key: string) => ({
  key,
  type: 'send_email',
  from: 'Acme <hello@acme.dev>',
  subject: 'Hello {{firstName}}',
  markdown:
    'Hello {{firstName}},\n\nthis is how the first week goes.\n\n[Your account](https://acme.dev/account)\n\n[Leave]({{unsubscribeUrl}})',
});

/** Workflows with their steps in order. Runs start at the first. */
const workflows = {
  waiting: [
    { key: 'wait', type: 'delay', duration: '30 days' },
    { key: 'tag', type: 'add_tag', tag: 'waited' },
  ],
  late: [
    { key: 'wait', type: 'delay', duration: '1 hour' },
    { key: 'tag', type: 'add_tag', tag: 'late' },
  ],
  mails: [mail('first')],
  // Three steps change something, two only decide.
  others: [
    {
      key: 'gold',
      type: 'condition',
      rule: { field: 'attributes.plan', operator: 'eq', value: 'gold' },
      yes: [
        { key: 'tag', type: 'add_tag', tag: 'gold' },
        { key: 'field', type: 'update_subscriber', attributes: { welcomed: true } },
        {
          key: 'ada',
          type: 'condition',
          rule: { field: 'firstName', operator: 'eq', value: 'Ada' },
          yes: [{ key: 'untag', type: 'remove_tag', tag: 'gold' }],
        },
      ],
    },
  ],
} as const;
type Name = keyof typeof workflows;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    world.clock.after(ms, resolve);
  });
}

async function makeWorkflows(): Promise<void> {
  for (const [name, steps] of Object.entries(workflows)) {
    const trigger = { type: 'EVENT', name: `bench.${name}` };
    const saved = await invoke(engine, saveWorkflow, caller, { name, trigger, steps });
    const { id: workflowId } = saved.output as { id: string };
    await invoke(engine, activateWorkflow, caller, { workflowId });
  }
}

async function workflowKey(name: Name): Promise<number> {
  const row = await database.reader.get<{ key: number }>('SELECT key FROM workflows WHERE name = $1', [name]);
  return Number(row!.key);
}

let people = 0;

/** Adds people at the first step of a workflow. @param dueAt due time of the run by number; null for no runs */
async function begin(name: Name, amount: number, dueAt: ((number: number) => number) | null): Promise<void> {
  const workflow = await workflowKey(name);
  const { key: step, type } = workflows[name][0];
  for (let at = 0; at < amount; at += rowsPerCommit) {
    const rows = Math.min(rowsPerCommit, amount - at);
    await database.transaction(async (queries) => {
      const own = new OrganizationStore(queries, organization);
      const now = world.clock.now();
      const made = Array.from({ length: rows }, () => {
        people += 1;
        return { id: world.ids.id('sub'), email: `${name}-${now}-${people}@mailbox.dev` };
      });
      const kept = await queries.insert<{ key: number; id: string }>(
        `INSERT INTO subscribers (organization, id, email, first_name, attributes, tags, status, source, search, created_at,
           updated_at, event_count)`,
        made.map(({ id, email }) => [
          ...[organization, id, email, 'Ada', '{"plan":"gold"}', '', 'ACTIVE', 'API', email, now, now, 0],
        ]),
        'RETURNING key, id',
      );
      await own.counts.change('subscribers', rows);
      if (dueAt === null) return;
      await own.workflowRuns.start(
        kept.map(({ key, id }, index) => {
          const due = dueAt(at + index);
          const state: Omit<StateRecord, 'run'> = {
            workflow,
            subscriber: key,
            version: 1,
            status: type === 'delay' ? 'WAITING' : 'RUNNING',
            step,
            visit: 1,
            arrivedAt: now,
            wait: type === 'delay' ? { reason: 'delay', until: due } : null,
            dueAt: due,
            leftMs: null,
            pausedMs: 0,
            endedAt: null,
            ended: null,
          };
          const trigger = { type: 'EVENT', eventId: null, name: `bench.${name}`, at: now, properties: {} };
          return {
            run: {
              id: world.ids.id('run'),
              workflow,
              version: 1,
              subscriber: key,
              subscriberId: id,
              entry: `s ${id}`,
              entryValue: null,
              trigger,
              depth: 0,
              assistant: null,
              cause: null,
              startedAt: now,
            },
            state,
          };
        }),
      );
    });
  }
}

/** Wakes the job like a new event. Otherwise it sleeps until the next known run. */
async function wake(): Promise<void> {
  await database.transaction((queries) =>
    queries.run(`UPDATE jobs SET run_at = 0 WHERE kind = 'run_workflows'`, []),
  );
}

async function seed(amount: number, waits: boolean): Promise<object> {
  await makeWorkflows();
  const now = world.clock.now();
  await begin('waiting', amount, waits ? (number) => now + 30 * dayMs + number : null);
  if (database.reader.dialect.name === 'postgres')
    await database.transaction((queries) => queries.run('ANALYZE', []));
  return {};
}

async function idle(seconds: number): Promise<IdleResult> {
  worker.start();
  await wait(settleMs);
  const cpu = process.cpuUsage();
  await wait(seconds * 1_000);
  const { user, system } = process.cpuUsage(cpu);
  const residentMb = process.memoryUsage.rss() / mebibyte;
  return { cpuPart: (user + system) / (seconds * 1_000_000), residentMb };
}

/** Returns the newest run that has finished its last step. Runs come due in key order. */
async function newestDone(): Promise<number> {
  const row = await database.reader.get<{ run: number | null }>(
    'SELECT max(run) AS run FROM workflow_visits',
    [],
  );
  return Number(row?.run ?? 0);
}

/** Measures lateness by polling every few milliseconds: an upper bound of the delay until a run is done. */
async function late(perSecond: number, seconds: number): Promise<LateResult> {
  const amount = perSecond * seconds;
  const from = world.clock.now() + 2 * settleMs + amount / 10;
  const dueAt = (number: number): number => Math.floor(from + (number * 1_000) / perSecond);
  await begin('late', amount, dueAt);
  const range = await database.reader.get<{ first: number; last: number }>(
    'SELECT min(key) AS first, max(key) AS last FROM workflow_runs WHERE workflow = $1',
    [await workflowKey('late')],
  );
  const first = Number(range!.first);
  await wake();
  worker.start();
  const lateness: number[] = [];
  while (lateness.length < amount) {
    await wait(5);
    const done = (await newestDone()) - first;
    const now = world.clock.now();
    while (lateness.length <= done && lateness.length < amount) lateness.push(now - dueAt(lateness.length));
  }
  return {
    p50Ms: percentile(lateness, 0.5),
    p99Ms: percentile(lateness, 0.99),
    mostMs: Math.max(...lateness),
  };
}

async function steps(kind: 'mails' | 'others', runs: number): Promise<StepsResult> {
  const now = world.clock.now();
  await begin(kind, runs, () => now);
  const workflow = await workflowKey(kind);
  const open = async (): Promise<boolean> => {
    const row = await database.reader.get<{ one: number }>(
      'SELECT 1 AS one FROM workflow_states WHERE workflow = $1 AND ended_at IS NULL LIMIT 1',
      [workflow],
    );
    return row !== undefined;
  };
  await wake();
  const cpu = process.cpuUsage();
  const begun = world.clock.monotonic();
  worker.start();
  while (await open()) await wait(10);
  const spent = (world.clock.monotonic() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const made = await database.reader.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM workflow_visits
     WHERE run IN (SELECT key FROM workflow_runs WHERE workflow = $1 AND started_at >= $2)`,
    [workflow, now],
  );
  const amount = Number(made!.amount);
  return { steps: amount, perSecond: amount / spent, perCpuSecond: amount / ((user + system) / 1_000_000) };
}

async function run(): Promise<object> {
  switch (plan.phase) {
    case 'seed':
      return await seed(plan.people, plan.wait);
    case 'idle':
      return await idle(plan.seconds);
    case 'late':
      return await late(plan.perSecond, plan.seconds);
    case 'steps':
      return await steps(plan.kind, plan.runs);
  }
}

process.stdout.write(`${JSON.stringify(await run())}\n`);
await worker.drain();
await platform.close();
