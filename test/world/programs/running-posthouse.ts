import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { firstToken } from '../platform.ts';
import type { DnsName } from '../simulated/dns-server.ts';
import { type ListedRecord, publish } from '../simulated/published-records.ts';
import { builtProgram } from './built-program.ts';
import { endsWithTests } from './child-programs.ts';
import { freePort } from './free-ports.ts';

/** The real program in its own process, on SQLite in a folder, with open SMTP ports. */
export type RunningPosthouse = {
  token: string;
  /** Submission ports. */
  ports: { starttls: number; implicit: number };
  /** Calls REST v2. @throws unless the request succeeds */
  api<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls REST v2 with any token and returns any response. */
  request(method: string, path: string, body?: unknown, token?: string): Promise<Response>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, at an arbitrary instruction. */
  kill(): Promise<void>;
};

/** Starts the program on free loopback ports and waits until it is ready. */
export async function startPosthouse(
  dataDir: string,
  environment: Record<string, string>,
  role: 'all' | 'api' | 'worker' = 'all',
): Promise<RunningPosthouse> {
  const [port, starttls, implicit] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [await builtProgram(), 'serve', '--role', role], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      POSTHOUSE_DATA_DIR: dataDir,
      POSTHOUSE_API_KEY: firstToken,
      POSTHOUSE_PLAN: 'enterprise',
      POSTHOUSE_SENDING_ENABLED: 'true',
      POSTHOUSE_SMTP_PORT: String(starttls),
      POSTHOUSE_SMTPS_PORT: String(implicit),
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endsWithTests(child);
  const exited = once(child, 'exit');
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('Posthouse is ready')) return true;
    }
    return false;
  })();
  if (!(await ready)) throw new Error(`the program ended before it was ready: ${child.exitCode}`);
  child.stdout.resume();
  async function request(method: string, path: string, body?: unknown, token = firstToken) {
    return await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  return {
    token: firstToken,
    ports: { starttls, implicit },
    request,
    async api<Answer>(method: string, path: string, body?: unknown) {
      const response = await request(method, path, body);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

type DomainAnswer = { id: string; status: string; records: (ListedRecord & { status: string })[] };

/** Adds a sending domain, publishes its records in a zone, and verifies it. */
export async function publishDomain(
  posthouse: RunningPosthouse,
  name: string,
  zone: Record<string, DnsName>,
): Promise<DomainAnswer> {
  const { id, records } = await posthouse.api<DomainAnswer>('POST', '/domains', { name });
  publish(records, zone);
  return await posthouse.api<DomainAnswer>('POST', `/domains/${id}/verify`);
}
