import { describe, expect, test } from 'vitest';
import { signingSecrets } from '../../../src/engine/webhooks/webhook-secret.ts';
import { addWebhook, messages, rowsOf } from '../../engine/webhooks/webhook-scene.ts';
import { dayMs, open } from '../../spec/scene.ts';
import { verifies, verifiesThrough } from '../../spec/verifies.ts';

const url = 'https://hooks.acme.dev/in';

verifies('webhook.crud', 'a webhook is created, listed, read, changed and deleted over REST', async () => {
  const { http } = await open();
  const created = await http('POST', '/api/v2/webhooks', {
    body: { endpoint: url, events: ['email.bounced'], description: 'Bounces' },
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    object: 'webhook',
    url,
    events: ['email.bounced'],
    description: 'Bounces',
    status: 'enabled',
    consecutive_failures: 0,
    last_delivery_at: null,
  });
  const { id } = created.body;
  expect(id).toMatch(/^whk_[0-9a-z]{26}$/);
  const { signing_secret: _, ...shown } = created.body;
  expect((await http('GET', `/api/v2/webhooks/${id}`)).body).toEqual(shown);
  expect((await http('GET', '/api/v2/webhooks')).body).toEqual({
    object: 'list',
    data: [shown],
    has_more: false,
  });
  const changed = await http('PATCH', `/api/v2/webhooks/${id}`, { body: { events: [], enabled: false } });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ id, url, events: [], description: 'Bounces', status: 'disabled' });
  expect(changed.body).not.toHaveProperty('signing_secret');
  expect((await http('DELETE', `/api/v2/webhooks/${id}`)).body).toEqual({
    object: 'webhook',
    id,
    deleted: true,
  });
  expect((await http('GET', `/api/v2/webhooks/${id}`)).status).toBe(404);
  expect((await http('PATCH', `/api/v2/webhooks/${id}`, { body: { enabled: true } })).status).toBe(404);
  expect((await http('GET', '/api/v2/webhooks')).body.data).toEqual([]);
});

verifies('webhook.crud', 'a webhook is disabled and enabled by its status over REST', async () => {
  const posthouse = await open();
  const path = `/api/v2/webhooks/${await addWebhook(posthouse)}`;
  const patch = (body: object) => posthouse.http('PATCH', path, { body });
  for (const status of ['disabled', 'enabled', 'disabled']) {
    expect([(await patch({ status })).body.status, status]).toEqual([status, status]);
    expect((await patch({ description: status })).body.status).toBe(status);
  }
  expect((await patch({ enabled: true })).body.status).toBe('enabled');
  expect((await patch({ status: 'disabled', enabled: false })).body.status).toBe('disabled');
  for (const [status, enabled] of [
    ['enabled', false],
    ['disabled', true],
  ] as const) {
    const refused = await patch({ status, enabled });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `enabled contradicts status: ${status}; pass only status`,
    ]);
  }
  expect((await patch({ status: 'auto_disabled' })).status).toBe(400);
  expect((await posthouse.http('GET', path)).body.status).toBe('disabled');
});

verifies(
  'webhook.max',
  'an organization has at most twenty webhooks, not counting deleted ones',
  async () => {
    const posthouse = await open();
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await addWebhook(posthouse));
    const refused = await posthouse.http('POST', '/api/v2/webhooks', { body: { url } });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('at most 20 webhooks');
    await posthouse.call('delete_webhook', { id: ids[0] });
    expect((await posthouse.http('POST', '/api/v2/webhooks', { body: { url } })).status).toBe(201);
  },
);

