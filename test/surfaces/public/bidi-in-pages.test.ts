import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LinkPurpose, publicLink } from '../../../src/engine/content/public-links.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, personIn, signedIn } from '../console/scene.ts';

/** Contains an unclosed override, which shows all text after it backwards. */
const turned = 'Acme \u202Eemca';
/** A terminated isolate and a terminated embedding. */
const paired = '\u2067مرحبا\u2069 and \u202Babc\u202C';
const postalAddress = `${turned}\n1 Main Street`;
let platform: SimulatedPlatform;
let at: Browser;

beforeAll(async () => {
  platform = await openPlatform({ settings: { baseUrl }, mcp: { confirmBy: 'console' } });
  await platform.call('update_organization_settings', {
    default_from: 'Acme <hello@acme.dev>',
    postal_address: postalAddress,
  });
  await platform.call('create_tag', { name: turned, description: `${turned} ${paired}`, topic: true });
  const person = { name: turned, roles: ['admin'] } as const;
  at = await signedIn(platform, await personIn(platform, platform.organization, person));
});
afterAll(() => platform.close());

/** Returns the texts of a page with an unpaired bidirectional control. */
function unpairedIn(page: string): string[] {
  return page.split(/<[^>]*>/).filter((text) => {
    const controls = [...text].filter((one) => /[\u202A-\u202E\u2066-\u2069]/u.test(one)).join('');
    let left = controls;
    for (let before = ''; left !== before; ) {
      before = left;
      left = left.replace(/[\u202A\u202B\u202D\u202E]\u202C|[\u2066-\u2068]\u2069/gu, '');
    }
    return left !== '';
  });
}

async function publicPage(purpose: LinkPurpose, id: string, bound = ''): Promise<string> {
  const subject = { organization: platform.organization.key, id };
  const url = publicLink(platform.platform.engine, purpose, subject, bound);
  const { status, text } = await platform.http('GET', url.slice(baseUrl.length), { token: null });
  expect(status).toBe(200);
  return text;
}

test('public pages remove unpaired bidi controls of stored names and keep paired ones', async () => {
  const email = 'ada@example.com';
  const subscriber = { email, firstName: turned, lastName: turned, doubleOptIn: true };
  const { output } = await platform.call('create_subscriber', subscriber);
  const { id: subscriberId } = output as { id: string };
  const mail = { from: 'Acme <hello@acme.dev>', to: email, subject: 'News', markdown: 'Hello {{name}}.' };
  const sent = await platform.call('send_email', mail);
  const { id } = sent.output as { id: string };
  for (const page of [
    await publicPage('unsubscribe', id),
    await publicPage('preferences', id),
    await publicPage('view', id),
    await publicPage('confirm', subscriberId, email),
  ]) {
    expect(page).toContain('emca');
    expect(unpairedIn(page)).toEqual([]);
  }
  expect(await publicPage('preferences', id)).toContain(paired);
});

test('console pages show stored names without unpaired bidi controls', async () => {
  const { token } = await platform.addToken(platform.organization, { name: turned });
  const assistant = assistantOf(platform, { token });
  const trigger = { type: 'EVENT', name: 'user.signed_up' };
  const leave = '[Unsubscribe]({{unsubscribeUrl}})';
  const steps = [{ type: 'send_email', from: 'a@acme.dev', subject: turned, markdown: `Hello. ${leave}` }];
  const workflow = await platform.call('save_workflow', { name: turned, trigger, steps });
  await platform.call('create_subscriber', { email: 'grace@mailbox.dev', firstName: turned });
  const draft = { name: turned, subject: turned, fromEmail: 'news@acme.dev' };
  const campaign = await platform.call('create_campaign', { ...draft, markdown: `Hello {{name}}. ${leave}` });
  const segment = await platform.call('create_segment', {
    name: turned,
    rule: { field: 'email', operator: 'contains', value: 'mailbox' },
  });
  const idOf = ({ output }: { output: unknown }) => (output as { id: string }).id;
  const paths = ['/console', '/console/settings/team', '/console/settings/account', '/console/approvals'];
  const check = async (path: string) => {
    const { status, text } = await at.get(path);
    expect([path, status, unpairedIn(text)]).toEqual([path, 200, []]);
    return text;
  };
  for (const [tool, given] of [
    ['send_campaign', { campaignId: idOf(campaign) }],
    ['activate_workflow', { workflowId: idOf(workflow) }],
    ['delete_segment', { segmentId: idOf(segment) }],
    ['delete_tag', { tag: turned }],
  ] as const) {
    const { result } = await assistant.call(tool, given);
    if (result.name !== 'confirmation_required') continue;
    const path = result.details.approval.url.slice(baseUrl.length);
    const page = await check(path);
    for (const [, frame] of page.matchAll(/<iframe[^>]* src="([^"]*)"/g)) await check(frame!);
    const about = /name="about" value="([^"]*)"/.exec(page)![1]!;
    await at.post(path, { decision: 'decline', about, word: turned });
    paths.push(path);
  }
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) await check(path);
});

test('mails of the platform show stored names without unpaired bidi controls', async () => {
  await platform.deliver();
  const { output } = await platform.call('list_emails', { limit: 100 });
  const { data } = output as { data: { id: string; subject: string }[] };
  const subjects = data.map(({ subject }) => subject).join();
  expect(subjects).toMatch(/Please confirm your subscription/);
  expect(subjects).toMatch(/ asks: /);
  for (const { id, subject } of data) {
    const { output } = await platform.call('get_email', { id });
    expect([subject, unpairedIn((output as { html: string }).html)]).toEqual([subject, []]);
  }
});
