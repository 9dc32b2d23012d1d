import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Browser, type Page, personIn, signedIn } from '../scene.ts';

const textOf = ({ text }: Page): string =>
  text
    .replaceAll(/<\/?(?:bdi|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

let platform: SimulatedPlatform;
let admin: Browser;
let viewer: Browser;
let domain: Answer;
let path: string;

const use = async (tool: string, input: unknown = {}): Promise<Answer> =>
  (await platform.call(tool, input)).output;

beforeEach(async () => {
  platform = await openPlatform({
    settings: {
      baseUrl: 'https://mail.posthouse.example',
      delivery: 'direct',
      bounceDomain: 'b.posthouse.example',
    },
  });
  const { organization } = platform;
  admin = await signedIn(platform, await personIn(platform, organization));
  const reader = { name: 'Vi', email: 'vi@gmail.com', roles: ['viewer'] as const };
  viewer = await signedIn(platform, await personIn(platform, organization, reader));
  domain = await use('add_domain', { name: 'fernhill.shop' });
  path = `/console/domains/${domain.id}`;
});
afterEach(() => platform.close());

test('the state of a domain updates with its records', async () => {
  const { text } = await admin.get(path);
  expect(text).toMatch(/<h1>.*<span id="domain-state" data-with="records"><span class="badge /);
  expect(text).toMatch(/<div id="records" data-every="\d+"/);
});

function publish(records: Answer[]): void {
  for (const { name, type, value } of records)
    platform.resolver.zone.set(name, { [type.toLowerCase()]: [value] });
}

test('an admin adds a domain, and a fault stands at the field', async () => {
  const added = await admin.post('/console/domains', { name: 'Books.Example.net' });
  expect(added.status).toBe(303);
  const page = await admin.get(added.headers.get('location')!);
  expect(textOf(page)).toContain('0 of 5 records are correct. Add the 5 missing records');
  const wrong = await admin.post('/console/domains', { name: '"><img src=x onerror=alert(1)>' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('aria-invalid="true"');
  expect(wrong.text).not.toContain('<img');
  expect((await admin.post('/console/domains', { name: 'fernhill.shop' })).status).toBe(409);
  const { data } = await use('list_audit_log', { tool: 'add_domain' });
  expect(data.some(({ cause }: Answer) => cause[0].door === 'console')).toBe(true);
});

test('a check shows missing, wrong and correct records with the values in DNS', async () => {
  publish(domain.records.filter(({ record }: Answer) => record !== 'SPF').slice(1));
  platform.resolver.zone.set('fernhill.shop', { txt: ['v=spf1 -all "><img src=x onerror=alert(1)>'] });
  expect((await admin.post(`${path}/check`)).status).toBe(303);
  const page = await viewer.get(path);
  expect(textOf(page)).toContain(
    '3 of 5 records are correct. Add the missing record and correct the wrong record',
  );
  expect(page.text).not.toContain('<img');
  expect(textOf(page)).toMatch(/DKIM: signs your email TXT Missing/);
  expect(textOf(page)).toMatch(/SPF: allows this server TXT Wrong/);
  // Only a person who may start a check has a page that does so by itself.
  expect(page.text).not.toContain('data-every');
  expect((await admin.get(path)).text).toContain(`data-every="3" data-submit="${path}/check"`);
  publish(domain.records);
  await admin.post(`${path}/check`);
  const done = await admin.get(path);
  expect(textOf(done)).toContain('5 of 5 records are correct.');
  expect(done.text).not.toContain('data-every');
  expect(textOf(await viewer.get('/console/domains'))).toContain('fernhill.shop Verified');
});

test('a rotation shows the new keys until they are found, and the old ones retire', async () => {
  publish(domain.records);
  await admin.post(`${path}/check`);
  expect((await admin.post(`${path}/rotate`)).status).toBe(303);
  const rotating = textOf(await admin.get(path));
  expect(rotating).toContain('DKIM: new key');
  expect(rotating).toContain('RSA. Signs once its record is found Waiting for DNS');
  publish((await use('get_domain', { id: domain.id })).records);
  await admin.post(`${path}/check`);
  const after = textOf(await admin.get(path));
  expect(after).toContain('DKIM: retired key');
  expect(after).toMatch(/RSA\. Keep its record until 8 Jan 2026, 00:00, then delete it Retired/);
  expect(after).toContain('5 of 5 records are correct.');
});

test('the page shows figures of 30 days with their limits, and the day of the warm-up', async () => {
  publish(domain.records);
  await admin.post(`${path}/check`);
  await use('send_email', { from: 'a@fernhill.shop', to: 'ada@gmail.com', subject: 'Hi', markdown: 'Hi.' });
  await use('send_email', { from: 'a@other.test', to: 'ada@gmail.com', subject: 'Hi', markdown: 'Hi.' });
  const text = textOf(await viewer.get(path));
  expect(text).toContain('Sent 1 Delivered 0 Permanent bounces 0 (limit 1%) Marked as spam 0 (limit 0.1%)');
  expect(text).toContain('1,000 per receiver (warm-up, day 1 of 14; doubles daily)');
});

test('the zone file holds every record, with long values in several strings', async () => {
  const { text, headers } = await viewer.get(`${path}/zone`);
  expect(headers.get('content-disposition')).toBe('attachment; filename="fernhill.shop.zone.txt"');
  const lines = text.trim().split('\n').slice(1);
  expect(lines).toHaveLength(domain.records.length);
  const strings = [...lines[0]!.matchAll(/"([^"]*)"/g)].map(([, one]) => one!);
  expect(strings.every(({ length }) => length <= 255)).toBe(true);
  expect(strings.join('')).toBe(domain.records[0].value);
  expect(text).toContain('send.fernhill.shop.\t3600\tIN\tCNAME\tb.posthouse.example.\n');
});

test('an admin changes settings and removes the domain', async () => {
  const given = {
    open_tracking: 'on',
    enforced: 'on',
    custom_return_path: 'bounce',
    tracking_subdomain: 'links',
  };
  expect((await admin.post(`${path}/edit`, given)).status).toBe(303);
  expect(await use('get_domain', { id: domain.id })).toMatchObject({
    open_tracking: true,
    click_tracking: false,
    tls: 'enforced',
    warm_up: false,
    tracking_subdomain: 'links',
    custom_return_path: 'bounce',
  });
  const wrong = await admin.post(`${path}/edit`, { ...given, tracking_subdomain: 'not a label' });
  expect([wrong.status, wrong.text.includes('value="not a label"')]).toEqual([400, true]);
  expect((await admin.post(`${path}/remove`)).headers.get('location')).toBe('/console/domains?done=removed');
  expect((await admin.get(path)).status).toBe(404);
});

test('a viewer sees no button and may not act, and another organization finds no domain', async () => {
  const page = await viewer.get(path);
  expect(page.text).not.toContain('action="/console/domains');
  expect((await viewer.get('/console/domains')).text).not.toContain('Add domain');
  for (const act of ['check', 'rotate', 'edit', 'remove']) {
    expect([act, (await viewer.post(`${path}/${act}`)).status]).toEqual([act, 403]);
  }
  expect((await viewer.post('/console/domains', { name: 'x.example.net' })).status).toBe(403);
  const { organization } = await platform.addOrganization('Other');
  const outsider = await signedIn(platform, await personIn(platform, organization));
  for (const page of ['', '/zone', '/edit']) {
    expect([page, (await outsider.get(path + page)).status]).toEqual([page, 404]);
  }
  for (const act of ['check', 'rotate', 'remove']) {
    expect([act, (await outsider.post(`${path}/${act}`)).status]).toEqual([act, 404]);
  }
});
