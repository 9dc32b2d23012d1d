import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { runConsole } from '../../../src/surfaces/cli/console.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { browser, keyOf } from '../console/scene.ts';
import { keptStreams, type ToolResult } from './runner.ts';

async function run(simulated: SimulatedPlatform, words: string[] = []): Promise<ToolResult> {
  const streams = keptStreams();
  const environment = {
    readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
    // Keeps the running server open when the command ends.
    openConfigured: async () => ({
      ...simulated.platform,
      http: simulated.platform.http,
      close: async () => {},
    }),
  };
  return streams.result(await runConsole(words, environment, streams));
}

async function opened(): Promise<SimulatedPlatform> {
  const simulated = await openPlatform();
  onTestFinished(() => simulated.close());
  return simulated;
}

test('the first link creates the first admin, and each link signs in at the running server', async () => {
  const simulated = await opened();
  const first = await run(simulated, ['--email', 'Ada@gmail.com']);
  expect(first).toMatchObject({
    code: 0,
    err: expect.stringContaining('Created the first admin of Default.'),
  });
  expect(first.out).toMatch(/^http:\/\/posthouse\.example\/console\/sign-in\/link\?key=[\w-]{43}\n$/);
  const again = await run(simulated);
  expect(again.err).toBe('Signs in as Ada@gmail.com (admin), once, within 5 minutes:\n');
  for (const { out } of [first, again]) {
    const used = await browser(simulated).post('/console/sign-in/link', { key: keyOf(out.trim()) });
    expect(used.status).toBe(303);
  }
  const caller = simulated.caller('cli');
  const { output } = await simulated.call('list_people', {}, { caller });
  expect(output).toMatchObject({ data: [{ email: 'Ada@gmail.com', roles: ['admin'] }] });
});

test('the first admin without an address is called Admin and cannot receive a link by mail', async () => {
  const simulated = await opened();
  expect((await run(simulated)).err).toContain('Signs in as Admin (admin)');
  const { output } = await simulated.call('list_people', {}, { caller: simulated.caller('cli') });
  expect(output).toMatchObject({ data: [{ name: 'Admin', email: null }] });
});

test('an organization without an admin gets one from the console command', async () => {
  const simulated = await opened();
  const eve = { name: 'Eve', email: 'eve@gmail.com', roles: ['viewer'] };
  await simulated.call('create_person', eve, { caller: simulated.caller('cli') });
  expect((await run(simulated, ['--email', 'eve@gmail.com'])).err).toContain('Signs in as Eve (viewer)');
  expect((await run(simulated)).err).toContain('Signs in as Admin (admin)');
});

test('the console command rejects an address without a person, an unknown organization and wrong arguments', async () => {
  const simulated = await opened();
  await run(simulated);
  const unknown = await run(simulated, ['--email', 'eve@gmail.com']);
  expect(unknown).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no person of Default') });
  expect((await run(simulated, ['--email', 'nonsense'])).code).toBe(2);
  expect((await run(simulated, ['--org', 'org_1'])).code).toBe(2);
  expect((await run(simulated, ['--nope'])).code).toBe(2);
  expect((await run(simulated, ['now'])).code).toBe(2);
  expect(await run(simulated, ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('--email'),
  });
});

test('the option --org creates a link for another organization', async () => {
  const simulated = await opened();
  const { organization } = await simulated.addOrganization('Acme');
  expect((await run(simulated, ['--org', organization.id])).err).toContain('first admin of Acme');
});
