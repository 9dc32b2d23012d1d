import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '../../src/model/instant.ts';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { type Assistant, assistantOf, type Json } from '../spec/assistants/assistant.ts';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser } from './browser.ts';
import { looksRightEverywhere } from './looks-right.ts';

/** The question about each kind of call, as a person reads it in a browser before and after the decision. */

const baseUrl = 'http://console.localhost';
const leave = '[Unsubscribe]({{unsubscribeUrl}})';
const wrong = 'https://shop.acme.example/sale-2026';

let platform: SimulatedPlatform;
let browser: Browser;
let ada: PersonRecord;
const links: Record<string, string> = {};

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl }, mcp: { confirmBy: 'console' } });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
  ada = await personIn(platform, platform.organization, { name: 'Ada Lovelace', roles: ['approver'] });
  await ask(assistantOf(platform, { headers: { host: 'console.localhost' } }));
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

const use = async (tool: string, input: object): Promise<Json> => (await platform.call(tool, input)).output;

/** Makes a held call of each kind. */
async function ask(assistant: Assistant): Promise<void> {
  const held = async (name: string, tool: string, given: object) => {
    const { result } = await assistant.call(tool, { ...given });
    expect(result.name, JSON.stringify(result)).toBe('confirmation_required');
    links[name] = result.details.approval.url;
  };
  for (const name of ['bob', 'cy', 'dora']) {
    await use('create_subscriber', { email: `${name}@mailbox.dev`, firstName: name, tags: ['readers'] });
    await use('track_event', {
      name: 'user.signed_up',
      email: `${name}@mailbox.dev`,
      properties: { plan: 'gold' },
    });
  }
  const campaign = {
    name: 'Spring sale',
    subject: 'Our sale, {{firstName|friend}}',
    fromEmail: 'news@acme.example',
    fromName: 'Acme',
    replyTo: 'shop@acme.example',
    tracking: { opens: false, clicks: true },
    markdown: `# The sale begins\n\nHello {{firstName|friend}}, [look](${wrong}).\n\n${leave}`,
  };
  const sent = await use('create_campaign', campaign);
  await use('send_campaign', { campaignId: sent.id });
  for (let step = 0; step < 5; step += 1) {
    await platform.deliver();
    await platform.clock.advance(minuteMs);
  }
  await held('a link', 'redirect_link', {
    campaignId: sent.id,
    url: wrong,
    to: `https://shop.acme.example/sale-2027?${'campaign=spring&'.repeat(12)}end=1`,
  });
  const next = await use('create_campaign', campaign);
  await held('a campaign', 'send_campaign', {
    campaignId: next.id,
    scheduledAt: '2027-05-04T09:00',
    timezone: 'Asia/Tokyo',
  });
  const step = (key: string, subject: string) => ({
    key,
    type: 'send_email',
    from: 'Acme <hello@acme.example>',
    subject,
    markdown: `Hello {{firstName|friend}}, you are on the {{trigger.plan|free}} plan.\n\n${leave}`,
  });
  const workflow = await use('save_workflow', {
    name: 'Welcome',
    trigger: { type: 'EVENT', name: 'user.signed_up' },
    steps: [
      step('welcome', 'Welcome, {{firstName|friend}}'),
      { key: 'wait', type: 'delay', duration: '3 days' },
      { key: 'mark', type: 'add_tag', tag: 'welcomed' },
      step('tips', 'Three tips'),
      { key: 'goodbye', type: 'unsubscribe' },
    ],
  });
  await held('a workflow', 'activate_workflow', { workflowId: workflow.id });
  for (const name of ['bob', 'cy', 'dora'])
    await held('an erasure', 'delete_subscriber', { subscriber: `${name}@mailbox.dev` });
  links['erasures together'] = `${links['an erasure']}/alike`;
  await held('a token', 'create_token', {
    name: 'Night shift',
    scopes: ['emails.send', 'subscribers.read'],
    assistant: true,
  });
}

test('every kind of question is legible', async () => {
  const page = await browser.open();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  for (const [kind, link] of Object.entries({ ...links, 'the list': `${baseUrl}/console/approvals` })) {
    expect(await page.goto(link)).toBe(200);
    await looksRightEverywhere(page, `question ${kind}`);
  }
  await page.close();
});

test('decided questions stay legible', async () => {
  const page = await browser.open();
  await page.goto(baseUrl + (await linkFor(platform, ada)));
  await page.follow('main button');
  const decided = links['a workflow']!;
  await page.goto(decided);
  if (await page.evaluate('document.querySelector(\'button[value="approve"]\') !== null'))
    await page.follow('button[value="approve"]');
  expect(await page.evaluate('document.body.innerText')).toContain('It succeeded.');
  expect(await page.evaluate('document.querySelector(".stage iframe") !== null')).toBe(true);
  await looksRightEverywhere(page, 'decided');
  await page.close();
});
