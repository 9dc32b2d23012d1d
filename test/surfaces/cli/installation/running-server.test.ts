import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { formatProgress, startProgress } from '../../../../src/surfaces/cli/output/progress.ts';
import { builtProgram } from '../../../world/programs/built-program.ts';
import { endsWithTests } from '../../../world/programs/child-programs.ts';
import { freePort } from '../../../world/programs/free-ports.ts';
import { keptStreams } from '../runner.ts';

const main = await builtProgram();
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-running-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function environment(data: string, port: number) {
  return {
    PATH: process.env.PATH,
    PORT: String(port),
    POSTHOUSE_DATA_DIR: join(folder, data),
    POSTHOUSE_SMTP_PORT: '0',
    POSTHOUSE_SMTPS_PORT: '0',
    LOG_LEVEL: 'error',
  };
}

async function examinePort(data: string, port: number) {
  const options = { env: environment(data, port), cwd: folder };
  const { stdout } = await run(process.execPath, [main, 'doctor', '--json'], options).catch(
    (error: { stdout: string }) => error,
  );
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; sentence: string }[] };
  return checks.find(({ name }) => name === 'port');
}

test('the doctor distinguishes the server of its data folder from another instance on the port', async () => {
  const port = await freePort();
  const server = endsWithTests(
    spawn(process.execPath, [main], { env: environment('own', port), cwd: folder }),
  );
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.startsWith('Check the set')) break;
  }
  expect(await examinePort('own', port)).toMatchObject({
    state: 'ok',
    sentence: `This instance of Posthouse is running at 127.0.0.1:${port}.`,
  });
  expect(await examinePort('other', port)).toMatchObject({
    state: 'fail',
    sentence: expect.stringContaining(
      `Another instance of Posthouse, with a different secret, listens at 127.0.0.1:${port}`,
    ),
  });
});

async function untilRowsAreKept(data: string): Promise<void> {
  const database = new DatabaseSync(join(folder, data, 'posthouse.sqlite'), { readOnly: true });
  const count = database.prepare('SELECT count(*) AS rows FROM subscribers');
  while (count.get()!.rows === 0) await new Promise((resolve) => setImmediate(resolve));
  database.close();
}

test('an import that Ctrl-C stopped is continued by the command that it prints', async () => {
  const file = join(folder, 'people.csv');
  const rows = Array.from({ length: 60_000 }, (_, index) => `person${index}@example.com`);
  writeFileSync(file, ['email', ...rows].join('\n'));
  const child = endsWithTests(
    spawn(process.execPath, [main, 'import', file, '--consent', 'Shop'], {
      env: environment('own', 0),
      cwd: folder,
    }),
  );
  const exited = once(child, 'exit');
  let said = '';
  for await (const line of createInterface({ input: child.stderr! })) {
    // The preview; the import itself starts after it.
    if (line.startsWith('{')) void untilRowsAreKept('own').then(() => child.kill('SIGINT'));
    said += `${line}\n`;
  }
  expect(await exited).toEqual([130, null]);
  expect(said).toContain('Stopped. Rows that were imported are kept.');
  expect(said).toMatch(/^A running server continues it too\. To cancel it: .*cancel_import imp_\w+$/m);
  expect(said).not.toMatch(/^\s+at /m);
  const [, command = ''] = /^To continue it: .* (import --import imp_\w+)$/m.exec(said)!;
  const again = { env: environment('own', 0), cwd: folder };
  const { stdout } = await run(process.execPath, [main, ...command.split(' ')], again);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'completed',
    result: { rows: 60_000, created: 60_000 },
  });
});

const exportStartsMsMax = 120_000;

test('Ctrl-C during an export leaves no file and says so', async () => {
  const file = join(folder, 'people.csv');
  const rows = Array.from({ length: 20_000 }, (_, index) => `person${index}@example.com`);
  writeFileSync(file, ['email', ...rows].join('\n'));
  const env = environment('own', 0);
  await run(process.execPath, [main, 'import', file, '--consent', 'Shop'], { env, cwd: folder });
  const out = join(folder, 'out', 'export.csv');
  mkdirSync(join(folder, 'out'));
  const child = endsWithTests(
    spawn(process.execPath, [main, 'export', 'subscribers', '--out', out], { env, cwd: folder }),
  );
  const [exited, err] = [once(child, 'exit'), text(child.stderr!)];
  // Without a pause, because the export takes only a moment. A failed export ends the wait.
  const startsBy = Date.now() + exportStartsMsMax;
  while (readdirSync(join(folder, 'out')).length === 0 && Date.now() < startsBy);
  child.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  expect(await err).toContain(`Stopped. ${out} was not written. To start again, run the same command.`);
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(join(folder, 'out'))).toEqual([]);
});

test('progress shows rows, share and rate on one line, and only in a terminal', () => {
  expect(formatProgress(12_000, 50_000, 'rows', 4_000)).toBe('12,000 of 50,000 rows (24 %), 3,000 rows/s');
  expect(formatProgress(900, null, 'rows', 100)).toBe('900 rows');
  const clock = { time: 0, now: () => clock.time };
  const terminal = keptStreams(80);
  const progress = startProgress(terminal, clock);
  progress.report(0, 10, 'rows');
  clock.time = 1_000;
  progress.report(5, 10, 'rows');
  progress.report(6, 10, 'rows');
  clock.time = 2_000;
  progress.report(10, 10, 'rows');
  progress.end();
  expect(terminal.result(0).err).toContain('\r5 of 10 rows (50 %), 5 rows/s');
  expect(terminal.result(0).err).not.toContain('6 of 10');
  expect(terminal.result(0).err).toMatch(/10 of 10 rows \(100 %\), 5 rows\/s *\n$/);
  const program = keptStreams();
  startProgress(program, clock).report(5, 10, 'rows');
  expect(program.result(0).err).toBe('');
});
