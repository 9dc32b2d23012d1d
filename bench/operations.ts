import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../src/store/database.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { prometheusMeters } from '../src/world/telemetry/prometheus-meters.ts';
import { inputFor, seeded } from '../test/spec/assistants/assistants-scene.ts';
import { personIn, signedIn } from '../test/surfaces/console/scene.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../test/world/platform.ts';
import { catalogue } from '../tools/index.ts';
import { largeOperations, type Operation, useTool } from './large-operations.ts';
import { coverLists, lists } from './lists.ts';
import { type Hold, longestHold } from './longest-hold.ts';
import { seedLists } from './seed-lists.ts';
import { seedOften } from './seed-often.ts';
import type { Row } from './table.ts';
import { whole } from './table.ts';

/** For a small run: `OPERATIONS_SUBSCRIBERS=20000 OPERATIONS_MAILS=40000 npm run bench -- operations`. */
const subscribers = Number(process.env.OPERATIONS_SUBSCRIBERS ?? 1_000_000);
const mails = Number(process.env.OPERATIONS_MAILS ?? 2_000_000);
/** Runs only operations whose names contain any of these comma-separated texts. */
const only = (process.env.OPERATIONS_ONLY ?? '').split(',');
/** Seeded file kept between runs, because seeding takes minutes. Each run changes a copy. */
const keptFile = process.env.OPERATIONS_FILE;
/** Calls per operation. The smallest hold counts, because other programs on the machine lengthen the rest. */
const rounds = Number(process.env.OPERATIONS_ROUNDS ?? 3);
/**
 * Time after which an operation's calls end and its remaining jobs are dropped, because every page of a bulk job does the same work.
 * `end_campaign` for a million people has a thousand pages.
 */
const operationMsMax = Number(process.env.OPERATIONS_SECONDS ?? 10) * 1_000;
const holdMsMax = 50;

type Measured = { what: string; hold: Hold; answered: string };

/** Calls every operation on two million mails and a million people, and measures how long each blocks other requests. */
export async function measureOperations(folder: string): Promise<Row[]> {
  const file = join(folder, 'operations.sqlite');
  const seededFile = keptFile ?? join(folder, 'seeded.sqlite');
  if (!existsSync(seededFile)) await seed(seededFile);
  await copyFile(seededFile, file);
  const scene = await seeded({
    database: openSqlite(file),
    seed: Date.now() % 1_000_000,
    metricsToken: 'metrics',
    meters: prometheusMeters(),
  });
  const { simulated } = scene;
  const measured: Measured[] = [];
  try {
    const tools = catalogue.map(
      (tool): Operation => ({
        what: tool.name,
        call: async () => await useTool(simulated, tool.name, await inputFor(tool, scene)),
      }),
    );
    const operations = [
      ...(await pages(simulated)),
      ...lists
        .filter(({ method }) => method === undefined)
        .map(({ what, path }) => request(simulated, `list: ${what}`, path)),
      ...largeOperations(simulated),
      ...tools,
    ];
    for (const operation of operations.filter(({ what }) => only.some((text) => what.includes(text)))) {
      measured.push(await measure(simulated, operation));
    }
  } finally {
    await simulated.close();
  }
  measured.sort((a, b) => worst(b) - worst(a));
  return [
    {
      what: `Maximum delay of another request, with ${whole(subscribers)} people and ${whole(mails)} mails`,
      measured: '',
    },
    ...measured.map(({ what, hold, answered }) => ({
      what: answered === 'done' ? what : `${what} (${answered})`,
      measured: `${hold.loop.toFixed(1)} ms${hold.loopCpu > holdMsMax || hold.writer > holdMsMax ? ' OVER' : ''}`,
      beside: `CPU ${hold.loopCpu.toFixed(1)} ms, another write ${hold.writer.toFixed(1)} ms, another search ${hold.walk.toFixed(1)} ms`,
      goal: `${holdMsMax} ms`,
    })),
  ];
}

