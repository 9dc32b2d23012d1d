import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAudience } from './scenes/audience.ts';
import { baseUrl, type Console, openConsole, readMain, type } from './scenes/open-console.ts';

/** Segments without scripts, and the progress of an import. */

let scene: Console;

beforeAll(async () => {
  scene = await openConsole();
  await addAudience(scene);
});
afterAll(() => scene?.close());

test('without scripts a person builds, counts and saves a segment', async () => {
  const page = await scene.signIn();
  await page.withoutScripts();
  await page.goto(`${baseUrl}/console/segments/new`);
  await type(page, '[name=add]', 'attributes.city');
  await page.follow('button[value=add]');
  await type(page, '[name="value.0"]', 'Leeds');
  await type(page, '[name=add]', 'tags');
  await page.follow('button[value=add]');
  await type(page, '[name="value.1"]', 'book-club');
  await page.follow('main button.btn[value=count]');
  expect(await readMain(page)).toContain('2 people match now');
  await type(page, '#name', 'Book club in Leeds');
  await page.follow('button[value=save]');
  expect(await readMain(page)).toContain('2 people match now');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toBe('Book club in Leeds');
  await page.close();
});

test('a running import refreshes itself until its result is shown', async () => {
  const csv = 'Email\nlive@reader.example\n';
  const { id } = await scene.use('import_subscribers', { csv, consent: { source: 'Fair' } });
  const page = await scene.signIn();
  await page.goto(`${baseUrl}/console/imports/${id}`);
  expect(await readMain(page)).toContain('starts in a moment');
  await scene.platform.platform.worker.runDue();
  await expect.poll(() => readMain(page)).toContain('1 person imported.');
  await page.close();
});
