import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const source = new URL('../../../src/surfaces/cli/', import.meta.url);

/** Runs a module that sends SIGINT to itself. */
async function interrupt(script: string): Promise<{ code: number; stderr: string }> {
  const words = ['--input-type=module', '--eval', script];
  return await run(process.execPath, words).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error) => error,
  );
}

const streams = '{ out: process.stdout, err: process.stderr }';

test('Ctrl-C exits with 130 even if the cleanup throws', async () => {
  const { code, stderr } = await interrupt(`
    import { startInterruptible } from '${new URL('output/interrupt.ts', source)}';
    setTimeout(() => {}, 60_000);
    startInterruptible(${streams}, () => ['Stopped.'], () => { throw new Error('no such file'); });
    process.kill(process.pid, 'SIGINT');
  `);
  expect({ code, stderr }).toEqual({ code: 130, stderr: '\nStopped.\n' });
});

test('Ctrl-C during a migration does not promise an unchanged database', async () => {
  const { code, stderr } = await interrupt(`
    import { runMigrate } from '${new URL('migrate.ts', source)}';
    setTimeout(() => {}, 60_000);
    const database = {
      reader: { dialect: { name: 'sqlite' } },
      transaction: () => new Promise(() => process.kill(process.pid, 'SIGINT')),
    };
    await runMigrate([], { readConfig: () => ({}), openDatabase: async () => database }, ${streams});
  `);
  expect(code).toBe(130);
  expect(stderr).toContain('The database is unchanged, unless the commit had already started.');
  expect(stderr).toContain('run the same command again');
});
