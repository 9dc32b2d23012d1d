import { expect } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { settingsFilter } from '../../../src/contract/tool-filter.ts';
import { handshakeRevisions, metaKeys } from '../../../src/surfaces/mcp/protocol/revisions.ts';
import { stdioTo } from '../../surfaces/mcp/protocol/stdio-wire.ts';
import {
  heldBatch,
  heldVerdicts,
  initialize,
  listenTo,
  openWire,
  toolCall,
} from '../../surfaces/mcp/protocol/wire.ts';
import { baseUrl, firstToken, type SimulatedPlatform } from '../../world/platform.ts';
import { open } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';
import { type AssistantOptions, assistantOf, type Json, officialClient } from './assistant.ts';

type Door = 'http' | 'stdio';
const bothDoors: readonly Door[] = ['http', 'stdio'];

/** Sends one message of a revision with a handshake. */
async function say(platform: SimulatedPlatform, door: Door, message: Json): Promise<Json> {
  if (door === 'http') {
    const accept = 'application/json, text/event-stream';
    return (await platform.http('POST', '/mcp', { body: message, headers: { accept } })).body;
  }
  const stdio = stdioTo(platform);
  const answer = await stdio.ask(message);
  await stdio.end();
  return answer;
}

async function names(platform: SimulatedPlatform, options: AssistantOptions = {}): Promise<string[]> {
  return (await assistantOf(platform, options).tools()).map(({ name }) => name);
}

verifiesThrough(
  ['mcp.revision.older', 'mcp.revision.both-doors'],
  bothDoors,
  'a client gets the older revision that it requests',
  async (door) => {
    expect(handshakeRevisions).toEqual(
      expect.arrayContaining(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']),
    );
    const platform = await open();
    for (const revision of handshakeRevisions) {
      const { result } = await say(platform, door, initialize({}, revision));
      expect(result).toMatchObject({ protocolVersion: revision, serverInfo: { name: 'posthouse' } });
    }
    const future = await say(platform, door, initialize({}, '2031-01-01'));
    expect(future.result.protocolVersion).toBe(handshakeRevisions[0]);
  },
);

verifiesThrough(
  ['mcp.revision.stateless', 'mcp.revision.both-doors'],
  bothDoors,
  'the method server/discover lists the supported revisions, and each request is independent',
  async (door) => {
    const platform = await open();
    const _meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} };
    const ask =
      door === 'http'
        ? (method: string) => assistantOf(platform).result(method)
        : async (method: string) =>
            (await say(platform, 'stdio', { jsonrpc: '2.0', id: 1, method, params: { _meta } })).result;
    expect(await ask('server/discover')).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: expect.stringContaining('Posthouse'),
      ttlMs: expect.any(Number),
    });
    const { resultType, tools } = await ask('tools/list');
    expect([resultType, tools.length > 40]).toEqual(['complete', true]);
  },
);

