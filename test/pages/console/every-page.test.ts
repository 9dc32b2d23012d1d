import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdQueue } from '../../../src/engine/organizations/queue-hold.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import { pages } from '../../../src/surfaces/console/pages/index.ts';
import { linkFor, personIn } from '../../surfaces/console/scene.ts';
import type { Page } from '../browser.ts';
import { worksByKeyboard } from '../keyboard.ts';
import { looksRightEverywhere } from '../looks-right.ts';
import { type FilledConsole, openFilledConsole } from '../scenes/filled.ts';
import { baseUrl } from '../scenes/open-console.ts';
import { findPaths, otherAnswers, rows } from '../scenes/page-paths.ts';

/**
 * Every page of the page table in Chromium: on a phone and a desktop, in both color schemes, at 200 % zoom, with axe
 * and by keyboard.
 */

let scene: FilledConsole;
let page: Page;
let paths: ReadonlyMap<string, string>;

beforeAll(async () => {
  scene = await openFilledConsole();
  paths = await findPaths(scene);
  page = await scene.signIn();
});
afterAll(() => scene?.close());

test('every row of the page table is shown here or shows no page', () => {
  expect(rows.filter((row) => !paths.has(row))).toEqual([]);
  expect(Object.keys(otherAnswers).filter((row) => !pages.some(({ path }) => path === row))).toEqual([]);
});

async function check(path: string, name: string): Promise<void> {
  await scene.platform.clock.advance(minuteMs / 60);
  expect([path, await page.goto(baseUrl + path)]).toEqual([path, 200]);
  await looksRightEverywhere(page, name);
  await worksByKeyboard(page, name);
  expect([name, page.faults]).toEqual([name, []]);
}

test.each(rows)('%s looks right in every view and works by keyboard', async (row) => {
  await check(paths.get(row)!, row);
});

/** Further states of a page, which differ in their layout. */
const states: Readonly<Record<string, (ids: FilledConsole['ids']) => string>> = {
  'campaigns, none found': () => '/campaigns?q=nothing',
  'campaign review, timed': ({ ready }) => `/campaigns/${ready}/review?when=at&at=2026-05-15T09:00`,
  'campaign, scheduled': ({ scheduled }) => `/campaigns/${scheduled}`,
  'campaign, sending': ({ sending }) => `/campaigns/${sending}/report`,
  'campaign, sent': ({ sent }) => `/campaigns/${sent}/report`,
  'campaign recipients': ({ sent }) => `/campaigns/${sent}/recipients`,
  'campaign links': ({ sent }) => `/campaigns/${sent}/links`,
  'inbox, dark email': ({ code }) => `/inbox/${code}?as=dark`,
  'inbox, headers': ({ code }) => `/inbox/${code}?part=headers`,
  'email, bounced': ({ bounced }) => `/emails/${bounced}`,
  'email, authentication': ({ soft }) => `/emails/${soft}?part=authentication`,
  'email, source': ({ code }) => `/emails/${code}?part=source`,
  'emails, none found': () => '/emails?query=none',
  'subscriber, unsubscribed': ({ person }) => `/subscribers/${person}`,
  'import, planned': ({ planned }) => `/imports/${planned}`,
  'import, finished': ({ finished }) => `/imports/${finished}`,
  'workflow run of a person': ({ workflow }) => `/workflows/${workflow}/runs?subscriber=ada@reader.example`,
  'workflow simulation': ({ workflow }) => `/workflows/${workflow}/simulate?reaction=clicks`,
  'token with limits': ({ token }) => `/developers/tokens/${token}`,
  'webhook delivery, failed': ({ webhook, delivery }) =>
    `/developers/webhooks/${webhook}/deliveries/${delivery}`,
  'assistant, ChatGPT': () => '/assistants/connect/chatgpt',
  'domain, incomplete': ({ domain }) => `/domains/${domain}`,
  'approval of a batch': ({ approval }) => `/approvals/${approval}`,
  'search, nothing found': () => '/search?q=qqqqqq',
};

test.each(Object.keys(states))('%s looks right in every view and works by keyboard', async (name) => {
  await check(`/console${states[name]!(scene.ids)}`, name);
});

describe('while no mail leaves', () => {
  test('Home and the team look right while sending is paused', async () => {
    await scene.use('pause_sending', { reason: 'The newsletter has last week’s prices' });
    await check('/console', 'home paused');
    await check('/console/settings/team', 'team paused');
    await scene.use('resume_sending');
  });

  test('Home and Health look right while the queue is held', async () => {
    const { database } = scene.platform.platform.engine.store;
    await database.transaction((queries) => holdQueue(queries, scene.platform.clock.now()));
    await check('/console', 'home held');
    await check('/console/health', 'health held');
  });
});

test('the sign-in pages look right', async () => {
  const visitor = await scene.browser.open();
  const { platform } = scene;
  const person = await personIn(platform, platform.organization, { email: null });
  for (const path of ['/console/sign-in', await linkFor(platform, person)]) {
    expect(await visitor.goto(baseUrl + path)).toBe(200);
    await looksRightEverywhere(visitor, path.split('?')[0]!);
  }
  await visitor.close();
});
