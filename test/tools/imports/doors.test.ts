import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runImportCommand } from '../../../src/surfaces/cli/import/import-file.ts';
import type { Streams } from '../../../src/surfaces/cli/streams.ts';
import { callTool } from '../../../src/surfaces/mcp/tools/call-tool.ts';
import { catalogue } from '../../../tools/index.ts';
import { keptStreams } from '../../surfaces/cli/runner.ts';
import { textsOf } from '../../surfaces/mcp/approval/approved-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

async function open(): Promise<SimulatedPlatform> {
  const platform = await openPlatform();
  onTestFinished(() => platform.close());
  return platform;
}

async function command(posthouse: SimulatedPlatform, csv: string, ...words: string[]) {
  const written = { out: '', err: '' };
  const streams = {
    out: { write: (text: string) => (written.out += text) },
    err: { write: (text: string) => (written.err += text) },
  };
  const code = await runImport(posthouse, [await fileWith(csv), ...words], streams);
  return { code, ...written };
}

async function atTerminal(posthouse: SimulatedPlatform, words: string[]) {
  const streams = keptStreams(80);
  return streams.result(await runImport(posthouse, words, streams));
}

async function fileWith(csv: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'readers.csv');
  await writeFile(file, csv, 'latin1');
  return file;
}

async function runImport(posthouse: SimulatedPlatform, words: string[], streams: Streams): Promise<number> {
  const platform = { ...posthouse.platform, close: async () => {} };
  const environment = {
    readConfig: () => ({}) as never,
    openConfigured: async () => platform,
    clock: posthouse.clock,
    isTerminal: true,
  };
  return await runImportCommand(words, environment, streams);
}

describe('posthouse import', () => {
  it('uploads a file, shows its preview and progress, and prints the result', async () => {
    const posthouse = await open();
    const csv = 'E-Mail;Vorname;Ort\nada@acme.dev;Zo\xEB;K\xF6ln\nnobody;x;y\n';
    const preview = await command(posthouse, csv, '--preview');
    expect(JSON.parse(preview.out)).toMatchObject({
      status: 'previewed',
      encoding: 'windows-1252',
      preview: { refused: 1 },
    });
    const done = await command(
      posthouse,
      csv,
      '--consent',
      'a form',
      '--tag',
      'news',
      '--column',
      'Ort=attributes.city',
    );
    expect(done.code).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({ status: 'completed', result: { created: 1, invalid: 1 } });
    expect(done.err).toMatch(/\d+ of \d+ bytes \(100 %\)\n\{/);
    const { output } = await posthouse.call('get_subscriber', { subscriber: 'ada@acme.dev' });
    expect(output).toMatchObject({
      firstName: 'Zoë',
      attributes: { city: 'Köln' },
      tags: [{ name: 'news' }],
      consent: { source: 'a form' },
    });
  });

  it('exits with 1 for a file that is not a list, and with 2 for a missing file', async () => {
    const posthouse = await open();
    expect(await command(posthouse, 'a,b\n1,2\n')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/bytes \(100 %\)\n[\s\S]*which column is email/),
    });
    expect((await command(posthouse, 'x', 'another')).code).toBe(2);
  });

  it('prints the preview, the result and a refusal as sentences at a terminal', async () => {
    const posthouse = await open();
    const file = await fileWith('email,Ort\nada@acme.dev,Bonn\nnobody,x\n');
    const preview = await atTerminal(posthouse, [file, '--preview']);
    expect(preview.out).toContain('Preview of readers.csv:\n  2  rows\n');
    expect(preview.out).toMatch(/^Nothing was imported\.\nTo import it: .* import --import imp_\w+$/m);
    expect(preview.out).toMatch(/^ {2}email +email \(guessed\)$/m);
    const done = await atTerminal(posthouse, [file, '--consent', 'a form']);
    const lines = ['  2  rows', '  1  new subscribers', '  1  invalid rows'];
    expect(done.out).toContain(`The import of readers.csv is complete:\n${lines.join('\n')}\n`);
    expect(done.out).toMatch(/^To see the invalid and refused rows: .* get_import_errors imp_\w+$/m);
    expect(preview.out + done.out + done.err).not.toContain('{');
    const refused = await atTerminal(posthouse, ['--import', 'imp_unknown']);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^posthouse: There is no [^\n]+\nFind the id /);
    expect(JSON.parse((await atTerminal(posthouse, [file, '--preview', '--json'])).out)).toMatchObject({
      status: 'previewed',
    });
  });

  it('prints a refusal as JSON only if stderr goes to a program, or with --json', async () => {
    const posthouse = await open();
    const refuse = async (piped: 'out' | 'err' | null, ...more: string[]) => {
      const streams = keptStreams(80);
      if (piped) streams[piped].isTTY = false;
      const words = ['--import', 'imp_unknown', ...more];
      return streams.result(await runImport(posthouse, words, streams)).err;
    };
    expect(await refuse('out')).toMatch(/^posthouse: There is no /);
    for (const json of [await refuse('err'), await refuse(null, '--json')])
      expect(JSON.parse(json)).toMatchObject({ name: 'not_found' });
  });

  it('shows a finished import by its id, starts a previewed one, and takes no file with it', async () => {
    const posthouse = await open();
    const { out } = await command(posthouse, 'email\nada@acme.dev\n', '--consent', 'a form');
    const { id } = JSON.parse(out);
    expect((await atTerminal(posthouse, ['--import', id])).out).toContain('is complete:\n  1  row\n');
    expect((await command(posthouse, 'x', '--import', id)).code).toBe(2);
    expect((await atTerminal(posthouse, ['--import', id, '--skip'])).code).toBe(2);
    const previewed = await command(posthouse, 'email\nbob@acme.dev\n', '--preview', '--consent', 'a form');
    const begun = await atTerminal(posthouse, ['--import', JSON.parse(previewed.out).id]);
    expect(begun.out).toContain('is complete:\n  1  row\n  1  new subscribers\n');
  });
});

