import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('postgres-program.ts', import.meta.url));

export type PostgresProcess = {
  /** URL without a database name. */
  url: string;
  /** Whether its files, a thousand per database, are in memory. */
  inMemory: boolean;
  /** Stops the server, as for an upgrade; `up` starts it again with its data. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a fresh PostgreSQL that stops with this process at the latest. `durable` syncs each commit to disk.
 */
export async function startPostgresProcess({ durable }: { durable: boolean }): Promise<PostgresProcess> {
  const child = spawn(process.execPath, [program, ...(durable ? ['durable'] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C must end only the tests, which still need the database while ending.
    detached: true,
  });
  const exited = once(child, 'exit');
  const said = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(said, 'line'), exited])) as [string | number | null];
  if (typeof line !== 'string') throw new Error(`PostgreSQL ended with ${line} before it was up`);
  const [url, place] = line.split(' ') as [string, 'disk' | 'memory'];
  const order = async (line: 'down' | 'up'): Promise<void> => {
    child.stdin.write(`${line}\n`);
    await once(said, 'line');
  };
  return {
    url,
    inMemory: place === 'memory',
    down: () => order('down'),
    up: () => order('up'),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
