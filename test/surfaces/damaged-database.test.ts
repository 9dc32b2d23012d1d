import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { minuteMs, secondMs } from '../../src/model/instant.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { openPlatform } from '../world/platform.ts';

const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello' };
/** The first page contains the file header and the schema. */
const pageOctets = 4_096;

async function overwrite(file: string, bytes: Buffer, from: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, from, bytes.length - from, from);
  await handle.close();
}

test.each([
  ['is damaged', pageOctets],
  ['is no longer a database', 0],
])(
  'a SQLite file that %s causes an outage with one log line, which ends when the file is restored',
  async (_is, from) => {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-damaged-'));
    const file = join(folder, 'posthouse.db');
    const database = openSqlite(file);
    await migrate(database);
    const { http, clock, log, close } = await openPlatform({ database });
    onTestFinished(async () => {
      await close();
      await rm(folder, { recursive: true });
    });
    const send = () => http('POST', '/api/v2/emails', { body: mail });
    expect((await send()).status).toBe(200);
    await database.purge();
    const sound = await readFile(file);
    await overwrite(file, Buffer.alloc(sound.length, 0x5a), from);
    await database.checkIntact().catch(() => {});

    for (let request = 0; request < 5; request += 1) {
      const refused = await send();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      const read = await http('GET', '/api/v2/emails');
      expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await http('GET', '/readyz', { token: null })).status).toBe(503);
      await clock.advance(10 * secondMs);
    }
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(1);

    await overwrite(file, sound, 0);
    for (let waited = 0; (await http('GET', '/readyz', { token: null })).status !== 200; waited += 1) {
      expect(waited).toBeLessThan(500);
      await clock.advance(minuteMs);
      // Runs the integrity check in its thread.
      await database.checkIntact();
    }
    expect((await http('GET', '/api/v2/emails')).status).toBe(200);
    expect((await send()).status).toBe(200);
  },
);
