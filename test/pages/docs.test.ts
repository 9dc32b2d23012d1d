import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseMailbox } from '../../src/model/address.ts';
import { minuteMs } from '../../src/model/instant.ts';
import { fixtureRule } from '../../src/model/sending/fixture-recipient.ts';
import { hostileAddresses } from '../model/hostile-addresses.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { axeFindings, isLegible, views } from './looks-right.ts';

/**
 * The documentation in a browser: on a phone and a desktop, in both color schemes, also checked by axe-core.
 */

/** One page of each kind; `every page` covers all of them. */
const kinds = [
  '/docs',
  '/docs/start/first-mail',
  '/docs/start/concepts',
  '/docs/guides/not-delivered',
  '/docs/guides/production',
  '/docs/workflows',
  '/docs/reference',
  '/docs/reference/rest/emails',
  '/docs/reference/configuration',
  '/docs/content-verification',
  '/docs/errors',
  '/docs/errors/validation_error',
  '/docs/events',
  '/docs/events/email.bounced',
  '/docs/architecture/life-of-a-send',
  '/docs/project/speed',
  '/docs/search',
  '/docs/search?q=bounce',
  '/docs/search?q=qqqqqq',
];

let platform: SimulatedPlatform;
let browser: Browser;
let page: Page | null = null;

