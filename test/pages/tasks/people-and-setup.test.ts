import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../../src/model/instant.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import type { Page } from '../browser.ts';
import { hook } from '../scenes/developers.ts';
import { type FilledConsole, openFilledConsole } from '../scenes/filled.ts';
import { baseUrl, type Clicks, countClicks, readMain, type } from '../scenes/open-console.ts';

/**
 * Tasks of the first week with subscribers, workflows, programs, assistants and settings, each with its number of clicks
 * from Home.
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

async function ends(count: number, text: string | RegExp): Promise<void> {
  const expected = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  expect([clicks.count, await readMain(page)]).toEqual([count, expected]);
  expect(page.faults).toEqual([]);
}

/** Types into the search field of the page frame and waits for its results. */
async function find(text: string): Promise<void> {
  await page.press('Slash');
  await page.evaluate(`new Promise((resolve) => {
    new MutationObserver(() => resolve()).observe(document.querySelector('#results'), { childList: true });
    const field = document.activeElement;
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event('input'));
  })`);
}

test('a person imports a list with odd columns with 4 clicks', async () => {
  await follow('nav a[href="/console/imports"]');
  await follow('.acts a[href="/console/imports/new"]');
  await page.attach('#file', 'readers.csv', 'Mailadresse,given_name,Ort\ncara@reader.example,Cara,Ulm\n');
  await follow('main form[enctype] button');
  expect(await readMain(page)).toContain('cara@reader.example');
  expect(await page.evaluate(`document.querySelector('[name="column.1"]').value`)).toBe('firstName');
  await type(page, '#source', 'Sign-up sheet at the fair');
  await follow('button[value=start]');
  await scene.platform.platform.worker.runDue();
  // The page looks for the result by itself.
  await expect.poll(() => readMain(page)).toContain('1 person imported.');
  await ends(4, '1 person imported.');
});

test('a person builds a segment of two rules with 5 clicks', async () => {
  await follow('nav a[href="/console/segments"]');
  await follow('.acts a[href="/console/segments/new"]');
  await type(page, '[name=add]', 'attributes.city');
  await follow('button[value=add]');
  await type(page, '[name="value.0"]', 'Leeds');
  await type(page, '[name=add]', 'tags');
  await follow('button[value=add]');
  await type(page, '[name="value.1"]', 'book-club');
  await type(page, '#name', 'Book club in Leeds');
  await follow('button[value=save]');
  await ends(5, /Book club in Leeds[\s\S]*2 people match now/);
});

test('a person builds and activates a welcome series with 5 clicks', async () => {
  await follow('nav a[href="/console/workflows"]');
  await follow('a[href="/console/workflows/new"]');
  await follow('main .list li:first-child button');
  await follow('form[action$="/edit"] .acts button[value=activate]');
  await follow('form[action$="/activate"][method=post] button');
  await ends(5, /Welcome series\s*On/);
});

test('a person finds with 3 clicks where Ada stands in the welcome series', async () => {
  await follow('nav a[href="/console/workflows"]');
  await follow(`a[href="${scene.ids.own}"]`);
  await type(page, '#subscriber', 'ada@reader.example');
  await follow('form[action$="/runs"] button');
  await ends(3, /ada@reader\.example: At “Wait 3 days”\. Waits until/);
});

test('a person finds and erases a person with 3 clicks', async () => {
  const email = 'erase.me@reader.example';
  await scene.use('create_subscriber', { email, firstName: 'Erna' });
  await find('erase.me');
  await follow('#results a');
  await follow('a.danger');
  await type(page, '#address', email);
  await follow('form button.danger');
  await ends(3, 'Erased.');
  await expect(scene.use('get_subscriber', { subscriber: email })).rejects.toThrow();
});

test('a person downloads an export with 3 clicks', async () => {
  await follow('nav a[href="/console/subscribers"]');
  await follow('.acts a[href="/console/exports"]');
  const name = await clicks.download('form[action="/console/exports"] button');
  expect([clicks.count, name]).toEqual([3, expect.stringMatching(/^posthouse-subscribers-.*\.csv$/)]);
});

