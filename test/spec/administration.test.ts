import { describe, expect } from 'vitest';
import { callThrough, commandLine, doors, outputThrough } from './doors.ts';
import { mail, open, realMailbox } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

describe('a domain', () => {
  verifiesThrough(
    ['domain.crud', 'domain.records', 'domain.check', 'domain.dkim-rotation'],
    doors.current,
    'can be added, published, checked, rotated and removed',
    async (door) => {
      const platform = await open();
      const made = await outputThrough(door, platform, 'add_domain', { name: 'Acme.com' });
      expect(made).toMatchObject({ object: 'domain', name: 'acme.com', status: 'not_started' });
      const dkim = made.records.find(({ record }: { record: string }) => record === 'DKIM');
      expect(dkim).toMatchObject({ type: 'TXT', value: expect.stringContaining('p=') });
      for (const { type, name, value } of made.records) {
        if (type === 'TXT') platform.resolver.zone.set(name, { txt: [value] });
        if (type === 'CNAME') platform.resolver.zone.set(name, { cname: [value] });
        if (type === 'MX') platform.resolver.zone.set(name, { mx: [{ exchange: value, priority: 10 }] });
      }
      const checked = await outputThrough(door, platform, 'verify_domain', { id: made.id });
      const found = checked.records.find(({ record }: { record: string }) => record === 'DKIM');
      // An assistant's result does not repeat fields that are as requested.
      expect(found).toMatchObject({ status: 'verified', ...(door !== 'mcp' && { found: [dkim.value] }) });
      const rotated = await outputThrough(door, platform, 'rotate_domain_dkim', { id: made.id });
      const keys = rotated.records.filter(({ record }: { record: string }) => record === 'DKIM');
      expect(keys.map(({ value }: { value: string }) => value)).not.toEqual([dkim.value]);
      expect((await outputThrough(door, platform, 'list_domains', {})).data).toHaveLength(1);
      expect(await outputThrough(door, platform, 'remove_domain', { id: made.id })).toMatchObject({
        deleted: true,
      });
      const result = await callThrough(door, platform, 'get_domain', { id: made.id });
      expect(result).toMatchObject({ ok: false, name: 'not_found' });
    },
  );
});

verifiesThrough(
  'domain.change',
  doors.current,
  'a domain can be changed and referred to by name',
  async (door) => {
    const platform = await open();
    const made = await outputThrough(door, platform, 'add_domain', { name: 'acme.com' });
    const changed = await outputThrough(door, platform, 'update_domain', { id: 'acme.com', tls: 'enforced' });
    expect(changed).toMatchObject({ id: made.id, tls: 'enforced', open_tracking: false });
  },
);

