import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, test } from 'vitest';
import { root } from '../../pins/checkout/program.ts';
import { endsWithTests } from '../programs/child-programs.ts';

const owner = `
  import { startPostgresProcess } from './test/world/postgres/postgres-process.ts';
  console.log((await startPostgresProcess({ durable: false })).url);
`;

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'PostgreSQL stops when its parent process ends by %s',
  async (signal) => {
    const process = startOwner();
    const [url] = (await once(createInterface({ input: process.stdout! }), 'line')) as [string];
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    await client.connect();
    const cut = new Promise((resolve) => client.on('error', resolve));
    process.kill(signal);
    expect(await cut).toMatchObject({ message: expect.stringMatching(/terminat/) });
    await expect(new pg.Client({ connectionString: `${url}/postgres` }).connect()).rejects.toThrow(/./);
  },
);

function startOwner(): ChildProcess {
  return endsWithTests(
    spawn(process.execPath, ['--input-type=module-typescript', '-e', owner], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
}
