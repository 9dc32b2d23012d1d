import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runImportCommand } from '../../../src/surfaces/cli/import/import-file.ts';
import { callTool } from '../../../src/surfaces/mcp/tools/call-tool.ts';
import { catalogue } from '../../../tools/index.ts';
import { textsOf } from '../../surfaces/mcp/approval/approved-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

async function open(): Promise<SimulatedPlatform> {
  const platform = await openPlatform();
  onTestFinished(() => platform.close());
  return platform;
}

async function command(posthouse: SimulatedPlatform, csv: string, ...words: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'readers.csv');
  await writeFile(file, csv, 'latin1');
  const written = { out: '', err: '' };
  const streams = {
    out: { write: (text: string) => (written.out += text) },
    err: { write: (text: string) => (written.err += text) },
  };
  const platform = { ...posthouse.platform, close: async () => {} };
  const environment = {
    readConfig: () => ({}) as never,
    openConfigured: async () => platform,
    clock: posthouse.clock,
    isTerminal: true,
  };
  const code = await runImportCommand([file, ...words], environment, streams);
  return { code, ...written };
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
