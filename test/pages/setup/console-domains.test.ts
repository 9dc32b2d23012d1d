import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser, type Page } from '../browser.ts';
import { looksRight } from '../looks-right.ts';

/** The pages of domains in a browser. */

const baseUrl = 'http://console.localhost';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;
let domain: string;

type ShownRecord = { name: string; type: string; value: string };

beforeAll(async () => {
  platform = await openPlatform({
    settings: { baseUrl, delivery: 'direct', bounceDomain: 'bounces.posthouse.example' },
  });
  ada = await personIn(platform, platform.organization, { name: 'Ada Whitfield' });
  const { output } = await platform.call('add_domain', { name: 'fernhill.shop' });
  const { id, records } = output as { id: string; records: ShownRecord[] };
  domain = id;
  publish(records.slice(1, 2));
  platform.resolver.zone.set('fernhill.shop', { txt: ['v=spf1 -all'] });
  platform.resolver.zone.set('_dmarc.fernhill.shop', { txt: ['v=DMARC1; p=none;'] });
  await platform.call('verify_domain', { id });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

function publish(records: readonly ShownRecord[]): void {
  for (const { name, type, value } of records) {
    platform.resolver.zone.set(name, { [type.toLowerCase()]: [value] });
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
}

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('the pages of domains look right, $width wide, dark $dark', async ({ width, dark }) => {
  const page = await browser.open({ width, dark });
  await signIn(page);
  const own = `/console/domains/${domain}`;
  for (const [name, path] of Object.entries({ list: '/console/domains', one: own, edit: `${own}/edit` })) {
    expect([name, await page.goto(baseUrl + path)]).toEqual([name, 200]);
    await looksRight(page, `domain ${name} ${width}${dark ? ' dark' : ''}`);
  }
  await page.close();
});

test('adding a domain and seeing its missing records takes 2 clicks', async () => {
  const page = await browser.open();
  await signIn(page);
  await page.follow('nav a[href="/console/domains"]');
  await page.evaluate(`document.querySelector('#name').value = 'books.example.net'`);
  await page.follow('form[action="/console/domains"] button');
  expect(await page.evaluate('document.querySelector("#records .note").innerText')).toMatch(
    /^0 of 5 records are correct\. Add the 5 missing records at your DNS provider/,
  );
  expect(page.faults).toEqual([]);
  await page.close();
});

test('the page notices by itself that a missing record was published, and its copy buttons still work', async () => {
  const page = await browser.open();
  await signIn(page);
  await page.goto(`${baseUrl}/console/domains/${domain}`);
  const note = 'document.querySelector("#records .note").innerText';
  expect(await page.evaluate(note)).toMatch(/^2 of 5 records are correct/);
  const { output } = await platform.call('get_domain', { id: domain });
  publish((output as { records: ShownRecord[] }).records.slice(0, 1));
  const changed = `new Promise((resolve) => {
    const look = setInterval(() => {
      if (!${note}.startsWith('3 of 5')) return;
      clearInterval(look);
      resolve(document.querySelectorAll('#records [data-copy]:not([hidden])').length);
    }, 50);
  })`;
  expect(await page.evaluate(changed)).toBe(10);
  expect(page.faults).toEqual([]);
  await page.close();
});