test('a person adds a domain and sees its missing records with 2 clicks', async () => {
  await follow('nav a[href="/console/domains"]');
  await type(page, '#name', 'books.example.net');
  await follow('form[action="/console/domains"] button');
  await ends(2, /0 of \d records are correct\. Add the \d missing records at your DNS provider/);
});

test('a person makes a token with 3 clicks', async () => {
  await follow('nav a[href="/console/developers"]');
  await follow('a[href="/console/developers/tokens/new"]');
  await type(page, '#name', 'blog');
  await follow('main form button[type=submit]');
  await ends(3, /Copy your new token “blog” now\.[\s\S]*posthouse_/);
});

test('a person sees why a webhook failed and replays its events with 3 clicks', async () => {
  scene.platform.receivers.answers.set(hook, [200]);
  await follow('nav a[href="/console/developers"]');
  await follow('a[href="/console/developers/webhooks"]');
  expect(await readMain(page)).toContain('calls failed.');
  await follow('td.act button');
  await ends(3, /\d deliver(?:y is|ies are) being replayed\./);
  await scene.platform.deliver();
  await page.goto(await page.evaluate<string>('location.origin + location.pathname'));
  expect(await readMain(page)).toContain('Delivered');
});

test('a person connects an assistant with 3 clicks', async () => {
  await follow('nav a[href="/console/assistants"]');
  await follow('a[href="/console/assistants/connect/claude-code"]');
  await follow('main form button[type=submit]');
  await ends(3, /claude mcp add posthouse .*http:\/\/console\.localhost\/mcp.*posthouse_\w+/);
});

test('a person reads the activity of the assistants with 1 click, and yesterday’s activity with 3', async () => {
  const assistant = assistantOf(scene.platform, { headers: { host: 'console.localhost' } });
  await assistant.call('create_tag', { name: 'yesterday' });
  await follow('nav a[href="/console/assistants"]');
  await ends(1, 'created the tag yesterday');
  await scene.platform.clock.advance(dayMs);
  page = await scene.signIn();
  clicks = countClicks(page);
  await follow('nav a[href="/console/settings"]');
  await follow('a[href="/console/settings/audit-log"]');
  await type(page, 'select[name=period]', 'yesterday');
  await follow('form.filters button');
  await ends(3, 'created the tag yesterday');
});

test('a person stops all assistants with 3 clicks', async () => {
  await follow('nav a[href="/console/assistants"]');
  await press('button[commandfor="stop-all"]');
  await follow('#stop-all form button');
  await ends(3, 'All assistants are stopped.');
  const { data } = await scene.use('list_tokens', { limit: 100 });
  const isActive = (one: { assistant: boolean; revoked_at: string | null }) =>
    one.assistant && one.revoked_at === null;
  expect(data.filter(isActive)).toEqual([]);
});

test('a person invites a colleague with 3 clicks', async () => {
  await follow('nav a[href="/console/settings"]');
  await follow('a[href="/console/settings/team"]');
  await type(page, '#name', 'Grace');
  await type(page, '#email', 'grace@gmail.com');
  await follow('#invite form button[type=submit]');
  await ends(3, /Added[\s\S]*Grace/);
});

test('a person changes the default sender with 3 clicks, and a fault stands at its field', async () => {
  await follow('nav a[href="/console/settings"]');
  await follow('a[href="/console/settings/sending"]');
  await type(page, '#replyTo', 'hello@fernhill@');
  await follow('main form button[type=submit]');
  expect(await page.evaluate(`document.querySelector('#replyTo').getAttribute('aria-invalid')`)).toBe('true');
  // The browser logs the status 400 of the page.
  page.faults.length = 0;
  clicks.count -= 1;
  await type(page, '#replyTo', 'help@fernhill.example');
  await follow('main form button[type=submit]');
  await ends(3, 'Saved.');
});

test('a person finds a setting by search with 1 click', async () => {
  await find('relay');
  await follow('#results a');
  expect([clicks.count, await page.evaluate('location.pathname')]).toEqual([1, '/console/settings/sending']);
});

test('a person reaches the repair of a finding with 2 clicks', async () => {
  await follow('nav a[href="/console/health"]');
  await follow('#health .list .end a');
  expect([clicks.count, await page.evaluate('location.pathname')]).toEqual([
    2,
    expect.stringMatching(/^\/console\/(?:settings|domains|developers)/),
  ]);
});
