import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser } from './browser.ts';
import { looksRight } from './looks-right.ts';

/**
 * The console in a browser: on a phone and a desktop, in both color schemes, by keyboard, with a passkey
 * device and without scripts.
 */

/** Browsers have passkeys on names below localhost, without TLS. */
const baseUrl = 'http://console.localhost';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  ada = await personIn(platform, platform.organization, { name: 'Ada Lovelace' });
  await personIn(platform, platform.organization, {
    name: 'Eve',
    email: 'eve@gmail.com',
    roles: ['approver'],
  });
  await platform.call('add_domain', { name: 'acme-mail.com' });
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
])('the pages of the console look right, $width wide, dark $dark', async ({ width, dark }) => {
  const page = await browser.open({ width, dark });
  expect(await page.goto(`${baseUrl}/console`)).toBe(200);
  await looksRight(page, `sign-in ${width}`);
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await looksRight(page, `link ${width}`);
  await page.follow('main button');
  for (const path of [
    '/console',
    '/console/settings/team',
    `/console/settings/team/${ada.id}`,
    '/console/settings/account',
  ]) {
    expect(await page.goto(baseUrl + path)).toBe(200);
    await looksRight(page, `${path} ${width}`);
  }
  await platform.call('pause_sending', { reason: 'The newsletter has last week’s prices' });
  for (const path of ['/console', '/console/settings/team']) {
    expect(await page.goto(baseUrl + path)).toBe(200);
    await looksRight(page, `${path} paused ${width}${dark ? ' dark' : ''}`);
  }
  await platform.call('resume_sending', {});
  await page.close();
});

test('a person adds a passkey, signs out and signs in by it', async () => {
  const page = await browser.open();
  await page.giveDevice();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  await page.goto(`${baseUrl}/console/settings/account`);
  await page.evaluate(`document.querySelector('#name').value = 'The laptop'`);
  await page.follow('form[data-passkey] button');
  expect(await page.evaluate('document.body.innerText')).toContain('The laptop');
  await page.follow('header form button');
  expect(await page.evaluate('location.pathname')).toBe('/console/sign-in');
  await page.goto(`${baseUrl}/console/sign-in?return=/console/settings/team`);
  await page.follow('form[data-passkey] button');
  expect(await page.evaluate('location.pathname')).toBe('/console/settings/team');
  // Adding a person is confirmed by the device.
  await page.evaluate(
    `document.querySelector('#name').value = 'Grace'; document.querySelector('#email').value = 'grace@gmail.com'`,
  );
  await page.follow('form[data-passkey] button');
  expect(await page.evaluate('document.body.innerText')).toMatch(/Added[\s\S]*Grace/);
  expect(page.faults).toEqual([]);
  await page.close();
});

test('a person signs in and reaches every page by keyboard alone', async () => {
  const page = await browser.open();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.press('Tab');
  await page.pressThrough('Enter');
  expect(await page.evaluate('location.pathname')).toBe('/console');
  await page.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  const isThere = `document.activeElement?.getAttribute('href') === '/console/settings'`;
  for (let stops = 0; stops < 40 && !(await page.evaluate(isThere)); stops += 1) await page.press('Tab');
  await page.pressThrough('Enter');
  expect(await page.evaluate('location.pathname')).toBe('/console/settings');
  await page.close();
});

test('without scripts everything works except passkeys, which are hidden', async () => {
  const page = await browser.open();
  await page.withoutScripts();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  await page.goto(`${baseUrl}/console/settings/account`);
  expect(await page.evaluate('document.querySelector("form[data-passkey]").hidden')).toBe(true);
  await page.follow('header form button');
  expect(await page.evaluate('location.pathname')).toBe('/console/sign-in');
  expect(await page.evaluate('document.querySelector("form[data-passkey]").hidden')).toBe(true);
  await page.close();
});