describe('a token', () => {
  verifiesThrough(
    ['token.secret-once', 'token.prefix'],
    doors.current,
    'shows its secret only once',
    async (door) => {
      const platform = await open();
      const made = await outputThrough(door, platform, 'create_token', {
        name: 'mine',
        scopes: ['tags.read'],
      });
      expect(made.token).toMatch(/^posthouse_[A-Za-z0-9]{32,}$/);
      const listed = await outputThrough(door, platform, 'list_tokens', {});
      const got = await outputThrough(door, platform, 'get_token', { id: made.id });
      expect(JSON.stringify([listed, got])).not.toContain(made.token);
      expect(got.prefix).toBe(made.token.slice(0, 12));
    },
  );

  verifies('token.revoke', 'gets a 401 after it was revoked', async () => {
    const platform = await open();
    const { id, token } = await platform.addToken(platform.organization);
    const ask = async () => (await platform.http('GET', '/api/v2/tags', { token })).status;
    expect(await ask()).toBe(200);
    await platform.http('DELETE', `/api/v2/tokens/${id}`);
    expect(await ask()).toBe(401);
  });

  verifiesThrough(
    'token.mint',
    ['v2', 'tools', 'mcp'] as const,
    'can create tokens with its own scopes or fewer',
    async (door) => {
      const platform = await open();
      const own = ['tokens.write', 'tags.read', 'tools.run'] as const;
      const { token } = await platform.addToken(platform.organization, { scopes: [...own] });
      const mint = (scopes: string[]) =>
        callThrough(door, platform, 'create_token', { name: 'child', scopes }, { token });
      expect((await mint(['tags.read'])).ok).toBe(true);
      for (const more of [['tags.write'], ['full_access'], ['admin'], ['tags.read', 'emails.send']]) {
        expect(await mint(more)).toMatchObject({ ok: false, name: 'restricted_api_key' });
      }
    },
  );

  verifies('token.change', 'has its changed permissions from its next call on', async () => {
    const { addToken, organization, http } = await open();
    const { id, token } = await addToken(organization, { scopes: ['tags.read'] });
    const ask = async () => (await http('POST', '/api/v2/tags', { token, body: { name: 'red' } })).status;
    expect(await ask()).toBe(403);
    const changed = await http('PATCH', `/api/v2/tokens/${id}`, { body: { scopes: ['tags.write'] } });
    expect([changed.status, changed.body.scopes]).toEqual([200, ['tags.write']]);
    expect(await ask()).toBe(201);
  });

  verifiesThrough(
    'token.change',
    doors.current,
    'keeps the limits of its cap that a change omits',
    async (door) => {
      const platform = await open();
      const { id } = await platform.addToken(platform.organization, {
        send_cap: { per_hour: null, per_day: 300 },
      });
      const changed = await outputThrough(door, platform, 'update_token', { id, send_cap: { per_hour: 10 } });
      expect(changed.send_cap).toEqual({ per_hour: 10, per_day: 300 });
    },
  );

  verifies(
    'token.rotate',
    'has a new secret after a rotation, and the old secret is valid for another day',
    async () => {
      const { addToken, organization, http, clock } = await open();
      const { id, token } = await addToken(organization);
      const { body } = await http('POST', `/api/v2/tokens/${id}/rotate`);
      const statusOf = async (secret: string) =>
        (await http('GET', '/api/v2/tags', { token: secret })).status;
      expect([await statusOf(token), await statusOf(body.token)]).toEqual([200, 200]);
      await clock.advance(24 * 60 * 60 * 1_000 + 1_000);
      expect([await statusOf(token), await statusOf(body.token)]).toEqual([401, 200]);
    },
  );
});

describe('a suppression', () => {
  verifiesThrough(
    'suppression.crud',
    doors.current,
    'lasts until it is removed, by id or address',
    async (door) => {
      const platform = await open();
      const made = await outputThrough(door, platform, 'add_suppression', { email: 'Grace@Takes-Mail.com' });
      expect(made).toMatchObject({
        object: 'suppression',
        email: realMailbox,
        origin: 'manual',
        scope: 'all',
      });
      // Lists for assistants omit null fields and the type name.
      const [listed] = (await outputThrough(door, platform, 'list_suppressions', {})).data;
      expect(made).toMatchObject(listed);
      if (door !== 'mcp') expect(listed).toEqual(made);
      for (const suppression of [made.id, realMailbox]) {
        expect(await outputThrough(door, platform, 'get_suppression', { suppression })).toEqual(made);
      }
      await outputThrough(door, platform, 'remove_suppression', { suppression: realMailbox });
      const { id } = await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }));
      expect((await outputThrough(door, platform, 'get_email', { id })).last_event).not.toBe('suppressed');
    },
  );

  verifiesThrough(
    'suppression.marketing-only',
    doors.current,
    'can apply to marketing only',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'add_suppression', { email: realMailbox, scope: 'marketing' });
      const { id } = await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }));
      await platform.deliver();
      expect((await outputThrough(door, platform, 'get_email', { id })).last_event).toBe('sent');
    },
  );

  verifiesThrough(
    'suppression.batch',
    doors.current,
    'can be added and removed in batches of hundreds',
    async (door) => {
      const platform = await open();
      const emails = Array.from({ length: 101 }, (_, count) => `${count}@takes-mail.com`);
      expect((await callThrough(door, platform, 'add_suppressions', { emails })).ok).toBe(false);
      const hundred = emails.slice(1);
      const added = await outputThrough(door, platform, 'add_suppressions', { emails: hundred });
      const { length: listed } = (await platform.http('GET', '/api/v2/suppressions?limit=100')).body.data;
      // Assistants can only remove one at a time, so the hundred are removed through another interface.
      const removing = door === 'mcp' ? 'tools' : door;
      const { data: removed } = await outputThrough(removing, platform, 'remove_suppressions', {
        emails: hundred,
      });
      expect(listed).toBe(100);
      expect((await platform.http('GET', '/api/v2/suppressions')).body.data).toEqual([]);
      expect(removed).toHaveLength(100);
      // On full success, MCP returns a count instead of the list.
      if (door !== 'mcp') expect(added.data).toHaveLength(100);
    },
  );
});

