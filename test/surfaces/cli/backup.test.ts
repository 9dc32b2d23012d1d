import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFileOf, readConfig } from '../../../src/config.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { runBackup } from '../../../src/surfaces/cli/backup.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { keptStreams, type ToolResult } from './runner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function backUp(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<ToolResult> {
  const streams = keptStreams();
  const posthouse = {
    readConfig: () => readConfig({ POSTHOUSE_DATA_DIR: join(folder, 'data'), ...more }),
    databaseFileOf,
    clock: simulatedClock(),
  };
  return streams.result(await runBackup(words, posthouse, streams));
}

async function openLive() {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const database = openSqlite(join(folder, 'data', 'posthouse.sqlite'));
  await migrate(database);
  return database;
}

function nameOf(id: number): string {
  return `z${String(id).padStart(6, '0')}`;
}

describe('backup', () => {
  it('copies the committed rows while the database is in use, readable only by its owner', async () => {
    const live = await openLive();
    const target = join(folder, 'copy.sqlite');
    const rows = (from: number, to: number) =>
      live.transaction((queries) =>
        queries.insert(
          'INSERT INTO migrations (name, checksum)',
          Array.from({ length: to - from }, (_, index) => [nameOf(from + index), 'x'.repeat(2_000)]),
        ),
      );
    await rows(0, 20_000);
    // The platform keeps writing until the copy exists.
    let last = 20_000;
    let copied = false;
    const copying = backUp([target]).finally(() => {
      copied = true;
    });
    while (!copied) {
      await rows(last, ++last);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(last).toBeGreaterThan(20_001);
    const { code, out, err } = await copying;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(target);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'data']);

    const copy = new DatabaseSync(target, { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const names = copy.prepare("SELECT name FROM migrations WHERE name >= 'z' ORDER BY name").all();
    copy.close();
    // The copy is one moment's state: every row up to some row, and none after it.
    expect(names.length).toBeGreaterThanOrEqual(20_000);
    expect(names.every(({ name }, id) => name === nameOf(id))).toBe(true);
    await live.close();
  });

  it('never overwrites a file', async () => {
    await (await openLive()).close();
    const target = join(folder, 'precious');
    writeFileSync(target, 'precious');
    const { code, out, err } = await backUp([target]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('already exists');
    expect(readFileSync(target, 'utf8')).toBe('precious');
  });

  it('detects a damaged database and leaves no copy of it', async () => {
    const live = await openLive();
    await live.transaction((queries) =>
      queries.insert(
        'INSERT INTO migrations (name, checksum)',
        Array.from({ length: 3_000 }, (_, id) => [`z${id}`, 'x'.repeat(200)]),
      ),
    );
    await live.close();
    const file = join(folder, 'data', 'posthouse.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, bytes.length - 3 * 4_096, bytes.length - 4_096);
    writeFileSync(file, bytes);
    const { code, err } = await backUp([join(folder, 'copy')]);
    expect(code).toBe(1);
    expect(err).toMatch(/failed its check|is damaged/);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it('names the missing database or folder', async () => {
    expect(await backUp([join(folder, 'copy')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no database'),
    });
    await (await openLive()).close();
    expect(await backUp([join(folder, 'nowhere', 'copy')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist'),
    });
    mkdirSync(join(folder, 'there'));
    expect(await backUp([join(folder, 'there')])).toMatchObject({ code: 1 });
    expect(existsSync(join(folder, 'copy'))).toBe(false);
  });

  it('requires exactly one file name, and SQLite', async () => {
    expect((await backUp([])).code).toBe(2);
    expect((await backUp(['a', 'b'])).code).toBe(2);
    expect((await backUp(['--fast', 'a'])).code).toBe(2);
    const postgres = await backUp([join(folder, 'copy')], {
      POSTHOUSE_DATABASE_URL: 'postgres://localhost/posthouse',
    });
    expect(postgres.code).toBe(2);
    expect(postgres.err).toContain('pg_dump');
    const help = await backUp(['--help']);
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('backup FILE') });
  });
});
