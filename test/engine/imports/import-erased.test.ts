import { inflateRawSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

vi.setConfig({ testTimeout: 120_000 });

const csv = [
  'email,firstName,favourite',
  'Zuleika@reader-of-words.dev,Zulejkah,Marzipanschwein',
  'ada@reader-of-words.dev,Ada,Tea',
  'zuleika@reader-of-words.dev,Zulejkah again,Marzipanschwein',
].join('\n');
const words = ['zuleika', 'zulejkah', 'marzipanschwein'];

/** Returns every row of every table as one lower-case text, with import files unpacked. */
async function everythingKept({ platform }: SimulatedPlatform): Promise<string> {
  const { reader } = platform.engine.store.database;
  const tables = await reader.all<{ name: string }>(
    reader.dialect.name === 'postgres'
      ? `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
      : `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    [],
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const row of await reader.all<object>(`SELECT * FROM ${name}`, [])) {
      texts.push(`${name}: ${JSON.stringify(row)}`);
      if (name !== 'import_chunks') continue;
      const { content } = row as { content: string };
      texts.push(inflateRawSync(Buffer.from(content, 'base64')).toString());
    }
  }
  return texts.join('\n').toLowerCase();
}

async function found(posthouse: SimulatedPlatform): Promise<string[]> {
  const text = await everythingKept(posthouse);
  return words.filter((word) => text.includes(word));
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

async function use(posthouse: SimulatedPlatform, tool: string, input: object): Promise<Answer> {
  return (await posthouse.call(tool, input)).output;
}

describe.each(databases)('an erased subscriber in an import file, on %s', (_name, open) => {
  verifies('import.erased', 'leaves no trace in a finished import', async () => {
    const posthouse = await openPlatform({ database: await open() });
    const { id } = await use(posthouse, 'import_subscribers', { csv, consent: { source: 'a test' } });
    await posthouse.deliver();
    expect(await found(posthouse)).toEqual(words);
    await posthouse.call('delete_subscriber', { subscriber: 'zuleika@reader-of-words.dev' });
    expect(await found(posthouse)).toEqual([]);
    const left = await use(posthouse, 'get_import', { importId: id });
    expect(left).toMatchObject({ status: 'completed', sample: [], result: { created: 2, duplicates: 1 } });
    await posthouse.close();
  });

  verifies('import.erased', 'leaves no trace in an import that has not started', async () => {
    const posthouse = await openPlatform({ database: await open() });
    await posthouse.call('create_subscriber', { email: 'zuleika@reader-of-words.dev' });
    const consent = { source: 'a test' };
    const preview = async (text: string): Promise<string> =>
      (await use(posthouse, 'import_subscribers', { csv: text, consent, start: false })).id;
    const waiting = await preview(csv);
    const other = await preview('email\ngrace@reader-of-words.dev');
    const { id: uploading } = await use(posthouse, 'import_subscribers', { consent });
    // The address is split in two, in another encoding and in upper case.
    const octets = Buffer.from(csv.toUpperCase(), 'utf16le');
    for (const [index, content] of [octets.subarray(0, 67), octets.subarray(67)].entries()) {
      await posthouse.call('add_import_part', {
        importId: uploading,
        part: index + 1,
        content: content.toString('base64'),
      });
    }
    await posthouse.call('delete_subscriber', { subscriber: 'zuleika@reader-of-words.dev' });
    await posthouse.deliver();
    expect(await found(posthouse)).toEqual([]);
    for (const importId of [waiting, uploading]) {
      expect(await use(posthouse, 'get_import', { importId })).toMatchObject({
        status: 'cancelled',
        sample: [],
        error: expect.stringContaining('erased'),
      });
    }
    const { reader } = posthouse.platform.engine.store.database;
    const files = await reader.all('SELECT DISTINCT import FROM import_chunks', []);
    expect(files).toHaveLength(1);
    expect(await reader.all('SELECT mark FROM import_erasures WHERE sought IS NOT NULL', [])).toEqual([]);
    // A file without the person keeps waiting.
    await posthouse.call('import_subscribers', { importId: other });
    await posthouse.deliver();
    expect(await use(posthouse, 'get_import', { importId: other })).toMatchObject({ status: 'completed' });
    await posthouse.close();
  });

  verifies('import.erased', 'is not added again by a running import', async () => {
    const posthouse = await openPlatform({ database: await open() });
    await posthouse.call('create_subscriber', { email: 'zuleika@reader-of-words.dev' });
    const consent = { source: 'a test' };
    const { id } = await use(posthouse, 'import_subscribers', { csv, consent, start: false });
    const others = await use(posthouse, 'import_subscribers', { csv, consent, start: false });
    await posthouse.call('delete_subscriber', { subscriber: 'zuleika@reader-of-words.dev' });
    // Started before its file is searched, so it runs to its end.
    await posthouse.call('import_subscribers', { importId: id });
    await posthouse.call('cancel_import', { importId: others.id });
    await posthouse.deliver();
    expect(await use(posthouse, 'get_import', { importId: id })).toMatchObject({
      status: 'completed',
      result: { created: 1, refused: 1, duplicates: 1, reasons: { erased: 1 } },
    });
    const { data } = await use(posthouse, 'list_subscribers', {});
    expect(data.map(({ email }: { email: string }) => email)).toEqual(['ada@reader-of-words.dev']);
    await sweep(posthouse.platform.engine);
    expect(await found(posthouse)).toEqual([]);
    // A person who returns on their own is added by a later file.
    await posthouse.call('import_subscribers', { csv, consent });
    await posthouse.deliver();
    const again = await use(posthouse, 'list_subscribers', {});
    expect(again.data).toHaveLength(2);
    await posthouse.close();
  });

  verifies('import.erased', 'is erased while an import runs, and neither waits for the other', async () => {
    const posthouse = await openPlatform({ database: await open() });
    const people = Array.from({ length: 3_000 }, (_, n) => `p${n}@reader-of-words.dev`);
    await posthouse.call('save_subscribers', {
      subscribers: people.slice(0, 40).map((email) => ({ email })),
    });
    const { id } = await use(posthouse, 'import_subscribers', {
      csv: ['email', ...people].join('\n'),
      consent: { source: 'a test' },
    });
    posthouse.platform.engine.activeOrganizations.noteActivity(-1);
    const erased = people.slice(0, 40);
    await Promise.all([
      posthouse.deliver(),
      ...erased.map((subscriber) => posthouse.call('delete_subscriber', { subscriber })),
    ]);
    await posthouse.clock.advance(60_000);
    await posthouse.deliver();
    expect(await use(posthouse, 'get_import', { importId: id })).toMatchObject({ status: 'completed' });
    await sweep(posthouse.platform.engine);
    const { reader } = posthouse.platform.engine.store.database;
    const left = await reader.get<{ amount: number }>(`SELECT count(*) AS amount FROM subscribers`, []);
    expect(Number(left!.amount)).toBe(people.length - erased.length);
    const files = await reader.get<{ amount: number }>('SELECT count(*) AS amount FROM import_chunks', []);
    expect(Number(files!.amount)).toBe(0);
    await posthouse.close();
  });
});
