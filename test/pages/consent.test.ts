import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type linkPaths, publicLink } from '../../src/engine/content/public-links.ts';
import { minuteMs } from '../../src/model/instant.ts';
import { type Language, languages } from '../../src/model/text/language.ts';
import { wordsIn } from '../../src/surfaces/public/locales/index.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { lowContrasts } from './contrast.ts';

/**
 * The pages as a person sees them: in a browser, on a phone and a desktop, in every language, by keyboard
 * alone.
 */

const widths = [390, 1280] as const;
/** A folder for pictures of every page, to look at. */
const pictures = process.env.POSTHOUSE_TEST_PICTURES;

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
  // Resets the rate limits of an address and of a mailbox.
  await platform.clock.advance(minuteMs);
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
async function use(tool: string, input: unknown): Promise<any> {
  return (await platform.call(tool, input)).output;
}

async function mailTo(to: string, html = '<p>Hello</p>'): Promise<string> {
  const mail = { from: 'news@example.com', to: [to], subject: 'News', html };
  return (await use('send_email', mail)).id;
}

function linkOf(purpose: keyof typeof linkPaths, id: string, bound = ''): string {
  return publicLink(
    platform.platform.engine,
    purpose,
    { organization: platform.organization.key, id },
    bound,
  );
}

async function statusOf(subscriber: string): Promise<string> {
  return (await use('get_subscriber', { subscriber })).status;
}

/** Checks the current page: the browser reports no fault, nothing overflows, all text is legible. */
async function looksRight(shown: Page, name: string): Promise<void> {
  if (pictures) await shown.screenshot(join(pictures, `${name}.png`));
  expect(shown.faults).toEqual([]);
  const { over, unnamed, headings } = await shown.evaluate<{
    over: number;
    unnamed: string[];
    headings: number;
  }>(`({
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    unnamed: [...document.querySelectorAll('input:not([type=hidden])')].filter((one) => one.labels.length === 0).map((one) => one.outerHTML),
    headings: document.querySelectorAll('main > h1').length,
  })`);
  expect({ over, unnamed, headings }).toEqual({ over: 0, unnamed: [], headings: 1 });
  expect(await shown.evaluate(lowContrasts)).toEqual([]);
}

const titleOf = (shown: Page) => shown.evaluate<string>(`document.querySelector('h1').textContent`);

let people = 0;
function newReader(): string {
  people += 1;
  return `reader${people}@example.com`;
}

