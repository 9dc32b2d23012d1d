import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { refused } from '../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser, type Page } from './browser.ts';
import { looksRight } from './looks-right.ts';

/** The inbox and the emails in a browser. The number of clicks of each task is part of its title. */

const baseUrl = 'http://console.localhost';
const from = 'Fernhill Books <hello@fernhill.dev>';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;
let code: string;
let bounced: string;
let soft: string;

let isSending = true;

async function send(mail: object): Promise<string> {
  const caller = platform.caller('tools', { ...platform.organization, sendingEnabled: isSending });
  return ((await platform.call('send_email', { from, ...mail }, { caller })).output as { id: string }).id;
}

async function setSending(isOn: boolean): Promise<void> {
  isSending = isOn;
  await platform.call('update_organization', { id: platform.organization.id, sending_enabled: isOn });
}

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl } });
  ada = await personIn(platform, platform.organization, { name: 'Ada Whitfield' });
  await platform.call('add_domain', { name: 'fernhill.dev' });
  await send({ to: 'mina@reader-mail.dev', subject: 'Welcome to Fernhill', markdown: 'Hello **Mina**.' });
  await platform.deliver();
  platform.mailbox.next(
    {
      kind: 'refused',
      by: 'mx1.oldpress-mail.dev',
      stage: 'rcpt',
      code: 451,
      enhanced: '4.7.1',
      reply: '451 4.7.1 Greylisted, please try again in 300 seconds',
    },
    {
      kind: 'refused',
      by: 'mx1.oldpress-mail.dev',
      stage: 'rcpt',
      code: 550,
      enhanced: '5.1.1',
      reply: '550 5.1.1 <bob.harrow@oldpress-mail.dev>: Recipient address rejected: User unknown',
    },
  );
  const order = { subject: 'Order 20931 is on its way', markdown: 'Two books left our shop this morning.' };
  bounced = await send({ to: 'bob.harrow@oldpress-mail.dev', ...order });
  await platform.deliver();
  await platform.clock.advance(3_600_000);
  await platform.deliver();
  platform.mailbox.next(refused(550, 'rcpt', '5.7.26'));
  soft = await send({ to: 'carol@strict-mail.dev', ...order });
  await platform.deliver();
  // The mailbox rests after a bounce.
  await platform.clock.advance(2 * 3_600_000);
  await setSending(false);
  await send({
    to: 'tomas.okafor@reader-mail.dev',
    subject: 'Reading list',
    markdown: 'Ten titles, each with a question.',
  });
  await send({
    to: 'ada@fernhill-mail.dev',
    subject: 'May news: six books for long evenings',
    preview: 'Six books we could not put down',
    html: '<h1>May news</h1><p>Six books.</p><img src="https://img.fernhill.dev/a.png" alt="Books" width="200" height="80"><p><a href="https://fernhill.dev/may">Read</a></p>',
  });
  code = await send({
    to: 'ada@fernhill-mail.dev',
    subject: 'Your sign-in code is 482 913',
    preview: 'Use this code to sign in. It works for 10 minutes.',
    markdown:
      'Your code is **482913**.\n\n[Sign in](https://fernhill.dev/sign-in?code=482913)\n\nIt works for 10 minutes.',
  });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

async function signIn(visitor: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const page = await browser.open(visitor);
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  return page;
}

test.each([
  { width: 390, dark: true },
  { width: 1280, dark: false },
  { width: 390, dark: false },
  { width: 1280, dark: true },
])('the inbox and the emails look right, $width wide, dark $dark', async ({ width, dark }) => {
  const page = await signIn({ width, dark });
  const paths = [
    '/console/inbox',
    `/console/inbox/${code}?as=dark`,
    `/console/inbox/${code}?part=headers`,
    '/console/inbox/new',
    '/console/emails',
    `/console/emails/${bounced}`,
    `/console/emails/${soft}?part=authentication`,
    `/console/emails/${code}?part=source`,
  ];
  for (const path of paths) {
    expect([path, await page.goto(baseUrl + path)]).toEqual([path, 200]);
    await looksRight(page, `mail ${path.replaceAll(/eml_\w+/g, 'id')} ${width}${dark ? ' dark' : ''}`);
  }
  await page.close();
});