async function seed(file: string): Promise<void> {
  const from = performance.now();
  const first = await openPlatform({ database: openSqlite(file) });
  await first.close();
  seedLists(file, { subscribers, mails });
  seedOften(file);
  await coverLists(file);
  process.stderr.write(`seeded in ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
}

function worst({ hold }: Measured): number {
  return Math.max(hold.loopCpu, Math.min(hold.loop, hold.writer));
}

/** Calls an operation several times, runs its jobs, and returns the smallest hold. */
async function measure(simulated: SimulatedPlatform, operation: Operation): Promise<Measured> {
  const least: Hold = { loop: Infinity, loopCpu: Infinity, writer: Infinity, walk: Infinity };
  let answered = '';
  const { database } = simulated.platform.engine.store;
  const from = performance.now();
  const isOver = (): boolean => performance.now() - from > operationMsMax;
  for (let round = 0; round < (operation.rounds ?? rounds) && !(round > 0 && isOver()); round += 1) {
    const { hold, answer } = await longestHold(database, async () => {
      const said = await operation
        .call()
        .catch((error: { failure?: string }) => error.failure ?? String(error));
      const working = simulated.deliver().then(() => true);
      const isDone = async (): Promise<boolean> => await Promise.race([working, after(pollMs)]);
      while (!(await isDone())) if (isOver()) await dropJobs(database);
      return said;
    });
    if (round > 0 && answer !== 'done' && answered === 'done') break;
    answered = answer;
    for (const name of ['loop', 'loopCpu', 'writer', 'walk'] as const)
      least[name] = Math.min(least[name], hold[name]);
  }
  process.stderr.write(
    `${operation.what}: ${least.loop.toFixed(1)} ms, CPU ${least.loopCpu.toFixed(1)} ms, write ${least.writer.toFixed(1)} ms, walk ${least.walk.toFixed(1)} ms; ${answered}; ${((performance.now() - from) / 1000).toFixed(1)} s\n`,
  );
  return { what: operation.what, hold: least, answered };
}

const pollMs = 100;

function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}

/** Deletes all jobs. A flow without its job ends after the current page. */
async function dropJobs(database: Database): Promise<void> {
  await database.transaction((queries) => queries.run('DELETE FROM jobs', []));
}

let requests = 0;

function request(simulated: SimulatedPlatform, what: string, path: string, token = firstToken): Operation {
  return {
    what,
    async call() {
      requests += 1;
      const response = await simulated.platform.http.fetch(
        new Request(`http://posthouse.example${path}`, { headers: { authorization: `Bearer ${token}` } }),
        `198.51.${Math.floor(requests / 250) % 250}.${requests % 250}`,
      );
      await response.arrayBuffer();
      return response.status === 200 ? 'done' : String(response.status);
    },
  };
}

/** Requests outside the tools: contract, documentation, metrics and console. */
async function pages(simulated: SimulatedPlatform): Promise<Operation[]> {
  const person = await personIn(simulated, simulated.organization, { email: `ada${Date.now()}@gmail.com` });
  const at = await signedIn(simulated, person);
  const console = ['/console', '/console/approvals', '/console/people', '/console/account'].map(
    (path): Operation => ({
      what: path,
      call: async () => {
        const { status } = await at.get(path);
        return status === 200 ? 'done' : String(status);
      },
    }),
  );
  const paths = [
    '/openapi.json',
    '/openapi',
    '/docs',
    '/docs/search?q=double+opt-in',
    '/llms.txt',
    '/healthz',
    '/readyz',
    '/api/v2/tools',
  ];
  return [
    { ...request(simulated, '/openapi.json, first', '/openapi.json'), rounds: 1 },
    ...paths.map((path) => request(simulated, path, path)),
    request(simulated, '/metrics', '/metrics', 'metrics'),
    ...console,
  ];
}