describe('an organization', () => {
  verifiesThrough(
    'organization.read-and-change',
    doors.current,
    'can be read and changed with its tokens',
    async (door) => {
      const platform = await open({ plan: 'premium' });
      const before = await outputThrough(door, platform, 'get_organization', {});
      expect(before).toMatchObject({
        object: 'organization',
        plan: 'premium',
        limits: { requests_per_minute: 700, storage_octets_max: null },
      });
      const after = await outputThrough(door, platform, 'update_organization_settings', { name: 'Acme' });
      expect(after).toMatchObject({ id: before.id, name: 'Acme' });
    },
  );

  verifies('organization.operator-tools', 'can be created and changed only by the operator', async () => {
    const platform = await open();
    const admin = (tool: string, args: object, token?: string) =>
      platform.http('POST', '/api/v1/admin/tools', { body: { tool, args }, ...(token && { token }) });
    const made = (await admin('create_organization', { name: 'Other', plan: 'free' })).body.result;
    expect(Object.keys(made)).toEqual(['organization', 'token']);
    const changed = await admin('update_organization', { id: made.organization.id, plan: 'premium' });
    expect(changed.body.result).toMatchObject({ id: made.organization.id, plan: 'premium' });
    const listed = (await admin('list_organizations', {})).body.result.data;
    expect(listed.map(({ name }: { name: string }) => name)).toContain('Other');
    const { token } = await platform.addToken(platform.organization, {
      scopes: ['full_access', 'tools.run'],
    });
    expect((await admin('create_organization', { name: 'Mine' }, token)).status).toBe(403);
    const { body: first } = await platform.http('GET', '/api/v2/tools?limit=100', { token });
    const after = first.data.at(-1).name;
    const { body: second } = await platform.http('GET', `/api/v2/tools?limit=100&after=${after}`, { token });
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect(names).toContain('get_organization');
    for (const name of ['create_organization', 'update_organization', 'list_organizations']) {
      expect(names).not.toContain(name);
    }
  });
});