verifiesThrough(
  'tools.mcp',
  ['legacy', 'auto'],
  'the official client connects with both protocol generations',
  async (mode) => {
    const platform = await open();
    const client = await officialClient(platform, {
      versionNegotiation: { mode: mode as 'legacy' | 'auto' },
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('send_email');
  },
);

verifies('mcp.auth.bearer', 'a REST token gives access to MCP, in the header only', async () => {
  const platform = await open();
  const { token } = await platform.addOrganization('Another');
  for (const one of [firstToken, token])
    expect(await names(platform, { token: one })).toContain('send_email');
  const anonymous = assistantOf(platform, { token: null, query: `?token=${token}&access_token=${token}` });
  expect((await anonymous.ask('tools/list')).status).toBe(401);
});

verifies(
  'mcp.auth.challenge',
  'a caller without a token gets a challenge that names the metadata',
  async () => {
    const platform = await open();
    for (const token of [null, 'posthouse_unknown']) {
      const { status, headers } = await assistantOf(platform, { token }).ask('tools/list');
      expect(status).toBe(401);
      const [, url] = /^Bearer .*resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)!;
      const { body } = await platform.http('GET', url!.slice(baseUrl.length), { token: null });
      expect(body).toMatchObject({ resource: `${baseUrl}/mcp`, bearer_methods_supported: ['header'] });
    }
  },
);

verifies(
  'mcp.auth.host-and-origin',
  'a web page of another origin cannot connect under any name',
  async () => {
    const platform = await open();
    const status = async (headers: Record<string, string>) =>
      (await assistantOf(platform, { headers }).ask('tools/list')).status;
    expect(await status({ origin: 'https://evil.test' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ origin: baseUrl })).toBe(200);
    expect(await status({ origin: 'http://localhost:6274' })).toBe(200);
    const elsewhere = new Request('http://evil.test/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect((await platform.platform.http.fetch(elsewhere)).status).toBe(403);
  },
);

verifies('mcp.auth.budget', 'assistants and REST share the limits of organization and address', async () => {
  const platform = await open({ plan: 'free' });
  const assistant = assistantOf(platform);
  const remaining = (headers: Headers) => Number(headers.get('ratelimit-remaining'));
  const before = remaining((await platform.http('GET', '/api/v2/emails')).headers);
  expect(remaining((await assistant.ask('tools/list')).headers)).toBe(before - 1);
  expect(remaining((await platform.http('GET', '/api/v2/emails')).headers)).toBe(before - 2);
  let last = await assistant.ask('tools/list');
  for (let calls = 0; calls < 100 && last.status === 200; calls += 1)
    last = await assistant.ask('tools/list');
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);

  const address = await open();
  const peer = '192.0.2.9';
  const statuses = new Set<number>();
  for (let calls = 0; calls <= 500; calls += 1) {
    statuses.add((await address.http('GET', '/mcp', { peer, token: null })).status);
  }
  expect(statuses).toContain(429);
});

verifies('mcp.tools.scopes', 'a token sees and calls only the tools that its scopes allow', async () => {
  const platform = await open();
  const { token } = await platform.addToken(platform.organization, { scopes: ['emails.read', 'tags.write'] });
  const seen = await names(platform, { token });
  expect(seen).toEqual(expect.arrayContaining(['list_emails', 'create_tag']));
  for (const name of ['send_email', 'list_subscribers', 'create_token']) expect(seen).not.toContain(name);
  const { result } = await assistantOf(platform, { token }).call('create_token', {});
  expect(result).toMatchObject({ name: expect.stringMatching(/validation_error|restricted_api_key/) });
});

verifies('mcp.tools.stable-list', 'the tool list is stable and states how long it is valid', async () => {
  const platform = await open();
  const list = () => assistantOf(platform).result('tools/list');
  const first = await list();
  expect(JSON.stringify(await list())).toBe(JSON.stringify(first));
  expect(first).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
});

verifies('mcp.filter.headers', 'each filter header narrows the tool list', async () => {
  const platform = await open();
  const seen = (headers: Record<string, string>) => names(platform, { headers });
  const core = await seen({ 'X-MCP-Toolsets': 'core' });
  expect(core).toContain('send_email');
  expect(core).not.toContain('list_campaigns');
  expect(await seen({ 'X-MCP-Tools': 'get_tag,list_tags' })).toEqual(['list_tags', 'get_tag']);
  expect(await seen({ 'X-MCP-Exclude-Tools': 'send_email' })).not.toContain('send_email');
  const reading = await assistantOf(platform, { headers: { 'X-MCP-Read-Only': 'true' } }).tools();
  expect(reading.length).toBeGreaterThan(15);
  expect(reading.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
});

verifies('mcp.filter.query', 'each query parameter narrows the tool list', async () => {
  const platform = await open();
  const seen = (query: string) => names(platform, { query });
  expect(await seen('?toolsets=audience')).not.toContain('send_email');
  expect(await seen('?tools=get_tag')).toEqual(['get_tag']);
  expect(await seen('?exclude_tools=send_email')).not.toContain('send_email');
  expect(await seen('?toolsets=core&read_only=true')).not.toContain('send_email');
});

verifies(
  ['mcp.filter.stricter', 'mcp.filter.environment', 'mcp.filter.hidden'],
  'operator, header, query and scopes together leave only tools that all of them allow',
  async () => {
    const settings = readConfig({
      POSTHOUSE_MCP_TOOLSETS: 'core,rare,audience',
      POSTHOUSE_MCP_READ_ONLY: 'true',
    });
    const platform = await open({ mcp: { filter: settingsFilter(settings) } });
    const { token } = await platform.addToken(platform.organization, {
      scopes: ['tags.read', 'tags.write', 'emails.read'],
    });
    const options = {
      token,
      headers: { 'X-MCP-Toolsets': 'audience,campaigns,rare', 'X-MCP-Read-Only': 'false' },
      query: '?exclude_tools=list_tags',
    };
    expect(await names(platform, options)).toEqual([
      'get_email_source',
      'get_email_attachment',
      'get_tag',
      'list_approvals',
      'get_token',
    ]);
    const assistant = assistantOf(platform, options);
    for (const name of ['list_tags', 'create_tag', 'list_emails', 'send_campaign']) {
      expect(await assistant.code('tools/call', { name, arguments: { name: 'x' } })).toBe(-32602);
    }
    expect((await platform.call('list_tags', {})).output).toMatchObject({ data: [] });
  },
);

verifies(
  'mcp.filter.unknown',
  'a filter with an unknown name is refused with a list of valid names',
  async () => {
    const platform = await open();
    for (const options of [
      { headers: { 'X-MCP-Toolsets': 'cor' } },
      { query: '?toolsets=cor' },
      { headers: { 'X-MCP-Tools': 'send_emial' } },
      { query: '?read_only=perhaps' },
    ] satisfies AssistantOptions[]) {
      const { status, json } = await assistantOf(platform, options).ask('tools/list');
      expect([status, json.error.code]).toEqual([400, -32602]);
      expect(json.error.message).toMatch(/Did you mean (core|send_email)\? The tool|must be true or false/);
    }
  },
);

verifies('mcp.session.bound', 'a session is valid for its caller alone and can be ended', async () => {
  const wire = await openWire();
  try {
    const session = await wire.open();
    expect(session).toMatch(/^[\x21-\x7e]{40,}$/);
    const status = async (token: string, id = session) =>
      (await wire.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { session: id, token })).status;
    expect(await status(firstToken)).toBe(200);
    const { token: outsider } = await wire.posthouse.addOrganization('Another');
    const { token: colleague } = await wire.posthouse.addToken(wire.posthouse.organization);
    expect([
      await status(outsider),
      await status(colleague),
      await status(firstToken, `${session}x`),
    ]).toEqual([404, 404, 404]);
    expect((await wire.end(session)).status).toBe(200);
    expect(await status(firstToken)).toBe(404);
  } finally {
    await wire.close();
  }
});

verifies(
  'mcp.session.resumable',
  'messages lost with a broken stream arrive later, each exactly once',
  async () => {
    const wire = await openWire({ confirm: 'never' });
    try {
      const verdicts = heldVerdicts(wire.posthouse);
      const session = await wire.open();
      const call = toolCall('send_email_batch', heldBatch('resumed.dev'), 7, 'progress');
      const stream = listenTo(await wire.post(call, { session }));
      await verdicts.reached();
      const first = await stream.next();
      await stream.cut();
      const resumed = listenTo(await wire.get(session, { headers: { 'last-event-id': first!.id } }));
      verdicts.release();
      const heard = (await resumed.rest()).map(({ message }) => message.params?.progress ?? message.id);
      expect([first!.message.params.progress, ...heard]).toEqual([1, 2, 3, 7]);
    } finally {
      await wire.close();
    }
  },
);
