import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import { openSmallPlatform, type SmallPlatform } from '../http/small-platform.ts';

let posthouse: SmallPlatform;
beforeEach(async () => {
  posthouse = await openSmallPlatform();
});
afterEach(async () => {
  await posthouse.close();
});

const tokenWith = (...scopes: TokenScope[]) => posthouse.addToken(posthouse.organization, { scopes });

describe('/api/v2/tools', () => {
  it('lists the tools that the token’s scopes allow', async () => {
    const all = await posthouse.ask('GET', '/api/v2/tools');
    expect(all.body).toMatchObject({ object: 'list', has_more: false });
    const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
    expect(names(all.body)).toContain('create_thing');
    expect(names(all.body)).not.toContain('change_plan');
    const reader = await tokenWith('tools.run', 'tags.read');
    expect(names((await posthouse.ask('GET', '/api/v2/tools', { token: reader })).body)).toEqual([
      'list_things',
      'get_thing',
    ]);
    const operator = await tokenWith('full_access', 'admin');
    expect(names((await posthouse.ask('GET', '/api/v2/tools', { token: operator })).body)).toContain(
      'change_plan',
    );
  });

  it('is paged like every list, with names as ids', async () => {
    const page = async (query: string) => {
      const { body } = await posthouse.ask('GET', `/api/v2/tools?${query}`);
      return [body.data.map(({ name }: { name: string }) => name), body.has_more];
    };
    expect(await page('limit=2')).toEqual([['list_things', 'get_thing'], true]);
    expect(await page('limit=2&after=get_thing')).toEqual([['create_thing', 'update_thing'], true]);
    expect(await page('limit=2&before=update_thing')).toEqual([['get_thing', 'create_thing'], true]);
    expect(await page('limit=2&before=get_thing')).toEqual([['list_things'], false]);
    for (const query of ['limit=0', 'limit=x', 'after=none', 'after=get_thing&before=get_thing', 'page=1']) {
      expect((await posthouse.ask('GET', `/api/v2/tools?${query}`)).status, query).toBe(400);
    }
  });

  it('shows one tool in full', async () => {
    expect((await posthouse.ask('GET', '/api/v2/tools/send_thing')).body).toEqual({
      object: 'tool',
      name: 'send_thing',
      title: 'Send a thing',
      description: 'A new thing at every call. Nothing is sent.',
      input_schema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          idempotency_key: {
            type: 'string',
            minLength: 1,
            maxLength: 256,
            description: expect.any(String),
          },
        },
        required: ['name'],
        additionalProperties: false,
      },
      output_schema: expect.objectContaining({ type: 'object' }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      scopes: ['emails.send'],
      enabled: true,
      category: 'campaigns',
    });
    expect((await posthouse.ask('GET', '/api/v2/tools/no_such_tool')).status).toBe(404);
  });

  it('runs a tool at its own path or by name', async () => {
    const byPath = await posthouse.ask('POST', '/api/v2/tools/create_thing', { body: { name: 'a' } });
    expect(byPath.status).toBe(200);
    expect(byPath.body).toEqual({
      object: 'tool_result',
      name: 'create_thing',
      is_error: false,
      content: [{ type: 'text', text: JSON.stringify(byPath.body.structured_content) }],
      structured_content: { object: 'thing', id: 'thing_1', name: 'a', tags: [], triggerWorkflows: true },
    });
    const byName = await posthouse.ask('POST', '/api/v2/tools', {
      body: { name: 'get_thing', arguments: { thing: 'thing_1' } },
    });
    expect(byName.body.structured_content.name).toBe('a');
    expect((await posthouse.ask('POST', '/api/v2/tools', { body: { name: 'list_things' } })).status).toBe(
      200,
    );
  });

  it('returns 200 with is_error and the reason when the tool refuses', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/tools/get_thing', { body: { thing: 'none' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      is_error: true,
      structured_content: { name: 'not_found', message: 'There is no resource with this id, name or path' },
    });
    expect(JSON.parse(reply.body.content[0].text)).toEqual(reply.body.structured_content);
  });

  it('returns 400 for wrong arguments and names them', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/tools/create_thing', { body: { nam: 'a' } });
    expect(reply.status).toBe(400);
    expect(reply.body.details.map(({ path }: { path: string }) => path)).toEqual(['name', 'nam']);
    for (const body of [
      {},
      { name: 1 },
      { name: 'get_thing', arguments: [] },
      { name: 'get_thing', args: {} },
      [],
    ]) {
      expect((await posthouse.ask('POST', '/api/v2/tools', { body })).status, JSON.stringify(body)).toBe(400);
    }
    expect((await posthouse.ask('POST', '/api/v2/tools/create_thing', { body: [] })).status).toBe(400);
  });

  it('returns 404 for an unknown tool, 403 beyond the scopes and 500 for an internal error', async () => {
    expect((await posthouse.ask('POST', '/api/v2/tools/no_such_tool', { body: {} })).status).toBe(404);
    expect((await posthouse.ask('POST', '/api/v2/tools', { body: { name: 'no_such_tool' } })).status).toBe(
      404,
    );
    const token = await tokenWith('tools.run', 'tags.read');
    const beyond = await posthouse.ask('POST', '/api/v2/tools/create_thing', { token, body: { name: 'a' } });
    expect(beyond.status).toBe(403);
    expect(beyond.body.details).toEqual({ scope: 'tags.write' });
    expect((await posthouse.ask('GET', '/api/v2/tools/create_thing', { token })).status).toBe(403);
    expect((await posthouse.ask('POST', '/api/v2/tools/break_thing')).status).toBe(500);
  });

  it('sends once per key, given as a header or an argument', async () => {
    const run = (body: unknown, headers = {}) =>
      posthouse.ask('POST', '/api/v2/tools/send_thing', { body, headers });
    const first = await run({ name: 'a', idempotency_key: 'k' });
    const again = await run({ name: 'a', idempotency_key: 'k' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await run({ name: 'b', idempotency_key: 'k' })).status).toBe(409);
    expect((await run({ name: 'a', idempotency_key: '' })).body.name).toBe('invalid_idempotency_key');
    expect((await run({ name: 'a', idempotency_key: 1 })).status).toBe(400);
    const byHeader = await run({ name: 'a' }, { 'idempotency-key': 'h' });
    expect((await run({ name: 'a' }, { 'idempotency-key': 'h' })).body).toEqual(byHeader.body);
    const byName = await posthouse.ask('POST', '/api/v2/tools', {
      body: { name: 'send_thing', arguments: { name: 'a' } },
      headers: { 'idempotency-key': 'h' },
    });
    expect(byName.body).toEqual(byHeader.body);
    const other = await posthouse.ask('POST', '/api/v2/tools', {
      body: { name: 'create_thing', arguments: { name: 'a' } },
      headers: { 'idempotency-key': 'h' },
    });
    expect(other.body.name).toBe('create_thing');
  });
});

