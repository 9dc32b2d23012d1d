import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '../../src/model/instant.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { lowContrasts } from './contrast.ts';

/** The documentation in a browser: on a phone and on a desk, in both schemes, judged by axe-core as well. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A folder for pictures of every page, to look at. */
const pictures = process.env.POSTHOUSE_TEST_PICTURES;

/** One of each kind of page; `every page` goes through all of them. */
const kinds = [
  '/docs',
  '/docs/start/first-mail',
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

/** Nothing to complain of, nothing to push aside but what scrolls in a box of its own, nothing that cannot be read. */
async function looksRight(shown: Page, name: string): Promise<void> {
  if (pictures) await shown.screenshot(join(pictures, `docs-${name.replaceAll(/\W+/g, '-')}.png`));
  expect([name, shown.faults]).toEqual([name, []]);
  const over = await shown.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect([name, over]).toEqual([name, 0]);
  expect([name, await shown.evaluate(lowContrasts)]).toEqual([name, []]);
}

async function axeFindings(shown: Page): Promise<string[]> {
  await shown.evaluate(axe);
  await shown.evaluate(
    `axe.run().then(({ violations }) => { window.__findings = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)); })`,
  );
  for (;;) {
    const found = await shown.evaluate<string[] | null>('window.__findings ?? null');
    if (found !== null) return found;
  }
}

describe.each([
  [390, false],
  [1280, false],
  [1280, true],
] as const)('at %i pixels (dark: %s)', (width, dark) => {
  test.each(kinds)('%s looks right, and axe finds nothing', async (path) => {
    page = await browser.open({ width, dark });
    expect(await page.goto(baseUrl + path)).toBe(200);
    await looksRight(page, `${path}-${width}-${dark ? 'dark' : 'light'}`);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('every page of /llms.txt is shown without a fault at 390 pixels', { timeout: 300_000 }, async () => {
  const { text } = await platform.http('GET', '/llms.txt', { token: null });
  const urls = [...text.matchAll(/\((\S+)\.md\):/g)].map(([, url]) => url!);
  expect(urls.length).toBeGreaterThan(100);
  page = await browser.open({ width: 390 });
  for (const url of urls) {
    expect(await page.goto(url)).toBe(200);
    await looksRight(page, url.replace(baseUrl, ''));
    await platform.clock.advance(1_000);
  }
});

test('a search is typed, sent with Enter, and leads to its page', async () => {
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

test('a block of code is copied as it is', async () => {
  page = await browser.open();
  await page.goto(`${baseUrl}/docs/start/first-mail`);
  // Only https and this machine have a clipboard, so the page gets one that keeps what it is given.
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

test('with the keyboard alone a reader comes to the search, the text and the contents', async () => {
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
