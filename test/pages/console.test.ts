import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { baseUrl, type Console, openConsole } from './scenes/open-console.ts';

/** Signing in by keyboard, with a passkey device and without scripts. */

let scene: Console;
let ada: PersonRecord;

beforeAll(async () => {
  scene = await openConsole();
  ada = await personIn(scene.platform, scene.platform.organization, { name: 'Ada Lovelace' });
});
afterAll(() => scene?.close());

test('a person adds a passkey, signs out and signs in by it', async () => {
  const page = await scene.browser.open();
  await page.giveDevice();
  await page.goto(baseUrl + (await linkFor(scene.platform, ada)));
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
  const page = await scene.browser.open();
  await page.goto(baseUrl + (await linkFor(scene.platform, ada)));
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
  const page = await scene.browser.open();
  await page.withoutScripts();
  await page.goto(baseUrl + (await linkFor(scene.platform, ada)));
  await page.follow('main button');
  await page.goto(`${baseUrl}/console/settings/account`);
  expect(await page.evaluate('document.querySelector("form[data-passkey]").hidden')).toBe(true);
  await page.follow('header form button');
  expect(await page.evaluate('location.pathname')).toBe('/console/sign-in');
  expect(await page.evaluate('document.querySelector("form[data-passkey]").hidden')).toBe(true);
  await page.close();
});
