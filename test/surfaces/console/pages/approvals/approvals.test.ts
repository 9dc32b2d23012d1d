import { describe, expect, test } from 'vitest';
import type { PersonRole } from '../../../../../src/model/person/roles.ts';
import { type Assistant, assistantOf, type Json } from '../../../../spec/assistants/assistant.ts';
import { open } from '../../../../spec/scene.ts';
import type { SimulatedPlatform } from '../../../../world/platform.ts';
import { authenticator } from '../../authenticator.ts';
import { addPasskey, deviceFormOf } from '../../device-forms.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const origin = 'https://posthouse.example';
const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };
const two = { emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to })) };

type Scene = {
  platform: SimulatedPlatform;
  assistant: Assistant;
  at: Browser;
  /** A held call, and the path of its page. */
  asked(given?: object): Promise<{ details: Json; path: string }>;
};

async function scene(roles: readonly PersonRole[] = ['approver']): Promise<Scene> {
  const platform = await open({ settings: { baseUrl: origin }, mcp: { confirmBy: 'client' } });
  const assistant = assistantOf(platform);
  const at = await signedIn(platform, await personIn(platform, platform.organization, { roles }));
  return {
    platform,
    assistant,
    at,
    async asked(given = two) {
      const { result } = await assistant.call('send_email_batch', { ...given });
      expect(result.name).toBe('confirmation_required');
      return { details: result.details, path: result.details.approval.url.slice(origin.length) };
    },
  };
}

function hidden(page: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)![1]!;
}

async function decide(at: Browser, path: string, decision: string, more: object = {}): Promise<Page> {
  const about = hidden(await at.get(path), 'about');
  return await at.post(path, { decision, about, ...more });
}

/** Without mail to people about the question itself. */
const sent = ({ platform }: Scene) =>
  platform.mailbox.messages.filter(({ to }) => to.address.endsWith('@mailbox.dev')).length;

