import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './processes.ts';
import type { StdioPlan, StdioResult } from './stdio-load.ts';
import { median, type Row, times, whole } from './table.ts';

const startRounds = 15;
const callRounds = 5;
const pipelined = { calls: 20_000, warmUpCalls: 5_000, inFlight: 64 };
const alone = { calls: 3_000, warmUpCalls: 1_000, inFlight: 1 };
/** As in a client's configuration. */
const main = fileURLToPath(new URL('../bin/posthouse.js', import.meta.url));

/** Measures `posthouse mcp` as a client starts it, on an existing database: time until the tools are listed, and call latency. */
export async function measureStdio(folder: string): Promise<Row[]> {
  const environment = { POSTHOUSE_DATA_DIR: join(folder, 'stdio'), LOG_LEVEL: 'warn' };
  const starts = { ours: [] as number[], node: [] as number[] };
  // Not counted: the first start creates the database, and the second fills the compile cache.
  for (let round = -2; round < startRounds; round += 1) {
    const ours = (await talk({ environment, pinned: false, calls: 0, warmUpCalls: 0, inFlight: 1 })).listedMs;
    const node = await bareStart();
    if (round < 0) continue;
    starts.ours.push(ours);
    starts.node.push(node);
  }
  const rates: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < callRounds; round += 1) {
    rates.push((await talk({ environment, pinned: true, ...pipelined })).perSecond);
    latencies.push((await talk({ environment, pinned: true, ...alone })).p50Ms);
  }
  const ms = (of: readonly number[]): string => `${median(of).toFixed(0)} ms`;
  return [
    {
      what: 'MCP on stdio: from spawn to the first tools/list, SQLite, existing folder',
      measured: ms(starts.ours),
      beside: `bare node -e 0, from spawn to exit: ${ms(starts.node)}`,
      ratio: times(median(starts.ours) / median(starts.node)),
      goal: '250 ms',
    },
    {
      what: `Calls of list_tags on one connection, ${pipelined.inFlight} in parallel`,
      measured: `${whole(median(rates))}/s`,
      goal: '5,000/s',
    },
    {
      what: 'The same, one at a time, median',
      measured: `${median(latencies).toFixed(2)} ms`,
      goal: '0.5 ms',
    },
  ];
}

/** Runs the server once, driven by a separate process. */
async function talk(plan: Omit<StdioPlan, 'main'>): Promise<StdioResult> {
  const client = startChild('./stdio-load.ts', [{ main, ...plan }], plan.pinned ? 'measuring' : undefined);
  const result = await client.line<StdioResult>();
  await client.stop();
  return result;
}

async function bareStart(): Promise<number> {
  const from = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - from;
}
