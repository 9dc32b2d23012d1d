import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { looksRight, looksRightEverywhere } from './looks-right.ts';
import { type Console, openConsole } from './scenes/open-console.ts';

/** Home on the first day and in use, in a browser. */

const dayMs = 86_400_000;

let scene: Console;

beforeAll(async () => {
  scene = await openConsole();
});
afterAll(() => scene?.close());

test('Home looks right on the first day', async () => {
  const { organization } = await scene.platform.addOrganization('Fernhill Books');
  const page = await scene.signIn({}, { organization });
  await looksRightEverywhere(page, 'home new');
  await page.close();
});

test('Home looks right after a week of mail', async () => {
  const { platform } = scene;
  const { organization, token } = await platform.addOrganization('Harbour Books');
  const call = (tool: string, input: object) =>
    platform.call(tool, input, { caller: platform.caller('v2', organization) });
  for (let day = 0; day < 7; day += 1) {
    const emails = Array.from({ length: 5 + ((day * 7) % 20) }, (_, index) => ({
      from: 'Harbour <orders@harbour.test>',
      to: `reader${day}-${index}@mailbox.dev`,
      subject: `Order ${day}${index}`,
      html: '<p>Thank you for your order.</p>',
    }));
    await call('send_email_batch', { emails });
    await platform.deliver();
    await platform.clock.advance(dayMs);
  }
  await call('add_domain', { name: 'harbour-books.com' });
  const assistant = assistantOf(platform, { token, headers: { host: 'console.localhost' } });
  await assistant.call('create_tag', { name: 'book-club' });
  await assistant.call('create_campaign', { name: 'May news', subject: 'Six books for long evenings' });
  await assistant.call('delete_segment', { segment: 'no-such-segment' });
  const page = await scene.signIn({}, { organization });
  await looksRightEverywhere(page, 'home');
  expect(await page.evaluate('document.querySelectorAll("svg rect.fill").length')).toBeGreaterThan(6);
  await page.close();
});

test('a person finds a setting by search with the keyboard alone', async () => {
  const page = await scene.signIn();
  await page.evaluate(`{
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    const field = document.activeElement;
    field.value = 'relay';
    field.dispatchEvent(new Event('input'));
  }`);
  const found = await page.evaluate<string>(`new Promise((resolve) => {
    const results = document.querySelector('#results');
    new MutationObserver(() => resolve(results.textContent)).observe(results, { childList: true });
  })`);
  expect(found).toContain('Sending');
  await looksRight(page, 'search while typing');
  await page.press('ArrowDown');
  await page.pressThrough('Enter');
  expect(await page.evaluate('location.pathname')).toBe('/console/settings/sending');
  await page.close();
});
