import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { cpuSeconds, onCore, residentMb } from '../processes.ts';

export type Served = {
  port: number;
  smtpsPort: number;
  /** Time from the spawn until `/readyz` answered 200. */
  readySeconds: number;
  /** Processor time of the process and its children so far, in seconds. */
  cpuSeconds(): Promise<number>;
  residentMb(): Promise<number>;
  stop(): Promise<void>;
};

/** Operator token of every started server. */
export const operatorToken = `posthouse_${'Bench'.repeat(8)}`;

const readyEveryMs = 5;
const readySecondsMax = 60;
const running = new Set<ChildProcess>();

/** Kills every running server. For an exit handler. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts the program of a checkout with its own data folder, which survives restarts. */
export async function serve(
  root: string,
  {
    folder,
    roles,
    environment = {},
  }: { folder: string; roles: 'all' | 'api'; environment?: NodeJS.ProcessEnv },
): Promise<Served> {
  await mkdir(folder, { recursive: true });
  const [port, smtpsPort] = [await freePort(), await freePort()];
  const [program, ...words] = onCore('measured', [
    process.execPath,
    join(root, 'bin/posthouse.js'),
    ...['serve', '--role', roles],
  ]);
  const from = performance.now();
  const child = spawn(program!, words, {
    // The folder has no .env file.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      POSTHOUSE_DATA_DIR: folder,
      POSTHOUSE_SMTP_PORT: '0',
      POSTHOUSE_SMTPS_PORT: String(smtpsPort),
      POSTHOUSE_API_KEY: operatorToken,
      POSTHOUSE_PLAN: 'enterprise',
      POSTHOUSE_TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => running.delete(child));
  await waitUntilReady(child, port);
  const readySeconds = (performance.now() - from) / 1_000;
  return {
    port,
    smtpsPort,
    readySeconds,
    cpuSeconds: () => cpuSeconds(child.pid!),
    residentMb: () => residentMb(child.pid!),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function waitUntilReady(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + readySecondsMax * 1_000;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, readyEveryMs));
  }
  throw new Error(`a server was not ready within ${readySecondsMax} seconds`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Calls one operation over REST v2. @throws if the status is not a success */
export async function callRest<Answer>(
  { port }: Served,
  { token, method = 'POST', path, body }: { token: string; method?: string; path: string; body?: unknown },
): Promise<Answer> {
  requests += 1;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': `198.51.100.${requests % clientAddresses}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A loop on a fast machine exceeds the rate limit per address, so the requests claim to come from several addresses. */
const clientAddresses = 64;
let requests = 0;
