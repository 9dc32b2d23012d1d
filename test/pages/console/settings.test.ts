import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from '../browser.ts';
import { looksRight } from '../looks-right.ts';

/** The settings in a browser, and their tasks of the first week. */

const baseUrl = 'http://console.localhost';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  await platform.call('update_organization_settings', {
    name: 'Fernhill Books',
    default_from: 'Fernhill Books <hello@fernhill.example>',
    postal_address: 'Fernhill Books\n14 Cross Street\nLeeds LS1 4QH',
  });
  const assistant = assistantOf(platform, { headers: { host: 'console.localhost' } });
  await assistant.call('create_tag', { name: 'book-club' });
  await platform.clock.advance(dayMs);
  const organization = await platform.platform.engine.store.organizations.byKey(platform.organization.key);
  ada = await personIn(platform, organization!, { name: 'Ada Whitfield' });
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

test.each([
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('the settings look right, $width wide, dark $dark', async (visitor) => {
  const page = await signedIn(visitor);
  for (const part of ['', '/sending', '/branding', '/team', '/account', '/audit-log', '/storage']) {
    expect(await page.goto(`${baseUrl}/console/settings${part}`)).toBe(200);
    await looksRight(page, `settings ${part} ${visitor.width} ${visitor.dark ? 'dark' : 'light'}`);
  }
  await page.close();
});

test('a person changes the default sender with 3 clicks, and a fault stands at its field', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/settings"]');
  await page.follow('a[href="/console/settings/sending"]');
  await page.evaluate(`document.querySelector('#replyTo').value = 'hello@fernhill@'`);
  await page.follow('main form button[type=submit]');
  expect(await page.evaluate(`document.querySelector('#replyTo').getAttribute('aria-invalid')`)).toBe('true');
  // The browser logs the status 400 of the page.
  page.faults.length = 0;
  await looksRight(page, 'settings fault 1280');
  await page.evaluate(`document.querySelector('#replyTo').value = 'help@fernhill.example'`);
  await page.follow('main form button[type=submit]');
  expect(await page.evaluate('document.body.innerText')).toContain('Saved.');
  await page.close();
});

test('a person invites a colleague with 3 clicks', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/settings"]');
  await page.follow('a[href="/console/settings/team"]');
  await page.evaluate(
    `document.querySelector('#name').value = 'Grace'; document.querySelector('#email').value = 'grace@gmail.com'`,
  );
  await page.follow('#invite form button[type=submit]');
  expect(await page.evaluate('document.body.innerText')).toMatch(/Added[\s\S]*Grace/);
  await page.close();
});

test('a person reads yesterday’s activity of the assistant with 3 clicks', async () => {
  const page = await signedIn();
  await page.follow('a[href="/console/settings"]');
  await page.follow('a[href="/console/settings/audit-log"]');
  await page.evaluate(`document.querySelector('select[name=period]').value = 'yesterday'`);
  await page.follow('form.filters button');
  const log = await page.evaluate<string>(`document.querySelector('main .list').innerText`);
  expect(log).toContain('created the tag book-club');
  expect(log).not.toContain('signed in');
  await page.close();
});