describe('an assistant', () => {
  it('needs an approval for an import with opt-in requests, and sends no more requests than approved', async () => {
    const posthouse = await open();
    const { organization } = posthouse;
    const asks = { ...organization, doubleOptIn: true, defaultFrom: 'news@acme.dev' };
    await posthouse.platform.engine.store.organizations.update(asks);
    const caller = posthouse.caller('mcp', asks);
    const tool = catalogue.find(({ name }) => name === 'import_subscribers')!;
    const conversation = {
      client: 'test',
      elicits: false,
      signal: new AbortController().signal,
      progress() {},
    } as never;
    const call = async (given: object) => {
      const context = posthouse.platform.mcpContext;
      const answer = await callTool(context, caller, tool, given as never, conversation, () => true);
      if ('inputRequests' in answer) throw new Error('it asks in a form');
      return { isError: answer.isError === true, text: textsOf(answer)[0]! };
    };
    const csv = 'email\nada@acme.dev\nbob@acme.dev\n';
    const previewed = await call({ csv, start: false });
    expect(previewed.isError).toBe(false);
    const importId = /imp_\w+/.exec(previewed.text)![0];
    const first = await call({ importId });
    expect(first.isError).toBe(true);
    const { name, details } = JSON.parse(first.text);
    expect({ name, preview: details.preview }).toMatchObject({
      name: 'confirmation_required',
      preview: { recipients: 2 },
    });
    const again = await call({ importId, confirmation_token: details.confirmation_token });
    expect(again.isError).toBe(false);
    await posthouse.deliver();
    await posthouse.deliver();
    const asked = posthouse.mailbox.messages.map(({ to }) => to.address);
    expect(asked.sort()).toEqual(['ada@acme.dev', 'bob@acme.dev']);
  });
});
