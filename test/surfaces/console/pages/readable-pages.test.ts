import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '../../../../src/model/instant.ts';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Browser, personIn, signedIn } from '../scene.ts';

/** Answers of pages in the words of a colleague. */

let platform: SimulatedPlatform;
let ada: Browser;

beforeAll(async () => {
  platform = await openPlatform({ mcp: { confirmBy: 'console' } });
  ada = await signedIn(platform, await personIn(platform, platform.organization));
});
afterAll(async () => {
  await platform?.close();
});

const use = async (tool: string, input: object) =>
  (await platform.call(tool, input)).output as { id: string };
const textOf = ({ text }: { text: string }): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the search results name the state of a campaign and of a subscriber in words', async () => {
  await use('create_campaign', { name: 'May news', subject: 'May' });
  await use('create_subscriber', { email: 'may@mailbox.dev' });
  const found = textOf(await ada.get('/console/search?q=may'));
  expect(found).toContain('May news Draft');
  expect(found).toContain('may@mailbox.dev Subscribed');
  expect(found).not.toMatch(/DRAFT|ACTIVE/);
});

test('the question of a request names the person, token or campaign that it concerns', async () => {
  const { id: campaignId } = await use('create_campaign', {
    name: 'April news',
    subject: 'April',
    fromEmail: 'news@acme.dev',
    tracking: { opens: false, clicks: true },
    markdown: '[Read](https://acme.dev/april) [Unsubscribe]({{unsubscribeUrl}})',
  });
  await use('send_campaign', { campaignId });
  for (let step = 0; step < 5; step += 1) {
    await platform.deliver();
    await platform.clock.advance(minuteMs);
  }
  const assistant = assistantOf(platform);
  await assistant.call('delete_subscriber', { subscriber: 'may@mailbox.dev' });
  await assistant.call('create_token', { name: 'Night shift', scopes: ['emails.send'] });
  await assistant.call('redirect_link', {
    campaignId,
    url: 'https://acme.dev/april',
    to: 'https://acme.dev/may',
  });
  const waiting = textOf(await ada.get('/console/approvals'));
  expect(waiting).toContain('Erase subscriber “ may@mailbox.dev ”?');
  expect(waiting).toContain('Create API token “ Night shift ”?');
  expect(waiting).toContain('Redirect a link in “ April news ”?');
  expect(waiting).toMatch(/Expires \w{3} \d+ \w{3}, \d\d:\d\d/);
});

test('a campaign without a subject is refused at the subject', async () => {
  const { status, text } = await ada.post('/console/campaigns/new', { subject: '', name: '' });
  expect(status).toBe(400);
  expect(textOf({ text })).toContain('Not saved. Subject is required.');
  expect(text).toMatch(/id="subject-fault">.*This field is required\./);
});

test('a page for a missing object and a page without permission say so', async () => {
  const missing = await ada.get('/console/emails/eml_01kb3k7f5d2c8n1r4s6t9v0w3x');
  expect([missing.status, textOf(missing)]).toEqual([
    404,
    expect.stringContaining('Not found It does not exist in this organization, or it was deleted.'),
  ]);
  const eve = await personIn(platform, platform.organization, { name: 'Eve', email: null, roles: [] });
  const refused = await (await signedIn(platform, eve)).get('/console/campaigns');
  expect([refused.status, textOf(refused)]).toEqual([
    403,
    expect.stringContaining('No access Your roles do not give you access to this page.'),
  ]);
});

test('a rejected form does not appear in the recent activity, and its entry stays in the audit log', async () => {
  expect(textOf(await ada.get('/console/settings/audit-log'))).not.toContain('You could not create a token');
  await ada.post('/console/developers/tokens', { name: '', preset: 'send' });
  expect(textOf(await ada.get('/console/settings/audit-log'))).toContain('You could not create a token');
  expect(textOf(await ada.get('/console'))).not.toContain('You could not create a token');
});
