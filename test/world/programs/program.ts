import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { firstToken } from '../platform.ts';
import { builtProgram } from './built-program.ts';
import { endsWithTests } from './child-programs.ts';
import { freePort } from './free-ports.ts';

/** The real program in its own process. */
export type Program = {
  url: string;
  process: ChildProcess;
  /** Sends a mail as the default organization; returns its id, or null if the program died meanwhile. */
  send(to: string): Promise<string | null>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, at an arbitrary instruction. */
  kill(): Promise<void>;
};

type ProgramOptions = {
  dataDir: string;
  databaseUrl?: string;
  /** Relay for real mail. */
  relayUrl: string;
  role?: 'all' | 'api' | 'worker';
  /** Extra environment variables. */
  environment?: Record<string, string>;
};

/** Starts `serve` on a free loopback port and waits until it is ready. */
export async function startProgram({
  dataDir,
  databaseUrl,
  relayUrl,
  role = 'all',
  environment = {},
}: ProgramOptions): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [await builtProgram(), 'serve', '--role', role], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      POSTHOUSE_DATA_DIR: dataDir,
      POSTHOUSE_API_KEY: firstToken,
      POSTHOUSE_PLAN: 'enterprise',
      POSTHOUSE_SENDING_ENABLED: 'true',
      POSTHOUSE_DELIVERY: 'relay',
      POSTHOUSE_RELAY_URL: relayUrl,
      POSTHOUSE_SECRET: 'the secret of several processes on one database',
      POSTHOUSE_SMTP_PORT: '0',
      POSTHOUSE_SMTPS_PORT: '0',
      LOG_LEVEL: 'error',
      ...(databaseUrl === undefined ? {} : { POSTHOUSE_DATABASE_URL: databaseUrl }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endsWithTests(child);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const ready = (async () => {
    for await (const line of lines) if (line.startsWith('Posthouse is ready')) return true;
    return false;
  })();
  if (!(await ready)) throw new Error(`the program ended before it was ready: ${child.exitCode}`);
  child.stdout!.resume();
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    process: child,
    async send(to) {
      try {
        const response = await fetch(`${url}/api/v2/emails`, {
          method: 'POST',
          headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' }),
        });
        const body = (await response.json()) as { id?: string };
        if (response.status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
        return body.id ?? null;
      } catch (error) {
        if (error instanceof TypeError || child.killed) return null;
        throw error;
      }
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
