import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '../../../src/model/instant.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import { assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from '../browser.ts';
import { looksRight } from '../looks-right.ts';

/** Tokens, webhooks, integrations and assistants in a browser, and their tasks of the first week. */

const baseUrl = 'http://console.localhost';
const hook = 'https://hooks.acme.dev/mail';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;
const paths: string[] = [];

const use = async (tool: string, input: object): Promise<Json> => (await platform.call(tool, input)).output;

beforeAll(async () => {
  platform = await openPlatform({
    settings: { baseUrl, submission: { host: 'console.localhost', starttlsPort: 2587, tlsPort: 2465 } },
  });
  await use('create_token', {
    name: 'shop-production',
    scopes: ['emails.send', 'emails.read'],
    send_cap: { per_day: 2000 },
  });
  const crm = await use('create_token', {
    name: 'crm-sync',
    scopes: [
      'subscribers.read',
      'subscribers.write',
      'tags.read',
      'events.read',
      'campaigns.read',
      'domains.read',
    ],
    allowed_recipients: ['*@acme.dev'],
    ip_allowlist: ['198.51.100.0/24', '192.0.2.1'],
  });
  const { token } = await use('create_token', {
    name: 'Claude',
    scopes: ['emails.read', 'emails.send', 'subscribers.read'],
    assistant: true,
  });
  const assistant = assistantOf(platform, { token, headers: { host: 'console.localhost' } });
  const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello.' };
  await assistant.call('send_email', { ...mail, to: 'bob@mailbox.dev' });
  await assistant.call('send_email', { ...mail, to: 'cy@mailbox.dev' });
  const { id } = await use('save_webhook', { url: hook, description: 'The CRM', events: ['suppression.*'] });
  const integration = await use('create_integration', { provider: 'custom', name: 'Forms' });
  platform.receivers.answers.set(
    hook,
    Array.from({ length: 40 }, () => 503),
  );
  await use('add_suppression', { email: 'ada@mailbox.dev' });
  for (let hours = 0; hours < 40; hours += 1) {
    await platform.deliver();
    await platform.clock.advance(hourMs);
  }
  const { data } = await use('list_webhook_deliveries', { webhook: id });
  ada = await personIn(platform, platform.organization, { name: 'Ada Lovelace' });
  paths.push(
    '/developers',
    '/developers/tokens/new',
    `/developers/tokens/${crm.id}`,
    '/developers/webhooks',
    '/developers/webhooks/new',
    `/developers/webhooks/${id}`,
    `/developers/webhooks/${id}/deliveries/${data[0].id}`,
    '/developers/integrations',
    '/developers/integrations/new',
    `/developers/integrations/${integration.id}`,
    '/developers/smtp',
    '/developers/requests',
    '/assistants',
    '/assistants/connect/claude-code',
    '/assistants/connect/chatgpt',
  );
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

async function signedIn(visitor: Visitor = {}): Promise<Page> {
  const page = await browser.open(visitor);
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  return page;
}

const textOf = async (page: Page) => await page.evaluate<string>('document.body.innerText');

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
])('the pages of developers and assistants look right, $width wide, dark $dark', async (visitor) => {
  const page = await signedIn(visitor);
  for (const path of paths) {
    expect(await page.goto(`${baseUrl}/console${path}`)).toBe(200);
    const name = path.replace(/\w{3}_\w{26}/g, 'one').replaceAll('/', ' ');
    await looksRight(page, `${name} ${visitor.width} ${visitor.dark ? 'dark' : 'light'}`);
  }
  await page.close();
});

test('a person makes a token with 3 clicks', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/developers"]');
  await page.follow('a[href="/console/developers/tokens/new"]');
  await page.evaluate(`document.querySelector('#name').value = 'blog'`);
  await page.follow('main form button[type=submit]');
  expect(await textOf(page)).toMatch(/Copy your new token “blog” now\.[\s\S]*posthouse_/);
  await looksRight(page, 'token made');
  await page.close();
});

test('a person sees why a webhook failed and replays its failed events with 3 clicks', async () => {
  const page = await signedIn();
  platform.receivers.answers.set(hook, [200]);
  await page.follow('a[href="/console/developers"]');
  await page.follow('a[href="/console/developers/webhooks"]');
  expect(await textOf(page)).toContain('calls failed.');
  await page.follow('td.act button');
  expect(await textOf(page)).toContain('1 delivery is being replayed.');
  await platform.deliver();
  await page.goto(await page.evaluate<string>('location.origin + location.pathname'));
  expect(await textOf(page)).toContain('Delivered');
  await page.close();
});

test('a person reads the activity of the assistants with 1 click', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/assistants"]');
  expect(await page.evaluate(`document.querySelector('#activity').innerText`)).toMatch(/sent Hello/);
  await page.close();
});

test('a person connects an assistant with 3 clicks', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/assistants"]');
  await page.follow('a[href="/console/assistants/connect/claude-code"]');
  await page.follow('main form button[type=submit]');
  const command = await page.evaluate<string>(`document.querySelector('#configuration').textContent`);
  expect(command).toMatch(/^claude mcp add posthouse .*http:\/\/console\.localhost\/mcp.*posthouse_\w+/);
  await page.close();
});

test('a person stops all assistants with 3 clicks', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/assistants"]');
  await page.click('button[commandfor="stop-all"]');
  await looksRight(page, 'stop all assistants');
  await page.follow('#stop-all form button');
  expect(await textOf(page)).toContain('All assistants are stopped.');
  const { data } = await use('list_tokens', { limit: 100 });
  expect(data.filter((one: Json) => one.assistant && one.revoked_at === null)).toEqual([]);
  await page.close();
});