describe('the tools', () => {
  verifies('tools.v2', 'can be listed, shown and run by name in v2', async () => {
    const { http } = await open();
    const list = await http('GET', '/api/v2/tools');
    expect([list.status, list.body.object]).toEqual([200, 'list']);
    const tool = list.body.data.find(({ name }: { name: string }) => name === 'create_tag');
    expect(Object.keys(tool)).toEqual([
      'object',
      'name',
      'title',
      'description',
      'input_schema',
      'output_schema',
      'annotations',
      'scopes',
      'enabled',
      'category',
    ]);
    expect((await http('GET', '/api/v2/tools/create_tag')).body).toEqual(tool);
    const byPath = await http('POST', '/api/v2/tools/create_tag', { body: { name: 'red' } });
    expect([byPath.status, byPath.body]).toMatchObject([
      200,
      { object: 'tool_result', name: 'create_tag', is_error: false, structured_content: { name: 'red' } },
    ]);
    expect(JSON.parse(byPath.body.content[0].text)).toEqual(byPath.body.structured_content);
    const byBody = await http('POST', '/api/v2/tools', {
      body: { name: 'get_tag', arguments: { tag: 'red' } },
    });
    expect(byBody.body.structured_content).toEqual(byPath.body.structured_content);
    expect((await http('GET', '/api/v2/tools/nothing')).status).toBe(404);
  });

  verifies('tools.refusals', 'return different results for invalid arguments and for a refusal', async () => {
    const { http } = await open();
    const bad = await http('POST', '/api/v2/tools/get_tag', { body: { tagg: 'red' } });
    expect([bad.status, bad.body.name]).toEqual([400, 'validation_error']);
    const refused = await http('POST', '/api/v2/tools/get_tag', { body: { tag: 'nothing' } });
    expect([refused.status, refused.body.is_error]).toEqual([200, true]);
    expect(refused.body.structured_content).toMatchObject({ name: 'not_found', message: expect.any(String) });
  });

  verifies('tools.admin', 'can be listed and run at the admin path with admin tokens', async () => {
    const platform = await open();
    const { http } = platform;
    const list = await http('GET', '/api/v1/admin/tools');
    expect([list.status, Object.keys(list.body), list.body.success]).toEqual([
      200,
      ['success', 'tools'],
      true,
    ]);
    for (const body of [
      { tool: 'create_tag', args: { name: 'red' } },
      { name: 'create_tag', arguments: { name: 'red' } },
    ]) {
      const ran = await http('POST', '/api/v1/admin/tools', { body });
      expect([ran.status, Object.keys(ran.body), ran.body.tool]).toEqual([
        200,
        ['success', 'tool', 'result'],
        'create_tag',
      ]);
      expect(ran.body.result.name).toBe('red');
    }
    const refused = await http('POST', '/api/v1/admin/tools', {
      body: { tool: 'get_tag', args: { tag: 'x' } },
    });
    expect([refused.status, Object.keys(refused.body)]).toEqual([
      404,
      ['success', 'message', 'error', 'code'],
    ]);
    const { token } = await platform.addToken(platform.organization);
    expect((await http('GET', '/api/v1/admin/tools', { token })).status).toBe(403);
  });

  verifies('tools.cli', 'can be listed, shown and run on the command line', async () => {
    const platform = await open();
    const made = await outputThrough('cli', platform, 'create_tag', { name: 'red' });
    expect(await outputThrough('v2', platform, 'get_tag', { tag: 'red' })).toEqual(made);
    const list = JSON.parse((await commandLine(platform, ['list', '--json'])).out).data;
    const tool = list.find(({ name }: { name: string }) => name === 'create_tag');
    expect(JSON.parse((await commandLine(platform, ['show', 'create_tag'])).out)).toEqual(tool);
    const codeOf = async (...words: string[]) => (await commandLine(platform, words)).code;
    expect(await codeOf('run', 'get_tag', '--tag', 'red')).toBe(0);
    expect(await codeOf('run', 'get_tag', '--tag', 'nothing')).toBe(1);
    expect(await codeOf('run', 'get_tag', '--tagg', 'red')).toBe(2);
    expect(await codeOf('run', 'get_tag')).toBe(2);
  });

  verifies('tools.mcp', 'are available at /mcp', async () => {
    const platform = await open();
    const made = await outputThrough('mcp', platform, 'create_tag', { name: 'red' });
    expect(await outputThrough('v2', platform, 'get_tag', { tag: 'red' })).toEqual(made);
    const result = await callThrough('mcp', platform, 'get_tag', { tag: 'nothing' });
    expect(result).toMatchObject({ ok: false, name: 'not_found' });
  });
});