beforeAll(async () => {
  platform = await openPlatform();
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'posthouse.example:80': `127.0.0.1:${port}` });
});
afterEach(async () => {
  await page?.close();
  page = null;
  await platform.clock.advance(minuteMs);
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

describe('in every view', () => {
  // All pages share one reader: a new visitor for each takes as long as axe does.
  let reader: Page;
  beforeAll(async () => {
    reader = await browser.open();
  });
  afterAll(() => reader.close());

  test.each(kinds)('%s looks right and has no findings of axe', async (path) => {
    expect(await reader.goto(baseUrl + path)).toBe(200);
    for (const { rules, ...view } of views) {
      await reader.view(view);
      await isLegible(reader, `docs-${path}-${view.width}-${view.dark ? 'dark' : 'light'}`);
      expect(await axeFindings(reader, rules)).toEqual([]);
    }
  });
});

test('every page of /llms.txt loads without a fault at 390 pixels', { timeout: 300_000 }, async () => {
  const { text } = await platform.http('GET', '/llms.txt', { token: null });
  const urls = [...text.matchAll(/\((\S+)\.md\):/g)].map(([, url]) => url!);
  expect(urls.length).toBeGreaterThan(100);
  page = await browser.open({ width: 390 });
  for (const url of urls) {
    const path = url.replace(baseUrl, '');
    if (kinds.includes(path)) continue;
    expect(await page.goto(url)).toBe(200);
    await isLegible(page, `docs-${path}`);
    await platform.clock.advance(1_000);
  }
});

test('pressing Enter in the search box lists results that link to the page', async () => {
  page = await browser.open();
  await page.goto(`${baseUrl}/docs`);
  await page.evaluate(
    `document.querySelector('#q').value = 'campaign_not_draft'; document.querySelector('#q').focus()`,
  );
  await page.pressThrough('Enter');
  expect(await page.evaluate('location.pathname + location.search')).toBe(
    '/docs/search?q=campaign_not_draft',
  );
  await page.follow('.results a');
  expect(await page.evaluate('location.pathname')).toBe('/docs/errors/campaign_not_draft');
  expect(page.faults).toEqual([]);
});

test('pressing / moves the focus to the search box, where / is a character like any other', async () => {
  page = await browser.open();
  await page.goto(`${baseUrl}/docs/sending`);
  const search = `[document.activeElement.id, document.querySelector('#q').value]`;
  expect(await page.evaluate(search)).toEqual(['', '']);
  await page.press('Slash');
  expect(await page.evaluate(search)).toEqual(['q', '']);
  await page.press('Slash');
  expect(await page.evaluate(search)).toEqual(['q', '/']);
  expect(page.faults).toEqual([]);
});

test('the copy button copies a code block unchanged', async () => {
  page = await browser.open();
  await page.goto(`${baseUrl}/docs/start/first-mail`);
  // Only https and localhost have a clipboard, so the page gets a fake one that records its text.
  const hasButtons = await page.evaluate<boolean>(
    `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.__copied = text; } } }),
    document.querySelectorAll('.code button').length > 0`,
  );
  const script = await page.evaluate<string>(`document.querySelector('script').getAttribute('src')`);
  const { text } = await platform.http('GET', script, { token: null });
  if (!hasButtons) await page.evaluate(text);
  await page.click('.code button');
  expect(await page.evaluate('window.__copied')).toBe('npm ci && npm start\n');
  expect(await page.evaluate(`document.querySelector('.code button').textContent`)).toBe('Copied');
});

test('a reader reaches the search, the text and the contents by keyboard alone', async () => {
  page = await browser.open({ width: 390 });
  await page.goto(`${baseUrl}/docs/sending`);
  const places = new Set<string>();
  for (let tabs = 0; tabs < 120; tabs += 1) {
    await page.press('Tab');
    places.add(
      await page.evaluate<string>(
        `document.activeElement.closest('header, main, nav')?.id || document.activeElement.closest('header, main, nav')?.localName || ''`,
      ),
    );
    const ring = `document.activeElement === document.body ? 'at the end' : getComputedStyle(document.activeElement).outlineStyle`;
    expect(await page.evaluate(ring)).not.toBe('none');
  }
  expect([...places]).toEqual(expect.arrayContaining(['header', 'main', 'contents']));
});

describe('a form of the reference', () => {
  const path = '/docs/reference/rest/emails';
  const form = (tool: string) => `document.querySelector('#try-${tool}-token').form`;

  /** Opens a form, fills it as a person does, and runs it. @returns its final status */
  async function tries(tool: string, fields: Readonly<Record<string, string>>): Promise<string> {
    await page!.evaluate(`${form(tool)}.parentElement.open = true`);
    for (const [field, value] of Object.entries(fields)) {
      await page!.evaluate(
        `{ const field = document.querySelector('#try-${tool}-${field}'); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('input')); }`,
      );
    }
    await page!.click(`form[aria-label="${await page!.evaluate(`${form(tool)}.ariaLabel`)}"] > button`);
    for (;;) {
      const said = await page!.evaluate<string>(`${form(tool)}.querySelector('.status').textContent`);
      if (said !== '' && !said.startsWith('Waiting')) return said;
    }
  }
  const answer = async (tool: string) =>
    await page!.evaluate<string>(`${form(tool)}.querySelector('.answer').textContent`);
  const mails = async () => (await platform.http('GET', '/api/v2/emails')).body.data.length as number;

  test.each([390, 1280])(
    'sends to a test recipient and shows status, headers and body at %i pixels',
    async (width) => {
      page = await browser.open({ width });
      await page.goto(baseUrl + path);
      const before = await mails();
      expect(await tries('send_email', { token: firstToken })).toMatch(/^200 .*, \d+ ms$/);
      expect(await answer('send_email')).toMatch(
        /^X-Request-Id: \S+\nRateLimit: .+\nContent-Type: application\/json.*\n\n\{\n {2}"id": "eml_\w+"\n\}$/,
      );
      expect(await mails()).toBe(before + 1);
      const [, id] = /"id": "(\w+)"/.exec(await answer('send_email'))!;
      // The token was pasted once for all forms of the page.
      expect(await tries('get_email', { id: id! })).toMatch(/^200 /);
      expect(await answer('get_email')).toContain('"to": [\n    "ada@example.com"\n  ]');
      await isLegible(page, `docs-try-${width}`);
    },
  );

  test('never sends to a real mailbox, however its address is written', async () => {
    page = await browser.open();
    await page.goto(baseUrl + path);
    const before = await mails();
    for (const to of ['ada@gmail.com', 'playwright-test-1@acme.dev', 'Ada <ada@gmail.com>', '']) {
      expect(await tries('send_email', { token: firstToken, to })).toMatch(/^Nothing was sent: /);
    }
    expect(await mails()).toBe(before);
    const addresses = [
      ...[
        'ada@example.com',
        'bounce+1@mail.example.org',
        'ADA@EXAMPLE.COM',
        'a@acme.test',
        'a@localhost',
        'a@test.dev',
      ],
      ...[
        'a@contest.com',
        'a@example.com.evil.org',
        'a@example.edu',
        'a@evil.org,b@example.com',
        '"a@evil.org"@example.com',
      ],
      ...[
        'a@evil.org <b@example.com>',
        '@evil.org:b@example.com',
        'a@b@example.com',
        'a@example.com\n',
        'a@ｅxample.com',
        'a@.test',
      ],
    ];
    const all = [...addresses, ...hostileAddresses.map(({ input }) => input)];
    expect(all.length).toBeGreaterThan(100);
    const accepted = await page.evaluate<string[]>(`${JSON.stringify(all)}.filter(isFixture)`);
    // The form may refuse more addresses than the server simulates, but never fewer.
    const real = accepted.filter((address) => {
      const read = parseMailbox(address);
      return read.ok && fixtureRule(read.mailbox, []) === null;
    });
    expect(real).toEqual([]);
    expect(accepted.length).toBeGreaterThan(5);
    expect(await page.evaluate(`isFixture('ada@mail.example.com') && isFixture('a@acme.test')`)).toBe(true);
  });

  test('shows an error exactly as the server returned it', async () => {
    page = await browser.open();
    await page.goto(baseUrl + path);
    const invalid = await tries('send_email', { token: firstToken, from: 'nothing' });
    expect(invalid).toMatch(/^400 /);
    expect(await answer('send_email')).toContain('"name": "invalid_from_address"');
    expect(await tries('list_emails', { token: 'posthouse_wrong' })).toMatch(/^401 /);
  });

  test('keeps the token out of addresses and storage, and drops it when the page closes', async () => {
    page = await browser.open();
    await page.goto(baseUrl + path);
    await tries('list_emails', { token: firstToken, limit: '1', to: 'ada@example.com' });
    expect(await answer('list_emails')).toContain('"object": "list"');
    expect(await page.evaluate(`[location.href.length, localStorage.length, sessionStorage.length]`)).toEqual(
      [(baseUrl + path).length, 0, 0],
    );
    expect(await page.evaluate(`JSON.stringify(performance.getEntries())`)).not.toContain(firstToken);
    await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('[data-token]')].map(({ value }) => value).join('')`,
      ),
    ).toBe('');
    expect(page.faults).toEqual([]);
  });

  test('verifies content without sending it', async () => {
    page = await browser.open();
    await page.goto(`${baseUrl}/docs/reference/rest/verify`);
    const before = await mails();
    expect(await tries('verify_content', { token: firstToken })).toMatch(/^200 /);
    expect(await answer('verify_content')).toContain('"verdict": "pass"');
    expect(await mails()).toBe(before);
  });

  test.each([
    [390, false],
    [1280, true],
  ] as const)('has no findings of axe when it is open, at %i pixels (dark: %s)', async (width, dark) => {
    page = await browser.open({ width, dark });
    await page.goto(baseUrl + path);
    await tries('send_email', { token: firstToken });
    await page.evaluate(`for (const one of document.querySelectorAll('.try')) one.open = true`);
    await isLegible(page, `docs-try-open-${width}-${dark ? 'dark' : 'light'}`);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('can be opened and run by keyboard alone', async () => {
    page = await browser.open({ width: 390 });
    await page.goto(baseUrl + path);
    await page.evaluate(`document.querySelector('.try summary').focus()`);
    await page.press('Enter');
    expect(await page.evaluate(`document.querySelector('.try').open`)).toBe(true);
    await page.press('Tab');
    expect(await page.evaluate(`'token' in document.activeElement.dataset`)).toBe(true);
    await page.evaluate(`document.activeElement.value = ${JSON.stringify(firstToken)}`);
    await page.press('Enter');
    for (;;) {
      const said = await page.evaluate<string>(`document.querySelector('.try .status').textContent`);
      if (/^\d/.test(said)) break;
    }
    expect(await page.evaluate(`document.activeElement.closest('.try') !== null`)).toBe(true);
  });
});