describe.each(widths)('at %i pixels', (width) => {
  test.each([false, true])('a reader unsubscribes by the link in a mail (dark: %s)', async (dark) => {
    const email = newReader();
    await use('create_subscriber', { email });
    const mail = await mailTo(email);
    page = await browser.open({ width, dark });
    expect(await page.goto(linkOf('unsubscribe', mail))).toBe(200);
    await looksRight(page, `unsubscribe-${width}-${dark ? 'dark' : 'light'}`);
    expect(await statusOf(email)).toBe('ACTIVE');
    await page.follow('button');
    expect(await titleOf(page)).toBe('You are unsubscribed');
    expect(await statusOf(email)).toBe('UNSUBSCRIBED');
    await looksRight(page, `unsubscribed-${width}-${dark ? 'dark' : 'light'}`);
    await page.follow('main a');
    expect(await titleOf(page)).toBe('Your email preferences');
  });

  test.each([false, true])('a reader chooses topics and resubscribes (dark: %s)', async (dark) => {
    const email = newReader();
    const topics = ['Product news', 'Offers', `A topic with a long name in one word ${'x'.repeat(24)}`];
    const [news, offers] = await Promise.all(
      topics.map((name) =>
        use('create_tag', { name, topic: true, description: `About \u202E${name}, once a month` }),
      ),
    );
    await use('update_organization_settings', {
      name: 'The Post House',
      postal_address: '1 Mill Tenant\nOxford OX1 2JD',
    });
    await use('create_subscriber', { email, tags: ['Offers'] });
    await use('unsubscribe_subscriber', { subscriber: email });
    const mail = await mailTo(email);
    page = await browser.open({ width, dark });
    await page.goto(linkOf('preferences', mail));
    await looksRight(page, `preferences-${width}-${dark ? 'dark' : 'light'}`);
    expect(await page.evaluate(`document.querySelector('#no').checked`)).toBe(true);
    await page.click('#yes');
    await page.click(`label[for="${news.id}"]`);
    await page.click(`#${offers.id}`);
    await page.follow('button');
    expect(await page.evaluate(`document.querySelector('[role=status]').textContent`)).toBe(
      'Your choice is saved.',
    );
    await looksRight(page, `preferences-saved-${width}-${dark ? 'dark' : 'light'}`);
    expect(await page.evaluate(`[...document.querySelectorAll(':checked')].map((one) => one.id)`)).toEqual([
      'yes',
      news.id,
    ]);
    const { status, tags } = await use('get_subscriber', { subscriber: email });
    expect([status, tags]).toEqual(['ACTIVE', [{ id: news.id, name: 'Product news' }]]);
  });

  test('a reader confirms a subscription', async () => {
    const email = newReader();
    const { id } = await use('create_subscriber', { email, doubleOptIn: true });
    await platform.deliver();
    const [mail] = (await use('list_emails', { to: email })).data;
    const { html } = await use('get_email', { id: mail.id });
    page = await browser.open({ width });
    await page.goto(/href="([^"]+confirm[^"]+)"/.exec(html)![1]!);
    await looksRight(page, `confirm-${width}`);
    expect(await statusOf(id)).toBe('PENDING');
    await page.follow('button');
    expect(await titleOf(page)).toBe('You are subscribed');
    await looksRight(page, `confirmed-${width}`);
    expect(await statusOf(id)).toBe('ACTIVE');
  });

  test('the confirmation mail and any other mail open in a browser', async () => {
    const email = newReader();
    await use('create_subscriber', { email, doubleOptIn: true, locale: 'de' });
    await platform.deliver();
    const [mail] = (await use('list_emails', { to: email })).data;
    page = await browser.open({ width });
    expect(await page.goto(linkOf('view', mail.id))).toBe(200);
    if (pictures) await page.screenshot(join(pictures, `view-${width}.png`));
    expect(page.faults).toEqual([]);
    expect(await page.evaluate('origin')).toBe('null');
    expect(await page.evaluate('document.body.innerText')).toContain('Anmeldung bestätigen');
    await page.follow('a');
    expect(await titleOf(page)).toBe('Anmeldung bestätigen');
  });

  test.each(Object.keys(languages) as Language[])('every page is available in %s', async (language) => {
    const email = newReader();
    await use('create_subscriber', { email });
    const mail = await mailTo(email);
    const { id } = await use('create_subscriber', { email: newReader(), doubleOptIn: true });
    const { email: asked } = await use('get_subscriber', { subscriber: id });
    page = await browser.open({ width, language });
    const words = wordsIn[language];
    const pages: [string, string, string][] = [
      ['unsubscribe', linkOf('unsubscribe', mail), words.unsubscribe.title],
      ['preferences', linkOf('preferences', mail), words.preferences.title],
      ['confirm', linkOf('confirm', id, asked), words.confirm.title],
    ];
    for (const [name, url, title] of pages) {
      expect(await page.goto(url)).toBe(200);
      expect([await titleOf(page), await page.evaluate('document.documentElement.lang')]).toEqual([
        title,
        language,
      ]);
      await looksRight(page, `${name}-${width}-${language}`);
    }
    await page.goto(linkOf('unsubscribe', mail));
    await page.follow('button');
    expect(await titleOf(page)).toBe(words.unsubscribe.doneTitle);
    // The browser reports that the page was not found; there is no other error.
    expect(await page.goto(`${baseUrl}/u/nothing`)).toBe(404);
    expect(await titleOf(page)).toBe(words.notFound.title);
    const notFound = /^Failed to load resource: the server responded with a status of 404/;
    page.faults.splice(0, page.faults.length, ...page.faults.filter((fault) => !notFound.test(fault)));
    await looksRight(page, `not-found-${width}-${language}`);
  });
});

test('a reader chooses a language by link, and it stays through the form', async () => {
  const email = newReader();
  await use('create_subscriber', { email });
  page = await browser.open();
  await page.goto(linkOf('unsubscribe', await mailTo(email)));
  await page.follow('nav a[lang=fr]');
  expect(await titleOf(page)).toBe('Se désinscrire');
  await page.follow('button');
  expect(await titleOf(page)).toBe('Vous êtes désinscrit');
  await page.follow('main a');
  expect(await titleOf(page)).toBe('Vos préférences d’e-mail');
});

