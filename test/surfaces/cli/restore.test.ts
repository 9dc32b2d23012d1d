import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFileOf, readConfig, secretFileOf } from '../../../src/config.ts';
import { openGenerations } from '../../../src/open.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { runBackup } from '../../../src/surfaces/cli/backup.ts';
import { runReleaseQueue } from '../../../src/surfaces/cli/release-queue.ts';
import { runRestore } from '../../../src/surfaces/cli/restore.ts';
import { openPlatform, type SimulatedPlatform, simulatedSecret } from '../../world/platform.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { keptStreams, type ToolResult } from './runner.ts';

const clock = simulatedClock(Date.UTC(2026, 10, 23, 10));
let folder: string;
let file: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  file = databaseFileOf(config());
  copy = join(folder, 'copy');
});

function config(more: NodeJS.ProcessEnv = {}) {
  return readConfig({
    POSTHOUSE_DATA_DIR: join(folder, 'data'),
    POSTHOUSE_SECRET: simulatedSecret,
    LOG_LEVEL: 'silent',
    ...more,
  });
}

async function run(
  command: typeof runBackup | typeof runRestore,
  words: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<ToolResult> {
  const streams = keptStreams();
  const posthouse = { readConfig: () => config(more), databaseFileOf, clock };
  return streams.result(await command(words, posthouse, streams));
}

async function release(words: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<ToolResult> {
  const streams = keptStreams();
  const { engine } = simulated!.platform;
  const code = await runReleaseQueue(
    words,
    {
      readConfig: () => config(more),
      openDatabase: async () => openSqlite(file),
      openGenerations,
      createWorld: () => engine.world,
    },
    streams,
  );
  return streams.result(code);
}

let starts = 0;
let simulated: SimulatedPlatform | undefined;
async function openHere(): Promise<SimulatedPlatform> {
  starts += 1;
  simulated = await openPlatform({
    seed: starts,
    database: openSqlite(file),
    clock,
    generations: openGenerations(config()),
  });
  return simulated;
}

const mail = { from: 'hello@acme.dev', to: 'grace@takes-mail.com', subject: 'Hello', markdown: 'Hello' };

/** Backs up while one mail waits; afterwards the live database sends it. */
async function backUpWithMail(): Promise<void> {
  const first = await openHere();
  await first.call('send_email', mail);
  expect(await run(runBackup, [copy])).toMatchObject({ code: 0, err: '' });
  await first.deliver();
  expect(first.mailbox.messages).toHaveLength(1);
  await first.close();
}

/**
 * Expects that neither the copied mail nor a new mail leaves before the release, and that each leaves once
 * after it.
 */
async function expectHeld(): Promise<void> {
  const restored = await openHere();
  await restored.call('send_email', { ...mail, to: 'ada@takes-mail.com' });
  await restored.deliver();
  expect(restored.mailbox.messages).toEqual([]);
  expect((await restored.http('GET', '/readyz', { token: null })).status).toBe(200);
  expect(await release()).toEqual({
    code: 0,
    out: expect.stringMatching(/^Released: 2 mails\. No server of this instance runs at .*\n$/),
    err: '',
  });
  await restored.deliver();
  expect(restored.mailbox.messages.map(({ to }) => to.address).sort()).toEqual([
    'ada@takes-mail.com',
    'grace@takes-mail.com',
  ]);
  await restored.close();
  const later = await openHere();
  await later.call('send_email', mail);
  await later.deliver();
  expect(later.mailbox.messages).toHaveLength(1);
  expect((await release()).out).toBe('The queue is not held.\n');
  await later.close();
}

describe('a restored backup', () => {
  test('holds its queue when the command restored it', async () => {
    await backUpWithMail();
    const { code, out, err } = await run(runRestore, [copy]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('complete and checked');
    expect(out).toContain(`The previous database is kept as ${file}.before-20261123T1`);
    expect(out).toContain('release-queue');
    expect(out).not.toContain('no secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Each database, the old and the restored, is a single file.
    const names = readdirSync(join(folder, 'data')).sort();
    expect(names).toEqual([
      'generation',
      'posthouse.sqlite',
      'posthouse.sqlite-counters',
      expect.stringMatching(/^posthouse\.sqlite\.before-\d{8}T\d{6}Z$/),
    ]);
    const before = new DatabaseSync(join(folder, 'data', names.find((name) => name.includes('before'))!));
    expect(before.prepare('SELECT count(*) AS jobs FROM jobs').get()).toEqual({ jobs: 0 });
    before.close();
    await expectHeld();
  });

  test('holds its queue when it was copied by hand', async () => {
    await backUpWithMail();
    rmSync(file);
    copyFileSync(copy, file);
    await expectHeld();
  });

  test('holds its queue on another machine', async () => {
    await backUpWithMail();
    rmSync(join(folder, 'data'), { recursive: true });
    expect(await run(runRestore, [copy])).toMatchObject({ code: 0 });
    await expectHeld();
  });

  test('can be released before the server starts', async () => {
    await backUpWithMail();
    await run(runRestore, [copy]);
    expect((await release()).out).toContain('Released: 1 mail. No server of this instance runs at');
    const restored = await openHere();
    await restored.deliver();
    expect(restored.mailbox.messages).toHaveLength(1);
    await restored.close();
  });
});

describe('release-queue', () => {
  const server = async () => {
    const restored = await openHere();
    onTestFinished(() => restored.close());
    const { port } = await restored.platform.http.listen('127.0.0.1', 0);
    onTestFinished(async () => void (await restored.platform.http.drain(0)));
    return { HOST: '127.0.0.1', PORT: String(port) };
  };

  test('does not promise that the running server sends, because its role may be api', async () => {
    await backUpWithMail();
    await run(runRestore, [copy]);
    const address = await server();
    const { out } = await release([], address);
    expect(out).toBe(
      `Released: 1 mail. A server of this instance runs at 127.0.0.1:${address.PORT}. It resumes delivery, unless its role is api.\n`,
    );
  });

  test('says that the server at the port is of an older version, which cannot name its instance', async () => {
    await backUpWithMail();
    await run(runRestore, [copy]);
    const older = createServer((_request, response) => response.setHeader('X-Request-Id', 'req_1').end('{}'));
    await once(older.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void older.close());
    const { port } = older.address() as AddressInfo;
    const { out } = await release([], { PORT: String(port) });
    expect(out).toContain(`A server of an older version runs at 127.0.0.1:${port}. If it uses this database`);
  });

  test('names no server if the port is any free port', async () => {
    await backUpWithMail();
    await run(runRestore, [copy]);
    const { out } = await release([], { PORT: '0' });
    expect(out).toBe('Released: 1 mail. Delivery resumes as soon as a server of this instance runs.\n');
  });

  test('succeeds even if the secret cannot be read', async () => {
    await backUpWithMail();
    await run(runRestore, [copy]);
    const address = await server();
    const unreadable = secretFileOf(config());
    rmSync(unreadable, { force: true });
    mkdirSync(unreadable);
    const released = await release([], { ...address, POSTHOUSE_SECRET: undefined });
    expect(released).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Released: 1 mail\. Delivery resumes/),
    });
  });
});

describe('a copy of the database file', () => {
  /** Copies the file of a stopped server, as `cp` would. */
  async function copyFile(): Promise<void> {
    const first = await openHere();
    await first.call('send_email', mail);
    await first.close();
    copyFileSync(file, copy);
    const second = await openHere();
    await second.deliver();
    await second.close();
  }

  test('that was made before the last start is recognized as a copy', async () => {
    await copyFile();
    rmSync(file);
    copyFileSync(copy, file);
    await expectHeld();
  });

  test('in a data folder that never had a database is recognized as a copy', async () => {
    await copyFile();
    rmSync(join(folder, 'data'), { recursive: true });
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    copyFileSync(copy, file);
    await expectHeld();
  });

  test('is not assumed when the database stayed in place, even after a start that crashed', async () => {
    await copyFile();
    const kept = openGenerations(config())!;
    // The generation file is written first; the commit never happened.
    kept.write([kept.read()!.at(-1)!, 'f'.repeat(32)]);
    for (let start = 0; start < 2; start += 1) {
      const again = await openHere();
      await again.call('send_email', mail);
      await again.deliver();
      expect(again.mailbox.messages).toHaveLength(1);
      await again.close();
    }
  });
});

describe('a restore', () => {
  test('is refused and changes nothing while a server runs on the data folder', async () => {
    await backUpWithMail();
    const running = await openHere();
    const refused = await run(runRestore, [copy]);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('stop the server') });
    await running.call('send_email', mail);
    await running.deliver();
    expect(running.mailbox.messages).toHaveLength(1);
    await running.close();
    expect((await run(runRestore, [copy])).code).toBe(0);
  });

  test('accepts only a complete backup of this instance, and otherwise changes nothing', async () => {
    await backUpWithMail();
    const untouched = readFileSync(file);
    const foreign = join(folder, 'foreign');
    const foreignDatabase = new DatabaseSync(foreign);
    foreignDatabase.exec('CREATE TABLE mail (id)');
    foreignDatabase.close();
    const damaged = join(folder, 'damaged');
    const bytes = readFileSync(copy);
    writeFileSync(damaged, bytes.fill(0x5a, 40_000, 80_000));
    const newer = join(folder, 'newer');
    copyFileSync(copy, newer);
    const later = new DatabaseSync(newer);
    later.exec("INSERT INTO migrations VALUES ('9999-later.sql', 'x')");
    later.close();
    writeFileSync(join(folder, 'text'), 'no database');
    for (const [given, said] of [
      [foreign, 'not a database of Posthouse'],
      [damaged, /is damaged|cannot be read/],
      [newer, '9999-later.sql'],
      [join(folder, 'text'), 'cannot be read'],
      [join(folder, 'nowhere'), 'there is no file'],
      [folder, 'there is no file'],
      [file, 'is the database itself'],
    ] as const) {
      const refused = await run(runRestore, [given]);
      expect(refused, given).toMatchObject({ code: 1, out: '', err: expect.stringMatching(said) });
      expect(refused.err).toContain('Nothing was changed');
    }
    const other = await run(runRestore, [copy], { POSTHOUSE_SECRET: 'another secret of another instance' });
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('made with a different secret') });
    expect(other.err).toContain('put the secret of the backup there');
    expect(readFileSync(file).equals(untouched)).toBe(true);
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('before'))).toEqual([]);
  });

  test('reminds the operator to put the secret back', async () => {
    await backUpWithMail();
    const { code, out } = await run(runRestore, [copy], { POSTHOUSE_SECRET: '' });
    expect(code).toBe(0);
    expect(out).toContain(join(folder, 'data', 'secret'));
  });

  test('replaces a damaged database and keeps the old file with its log', async () => {
    await backUpWithMail();
    writeFileSync(file, 'torn');
    writeFileSync(`${file}-wal`, 'a log of its own');
    appendFileSync(`${file}-shm`, '');
    expect(await run(runRestore, [copy])).toMatchObject({ code: 0 });
    const beside = readdirSync(join(folder, 'data'))
      .filter((name) => name.includes('before'))
      .sort();
    expect(beside).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z-wal$/)]);
    expect(readFileSync(join(folder, 'data', beside[0]!), 'utf8')).toBe('torn');
    expect(existsSync(`${file}-wal`)).toBe(false);
    await expectHeld();
  });

  test('requires exactly one file name, and SQLite', async () => {
    for (const words of [[], ['a', 'b'], ['--force', 'a']])
      expect((await run(runRestore, words)).code).toBe(2);
    const postgres = { POSTHOUSE_DATABASE_URL: 'postgres://localhost/posthouse' };
    expect(await run(runRestore, [copy], postgres)).toMatchObject({
      code: 2,
      err: expect.stringContaining('pg_restore'),
    });
    expect(await run(runRestore, ['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('restore FILE'),
    });
  });
});
