import { afterAll, beforeAll, expect, test } from 'vitest';
import { looksRight } from '../looks-right.ts';
import { baseUrl, openWorkflowScene, screens, type WorkflowScene } from './workflow-scene.ts';

/** The pages of a run, of versions, of a simulation and of changes, in a browser. */

let scene: WorkflowScene;

beforeAll(async () => {
  scene = await openWorkflowScene();
});
afterAll(() => scene?.close());

test.each(screens)(
  'the pages of a run and of changes look right, $width wide, dark $dark',
  async ({ width, dark }) => {
    const { browser, own, run } = scene;
    const page = await browser.open({ width, dark });
    await scene.signIn(page);
    const pages = {
      run: `${own}/runs/${run}`,
      versions: `${own}/versions`,
      simulate: `${own}/simulate?reaction=clicks`,
      edit: `${own}/edit`,
      activate: `${own}/activate`,
    };
    for (const [name, path] of Object.entries(pages)) {
      expect([name, await page.goto(baseUrl + path)]).toEqual([name, 200]);
      await looksRight(page, `workflow ${name} ${width}${dark ? ' dark' : ''}`);
    }
    await page.close();
  },
);
