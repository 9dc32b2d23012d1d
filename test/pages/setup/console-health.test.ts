import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser } from '../browser.ts';
import { looksRight } from '../looks-right.ts';

/** The page Health in a browser. */

const baseUrl = 'http://console.localhost';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  ada = await personIn(platform, platform.organization, { name: 'Ada Whitfield' });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('the page Health looks right, $width wide, dark $dark', async ({ width, dark }) => {
  const page = await browser.open({ width, dark });
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  expect(await page.goto(`${baseUrl}/console/health`)).toBe(200);
  await looksRight(page, `health ${width}${dark ? ' dark' : ''}`);
  await page.close();
});

test('reaching the repair of a finding takes 2 clicks', async () => {
  const page = await browser.open();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  await page.follow('nav a[href="/console/health"]');
  await page.follow('#health .list .end a');
  expect(await page.evaluate('location.pathname')).toBe('/console/settings');
  await page.close();
});
