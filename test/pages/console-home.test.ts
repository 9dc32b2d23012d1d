import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationRecord } from '../../src/model/organization/organization.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { looksRight } from './looks-right.ts';

/** Home on the first day and in use, in a browser. */

const baseUrl = 'http://console.localhost';
const dayMs = 86_400_000;

let platform: SimulatedPlatform;
let browser: Browser;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

const views = [
  { width: 390, dark: true },
  { width: 390, dark: false },
  { width: 1280, dark: true },
  { width: 1280, dark: false },
];

async function openAs(organization: OrganizationRecord, view: (typeof views)[number]): Promise<Page> {
  const person = await personIn(platform, organization, { name: 'Ada Whitfield', email: null });
  const page = await browser.open(view);
  await page.goto(baseUrl + (await linkFor(platform, person)));
  await page.follow('main button');
  return page;
}

test('Home looks right on the first day', async () => {
  const { organization } = await platform.addOrganization('Fernhill Books');
  for (const view of views) {
    const page = await openAs(organization, view);
    await looksRight(page, `home new ${view.width} ${view.dark ? 'dark' : 'light'}`);
    await page.close();
  }
});

test('Home looks right after a week of mail', async () => {
  const { organization, token } = await platform.addOrganization('Harbour Books');
  const call = (tool: string, input: object) =>
    platform.call(tool, input, { caller: platform.caller('v2', organization) });
  for (let day = 0; day < 7; day += 1) {
    const emails = Array.from({ length: 5 + ((day * 7) % 20) }, (_, index) => ({
      from: 'Harbour <orders@harbour.test>',
      to: `reader${day}-${index}@mailbox.dev`,
      subject: `Order ${day}${index}`,
      html: '<p>Thank you for your order.</p>',
    }));
    await call('send_email_batch', { emails });
    await platform.deliver();
    await platform.clock.advance(dayMs);
  }
  await call('add_domain', { name: 'harbour-books.com' });
  const assistant = assistantOf(platform, { token, headers: { host: 'console.localhost' } });
  await assistant.call('create_tag', { name: 'book-club' });
  await assistant.call('create_campaign', { name: 'May news', subject: 'Six books for long evenings' });
  await assistant.call('delete_segment', { segment: 'no-such-segment' });
  for (const view of views) {
    const page = await openAs(organization, view);
    await looksRight(page, `home ${view.width} ${view.dark ? 'dark' : 'light'}`);
    expect(await page.evaluate('document.querySelectorAll("svg rect.fill").length')).toBeGreaterThan(6);
    await page.close();
  }
});

test('a person finds a setting by search with the keyboard alone', async () => {
  const { organization } = await platform.addOrganization('Quay Books');
  const page = await openAs(organization, { width: 1280, dark: false });
  await page.evaluate(`{
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    const field = document.activeElement;
    field.value = 'relay';
    field.dispatchEvent(new Event('input'));
  }`);
  const found = await page.evaluate<string>(`new Promise((resolve) => {
    const results = document.querySelector('#results');
    new MutationObserver(() => resolve(results.textContent)).observe(results, { childList: true });
  })`);
  expect(found).toContain('Sending');
  await looksRight(page, 'search while typing');
  await page.press('ArrowDown');
  await page.pressThrough('Enter');
  expect(await page.evaluate('location.pathname')).toBe('/console/settings/sending');
  await page.close();
});
