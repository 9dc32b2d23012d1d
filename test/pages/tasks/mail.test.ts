import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdQueue } from '../../../src/engine/organizations/queue-hold.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import type { Page } from '../browser.ts';
import { type FilledConsole, openFilledConsole } from '../scenes/filled.ts';
import { codeMail } from '../scenes/mail.ts';
import { baseUrl, type Clicks, countClicks, readMain, type } from '../scenes/open-console.ts';

/**
 * Tasks of the first week with mail, campaigns and approvals, each with its number of clicks from Home or from the page
 * where the task before it ended.
 */

let scene: FilledConsole;
let page: Page;
let clicks: Clicks;

beforeAll(async () => {
  scene = await openFilledConsole();
  page = await scene.signIn();
});
beforeEach(async () => {
  page.faults.length = 0;
  await scene.platform.clock.advance(60_000);
  await page.goto(`${baseUrl}/console`);
  clicks = countClicks(page);
});
afterAll(() => scene?.close());

const follow = (selector: string) => clicks.follow(selector);
const press = (selector: string) => clicks.press(selector);

/** Compares the clicks and the shown text, and starts the next count. */
async function ends(count: number, text: string | RegExp): Promise<void> {
  const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  expect([clicks.count, await readMain(page)]).toEqual([count, expected]);
  expect(page.faults).toEqual([]);
  clicks = countClicks(page);
}

test('a person sees the first captured mail with 1 click and copies its login code with 1 more', async () => {
  const from = 'Fernhill Books <hello@fernhill.dev>';
  await scene.use('send_email', { from, to: 'ada@reader.example', ...codeMail });
  await follow('nav a[href="/console/inbox"]');
  expect(await page.evaluate('document.querySelector("iframe").title')).toBe(
    'Preview: Your sign-in code is 482 913',
  );
  await ends(1, 'Your sign-in code is 482 913');
  // A headless browser has no clipboard to read.
  await page.evaluate(
    'Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } })',
  );
  await press('#inbox-mail button[data-copy]');
  expect(await page.evaluate('window.copied')).toBe('482913');
  await ends(1, 'Copied');
});

test('a person learns with 2 clicks why the mail to Bob bounced', async () => {
  await follow('nav a[href="/console/emails"]');
  await follow(`a[href="/console/emails/${scene.ids.bounced}"]`);
  await ends(
    2,
    'The mailbox does not exist. oldpress-mail.dev permanently rejected the email, so Posthouse does not retry. Ask the person for a new address.',
  );
});

test('a person sends a rejected mail again with 3 clicks', async () => {
  await follow('nav a[href="/console/emails"]');
  await follow(`a[href="/console/emails/${scene.ids.soft}"]`);
  expect(await readMain(page)).toContain('SPF and DKIM failed');
  await follow('main .acts form button');
  await ends(3, 'Posthouse is sending the email again.');
});

test('a person writes and previews a campaign with 3 clicks, tests it with 2, schedules it with 3, moves it with 2 and stops it with 2', async () => {
  await follow('nav a[href="/console/campaigns"]');
  await follow('.head a.main');
  await type(page, '#subject', 'June news');
  await follow('.head .acts button.main');
  expect(await page.evaluate('document.querySelector("iframe").src')).toContain('/frame');
  await ends(3, 'Saved as a draft.');

  await press('[commandfor=test]');
  await follow('#test button.main');
  await ends(2, 'The test email is on its way.');

  await follow('.head > .acts > button.main');
  await type(page, '#at', '2026-06-12T09:00');
  await follow('form[method=get][action$=review] button');
  expect(await readMain(page)).toMatch(/Goes to \d+ people on Fri 12 Jun 2026, 09:00 \(Europe\/London\)/);
  await follow('form[action$=send] button');
  await ends(3, 'Goes out on Fri 12 Jun 2026');

  await press('[commandfor=move]');
  await type(page, '#at', '2026-06-19T09:00');
  await follow('#move button.main');
  await ends(2, 'Fri 19 Jun 2026');

  await press('[commandfor=unschedule]');
  await follow('#unschedule button.main');
  await ends(2, 'Unscheduled.');
});