/** Follows links and presses buttons as a person does, and counts the clicks. */
function counted(page: Page) {
  const self = {
    clicks: 0,
    async follow(selector: string): Promise<void> {
      self.clicks += 1;
      await page.follow(selector);
    },
    async click(selector: string): Promise<void> {
      self.clicks += 1;
      await page.click(selector);
    },
  };
  return self;
}

const textOf = async (page: Page): Promise<string> =>
  (await page.evaluate<string>('document.querySelector("main").innerText')).replaceAll(/\s+/g, ' ');

test('a person sees the newest captured mail with 1 click and copies its login code with 2', async () => {
  const page = await signIn();
  const person = counted(page);
  await person.follow('nav a[href="/console/inbox"]');
  expect(await textOf(page)).toContain('Your sign-in code is 482 913');
  expect(await page.evaluate('document.querySelector("iframe").title')).toBe(
    'Preview: Your sign-in code is 482 913',
  );
  expect(person.clicks).toBe(1);
  // A headless browser has no clipboard to read.
  await page.evaluate(
    'Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })',
  );
  await person.click('#inbox-mail button[data-copy]');
  expect(await page.evaluate('window.copied')).toBe('482913');
  expect(person.clicks).toBe(2);
  await page.close();
});

test('a person learns with 2 clicks why the mail to Bob bounced, and sends another mail again with 3', async () => {
  const page = await signIn();
  const person = counted(page);
  await person.follow('nav a[href="/console/emails"]');
  await person.follow(`a[href="/console/emails/${bounced}"]`);
  expect(await textOf(page)).toContain(
    'The mailbox does not exist. oldpress-mail.dev permanently rejected the email, so Posthouse does not retry. Ask the person for a new address.',
  );
  expect(person.clicks).toBe(2);
  await page.goto(`${baseUrl}/console`);
  const again = counted(page);
  await again.follow('nav a[href="/console/emails"]');
  await again.follow(`a[href="/console/emails/${soft}"]`);
  expect(await textOf(page)).toContain('SPF and DKIM failed');
  await again.follow('main .acts form button');
  expect(await textOf(page)).toContain('Posthouse is sending the email again.');
  expect(again.clicks).toBe(3);
  await page.close();
});

test('new mail appears in the open inbox within 300 ms, while an open mail stays', async () => {
  const page = await signIn();
  await page.goto(`${baseUrl}/console/inbox/${code}`);
  await page.evaluate(
    'new Promise((resolve) => new EventSource("/console/live").addEventListener("ready", resolve))',
  );
  const appeared = page.evaluate<number>(
    `new Promise((resolve) => {
       const look = () => document.querySelector('#inbox-list').innerText.includes('Fresh from the press') ? resolve(Date.now()) : setTimeout(look, 5);
       look();
     })`,
  );
  const sentAt = Date.now();
  await send({ to: 'new@reader-mail.dev', subject: 'Fresh from the press', markdown: 'Hello.' });
  expect((await appeared) - sentAt).toBeLessThan(process.env.CI ? 2_000 : 300);
  expect(await page.evaluate('document.querySelector("main h1").textContent')).toBe(
    'Your sign-in code is 482 913',
  );
  expect(page.faults).toEqual([]);
  await page.close();
});

test('a hidden inbox holds no connection, and is current when it is shown again', async () => {
  const { mailWatch } = platform.platform.engine;
  const streams = async (count: number): Promise<void> => {
    await expect.poll(() => mailWatch.waiting(platform.organization.key), { timeout: 20_000 }).toBe(count);
  };
  const page = await signIn();
  await page.goto(`${baseUrl}/console/inbox`);
  await streams(1);
  const setHidden = async (isHidden: boolean): Promise<void> => {
    await page.evaluate(
      `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
       document.dispatchEvent(new Event("visibilitychange"))`,
    );
  };
  await setHidden(true);
  await streams(0);
  await send({ to: 'late@reader-mail.dev', subject: 'While you were away', markdown: 'Hello.' });
  await setHidden(false);
  await streams(1);
  const list = () => page.evaluate<string>('document.querySelector("#inbox-list").innerText');
  await expect.poll(list, { timeout: 20_000 }).toContain('While you were away');
  await page.close();
});
