/**
 * A client of `posthouse mcp` in a separate process: starts it, initializes, lists the tools, and calls `list_tags` with
 * several calls in flight. Reads a plan as JSON from its first argument and writes a result as JSON to stdout.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onCore } from './processes.ts';

export type StdioPlan = {
  main: string;
  environment: Record<string, string>;
  /** Pins the server to the core of the measured process. */
  pinned: boolean;
  calls: number;
  warmUpCalls: number;
  inFlight: number;
};

export type StdioResult = {
  /** Time from spawn to the result of `tools/list`. */
  listedMs: number;
  perSecond: number;
  p50Ms: number;
};

const { main, environment, pinned, calls, warmUpCalls, inFlight }: StdioPlan = JSON.parse(process.argv[2]!);
const [program, ...words] = onCore(pinned ? 'measured' : undefined, [process.execPath, main, 'mcp']);

const from = performance.now();
const server = spawn(program!, words, {
  env: { ...process.env, ...environment },
  stdio: ['pipe', 'pipe', 'inherit'],
});
server.stdout.setEncoding('utf8');
const send = (message: object): boolean =>
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** Passes each line to `act` until it returns true. */
async function readUntil(act: (line: string) => boolean): Promise<void> {
  let held = '';
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: string): void => {
      const lines = (held + chunk).split('\n');
      held = lines.pop()!;
      for (const line of lines) {
        if (!act(line)) continue;
        server.stdout.off('data', take);
        resolve();
      }
    };
    server.stdout.on('data', take);
    server.once('exit', () => reject(new Error('the server ended')));
  });
}

async function ask(method: string, params: object): Promise<void> {
  send({ id: method, method, params });
  await readUntil((line) => {
    const { error } = JSON.parse(line);
    if (error !== undefined) throw new Error(`${method}: ${line}`);
    return true;
  });
}

await ask('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
});
send({ method: 'notifications/initialized' });
await ask('tools/list', {});
const listedMs = performance.now() - from;

/** Makes `count` calls. @returns their latencies in ms */
async function callTags(count: number): Promise<number[]> {
  if (count === 0) return [];
  const sentAt = new Map<number, number>();
  const latencies: number[] = [];
  let sent = 0;
  const next = (): void => {
    if (sent === count) return;
    sent += 1;
    sentAt.set(sent, performance.now());
    send({ id: sent, method: 'tools/call', params: { name: 'list_tags', arguments: { limit: 20 } } });
  };
  for (let first = 0; first < inFlight; first += 1) next();
  await readUntil((line) => {
    // Parsing whole responses would distort the measurement. Every successful one begins like this.
    const id = Number(/^\{"jsonrpc":"2\.0","id":(\d+),"result":\{"content"/.exec(line)?.[1]);
    if (Number.isNaN(id) || line.includes('"isError"')) throw new Error(`an unexpected answer: ${line}`);
    latencies.push(performance.now() - sentAt.get(id)!);
    next();
    return latencies.length === count;
  });
  return latencies;
}

await callTags(warmUpCalls);
const startedAt = performance.now();
const latencies = await callTags(calls);
const perSecond = calls / ((performance.now() - startedAt) / 1_000);
latencies.sort((a, b) => a - b);
const result: StdioResult = { listedMs, perSecond, p50Ms: latencies[Math.floor(latencies.length / 2)] ?? 0 };
server.stdin.end();
await once(server, 'exit');
process.stdout.write(`${JSON.stringify(result)}\n`);
