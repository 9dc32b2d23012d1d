import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdQueue } from '../../../../src/engine/organizations/queue-hold.ts';
import { keepProcess } from '../../../../src/engine/worker/keep-process.ts';
import { dayMs } from '../../../../src/model/instant.ts';
import { beatProcess } from '../../../../src/store/records/instance/processes.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Browser, type Page, personIn, signedIn } from '../scene.ts';

const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<\/?(?:bdi|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const content = { subject: 'Hello', markdown: 'Hello.' };

let platform: SimulatedPlatform;
let admin: Browser;
let viewer: Browser;
const database = () => platform.platform.engine.store.database;

beforeEach(async () => {
  platform = await openPlatform();
  const { organization } = platform;
  admin = await signedIn(platform, await personIn(platform, organization));
  const reader = { name: 'Vi', email: 'vi@gmail.com', roles: ['viewer'] as const };
  viewer = await signedIn(platform, await personIn(platform, organization, reader));
});
afterEach(() => platform.close());

test('findings are grouped by state with the page that repairs them, and no command of a tool', async () => {
  const page = await admin.get('/console/health');
  expect(page.status).toBe(200);
  expect(textOf(page)).toMatch(
    /\d+ (?:checks? (?:fails?|needs? a look)|needs? a look).*The other \d+ pass\./,
  );
  expect(textOf(page)).toMatch(/Needs a look \d+ .*Organization name Recipients would read “Default”/);
  expect(page.text).toContain('<a class="btn tiny" href="/console/settings">Open settings</a>');
  expect(textOf(page)).not.toContain('tools run');
});

test('Health names integrations', async () => {
  await platform.call('create_integration', {
    provider: 'shopify',
    secret: 'shpss_secret',
    name: 'Shop orders',
  });
  const text = textOf(await admin.get('/console/health'));
  expect(text).toContain('(“Shop orders”)');
  expect(text).not.toMatch(/int_[0-9a-z]{26}/);
});

test('an admin of the only organization sees the server, and a viewer or a tenant does not', async () => {
  expect(textOf(await admin.get('/console/health'))).toMatch(
    /Version \d+\.\d+\.\d+ Database SQLite Due now 0/,
  );
  expect(textOf(await viewer.get('/console/health'))).toContain('Only the operator sees');
  await platform.addOrganization('Other');
  await platform.clock.advance(61_000);
  expect(textOf(await admin.get('/console/health'))).toContain('Only the operator sees');
});

test('the resting state is one calm line', async () => {
  await platform.call('update_organization_settings', {
    name: 'Fernhill',
    default_from: 'hello@fernhill.dev',
  });
  const page = await viewer.get('/console/health');
  expect(page.text).toMatch(/<div class="note ok calm" role="status">/);
  expect(textOf(page)).toMatch(/All \d+ checks pass\. Checked 1 Jan 2026, 00:00\./);
});

describe('while the queue is held after a restore,', () => {
  beforeEach(async () => {
    expect(textOf(await admin.get('/console/health'))).not.toContain('Release the queue');
    const { database } = platform.platform.engine.store;
    await database.transaction((queries) => holdQueue(queries, platform.clock.now()));
  });

  test('an admin of the only organization releases it, which the audit log records', async () => {
    await platform.call('send_email', { from: 'hello@acme.dev', to: 'grace@mailbox.dev', ...content });
    await platform.deliver();
    expect(platform.mailbox.messages).toHaveLength(0);
    expect((await admin.get('/console')).text).toContain('href="/console/health#queue"');
    const page = await admin.get('/console/health');
    expect(textOf(page)).toContain('Waiting: 1 mail. Release the queue if no other server');
    expect(page.text).not.toContain('release-queue</code>');
    const { status, headers } = await admin.post('/console/health/release-queue');
    expect([status, headers.get('location')]).toEqual([303, '/console/health?done=released']);
    expect(textOf(await admin.get('/console/health?done=released'))).toContain('The queue is released.');
    await platform.deliver();
    expect(platform.mailbox.messages).toHaveLength(1);
    const log = textOf(await admin.get('/console/settings/audit-log'));
    expect(log).toContain('You released the queue after a restore');
    expect((await admin.post('/console/health/release-queue')).status).toBe(303);
  });

  test('a viewer and a tenant see the command for the operator and cannot release it', async () => {
    expect((await viewer.get('/console')).text).not.toContain('/console/health#queue');
    expect((await viewer.get('/console/health')).text).toMatch(
      /<code>[^<]*posthouse[^<]* release-queue<\/code>/,
    );
    expect((await viewer.post('/console/health/release-queue')).status).toBe(403);
    await platform.addOrganization('Other');
    expect((await admin.get('/console/health')).text).toMatch(
      /<code>[^<]*posthouse[^<]* release-queue<\/code>/,
    );
    const refused = await admin.post('/console/health/release-queue');
    expect([refused.status, textOf(refused)]).toEqual([403, expect.stringContaining('Only the operator')]);
    expect(textOf(await admin.get('/console'))).toContain('Delivery is held.');
  });
});

test('the operator sees each process with its last heartbeat, and which one ended without stopping', async () => {
  const { engine } = platform.platform;
  const shown = async () => {
    await platform.clock.advance(61_000);
    return textOf(await admin.get('/console/health'));
  };
  expect(await shown()).not.toContain('Last heartbeat');
  const api = await keepProcess(engine, { role: 'api', machine: '<web-1>' });
  expect(await shown()).toContain('No running process delivers mail: it is accepted and waits.');
  const worker = await keepProcess(engine, { role: 'worker', machine: 'mail-1' });
  const both = await shown();
  expect(both).toMatch(/Processes 2 .*mail-1 Delivery Running \d+\.\d+\.\d+ 00:02 00:0\d:\d\d/);
  expect(both).toContain('&lt;web-1&gt; Requests Running');
  expect(both).toContain('2 processes run, 1 of them for jobs.');
  await api.stop();
  expect(await shown()).not.toContain('web-1');
  await database().transaction((queries) =>
    beatProcess(queries, {
      id: 'lost',
      role: 'worker',
      machine: 'mail-2',
      version: '2.0.0',
      startedAt: 0,
      beatAt: platform.clock.now() - 91_000,
    }),
  );
  const lost = await shown();
  expect(lost).toMatch(/mail-2 Delivery No heartbeat 2\.0\.0/);
  expect(lost).toContain('A process ended without stopping, on mail-2.');
  await platform.clock.advance(dayMs);
  expect(await shown()).not.toContain('mail-2');
  await worker.stop();
  expect(await shown()).not.toContain('Last heartbeat');
});
