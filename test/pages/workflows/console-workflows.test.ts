import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl, type Console, openConsole } from '../scenes/open-console.ts';
import { addWorkflow } from '../scenes/workflow.ts';

let scene: Console;

beforeAll(async () => {
  scene = await openConsole();
});
afterAll(() => scene?.close());

test('without scripts a workflow can be paused and resumed', async () => {
  await scene.use('update_organization_settings', { default_from: 'Fernhill <hello@fernhill.dev>' });
  const { own } = await addWorkflow(scene);
  const page = await scene.signIn();
  await page.withoutScripts();
  await page.goto(baseUrl + own);
  await page.follow('form[action$="/pause"] button');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toContain('Paused');
  await page.follow('a[href$="/activate"]');
  await page.follow('form[action$="/activate"][method=post] button');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toContain('On');
  await page.close();
});
