import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { explainError } from '../../../src/model/text/explain-error.ts';
import { builtProgram } from '../../world/programs/built-program.ts';
import { freePort } from '../../world/programs/free-ports.ts';

const main = await builtProgram();
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function errorOf(words: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH, POSTHOUSE_DATA_DIR: join(folder, 'data'), PORT: '0', ...more };
  const failed = await run(process.execPath, [main, ...words], { cwd: folder, env }).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ stdout: '' });
  return (failed as { stderr: string }).stderr;
}

/** Codes of the operating system, schema texts and stack traces. */
const internals = /\bE[A-Z]{4,}\b|ERR_|Invalid (option|input)|^\s+at /m;

test('a command with a wrong file names the file and says what to do', async () => {
  writeFileSync(join(folder, 'file'), 'x');
  mkdirSync(join(folder, 'broken'));
  writeFileSync(join(folder, 'broken', 'posthouse.sqlite'), 'not a database'.repeat(1_000));
  const missing = join(folder, 'missing.csv');
  for (const [words, env, sentence] of [
    [['import', missing], {}, `${missing} does not exist; check the path`],
    [['import', folder], {}, `${folder} is a folder, and a file is needed`],
    [['tools', 'run', 'list_tags', '--json', `@${missing}`], {}, `${missing} does not exist`],
    [['migrate'], { POSTHOUSE_DATA_DIR: join(folder, 'file') }, 'is a file, and a folder is needed'],
    [['migrate'], { POSTHOUSE_DATA_DIR: join(folder, 'file', 'data') }, 'is a file, and a folder is needed'],
    // Creating folders below /proc fails on Linux for every user.
    ...(process.platform === 'linux'
      ? [[['migrate'], { POSTHOUSE_DATA_DIR: '/proc/nope/data' }, '/proc/nope'] as const]
      : []),
    [
      ['migrate'],
      { POSTHOUSE_DATA_DIR: join(folder, 'broken') },
      'posthouse.sqlite: The database file is not a SQLite database: restore a backup',
    ],
    [['migrate'], { POSTHOUSE_SECRET_FILE: missing }, `POSTHOUSE_SECRET_FILE: ${missing} does not exist`],
    [
      ['migrate'],
      { POSTHOUSE_DELIVERY: 'post' },
      'POSTHOUSE_DELIVERY: must be one of capture, relay, direct',
    ],
    [['migrate'], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error'],
    [['migrate'], { POSTHOUSE_SENDING_ENABLED: 'maybe' }, 'POSTHOUSE_SENDING_ENABLED: must be true or false'],
    [['migrate'], { POSTHOUSE_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, 'check that it runs'],
  ] as const) {
    const said = await errorOf(words, env);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(internals);
  }
});

test('a start on a port in use names the port and the variable', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const said = await errorOf(['serve'], { PORT: String(port) });
  expect(said).toContain(`PORT: another program already listens at 127.0.0.1:${port}; stop it, or set PORT`);
  expect(said).not.toMatch(internals);
});

test('a server that cannot be reached is named, with advice', async () => {
  const port = await freePort();
  const remote = ['--url', `http://127.0.0.1:${port}`, '--token', 'x'];
  for (const words of [
    ['tools', 'run', 'list_tags', ...remote],
    ['export', 'emails', ...remote],
  ]) {
    const said = await errorOf(words);
    expect(said).toContain(`nothing listens at 127.0.0.1:${port}; start that server, or correct the address`);
    expect(said).not.toMatch(internals);
  }
});

test.each([
  [{ code: 'EACCES', path: '/srv/mail', syscall: 'open' }, 'this user may not access /srv/mail'],
  [{ code: 'EACCES', address: '0.0.0.0', port: 25, syscall: 'listen' }, 'may not listen at 0.0.0.0:25'],
  [{ code: 'ENOSPC', path: '/srv/mail' }, 'the disk is full where /srv/mail is; free some space'],
  [{ code: 'ENOTFOUND', hostname: 'db.example' }, 'there is no host named db.example'],
  [{ code: 'EADDRNOTAVAIL', address: '192.0.2.1' }, '192.0.2.1 is not an address of this machine'],
])('the system error %j is printed as a sentence', (fields, sentence) => {
  expect(explainError(Object.assign(new Error(`${fields.code}: internal`), fields))).toContain(sentence);
});
