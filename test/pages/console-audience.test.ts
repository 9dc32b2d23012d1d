import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AudienceScene, openAudience } from './audience-scene.ts';
import type { Browser, Page } from './browser.ts';

/** Tasks of the first week. A click is a press of a button or a link; typing and choosing in a list are none. */

let scene: AudienceScene;
let browser: Browser;

beforeAll(async () => {
  scene = await openAudience('audience.localhost');
  browser = scene.browser;
});
afterAll(async () => {
  await scene?.close();
});

/** Types as a person does: the field gets its value and its events. */
async function type(page: Page, selector: string, text: string): Promise<void> {
  await page.evaluate(
    `{ const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event('change', { bubbles: true })); }`,
  );
}

const textOf = async (page: Page): Promise<string> =>
  (await page.evaluate<string>('document.body.innerText')).replaceAll(/\s+/g, ' ');

test('a list with odd columns is imported in 5 clicks', async () => {
  const page = await browser.open();
  await scene.signIn(page);
  await page.follow('a[href="/console/imports"]');
  await page.follow('.acts a[href="/console/imports/new"]');
  await page.attach('#file', 'readers.csv', 'Mailadresse,given_name,Ort\ncara@reader.example,Cara,Ulm\n');
  await page.follow('main form[enctype] button');
  expect(await textOf(page)).toContain('cara@reader.example');
  expect(await page.evaluate(`document.querySelector('[name="column.1"]').value`)).toBe('firstName');
  await type(page, '#source', 'Sign-up sheet at the fair');
  await page.follow('button[value=start]');
  await scene.platform.platform.worker.runDue();
  await page.follow('#progress a');
  expect(await textOf(page)).toContain('1 person imported.');
  expect(page.faults).toEqual([]);
  await page.close();
});

test('a segment is built, counted and saved in 6 clicks, without scripts', async () => {
  const page = await browser.open();
  await page.withoutScripts();
  await scene.signIn(page);
  await page.follow('a[href="/console/segments"]');
  await page.follow('.acts a[href="/console/segments/new"]');
  await type(page, '[name=add]', 'attributes.city');
  await page.follow('button[value=add]');
  await type(page, '[name="value.0"]', 'Leeds');
  await type(page, '[name=add]', 'tags');
  await page.follow('button[value=add]');
  await type(page, '[name="value.1"]', 'book-club');
  await page.follow('main button.btn[value=count]');
  expect(await textOf(page)).toContain('2 people match now');
  await type(page, '#name', 'Book club in Leeds');
  await page.follow('button[value=save]');
  expect(await textOf(page)).toContain('2 people match now');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toBe('Book club in Leeds');
  await page.close();
});

test('a person is found and erased in 5 clicks', async () => {
  const email = 'erase.me@reader.example';
  await scene.use('create_subscriber', { email, firstName: 'Erna' });
  const page = await browser.open();
  await scene.signIn(page);
  await page.follow('a[href="/console/subscribers"]');
  await type(page, '.filters [name=query]', 'erna');
  await page.follow('.filters button');
  await page.follow('tbody a');
  await page.follow('a.danger');
  await type(page, '#address', email);
  await page.follow('form button.danger');
  expect(await textOf(page)).toContain('Erased.');
  await expect(scene.use('get_subscriber', { subscriber: email })).rejects.toThrow();
  await page.close();
});

test('an export is downloaded in 3 clicks', async () => {
  const page = await browser.open();
  await scene.signIn(page);
  await page.follow('a[href="/console/subscribers"]');
  await page.follow('.acts a[href="/console/exports"]');
  expect(await page.downloaded('form[action="/console/exports"] button')).toMatch(
    /^posthouse-subscribers-.*\.csv$/,
  );
  await page.close();
});

test('a running import refreshes itself until its result is shown', async () => {
  const csv = 'Email\nlive@reader.example\n';
  const { id } = await scene.use('import_subscribers', { csv, consent: { source: 'Fair' } });
  const page = await browser.open();
  await scene.signIn(page);
  await page.goto(`${scene.baseUrl}/console/imports/${id}`);
  expect(await textOf(page)).toContain('starts in a moment');
  await scene.platform.platform.worker.runDue();
  await expect.poll(async () => await textOf(page), { timeout: 8_000 }).toContain('1 person imported.');
  await page.close();
});
