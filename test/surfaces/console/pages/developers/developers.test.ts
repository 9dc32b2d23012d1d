import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../../../../../src/model/instant.ts';
import type { OrganizationRecord } from '../../../../../src/model/organization/organization.ts';
import { openPlatform, type SimulatedPlatform } from '../../../../world/platform.ts';
import { databases } from '../../../../world/postgres/databases.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';
const developers = '/console/developers';

describe.each(databases)('the developers’ pages on %s', (_name, open) => {
  let platform: SimulatedPlatform;
  let organization: OrganizationRecord;
  let token: string;
  let at: Browser;
  let viewer: Browser;

  beforeAll(async () => {
    platform = await openPlatform({ database: await open() });
  });
  beforeEach(async () => {
    ({ organization, token } = await platform.addOrganization('Acme'));
    at = await signedIn(platform, await personIn(platform, organization));
    viewer = await signedIn(
      platform,
      await personIn(platform, organization, { email: 'vi@gmail.com', roles: ['viewer'] }),
    );
  });
  afterAll(async () => {
    await platform.close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers of several tools
  const use = async (tool: string, input: object = {}): Promise<any> =>
    (await platform.call(tool, input, { caller: platform.caller('tools', organization) })).output;
  const secretIn = ({ text }: Page) => /<div class="secret[^"]*"><code>([^<]+)</.exec(text)![1]!;
  const logged = async (tool: string) => (await use('list_audit_log', { tool })).data;

  test('make a token, show its secret once, and the token works with its limits', async () => {
    const made = await at.post(`${developers}/tokens`, {
      name: 'Shop',
      purpose: 'send',
      mode: 'live',
      perDay: '2000',
      days: '30',
      recipients: '',
      networks: '',
      domain: '',
    });
    expect(made.status).toBe(200);
    const secret = secretIn(made);
    expect(secret).toMatch(/^posthouse_/);
    const list = await at.get(developers);
    expect(list.text).not.toContain(secret);
    expect(list.text).toContain('Send emails');
    expect(list.text).toContain('2,000 emails a day');
    const own = await platform.http('GET', '/api/v2/tokens/me', { token: secret });
    expect(own.body).toMatchObject({ name: 'Shop', scopes: ['emails.send'], send_cap: { per_day: 2000 } });
    expect((await logged('create_token'))[0]).toMatchObject({ door: 'console', outcome: 'done' });
  });

  test('show a refused token with the typed values and the fault at its field', async () => {
    const refused = await at.post(`${developers}/tokens`, {
      name: 'Shop',
      purpose: 'send',
      networks: 'not-an-ip',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="networks"[^>]*value="not-an-ip"[^>]*aria-invalid="true"/);
    expect(refused.text).toContain('value="Shop"');
  });

  test('name the sending domain of a token', async () => {
    const domain = await use('add_domain', { name: 'acme-mail.com' });
    const made = await use('create_token', { name: 'Bound', scopes: ['emails.send'], domain_id: domain.id });
    const { text } = await at.get(`${developers}/tokens/${made.id}`);
    expect(text).toContain('Can send only from acme-mail.com');
  });

  test('rename, rotate and revoke a token', async () => {
    const { id, token: secret } = await use('create_token', { name: 'Shop', scopes: ['emails.read'] });
    const page = `${developers}/tokens/${id}`;
    expect((await at.post(page, { name: 'Store' })).status).toBe(303);
    expect((await at.get(page)).text).toContain('<bdi>Store</bdi>');
    const rotated = await at.post(`${page}/rotate`);
    expect(secretIn(rotated)).not.toBe(secret);
    expect((await platform.http('GET', '/api/v2/tokens/me', { token: secretIn(rotated) })).status).toBe(200);
    expect((await at.post(`${page}/revoke`)).headers.get('location')).toBe(`${developers}?done=revoked`);
    expect((await platform.http('GET', '/api/v2/tokens/me', { token: secretIn(rotated) })).status).toBe(401);
    expect((await at.get(developers)).text).toContain('Revoked');
    expect((await at.get(page)).text).not.toContain('Rotate secret');
  });

  test('the events of a webhook are offered by subject', async () => {
    const { text } = await at.get(`${developers}/webhooks/new`);
    const legends = [...text.matchAll(/<legend class="l">([^<]*)</g)].map(([, legend]) => legend);
    expect(legends).toEqual([
      'Emails',
      'Subscribers',
      'Events of subscribers',
      'Campaigns',
      'Workflows',
      'Domains',
      'Suppressions',
      'Imports',
      'Approvals',
      'Webhooks',
    ]);
    expect(text).toContain('An email was opened, by a person or a machine.');
    expect(text).not.toMatch(/\ba mail\b/i);
  });

  test('make, edit, test and delete a webhook', async () => {
    const made = await at.post(`${developers}/webhooks`, {
      url: 'https://hooks.acme.dev/mail',
      description: 'CRM',
      events: ['email.bounced', 'email.complained'],
    });
    expect([made.status, made.text.slice(0, 0)]).toEqual([200, '']);
    expect(secretIn(made)).toMatch(/^whsec_/);
    const [{ id, events }] = (await use('list_webhooks')).data;
    expect(events).toEqual(['email.bounced', 'email.complained']);
    const page = `${developers}/webhooks/${id}`;
    const refused = await at.post(page, { url: 'ftp://hooks.acme.dev', description: '', events: [] });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="url-fault"');
    expect(
      (await at.post(page, { url: 'https://hooks.acme.dev/in', description: '', enabled: 'on' })).status,
    ).toBe(303);
    expect((await use('get_webhook', { id })).events).toEqual([]);
    const tested = await at.post(`${page}/test`);
    expect(tested.headers.get('location')).toMatch(/\/deliveries\/msg_\w+\?done=tested$/);
    expect((await at.get(page)).text).toContain('Webhook test');
    expect(secretIn(await at.post(`${page}/rotate`))).toMatch(/^whsec_/);
    expect((await at.post(`${page}/delete`)).headers.get('location')).toBe(
      `${developers}/webhooks?done=deleted`,
    );
    expect((await at.get(page)).status).toBe(404);
  });

  test('show why a delivery failed, and replay one or all failed deliveries', async () => {
    const url = `https://hooks.acme.dev/${organization.id}`;
    const { id } = await use('save_webhook', { url });
    platform.receivers.answers.set(
      url,
      Array.from({ length: 20 }, () => 500),
    );
    await use('add_suppression', { email: 'ada@mailbox.dev' });
    for (let hours = 0; hours < 40; hours += 1) {
      await platform.deliver();
      await platform.clock.advance(hourMs);
    }
    at = await signedIn(platform, await personIn(platform, organization, { email: 'new@gmail.com' }));
    const page = `${developers}/webhooks/${id}`;
    expect((await at.get(`${developers}/webhooks`)).text).toContain('Replay failed');
    const [, delivery] = /href="([^"]+\/deliveries\/msg_\w+)"/.exec(
      (await at.get(`${page}?status=failed`)).text,
    )!;
    const { text } = await at.get(delivery!);
    expect(text).toContain('The receiver answered 500; only 2xx counts as received.');
    expect(text).toContain('&quot;type&quot;: &quot;suppression.');
    platform.receivers.answers.set(url, [200]);
    expect((await at.post(`${delivery}/replay`)).status).toBe(303);
    await platform.deliver();
    expect((await at.get(delivery!)).text).toContain('>Delivered</span>');
    expect((await at.post(`${page}/replay`)).headers.get('location')).toBe(`${page}?replayed=0`);
  });

  test('make an integration, show its URL once, and delete it', async () => {
    const made = await at.post(`${developers}/integrations`, {
      provider: 'custom',
      name: 'Forms',
      secret: '',
    });
    const url = secretIn(made);
    expect(url).toContain('/api/v1/integrations/custom/int_');
    const [{ id }] = (await use('list_integrations')).data;
    const page = `${developers}/integrations/${id}`;
    expect((await at.get(page)).text).not.toContain(url);
    expect(secretIn(await at.post(`${page}/url`))).not.toBe(url);
    expect((await at.post(`${page}/replay`)).headers.get('location')).toBe(`${page}?replayed=0`);
    expect((await at.post(`${page}/delete`)).status).toBe(303);
    const refused = await at.post(`${developers}/integrations`, { provider: 'stripe', name: '', secret: '' });
    expect([refused.status, refused.text.includes('id="secret-fault"')]).toEqual([400, true]);
  });

  test('show examples of requests, SMTP settings and links to the reference', async () => {
    for (const [language, part] of [
      ['sdk', 'emails.send('],
      ['curl', 'curl'],
      ['smtp', 'swaks'],
    ]) {
      expect((await at.get(`${developers}/requests?language=${language}`)).text).toContain(part);
    }
    expect((await at.get(`${developers}/smtp`)).status).toBe(200);
    expect((await at.get(developers)).text).toContain('href="/docs"');
  });

  test('give a viewer no button and no action, and hide another organization', async () => {
    const { id } = await use('create_token', { name: hostile, scopes: ['emails.read'] });
    const webhook = await use('save_webhook', { url: 'https://hooks.acme.dev/mail', description: hostile });
    const paths = [
      '',
      '/webhooks',
      '/integrations',
      '/smtp',
      '/requests',
      `/tokens/${id}`,
      `/webhooks/${webhook.id}`,
    ];
    for (const path of paths) {
      const { status, text } = await viewer.get(developers + path);
      expect([path, status]).toEqual([path, 200]);
      expect(text.split('<main')[1]).not.toMatch(/<button type="submit" class="btn (?:main|danger)/);
      expect(text).not.toContain('<img');
    }
    for (const path of [
      '/tokens',
      `/tokens/${id}`,
      `/tokens/${id}/revoke`,
      '/webhooks',
      `/webhooks/${webhook.id}/test`,
    ]) {
      expect((await viewer.post(developers + path)).status).toBe(403);
    }
    expect((await viewer.get(`${developers}/tokens/new`)).status).toBe(403);
    const other = await platform.addOrganization('Other');
    const eve = await signedIn(
      platform,
      await personIn(platform, other.organization, { email: 'eve@gmail.com' }),
    );
    for (const path of [`/tokens/${id}`, `/webhooks/${webhook.id}`]) {
      expect((await eve.get(developers + path)).status).toBe(404);
    }
    expect((await eve.post(`${developers}/tokens/${id}/revoke`)).status).toBe(404);
    expect((await platform.http('GET', `/api/v2/tokens/${id}`, { token })).body).toMatchObject({
      revoked_at: null,
    });
  });
});