test('the page works by keyboard alone and shows the focus', async () => {
  const email = newReader();
  const { id } = await use('create_tag', { name: 'By keyboard', topic: true });
  await use('create_subscriber', { email });
  page = await browser.open();
  await page.goto(linkOf('preferences', await mailTo(email)));
  const focused = () => page!.evaluate<string>('document.activeElement.id || document.activeElement.type');
  const ring = () => page!.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
  await page.press('Tab');
  expect([await focused(), await ring()]).toEqual(['yes', 'solid']);
  await page.press('ArrowDown');
  expect(await focused()).toBe('no');
  for (let tabs = 0; (await focused()) !== id; tabs += 1) {
    expect(tabs).toBeLessThan(120);
    await page.press('Tab');
  }
  await page.press('Space');
  while ((await focused()) !== 'submit') await page.press('Tab');
  expect(await ring()).toBe('solid');
  await page.pressThrough('Enter');
  const { status, tags } = await use('get_subscriber', { subscriber: email });
  expect([status, tags.map((tag: { id: string }) => tag.id)]).toEqual(['UNSUBSCRIBED', [id]]);
});

test('a reader who has not chosen yes or no cannot save by accident', async () => {
  const email = newReader();
  await use('create_subscriber', { email, doubleOptIn: true });
  page = await browser.open();
  await page.goto(linkOf('preferences', await mailTo(email)));
  await page.click('button');
  expect(await page.evaluate(`document.querySelector('form').checkValidity()`)).toBe(false);
  expect(await statusOf(email)).toBe('PENDING');
});

const attacks = [
  '"><script>window.__xss=1</script>',
  `'><svg onload="window.__xss=1">`,
  '</title><script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=1>',
  'javascript:window.__xss=1',
  '--><iframe srcdoc="<script>parent.__xss=1</script>">',
  '{{unsubscribeUrl}}"autofocus onfocus="window.__xss=1',
];

test.each(attacks)('text from others never runs as a script: %s', async (attack) => {
  const email = newReader();
  const { organization } = await platform.addOrganization('Attacked');
  const caller = platform.caller('tools', organization);
  const as = async (tool: string, input: unknown) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    (await platform.call(tool, input, { caller })).output as any;
  await as('update_organization_settings', { name: attack, postal_address: attack });
  await as('create_tag', { name: attack, description: attack, topic: true });
  const { id } = await as('create_subscriber', {
    email,
    doubleOptIn: true,
    firstName: attack,
    attributes: { plan: attack },
  });
  const html = `<p>Here is your plan, {{firstName}}: {{attributes.plan}}</p><img src="{{attributes.plan}}">${attack}`;
  const { id: mail } = await as('send_email', { from: 'a@example.com', to: [email], subject: attack, html });
  await platform.deliver();
  const [asking] = (await as('list_emails', { to: email })).data.filter(
    (one: { id: string }) => one.id !== mail,
  );
  page = await browser.open();
  const link = (purpose: keyof typeof linkPaths, of: string, bound = '') =>
    publicLink(platform.platform.engine, purpose, { organization: organization.key, id: of }, bound);
  const urls = [
    link('unsubscribe', mail),
    link('preferences', mail),
    link('confirm', id, email),
    link('view', mail),
    link('view', asking.id),
    `${link('unsubscribe', mail)}?lang=${encodeURIComponent(attack)}`,
  ];
  for (const url of urls) {
    expect(await page.goto(url)).toBe(200);
    expect(await page.evaluate('typeof window.__xss')).toBe('undefined');
    expect(
      await page.evaluate(
        `document.querySelectorAll('script, iframe, [onload], [onerror], [onfocus]').length`,
      ),
    ).toBe(0);
  }
  await page.goto(link('confirm', id, email));
  await page.follow('button');
  expect(await page.evaluate('typeof window.__xss')).toBe('undefined');
});

test('a mail that contains a script is shown without running it', async () => {
  const email = newReader();
  const header = [
    'From: a@example.com',
    `To: ${email}`,
    'Subject: x',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
  ].join('\r\n');
  const body = `<p>Shown in the browser</p><script>window.__xss=1</script><img src=x onerror="window.__xss=1"><a href="javascript:window.__xss=1">x</a>\r\n`;
  const envelope = { sender: 'a@example.com', recipients: [{ address: email }], protocol: 'ESMTPSA' };
  const { ids } = await use('submit_message', { ...envelope, header, body });
  page = await browser.open();
  expect(await page.goto(linkOf('view', ids[0]))).toBe(200);
  expect(await page.evaluate('document.body.innerText')).toContain('Shown');
  await page.click('a');
  expect(await page.evaluate('typeof window.__xss')).toBe('undefined');
});
