import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AudienceScene, openAudience } from './audience-scene.ts';
import { looksRight } from './looks-right.ts';

let scene: AudienceScene;

beforeAll(async () => {
  scene = await openAudience('looks.localhost');
});
afterAll(async () => {
  await scene?.close();
});

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('the pages of the audience look right, $width wide, dark $dark', async ({ width, dark }) => {
  const { browser, baseUrl, person, segment, tag, planned, finished } = scene;
  const page = await browser.open({ width, dark });
  await scene.signIn(page);
  const paths = {
    subscribers: 'subscribers',
    'new subscriber': 'subscribers/new',
    subscriber: `subscribers/${person}`,
    'subscriber emails': `subscribers/${person}/emails`,
    'subscriber consent': `subscribers/${person}/consent`,
    'edit subscriber': `subscribers/${person}/edit`,
    'erase subscriber': `subscribers/${person}/erase`,
    tags: 'tags',
    tag: `tags/${tag}`,
    segments: 'segments',
    'new segment': 'segments/new',
    segment: `segments/${segment}`,
    imports: 'imports',
    'new import': 'imports/new',
    'planned import': `imports/${planned}`,
    'finished import': `imports/${finished}`,
    exports: 'exports',
    suppressions: 'suppressions',
    'new suppression': 'suppressions/new',
    'import suppressions': 'suppressions/import',
  };
  for (const [name, path] of Object.entries(paths)) {
    expect(await page.goto(`${baseUrl}/console/${path}`)).toBe(200);
    await looksRight(page, `${name} ${width}${dark ? ' dark' : ''}`);
  }
  await page.close();
});
