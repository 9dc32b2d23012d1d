import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrganizationStore } from '../../src/store/store.ts';
import { looksRight } from './looks-right.ts';
import { addCampaigns, type CampaignIds } from './scenes/campaigns.ts';
import { baseUrl, type Console, openConsole, readMain, type } from './scenes/open-console.ts';

/** Campaigns in a browser without scripts, and with a large audience. */

let scene: Console;
let ids: CampaignIds;

beforeAll(async () => {
  scene = await openConsole();
  ids = await addCampaigns(scene);
});
afterAll(() => scene?.close());

test('without scripts a person writes, reviews and schedules a campaign', async () => {
  const page = await scene.signIn();
  // The value of a field is set by a script of the test, not of the page.
  await page.withoutScripts();
  await page.goto(`${baseUrl}/console/campaigns/${ids.ready}/edit`);
  await type(page, '#subject', 'Meet Ines Marlow on Monday');
  await page.follow('.head > .acts > button.main');
  expect(await readMain(page)).toContain('Meet Ines Marlow on Monday');
  await type(page, '#at', '2026-05-18T18:00');
  await page.follow('form[method=get][action$=review] button');
  await page.follow('form[action$=send] button');
  expect(await readMain(page)).toContain('Goes out on Mon 18 May 2026, 18:00 (Europe/London).');
  await page.close();
});

test('an audience too large to count with its page is counted afterwards, by the script or through a link', async () => {
  const { platform } = scene;
  await platform.platform.engine.store.database.transaction((queries) =>
    new OrganizationStore(queries, platform.organization.key).counts.change('subscribers', 6_000),
  );
  const page = await scene.signIn();
  await page.goto(`${baseUrl}/console/campaigns/${ids.draft}/edit`);
  await expect.poll(() => readMain(page)).toContain('4 people will receive this email.');
  await page.close();
});

/** A part of a page's script: resolves once the frame shows an answer to typed text, and no other frame is left. */
const previewed = `new Promise((done) => {
  const look = () => {
    const frames = document.querySelectorAll('.stage iframe');
    if (frames.length === 1 && frames[0].name.startsWith('preview-')) done(frames[0].name);
    else setTimeout(look, 20);
  };
  look();
})`;

test('the preview in an editor follows the text, and adds nothing to the history', async () => {
  const page = await scene.signIn();
  const editors = [
    ['campaign', `/console/campaigns/${ids.draft}/edit`],
    ['new campaign', '/console/campaigns/new'],
    ['template', `/console/templates/${ids.template}`],
  ] as const;
  for (const [name, path] of editors) {
    await page.goto(baseUrl + path);
    const before = await page.evaluate('history.length');
    await page.click('#body');
    for (const text of ['# Typed once', '# Typed twice']) {
      await type(page, '#body', text);
      await page.evaluate(
        `document.querySelector('.stage iframe').name = '', document.querySelector('#body').dispatchEvent(new Event('input', { bubbles: true }))`,
      );
      expect(await page.evaluate(previewed)).toMatch(/^preview-/);
    }
    expect([name, await page.evaluate('history.length')]).toEqual([name, before]);
    await looksRight(page, `${name} typed`);
  }
  await page.close();
}, 30_000);

test('the review says which zone counts, and shows the same moment in the zone of the browser', async () => {
  const page = await scene.signIn({ zone: 'America/New_York' });
  await page.goto(`${baseUrl}/console/campaigns/${ids.draft}/review`);
  expect(await readMain(page)).toContain(
    'The time counts in this zone. Your organization uses Europe/London.',
  );
  await type(page, '#at', '2026-05-18T18:00');
  await page.evaluate(`document.querySelector('#at').dispatchEvent(new Event('input', { bubbles: true }))`);
  expect(await readMain(page)).toContain(
    '18 May 2026, 18:00 in Europe/London counts. In your browser’s zone, America/New_York, this is 18 May 2026, 13:00.',
  );
  await type(page, '#zone', 'America/New_York');
  await page.evaluate(`document.querySelector('#zone').dispatchEvent(new Event('input', { bubbles: true }))`);
  expect(await readMain(page)).not.toContain('In your browser’s zone');
  await page.close();
});