test('a person pauses a campaign that is being sent with 3 clicks and resumes it with 1', async () => {
  await follow('nav a[href="/console/campaigns"]');
  await follow(`a[href$="${scene.ids.sending}"]`);
  await follow('form[action$=pause] button');
  await ends(3, 'Paused');
  await follow('form[action$=resume] button');
  await ends(1, 'Sending continues.');
});

test('a person reads the report of a campaign with 2 clicks and fixes its link with 3 more', async () => {
  await follow('nav a[href="/console/campaigns"]');
  await follow(`a[href$="${scene.ids.sent}"]`);
  await ends(2, 'Opened by people');
  await follow('.tabs a[href$=links]');
  await press('[commandfor=fix-0]');
  await type(page, '#fix-0-to', 'https://shop.example/new');
  await follow('#fix-0 button.main');
  await ends(3, 'Leads to shop.example/new');
});

test('a person makes a template with 3 clicks, publishes it with 1 and sends it with 2', async () => {
  await follow('nav a[href="/console/templates"]');
  await follow('.head a.main');
  await type(page, '#name', 'order');
  await follow('.head .acts button.main');
  await ends(3, 'Saved as a draft.');
  await follow('.head .acts button.main');
  await ends(1, 'Published.');
  await follow('.head a[href$=send]');
  await type(page, '#value_order_number', 'R-18');
  await type(page, '#value_order_url', 'https://fernhill.dev/18');
  await type(page, '#to', 'grace@mailbox.dev');
  await follow('form[action$=send] button');
  await ends(2, 'The email is on its way.');
});

/** Makes the assistant ask to send two emails. @returns the path of the question */
async function ask(subject: string): Promise<string> {
  const assistant = assistantOf(scene.platform, { headers: { host: 'console.localhost' } });
  const mail = { from: 'Fernhill Books <hello@fernhill.dev>', subject, html: '<p>Hello.</p>' };
  const emails = ['bob', 'cy'].map((name) => ({ ...mail, to: `${name}@reader-mail.dev` }));
  const { result } = await assistant.call('send_email_batch', { emails });
  expect(result.name).toBe('confirmation_required');
  return `/console/approvals/${result.details.approval.id}`;
}

test('a person approves the request of an assistant with 3 clicks', async () => {
  const question = await ask('Reading hour');
  await follow('nav a[href="/console/approvals"]');
  await follow(`main a[href="${question}"]`);
  await follow('button[value="approve"]');
  await ends(3, 'It succeeded.');
});

test('a person declines the request of an assistant with a reason and 3 clicks', async () => {
  const question = await ask('Closing hour');
  await follow('nav a[href="/console/approvals"]');
  await follow(`main a[href="${question}"]`);
  await type(page, '#word', 'Not before Monday');
  await follow('button[value="decline"]');
  await ends(3, /Declined by[\s\S]*Not before Monday/);
});

test('a person pauses all sending with 2 clicks and resumes it with 1', async () => {
  await press('[commandfor=pause]');
  await follow('#pause button.main');
  await ends(2, 'Sending is paused.');
  await follow('#sending form button');
  await ends(1, 'You resumed sending.');
});

test('a person releases the queue after a restore with 2 clicks', async () => {
  const { database } = scene.platform.platform.engine.store;
  await database.transaction((queries) => holdQueue(queries, scene.platform.clock.now()));
  await page.goto(`${baseUrl}/console`);
  expect(await readMain(page)).toContain('Delivery is held.');
  await follow('a[href="/console/health#queue"]');
  await follow('form[action$="/release-queue"] button');
  await ends(2, 'The queue is released. Delivery resumes.');
  await page.goto(`${baseUrl}/console`);
  expect(await readMain(page)).toContain('You released the queue after a restore');
});