describe('the page of an assistant’s approval request', () => {
  test('shows the mail, and an approval sends it and notifies the assistant', async () => {
    const here = await scene();
    const { path, details } = await here.asked();
    const list = await here.at.get('/console/approvals');
    expect(list.text).toContain('Send “<bdi>Hello</bdi>” to <bdi>2 people</bdi>?');
    expect(list.text).toContain('<span class="count hot">1<');
    const page = await here.at.get(path);
    expect(page.status).toBe(200);
    for (const shown of [
      '<strong>2</strong>',
      'ada@mailbox.dev',
      'Hello',
      'Live: goes to real mailboxes',
      'Email 1 of 2',
    ]) {
      expect(page.text).toContain(shown);
    }
    const waiting = here.assistant.call('wait_for_approval', { id: details.approval.id });
    const done = await decide(here.at, path, 'approve');
    expect([done.status, done.headers.get('location')]).toEqual([303, path]);
    expect((await waiting).result).toMatchObject({ status: 'used', outcome: 'done' });
    await here.platform.deliver();
    expect(sent(here)).toBe(2);
    expect((await here.at.get(path)).text).toContain('It succeeded.');
    expect((await here.assistant.call('send_email_batch', two)).result.data).toHaveLength(2);
    await here.platform.deliver();
    expect(sent(here)).toBe(2);
    const log = await here.platform.call('list_audit_log', { tool: 'decide_approval' });
    expect(log.output).toMatchObject({
      data: [{ door: 'console', person: { name: 'Ada' }, outcome: 'done' }],
    });
  });

  test('names the parts of a mail that are removed before it is sent', async () => {
    const here = await scene();
    const html = '<p>Hello, your order is on its way.</p><iframe src="https://acme.dev"></iframe>';
    const emails = two.emails.map(({ markdown: _, ...one }) => ({ ...one, html }));
    const { path, details } = await here.asked({ emails });
    const sentence = 'A part of the content is removed when the mail is sent';
    expect((await here.at.get(path)).text).toContain(`${sentence} (<bdi>&lt;iframe&gt;</bdi>)`);
    expect(JSON.stringify(details)).toContain('<iframe>');
  });

  test('states how many subjects it omits', async () => {
    const here = await scene();
    const emails = Array.from({ length: 7 }, (_, n) => ({
      ...mail,
      to: `one-${n}@mailbox.dev`,
      subject: `Order ${n}`,
    }));
    const page = await here.at.get((await here.asked({ emails })).path);
    expect(page.text).toMatch(/Order 4(?:<[^>]*>)*and 2 more/);
    expect(page.text).not.toContain('Order 5');
  });

  test('accepts a refusal with a note for the assistant', async () => {
    const here = await scene();
    const { path } = await here.asked();
    await decide(here.at, path, 'decline', { word: 'Only to <b>Ada</b>' });
    const page = await here.at.get(path);
    expect(page.text).toContain('Only to &lt;b&gt;Ada&lt;/b&gt;');
    const { result } = await here.assistant.call('send_email_batch', two);
    expect(result).toMatchObject({ details: { reason: 'declined', word: 'Only to <b>Ada</b>' } });
    expect(result.next).toMatch(/^Do not send/);
    await here.platform.deliver();
    expect(sent(here)).toBe(0);
  });

  test('shows each mail as its recipient gets it, in a frame that runs no scripts and loads no content', async () => {
    const here = await scene();
    await here.platform.call('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
    const html = '<p style="color:green">Hello {{firstName|you}}</p>';
    const { path } = await here.asked({
      emails: two.emails.map(({ markdown: _, ...one }) => ({ ...one, html })),
    });
    const second = await here.at.get(`${path}?mail=2`);
    expect(second.text).toContain('bob@mailbox.dev');
    expect(second.text).toContain(`<iframe src="${path}/mails/2"`);
    const frame = await here.at.get(`${path}/mails/2`);
    expect(frame.text).toContain('Hello Bob');
    expect(frame.text).toContain('color:green');
    expect(frame.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    expect((await here.at.get(`${path}/mails/3`)).status).toBe(404);
    expect((await here.at.get(`${path}/mails/x`)).status).toBe(404);
  });

  test('does not execute a call whose effect changed after it was shown', async () => {
    const here = await scene();
    const { platform } = here;
    await platform.call('save_subscribers', {
      subscribers: ['a', 'b', 'c'].map((name) => ({ email: `${name}@mailbox.dev` })),
    });
    const { output } = await platform.call('create_campaign', {
      name: 'May',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: 'News. [Leave]({{unsubscribeUrl}})',
    });
    const { id: campaignId } = output as { id: string };
    const { result } = await here.assistant.call('send_campaign', { campaignId });
    const path = result.details.approval.url.slice(origin.length);
    const seen = await here.at.get(path);
    expect(seen.text).toContain('<strong>3</strong>');
    await platform.call('create_subscriber', { email: 'd@mailbox.dev' });
    const refused = await here.at.post(path, { decision: 'approve', about: hidden(seen, 'about') });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('nothing was done');
    expect(refused.text).toContain('<strong>4</strong>');
    const status = async () => (await platform.call('get_campaign', { campaignId })).output;
    expect(await status()).toMatchObject({ status: 'DRAFT' });
    await platform.call('create_subscriber', { email: 'e@mailbox.dev' });
    const again = await here.at.get(path);
    expect(again.text).toContain('The effect has changed since the assistant asked');
    expect(again.text).toContain('<strong>5</strong>');
    expect((await here.at.get(path)).text).not.toContain('The effect has changed since');
    expect((await decide(here.at, path, 'approve')).status).toBe(303);
    expect(await status()).not.toMatchObject({ status: 'DRAFT' });
    expect((await here.at.get(path)).text).toContain('It succeeded.');
  });

  test('accepts no decision without the role, by a token, from another organization or by GET', async () => {
    const here = await scene(['author']);
    const { path, details } = await here.asked();
    const { id } = details.approval;
    const page = await here.at.get(path);
    expect(page.text).toContain('People with the role approver can decide this');
    const { about } = (await here.platform.platform.engine.store
      .forOrganization(here.platform.organization.key)
      .approvals.byId(id))!;
    expect((await here.at.post(path, { decision: 'approve', about })).status).toBe(403);
    const other = await here.platform.addOrganization('Other');
    const eve = await signedIn(
      here.platform,
      await personIn(here.platform, other.organization, { email: 'eve@gmail.com' }),
    );
    expect((await eve.get(path)).status).toBe(404);
    expect((await eve.post(path, { decision: 'approve', about })).status).toBe(404);
    const approver = await signedIn(
      here.platform,
      await personIn(here.platform, here.platform.organization, {
        email: 'cy@gmail.com',
        roles: ['approver'],
      }),
    );
    await approver.get(`${path}?decision=approve&about=${about}`);
    const foreign = { headers: { origin: 'https://evil.dev', 'sec-fetch-site': 'cross-site' } };
    expect((await approver.post(path, { decision: 'approve', about }, foreign)).status).toBe(403);
    const { token } = await here.platform.addToken(here.platform.organization, {
      scopes: ['full_access', 'admin'],
    });
    for (const [method, url, body] of [
      ['POST', '/api/v2/tools/decide_approval', { id, decision: 'approve', about }],
      ['POST', '/api/v2/tools', { name: 'decide_approval', arguments: { id, decision: 'approve', about } }],
      ['POST', '/api/v1/admin/tools', { tool: 'decide_approval', args: { id, decision: 'approve', about } }],
      ['POST', `/api/v2/approvals/${id}`, { decision: 'approve', about }],
    ] as const) {
      expect((await here.platform.http(method, url, { token, body })).status).toBeGreaterThanOrEqual(400);
    }
    const withBearer = await here.platform.http('POST', path, {
      token,
      body: { decision: 'approve', about },
    });
    expect(withBearer.status).toBeGreaterThanOrEqual(300);
    await expect(assistantOf(here.platform, { token }).call('decide_approval', { id })).rejects.toThrow();
    expect((await here.assistant.call('get_approval', { id })).result.status).toBe('pending');
    await here.platform.deliver();
    expect(sent(here)).toBe(0);
  });

  test('asks a person with a passkey to sign exactly this request', async () => {
    const here = await scene();
    const device = authenticator(origin);
    expect((await addPasskey(here.at, device)).status).toBe(303);
    const { path } = await here.asked();
    const { path: otherPath } = await here.asked({
      emails: two.emails.map((one) => ({ ...one, subject: 'Other' })),
    });
    const page = await here.at.get(path);
    const about = hidden(page, 'about');
    const { options, challenge } = deviceFormOf(page);
    const unsigned = await here.at.post(path, { decision: 'approve', about });
    expect([unsigned.status, unsigned.text.includes('Your passkey did not confirm the approval')]).toEqual([
      409,
      true,
    ]);
    const other = deviceFormOf(await here.at.get(otherPath));
    const forOther = { challenge: other.challenge, passkey: device.get(other.options) };
    expect((await here.at.post(path, { decision: 'approve', about, ...forOther })).status).toBe(409);
    await here.platform.deliver();
    expect(sent(here)).toBe(0);
    const passkey = device.get(options);
    const signed = await here.at.post(path, { decision: 'approve', about, challenge, passkey });
    expect(signed.status).toBe(303);
    await here.platform.deliver();
    expect(sent(here)).toBe(2);
    // A no needs no signature.
    const declined = await here.at.post(otherPath, {
      decision: 'decline',
      about: hidden(await here.at.get(otherPath), 'about'),
    });
    expect(declined.status).toBe(303);
  });

  test('shows a refusal after the approval, and does not list a decided request as pending', async () => {
    const here = await scene();
    const { path } = await here.asked();
    const page = await here.at.get(path);
    const { output } = await here.platform.call('list_tokens', {});
    const [{ id }] = (output as { data: [{ id: string }] }).data;
    const about = hidden(page, 'about');
    await here.platform.call('revoke_token', { id });
    const refused = await here.at.post(path, { decision: 'approve', about });
    expect(refused.text).toContain('You approved the call, but it was refused');
    await here.platform.deliver();
    expect(sent(here)).toBe(0);
  });
});
