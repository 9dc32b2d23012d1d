import { afterAll, beforeAll, expect, test } from 'vitest';
import { looksRight } from '../looks-right.ts';
import { baseUrl, openWorkflowScene, screens, type WorkflowScene } from './workflow-scene.ts';

/** The pages of workflows and their runs in a browser. */

let scene: WorkflowScene;

beforeAll(async () => {
  scene = await openWorkflowScene();
});
afterAll(() => scene?.close());

test.each(screens)('the pages of workflows look right, $width wide, dark $dark', async ({ width, dark }) => {
  const { browser, own } = scene;
  const page = await browser.open({ width, dark });
  await scene.signIn(page);
  const pages = {
    list: '/console/workflows',
    new: '/console/workflows/new',
    one: own,
    runs: `${own}/runs`,
    person: `${own}/runs?subscriber=ada@reader.example`,
  };
  for (const [name, path] of Object.entries(pages)) {
    expect([name, await page.goto(baseUrl + path)]).toEqual([name, 200]);
    await looksRight(page, `workflow ${name} ${width}${dark ? ' dark' : ''}`);
  }
  await page.close();
});

test('building and activating a welcome series takes 6 clicks', async () => {
  const page = await scene.browser.open();
  await scene.signIn(page);
  await page.follow('nav a[href="/console/workflows"]');
  await page.follow('a[href="/console/workflows/new"]');
  await page.follow('main .list li:first-child button');
  await page.follow('form[action$="/edit"] .ways button');
  await page.follow('a[href$="/activate"]');
  await page.follow('form[action$="/activate"][method=post] button');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toMatch(/Welcome series\s*On/);
  expect(page.faults).toEqual([]);
  await page.close();
});

test('finding where Ada stands takes 3 clicks', async () => {
  const page = await scene.browser.open();
  await scene.signIn(page);
  await page.follow('nav a[href="/console/workflows"]');
  await page.follow(`a[href="${scene.own}"]`);
  await page.evaluate(`document.querySelector('#subscriber').value = 'ada@reader.example'`);
  await page.follow('form[action$="/runs"] button');
  expect(await page.evaluate('document.querySelector(".note").innerText')).toMatch(
    /Waiting[\s\S]*ada@reader\.example: At “Wait 3 days”\. Waits until 4 Jan 2026/,
  );
  await page.close();
});

test('without scripts a workflow can be edited, paused and resumed', async () => {
  const page = await scene.browser.open();
  await page.withoutScripts();
  await scene.signIn(page);
  await page.goto(baseUrl + scene.own);
  await page.follow('form[action$="/pause"] button');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toContain('Paused');
  await page.follow('a[href$="/activate"]');
  await page.follow('form[action$="/activate"][method=post] button');
  expect(await page.evaluate('document.querySelector("h1").innerText')).toContain('On');
  await page.close();
});
