import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf } from '../../world/pictures.ts';
import { looksRight } from '../looks-right.ts';
import { baseUrl, type Console, openConsole } from '../scenes/open-console.ts';

/** The theme of the console and the branding of an organization, in a browser. */

let scene: Console;

beforeAll(async () => {
  scene = await openConsole();
  await scene.use('update_organization_settings', {
    name: 'Fernhill Books',
    logo: pngOf(320, 80).toString('base64'),
    accent_color: '#2f6b3f',
  });
});
afterAll(() => scene?.close());

test('a person chooses the dark theme on a light device, and every page has it before any script', async () => {
  const page = await scene.signIn({ dark: false });
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.goto(`${baseUrl}/console/settings/appearance`);
  await page.click('input[value=dark]');
  await page.follow('main form button[type=submit]');
  const dark = await ground();
  expect(dark).not.toBe(light);
  await looksRight(page, 'appearance, dark');
  await page.goto(`${baseUrl}/console/domains`);
  expect(await ground()).toBe(dark);
  await page.goto(`${baseUrl}/console/settings/appearance`);
  await page.click('input[value=system]');
  await page.follow('main form button[type=submit]');
  expect(await ground()).toBe(light);
  await page.close();
});

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
])('the preview of the branding shows the logo and the color, $width wide, dark $dark', async (visitor) => {
  const page = await scene.signIn(visitor);
  await page.goto(`${baseUrl}/console/settings/branding`);
  await page.evaluate(
    `new Promise((done) => { const frame = document.querySelector('iframe'); frame.loading = 'eager'; frame.onload = done; frame.src += '?'; frame.scrollIntoView(); })`,
  );
  await looksRight(page, `branding ${visitor.width} ${visitor.dark ? 'dark' : 'light'}`);
  await page.goto(`${baseUrl}/console/branding-preview`);
  expect(await page.evaluate('document.images[0].complete && document.images[0].naturalWidth')).toBe(320);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('button')).backgroundColor`)).toBe(
    'rgb(47, 107, 63)',
  );
  expect(page.faults).toEqual([]);
  await page.close();
});
