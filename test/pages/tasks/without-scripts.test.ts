import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdQueue } from '../../../src/engine/organizations/queue-hold.ts';
import type { Page } from '../browser.ts';
import { type FilledConsole, openFilledConsole } from '../scenes/filled.ts';
import { baseUrl, readMain, type } from '../scenes/open-console.ts';
import { findPaths, rows } from '../scenes/page-paths.ts';

/** The console with scripts turned off: every page, and the main forms. */

let scene: FilledConsole;
let page: Page;
let paths: ReadonlyMap<string, string>;

beforeAll(async () => {
  scene = await openFilledConsole();
  paths = await findPaths(scene);
  page = await scene.signIn();
  await page.withoutScripts();
});
beforeEach(async () => {
  await scene.platform.clock.advance(60_000);
});
afterAll(() => scene?.close());

/** Visible controls that only a script could serve, and parts that only a script could fill. */
const deadControls = `[
  ...[...document.querySelectorAll('button[type=button], [onclick], a:not([href])')].filter((one) => one.checkVisibility() && !document.getElementById(one.getAttribute('commandfor'))),
  ...[...document.querySelectorAll('[hidden]')].filter((one) => one.checkVisibility()),
  ...[...document.querySelectorAll('[data-deferred]')].filter((one) => !one.querySelector('a[href], noscript')),
  ...[...document.querySelectorAll('form[data-passkey]')].filter((one) => one.dataset.passkey === 'create' && one.checkVisibility()),
].map(({ outerHTML }) => outerHTML.slice(0, 200))`;

test('no page has a control that needs a script', async () => {
  const dead: string[] = [];
  for (const row of rows) {
    await scene.platform.clock.advance(1_000);
    expect([row, await page.goto(baseUrl + paths.get(row)!)]).toEqual([row, 200]);
    for (const control of await page.evaluate<string[]>(deadControls)) dead.push(`${row}: ${control}`);
  }
  expect(dead).toEqual([]);
});

type Form = {
  name: string;
  at: string;
  fields?: Readonly<Record<string, string>>;
  /** Opens the dialog of the form. */
  opener?: string;
  submit: string;
  says: string | RegExp;
};

const submitMain = 'main form button[type=submit].main';

describe('without scripts a person', () => {
  const forms: readonly Form[] = [
    {
      name: 'adds a subscriber',
      at: '/subscribers/new',
      fields: { '#email': 'new.reader@reader.example' },
      submit: submitMain,
      says: 'new.reader@reader.example',
    },
    {
      name: 'searches',
      at: '/search',
      fields: { 'main [name=q]': 'April news' },
      submit: '.filters button',
      says: 'Campaign',
    },
    {
      name: 'adds a domain',
      at: '/domains',
      fields: { '#name': 'plain.example.net' },
      submit: 'form[action="/console/domains"] button',
      says: 'records are correct',
    },
    {
      name: 'makes a token',
      at: '/developers/tokens/new',
      fields: { '#name': 'plain' },
      submit: 'main form button[type=submit]',
      says: /posthouse_\w+/,
    },
    {
      name: 'invites a colleague',
      at: '/settings/team',
      fields: { '#name': 'Grace', '#email': 'grace@gmail.com' },
      submit: '#invite form button[type=submit]',
      says: 'Grace',
    },
    {
      name: 'changes the default sender',
      at: '/settings/sending',
      fields: { '#replyTo': 'help@fernhill.example' },
      submit: 'main form button[type=submit]',
      says: 'Saved.',
    },
    {
      name: 'connects an assistant',
      at: '/assistants/connect/claude-code',
      submit: 'main form button[type=submit]',
      says: 'claude mcp add posthouse',
    },
    {
      name: 'pauses sending',
      at: '',
      opener: '[commandfor=pause]',
      fields: { '#reason': 'Wrong prices' },
      submit: '#pause button.main',
      says: 'Sending is paused.',
    },
    { name: 'resumes sending', at: '', submit: '#sending form button', says: 'You resumed sending.' },
  ];

  test.each(forms)('$name', async ({ at, fields = {}, opener, submit, says }) => {
    await page.goto(`${baseUrl}/console${at}`);
    if (opener !== undefined) await page.click(opener);
    for (const [field, value] of Object.entries(fields)) await type(page, field, value);
    await page.follow(submit);
    expect(await readMain(page)).toMatch(says);
  });

  test('imports a list', async () => {
    await page.goto(`${baseUrl}/console/imports/new`);
    await page.attach('#file', 'plain.csv', 'Email\nplain@reader.example\n');
    await page.follow('main form[enctype] button');
    await type(page, '#source', 'Fair');
    await page.follow('button[value=start]');
    await scene.platform.platform.worker.runDue();
    await page.follow('#progress a');
    expect(await readMain(page)).toContain('1 person imported.');
  });

  test('sends a template', async () => {
    await page.goto(`${baseUrl}/console/templates/${scene.ids.template}/send`);
    await type(page, '#value_number', 'R-18');
    await type(page, '#value_receipt_url', 'https://fernhill.dev/18');
    await type(page, '#to', 'grace@mailbox.dev');
    await page.follow('form[action$=send] button');
    expect(await readMain(page)).toContain('The email is on its way.');
  });

  test('declines a request with a reason', async () => {
    await page.goto(`${baseUrl}/console/approvals/${scene.ids.approval}`);
    await type(page, '#word', 'Not before Monday');
    await page.follow('button[value="decline"]');
    expect(await readMain(page)).toMatch(/Declined by[\s\S]*Not before Monday/);
  });

  test('erases a subscriber', async () => {
    const email = 'plain.erased@reader.example';
    const { id } = await scene.use('create_subscriber', { email });
    await page.goto(`${baseUrl}/console/subscribers/${id}/erase`);
    await type(page, '#address', email);
    await page.follow('form button.danger');
    expect(await readMain(page)).toContain('Erased.');
  });

  test('releases the queue after a restore', async () => {
    const { database } = scene.platform.platform.engine.store;
    await database.transaction((queries) => holdQueue(queries, scene.platform.clock.now()));
    await page.goto(`${baseUrl}/console/health`);
    await page.follow('form[action$="/release-queue"] button');
    expect(await readMain(page)).toContain('The queue is released.');
  });
});
