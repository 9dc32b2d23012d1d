import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrganizationStore } from '../../src/store/store.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { looksRight } from './looks-right.ts';

/** Campaigns and templates in a browser: their look, and the tasks of the first week with their clicks. */

const baseUrl = 'http://console.localhost';

let platform: SimulatedPlatform;
let browser: Browser;
let desktop: Page;
let ids: {
  ready: string;
  draft: string;
  scheduled: string;
  sending: string;
  sent: string;
  template: string;
};

const body = `# Six books for long evenings

Hello {{firstName|reader}},

the evenings are long again, and so is our table of new books.

[Read the first chapter](https://shop.example/chapter) or [visit the shop](https://shop.example/visit).

[Unsubscribe]({{unsubscribeUrl}})`;

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects
const use = async (tool: string, input: object = {}): Promise<any> =>
  (await platform.call(tool, input)).output;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  await use('update_organization_settings', {
    timezone: 'Europe/London',
    postal_address: '14 Cross Street, Leeds',
    default_from: 'Fernhill Books <hello@fernhill.dev>',
  });
  await use('add_domain', { name: 'fernhill.dev', open_tracking: true, click_tracking: true });
  for (const [name, firstName] of [
    ['mina', 'Mina'],
    ['bob', 'Bob'],
    ['cem', 'Cem'],
  ]) {
    await use('create_subscriber', { email: `${name}@mailbox.dev`, firstName });
  }
  await use('create_subscriber', { email: 'open@example.com' });
  await use('create_subscriber', { email: 'bounce@example.com' });
  await use('create_subscriber', { email: 'dag@mailbox.dev' });
  await use('unsubscribe_subscriber', { subscriber: 'dag@mailbox.dev' });
  await use('create_tag', { name: 'book club' });
  await use('create_segment', {
    name: 'Monthly readers',
    rule: { field: 'email', operator: 'contains', value: 'mailbox' },
  });
  const from = { fromName: 'Fernhill Books', fromEmail: 'news@fernhill.dev' };
  const campaign = async (name: string, subject: string, more: object = {}): Promise<string> =>
    (await use('create_campaign', { name, subject, ...from, markdown: body, ...more })).id;
  const sent = await campaign('April news', 'April news: books in bloom');
  await use('send_campaign', { campaignId: sent });
  await platform.deliver();
  await platform.clock.advance(180_000);
  await platform.deliver();
  await react();
  const sending = await campaign('Spring reading week', 'Seven days, seven books', {
    throttle: { perHour: 1 },
  });
  await use('send_campaign', { campaignId: sending });
  await platform.deliver();
  const scheduled = await campaign('May news', 'May news: six books for long evenings');
  await use('send_campaign', {
    campaignId: scheduled,
    scheduledAt: '2026-05-15T09:00',
    timezone: 'Europe/London',
  });
  const draft = await campaign('Holiday hours', 'We are closed on Monday', { markdown: 'No link yet.' });
  const { id: template } = await use('create_template', {
    name: 'receipt',
    subject: 'Your receipt {{number}}',
    from: 'Fernhill Books <hello@fernhill.dev>',
    markdown: 'Thank you, {{first_name|friend}}.\n\n[See your receipt]({{receipt_url}})',
    variables: [
      { name: 'number', sample: 'R-17' },
      { name: 'first_name', required: false, sample: 'Ada' },
      { name: 'receipt_url', type: 'url', sample: 'https://fernhill.dev/17' },
    ],
  });
  await use('publish_template', { template });
  await use('update_template', { template, subject: 'Receipt {{number}}' });
  const ready = await campaign('Author evening', 'Meet Ines Marlow at the shop');
  ids = { ready, draft, scheduled, sending, sent, template };
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
  desktop = await signIn({});
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

/** Opens and clicks of the first campaign, by people and by a scanner, over some hours. */
async function react(): Promise<void> {
  const mails = platform.mailbox.messages.map(({ html }) =>
    Array.from(
      html.matchAll(/(?:href|src)="http:\/\/console\.localhost(\/[oc]\/[^"]+)"/g),
      ([, path]) => path!,
    ),
  );
  const visit = (path: string | undefined, agent: string) =>
    path && platform.http('GET', path, { token: null, headers: { 'user-agent': agent }, peer: '192.0.2.77' });
  const pixel = (paths: string[]) => paths.find((path) => path.startsWith('/o/'));
  for (const paths of mails) await visit(pixel(paths), scanner);
  for (const paths of mails.slice(1)) {
    await platform.clock.advance(45 * 60_000);
    await visit(pixel(paths), firefox);
    await visit(
      paths.find((path) => path.startsWith('/c/')),
      firefox,
    );
  }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel; +https://barracuda.example)';