describe('the URL of a webhook', () => {
  const refused = [
    ['http://hooks.acme.dev/in', 'https://'],
    ['ftp://hooks.acme.dev/in', 'https://'],
    ['hooks.acme.dev/in', 'URL'],
    ['https://user:pass@hooks.acme.dev/', 'user name or password'],
    ['https://user@hooks.acme.dev/', 'user name or password'],
    ['https://hooks.acme.dev/#part', 'fragment'],
    ['https://hooks.acme.dev:8443/', 'port'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://0x7f.1/', 'public internet'],
    ['https://0177.0.0.1/', 'public internet'],
    ['https://127.1/', 'public internet'],
    ['https://１２７.０.０.１/', 'public internet'],
    ['https://127。0。0。1/', 'public internet'],
    ['https://10.1.2.3/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://[::ffff:10.0.0.1]/', 'public internet'],
    ['https://[64:ff9b::a00:1]/', 'public internet'],
    ['https://[2002:a00:1::]/', 'public internet'],
    ['https://[fe80::1]/', 'public internet'],
    ['https://localhost/', 'private network'],
    ['https://localhost./', 'private network'],
    ['https://LOCALHOST/', 'private network'],
    ['https://x.localhost/', 'private network'],
    ['https://metadata.google.internal/', 'private network'],
    ['https://printer.local/', 'private network'],
    ['https://hooks.slack.com/services/T0/B0/x', 'Slack takes'],
    ['https://discord.com/api/webhooks/1/x', 'Discord takes'],
    ['https://intranet/', 'private network'],
    ['https://posthouse.test/', 'private network'],
    [`https://hooks.acme.dev/${'a'.repeat(2_048)}`, '2,048 characters'],
  ] as const;

  verifies('webhook.url', 'is rejected with the reason if it is invalid', async () => {
    const { http } = await open();
    for (const [given, says] of refused) {
      const { status, body } = await http('POST', '/api/v2/webhooks', { body: { url: given } });
      expect([given, status]).toEqual([given, 400]);
      expect(body.details[0].path, given).toBe('url');
      expect(body.message, given).toContain(says);
    }
    const { body } = await http('POST', '/api/v2/webhooks', { body: {} });
    expect(body.details).toEqual([{ path: 'url', code: 'required', message: expect.any(String) }]);
    const both = await http('POST', '/api/v2/webhooks', { body: { url, endpoint: url } });
    expect(both.body.details[0].path).toBe('endpoint');
  });

  verifies('webhook.url', 'may be in a private network if the operator allows it', async () => {
    const { http } = await open({ settings: { webhookAllowPrivate: true } });
    for (const given of ['http://127.0.0.1:4000/in', 'http://localhost:80/', 'https://[::1]:9/']) {
      expect((await http('POST', '/api/v2/webhooks', { body: { url: given } })).status, given).toBe(201);
    }
    const userinfo = await http('POST', '/api/v2/webhooks', { body: { url: 'http://a:b@127.0.0.1/' } });
    expect(userinfo.status).toBe(400);
  });

  test('is stored in normalized form', async () => {
    const { call } = await open();
    const { output } = await call('save_webhook', { url: 'HTTPS://Hooks.Acme.dev' });
    expect(output).toMatchObject({ url: 'https://hooks.acme.dev/' });
  });
});

describe('the events of a webhook', () => {
  verifies(
    'webhook.filter',
    'are kinds or groups, and an unknown kind is rejected with a suggestion',
    async () => {
      const { http } = await open();
      const near = await http('POST', '/api/v2/webhooks', {
        body: { url, events: ['email.sent', 'email.bounce'] },
      });
      expect(near.status).toBe(400);
      expect(near.body.details[0]).toMatchObject({ path: 'events[1]' });
      expect(near.body.message).toContain('did you mean email.bounced?');
      const far = await http('POST', '/api/v2/webhooks', { body: { url, events: ['*'] } });
      expect(far.body.message).toContain('leave events empty for all types');
      const stem = await http('POST', '/api/v2/webhooks', { body: { url, events: ['bounces'] } });
      expect(stem.body.message).toContain('did you mean email.bounced?');
      const strange = await http('POST', '/api/v2/webhooks', { body: { url, events: ['weather'] } });
      expect(strange.body.message).toContain('the types are email.queued');
      const groups = await http('POST', '/api/v2/webhooks', {
        body: { url, events: ['email.*', 'email.*'] },
      });
      expect(groups.body.events).toEqual(['email.*']);
    },
  );
});

describe('the secret of a webhook', () => {
  verifies('webhook.secret', 'is shown at creation and stored encrypted', async () => {
    const posthouse = await open();
    const created = await posthouse.http('POST', '/api/v2/webhooks', { body: { url } });
    const secret: string = created.body.signing_secret;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const { engine } = posthouse.platform;
    const rows = await engine.store.database.reader.all('SELECT * FROM webhooks', []);
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
    for (const path of ['/api/v2/webhooks', `/api/v2/webhooks/${created.body.id}`]) {
      expect((await posthouse.http('GET', path)).text).not.toContain('whsec_');
    }
    expect(JSON.stringify(posthouse.log)).not.toContain('whsec_');
    const kept = (await engine.store
      .forOrganization(posthouse.organization.key)
      .webhooks.byId(created.body.id))!;
    expect(signingSecrets(engine.secretBox, kept, posthouse.clock.now())).toEqual([secret]);
  });

  verifies('webhook.rotate', 'has two valid values for a day after a rotation', async () => {
    const posthouse = await open();
    const created = await posthouse.http('POST', '/api/v2/webhooks', { body: { url } });
    const { id, signing_secret: old } = created.body;
    const rotated = await posthouse.http('POST', `/api/v2/webhooks/${id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    const { signing_secret: fresh, old_secret_expires_at: until } = rotated.body;
    expect(fresh).not.toBe(old);
    expect(Date.parse(until)).toBe(posthouse.clock.now() + dayMs);
    const { engine } = posthouse.platform;
    const secrets = async () => {
      const store = engine.store.forOrganization(posthouse.organization.key);
      return signingSecrets(engine.secretBox, (await store.webhooks.byId(id))!, posthouse.clock.now());
    };
    expect(await secrets()).toEqual([fresh, old]);
    await posthouse.clock.advance(dayMs);
    expect(await secrets()).toEqual([fresh]);
  });
});

verifies('webhook.samples', 'every event kind has a sample over REST', async () => {
  const { http } = await open();
  const { status, body } = await http('GET', '/api/v2/webhooks/samples');
  expect(status).toBe(200);
  expect(body.data.length).toBeGreaterThan(30);
  const bounced = body.data.find(({ type }: { type: string }) => type === 'email.bounced');
  expect(bounced.payload).toMatchObject({ type: 'email.bounced', data: { bounce: { type: 'hard' } } });
});

verifies('webhook.test', 'a test event goes only to the tested webhook, whatever its events', async () => {
  const posthouse = await open();
  const id = await addWebhook(posthouse, { events: ['domain.created'] });
  await addWebhook(posthouse);
  const tested = await posthouse.http('POST', `/api/v2/webhooks/${id}/test`);
  expect(tested.status).toBe(200);
  expect(tested.body).toMatchObject({ webhook_id: id, type: 'webhook.test', status: 'pending', attempts: 0 });
  expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(1);
  expect((await messages(posthouse))[0]).toMatchObject({ id: tested.body.id, kind: 'webhook.test' });
  await posthouse.call('save_webhook', { id, enabled: false });
  expect((await posthouse.http('POST', `/api/v2/webhooks/${id}/test`)).status).toBe(409);
  expect((await posthouse.http('POST', '/api/v2/webhooks/whk_none/test')).status).toBe(404);
});

describe('the webhooks of an organization', () => {
  verifiesThrough(
    'webhook.tenancy',
    [
      'get_webhook',
      'delete_webhook',
      'rotate_webhook_secret',
      'save_webhook',
      'test_webhook',
      'list_webhook_deliveries',
      'replay_webhook_deliveries',
    ] as const,
    'are not found by another organization',
    async (tool) => {
      const posthouse = await open();
      const id = await addWebhook(posthouse);
      const other = await posthouse.addOrganization('Other');
      // Has its own webhook, so that an empty list is not the reason.
      const caller = posthouse.caller('tools', other.organization);
      await addWebhook(posthouse, {}, { caller });
      const named = tool.includes('_webhook_deliver') || tool === 'test_webhook' ? { webhook: id } : { id };
      await expect(posthouse.call(tool, named, { caller })).rejects.toMatchObject({ failure: 'not_found' });
      expect((await posthouse.call('list_webhooks', {}, { caller })).output).toMatchObject({
        data: [{ id: expect.not.stringContaining(id) }],
      });
      expect((await posthouse.call('get_webhook', { id })).output).toMatchObject({ status: 'enabled' });
    },
  );
});