describe('/api/v1/admin/tools', () => {
  const path = '/api/v1/admin/tools';

  it('requires a token with the admin scope', async () => {
    const reply = await posthouse.ask('GET', path);
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      success: false,
      message: 'This API token lacks the scope admin',
      error: 'restricted_api_key',
      code: 'RESTRICTED_API_KEY',
    });
  });

  it('lists every tool, including the operator’s', async () => {
    const token = await tokenWith('full_access', 'admin');
    const { status, body, headers } = await posthouse.ask('GET', path, { token });
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.tools.map(({ name }: { name: string }) => name)).toContain('change_plan');
    expect(headers.get('ratelimit-limit')).toBe('2000');
  });

  it('accepts both pairs of names for the tool and its arguments', async () => {
    const token = await tokenWith('full_access', 'admin');
    const run = (body: unknown) => posthouse.ask('POST', path, { token, body });
    expect((await run({ tool: 'change_plan', args: { plan: 'premium' } })).body).toEqual({
      success: true,
      tool: 'change_plan',
      result: { plan: 'premium' },
    });
    const aliased = await run({ name: 'change_plan', arguments: { plan: 'premium' }, more: 1 });
    expect(aliased.body.result).toEqual({ plan: 'premium' });
  });

  it('returns errors in the v1 format', async () => {
    const token = await tokenWith('full_access', 'admin');
    const run = async (body: unknown) => {
      const reply = await posthouse.ask('POST', path, { token, body });
      return [reply.status, reply.body.code, reply.body.success];
    };
    expect(await run({})).toEqual([400, 'VALIDATION_ERROR', false]);
    expect(await run({ tool: 'none' })).toEqual([404, 'NOT_FOUND', false]);
    expect(await run({ tool: 'change_plan', args: { plan: 'no' } })).toEqual([
      400,
      'VALIDATION_ERROR',
      false,
    ]);
    expect(await run({ tool: 'change_plan', args: { plan: 'free' } })).toEqual([404, 'NOT_FOUND', false]);
    expect(await run({ tool: 'break_thing' })).toEqual([500, 'INTERNAL_SERVER_ERROR', false]);
  });
});