async function signIn(visitor: { width?: number; dark?: boolean }): Promise<Page> {
  const email = `ada${String(Math.random()).slice(2)}@gmail.com`;
  const ada = await personIn(platform, platform.organization, { name: 'Ada Whitfield', email });
  const page = await browser.open(visitor);
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  return page;
}

/** Counts the clicks of a task. */
function clicking(page: Page): {
  clicks: number;
  open(selector: string): Promise<void>;
  follow(selector: string): Promise<void>;
} {
  const task = {
    clicks: 0,
    async open(selector: string) {
      task.clicks += 1;
      await page.click(selector);
    },
    async follow(selector: string) {
      task.clicks += 1;
      await page.follow(selector);
    },
  };
  return task;
}

const textOf = (page: Page): Promise<string> => page.evaluate('document.querySelector("main").innerText');
const type = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).value = ${JSON.stringify(text)}`);

const shown = (): [string, string][] => [
  ['campaigns', '/console/campaigns'],
  ['campaigns none', '/console/campaigns?q=nothing'],
  ['campaign new', '/console/campaigns/new'],
  ['campaign edit', `/console/campaigns/${ids.draft}/edit`],
  ['campaign review', `/console/campaigns/${ids.draft}/review`],
  ['campaign review timed', `/console/campaigns/${ids.ready}/review?when=at&at=2026-05-15T09:00`],
  ['campaign ab', `/console/campaigns/${ids.draft}/ab-test`],
  ['campaign audience', `/console/campaigns/${ids.draft}/audience`],
  ['campaign scheduled', `/console/campaigns/${ids.scheduled}`],
  ['campaign sending', `/console/campaigns/${ids.sending}/report`],
  ['campaign report', `/console/campaigns/${ids.sent}/report`],
  ['campaign recipients', `/console/campaigns/${ids.sent}/recipients`],
  ['campaign links', `/console/campaigns/${ids.sent}/links`],
  ['campaign email', `/console/campaigns/${ids.sent}/email`],
  ['templates', '/console/templates'],
  ['template new', '/console/templates/new'],
  ['template edit', `/console/templates/${ids.template}`],
  ['template versions', `/console/templates/${ids.template}/versions`],
  ['template send', `/console/templates/${ids.template}/send`],
];

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
])(
  'the pages of campaigns and templates look right, $width wide, dark $dark',
  async ({ width, dark }) => {
    const page = await signIn({ width, dark });
    for (const [name, path] of shown()) {
      expect([name, await page.goto(baseUrl + path)]).toEqual([name, 200]);
      await looksRight(page, `${name} ${String(width)}${dark ? ' dark' : ''}`);
    }
    await page.close();
  },
  60_000,
);

describe('the first week with campaigns', () => {
  test('a person writes and previews a campaign in 2 clicks, tests it in 2, and schedules it in 3', async () => {
    const page = desktop;
    await page.goto(`${baseUrl}/console/campaigns`);
    const write = clicking(page);
    await write.follow('.head a.main');
    await type(page, '#subject', 'June news');
    await write.follow('.head .acts button.main');
    expect([write.clicks, await textOf(page)]).toEqual([2, expect.stringContaining('Saved as a draft.')]);
    expect(await page.evaluate('document.querySelector("iframe").src')).toContain('/frame');

    const tried = clicking(page);
    await tried.open('[commandfor=test]');
    await tried.follow('#test button.main');
    expect([tried.clicks, await textOf(page)]).toEqual([
      2,
      expect.stringContaining('The test email is on its way.'),
    ]);

    const schedule = clicking(page);
    await schedule.follow('.head > .acts > button.main');
    await type(page, '#at', '2026-06-12T09:00');
    await schedule.follow('form[method=get][action$=review] button');
    expect(await textOf(page)).toContain('Goes to 4 people on Fri 12 Jun 2026, 09:00 (Europe/London)');
    await schedule.follow('form[action$=send] button');
    expect([schedule.clicks, await textOf(page)]).toEqual([
      3,
      expect.stringContaining('Goes out on Fri 12 Jun 2026'),
    ]);

    const move = clicking(page);
    await move.open('[commandfor=move]');
    await type(page, '#at', '2026-06-19T09:00');
    await move.follow('#move button.main');
    expect([move.clicks, await textOf(page)]).toEqual([2, expect.stringContaining('Fri 19 Jun 2026')]);

    const stop = clicking(page);
    await stop.open('[commandfor=unschedule]');
    await stop.follow('#unschedule button.main');
    expect([stop.clicks, await textOf(page)]).toEqual([2, expect.stringContaining('Unscheduled.')]);
    expect(page.faults).toEqual([]);
  });

  test('without scripts a person writes, reviews and schedules a campaign', async () => {
    const page = await signIn({});
    // The value of a field is set by a script of the test, not of the page.
    await page.goto(`${baseUrl}/console/campaigns/${ids.ready}/edit`);
    await page.withoutScripts();
    await page.goto(`${baseUrl}/console/campaigns/${ids.ready}/edit`);
    await type(page, '#subject', 'Meet Ines Marlow on Monday');
    await page.follow('.head > .acts > button.main');
    expect(await textOf(page)).toContain('Meet Ines Marlow on Monday');
    await type(page, '#at', '2026-05-18T18:00');
    await page.follow('form[method=get][action$=review] button');
    await page.follow('form[action$=send] button');
    expect(await textOf(page)).toContain('Goes out on Mon 18 May 2026, 18:00 (Europe/London).');
    await page.close();
  });

  test('a person pauses a campaign that is being sent in 2 clicks, and resumes it in 1', async () => {
    const page = desktop;
    await page.goto(`${baseUrl}/console/campaigns`);
    const pause = clicking(page);
    await pause.follow(`a[href$="${ids.sending}"]`);
    await pause.follow('form[action$=pause] button');
    expect([pause.clicks, await textOf(page)]).toEqual([2, expect.stringContaining('Paused')]);
    const resume = clicking(page);
    await resume.follow('form[action$=resume] button');
    expect([resume.clicks, await textOf(page)]).toEqual([1, expect.stringContaining('Sending continues.')]);
  });

  test('a person reads a report in 1 click, and fixes a link in 3', async () => {
    const page = desktop;
    await page.goto(`${baseUrl}/console/campaigns`);
    const read = clicking(page);
    await read.follow(`a[href$="${ids.sent}"]`);
    expect([read.clicks, await textOf(page)]).toEqual([1, expect.stringContaining('Opened by people')]);
    const fix = clicking(page);
    await fix.follow('.tabs a[href$=links]');
    await fix.open('[commandfor=fix-0]');
    await type(page, '#fix-0-to', 'https://shop.example/new');
    await fix.follow('#fix-0 button.main');
    expect([fix.clicks, await textOf(page)]).toEqual([
      3,
      expect.stringContaining('Leads to shop.example/new'),
    ]);
    expect(page.faults).toEqual([]);
  });

  test('a person makes a template in 2 clicks, publishes it in 1 and sends it in 2', async () => {
    const page = desktop;
    await page.goto(`${baseUrl}/console/templates`);
    const make = clicking(page);
    await make.follow('.head a.main');
    await type(page, '#name', 'order');
    await make.follow('.head .acts button.main');
    expect([make.clicks, await textOf(page)]).toEqual([2, expect.stringContaining('Saved as a draft.')]);
    await page.follow('.head .acts button.main');
    expect(await textOf(page)).toContain('Published.');
    const send = clicking(page);
    await send.follow('.head a[href$=send]');
    await type(page, '#value_order_number', 'R-18');
    await type(page, '#value_order_url', 'https://fernhill.dev/18');
    await type(page, '#to', 'grace@mailbox.dev');
    await send.follow('form[action$=send] button');
    expect([send.clicks, await textOf(page)]).toEqual([
      2,
      expect.stringContaining('The email is on its way.'),
    ]);
    expect(page.faults).toEqual([]);
  });

  test('an audience too large to count with its page is counted afterwards, by the script or through a link', async () => {
    await platform.platform.engine.store.database.transaction((queries) =>
      new OrganizationStore(queries, platform.organization.key).counts.change('subscribers', 6_000),
    );
    const page = desktop;
    await page.goto(`${baseUrl}/console/campaigns/${ids.draft}/edit`);
    await page.evaluate(
      'new Promise((done) => { const look = () => document.querySelector("[data-deferred]") ? setTimeout(look, 20) : done(); look(); })',
    );
    expect(await textOf(page)).toContain('4 people will receive this email.');
  });
});
