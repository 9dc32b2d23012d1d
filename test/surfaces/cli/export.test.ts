import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { runExport } from '../../../src/surfaces/cli/export.ts';
import { open } from '../../spec/scene.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams, type ToolResult } from './runner.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** Runs `export …` on a simulated platform, which the command closes. */
async function run(
  words: readonly string[],
  platform?: SimulatedPlatform,
  streams = keptStreams(),
): Promise<ToolResult> {
  const environment = {
    readConfig: () => readConfig({}),
    openConfigured: async () => (platform ?? (await openPlatform())).platform,
  };
  return streams.result(await runExport(words, environment, streams));
}

async function seeded(): Promise<SimulatedPlatform> {
  const platform = await openPlatform();
  await platform.call('save_subscribers', {
    subscribers: [{ email: 'ada@acme.com', firstName: 'Ädä', tags: ['news'] }, { email: 'grace@acme.com' }],
  });
  return platform;
}

test('the export command writes the filtered list to standard output', async () => {
  const { code, out } = await run(
    ['subscribers', '--tag', 'news', '--columns', 'email', '--columns=firstName'],
    await seeded(),
  );
  expect([code, out]).toEqual([0, 'email,firstName\r\nada@acme.com,Ädä\r\n']);
});

test('the export command leaves a complete file or no file', async () => {
  const target = join(folder(), 'people.csv');
  expect((await run(['subscribers', '--out', target, '--columns', 'email'], await seeded())).code).toBe(0);
  expect(readFileSync(target, 'utf8').split('\r\n').sort()).toEqual([
    '',
    'ada@acme.com',
    'email',
    'grace@acme.com',
  ]);
  const again = await run(['subscribers', '--out', target], await seeded());
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('never overwrites a file') });
  const nowhere = await run(['subscribers', '--out', join(target, 'no', 'folder.csv')], await seeded());
  expect(nowhere).toMatchObject({ code: 1, out: '' });
});

test('the progress of an export does not count the header as a row, and ends its line', async () => {
  const target = join(folder(), 'people.csv');
  const { err } = await run(['subscribers', '--out', target], await seeded(), keptStreams(80));
  const [progress, ...others] = err.split('\n');
  expect(progress).toContain('\r2 of 2 rows (100 %)');
  expect(others).toEqual([`${target} is complete.`, '']);
});

test('a refusal of an export is a sentence with a remedy at a terminal', async () => {
  const { code, out, err } = await run(['subscribers', '--tag', 'nothing'], await seeded(), keptStreams(80));
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    /^posthouse: [^\n]*is not a tag[^\n]*\n {2}details:\n {4}tag: is not a tag[^\n]*\nFor the accepted values, run .*export --help\.\n$/,
  );
  expect(err).not.toContain('{');
  const server = ['--url', 'http://127.0.0.1:9', '--token', firstToken];
  const unreachable = await run(['subscribers', ...server], undefined, keptStreams(80));
  expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('\nCheck the URL and that') });
});

test('an export to a terminal shows no progress, which would mix with the data', async () => {
  const { out, err } = await run(['subscribers', '--columns', 'email'], await seeded(), keptStreams(80));
  expect(out).toContain('ada@acme.com');
  expect(err).toBe('');
});

test("the export command also writes an organization's archive and all data of one person", async () => {
  const place = folder();
  const target = join(place, 'all.zip');
  expect((await run(['organization', '--out', target], await seeded())).code).toBe(0);
  expect(readFileSync(target).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(readdirSync(place)).toEqual(['all.zip']);
  const person = await run(['subscriber', 'ada@acme.com'], await seeded());
  expect(JSON.parse(person.out).profile).toMatchObject([{ email: 'ada@acme.com', firstName: 'Ädä' }]);
  expect((await run(['subscriber', 'sub_1'])).code).toBe(1);
});

test('the export command records a local export in the audit log', async () => {
  const platform = await open();
  const streams = keptStreams();
  await runExport(
    ['events'],
    {
      readConfig: () => readConfig({}),
      openConfigured: async () => ({ ...platform.platform, close: async () => {} }),
    },
    streams,
  );
  const { data } = (await platform.call('list_audit_log', {})).output as { data: Record<string, unknown>[] };
  expect(data).toMatchObject([
    { door: 'cli', tool: 'export_csv', token: null, about: ['events'], outcome: 'done' },
  ]);
});

test('the export command exports from a running server over HTTP', async () => {
  const platform = await open();
  await platform.call('save_subscribers', { subscribers: [{ email: 'ada@acme.com' }] });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  onTestFinished(() => platform.platform.http.drain(0));
  const server = ['--url', `http://127.0.0.1:${port}`, '--token', firstToken];
  expect(await run(['subscribers', '--columns', 'email', ...server])).toMatchObject({
    code: 0,
    out: 'email\r\nada@acme.com\r\n',
  });
  const target = join(folder(), 'all.zip');
  expect((await run(['organization', '--out', target, ...server])).code).toBe(0);
  expect(existsSync(target)).toBe(true);
  const person = await run(['subscriber', 'ada@acme.com', ...server]);
  expect(JSON.parse(person.out).profile).toHaveLength(1);
  const refused = await run(['subscribers', '--tag', 'nothing', ...server]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('is not a tag') });
  const outsider = await run(['subscribers', '--url', `http://127.0.0.1:${port}`, '--token', 'posthouse_x']);
  expect(outsider).toMatchObject({ code: 1, out: '' });
});

test('the export command names wrong arguments and does not open the database', async () => {
  const refusal = async (...words: string[]) => {
    const { code, err, out } = await run(words);
    expect([code, out]).toEqual([2, '']);
    return err.split('\n')[0];
  };
  expect(await refusal()).toBe('posthouse: export needs the kind of data to export');
  expect(await refusal('people')).toBe('posthouse: people cannot be exported');
  expect(await refusal('organization')).toContain('needs --out FILE');
  expect(await refusal('organization', '--out', 'x', '--tag', 'a')).toContain('has no option --tag');
  expect(await refusal('subscriber')).toContain('needs one SUBSCRIBER');
  expect(await refusal('events', 'more')).toContain('unexpected argument more');
  expect(await refusal('events', '--token', 'x')).toContain('--token needs --url');
  expect((await run(['--help'])).out).toContain('posthouse export organization --out acme.zip');
});
