import { join } from 'node:path';
import { load } from './accept.ts';
import type { RequestPlan } from './load.ts';
import { measureStdio } from './mcp-stdio.ts';
import { startChild } from './processes.ts';
import type { Ready } from './server.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 5;
const connections = 16;
const seconds = 3;
const warmUpSeconds = 1;
const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';
/** The data for `list_tags`: more organizations than a minute's rounds use up, with a few tags each. */
const read = { organizations: 1_000, tags: 5 };
/** More than one round uses up. */
const tokensPerRound = 100;
const limit = 20;

/** The HTTP request, without the token. */
type Asked = Pick<RequestPlan, 'method' | 'path' | 'headers' | 'body'>;

const rest: Asked = { method: 'GET', path: `/api/v2/tags?limit=${limit}`, headers: {}, body: '' };
const call = overMcp('tools/call', { name: 'list_tags', arguments: { limit } });
const list = overMcp('tools/list', {});

/** The MCP door over HTTP beside REST and beside the SDK, and on stdio. */
export async function measureMcp(folder: string): Promise<Row[]> {
  return [...(await measureHttp(folder)), ...(await measureStdio(folder))];
}

async function measureHttp(folder: string): Promise<Row[]> {
  const choice = (name: string) => ({ database: join(folder, `${name}.sqlite`), ...read });
  const children = {
    ours: startChild('./server.ts', ['platform', choice('ours')], 'measured'),
    server: startChild('./mcp-rival.ts', ['server', choice('server')], 'measured'),
    mcpServer: startChild('./mcp-rival.ts', ['mcpServer', choice('mcpServer')], 'measured'),
  };
  const [ours, server, mcpServer] = [
    await children.ours.line<Ready>(),
    await children.server.line<Ready>(),
    await children.mcpServer.line<Ready>(),
  ];
  const contenders = {
    rest: { ready: ours, asked: rest },
    call: { ready: ours, asked: call },
    list: { ready: ours, asked: list },
    serverCall: { ready: server, asked: call },
    mcpServerCall: { ready: mcpServer, asked: call },
    serverList: { ready: server, asked: list },
  };
  type Name = keyof typeof contenders;
  const names = Object.keys(contenders) as Name[];
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  const turns = new Map<Ready, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { ready, asked } = contenders[name];
      // Three contenders share a server and its tokens, so each starts with tokens that no other used in this minute.
      const turn = turns.get(ready) ?? 0;
      turns.set(ready, turn + 1);
      rates.get(name)!.push(await rateOf(ready, asked, turn));
    }
  }
  for (const child of Object.values(children)) await child.stop();
  const rate = (name: Name): number => median(rates.get(name)!);
  const row = (what: string, ours: Name, beside: string, other: Name, goal?: string): Row => ({
    what,
    measured: `${whole(rate(ours))}/s`,
    beside: `${beside}: ${whole(rate(other))}/s`,
    ratio: times(rate(ours) / rate(other)),
    ...(goal !== undefined && { goal }),
  });
  const called = `MCP tools/call of list_tags over /mcp, ${connections} connections`;
  return [
    row(called, 'call', 'the same over REST v2', 'rest', '0.5 ×'),
    row('', 'call', "the SDK's Server, made for each request, same tools and invoke", 'serverCall', '3 ×'),
    row('', 'call', "the SDK's McpServer, made for each request, the same", 'mcpServerCall', '3 ×'),
    row('MCP tools/list over /mcp', 'list', 'that call', 'call', '1 ×'),
    row('', 'list', "the SDK's Server, made for each request, its list ready", 'serverList'),
  ];
}

async function rateOf({ port, tokens }: Ready, asked: Asked, turn: number): Promise<number> {
  const first = (turn * tokensPerRound) % tokens.length;
  const { perSecond } = await load({
    port,
    connections,
    seconds,
    warmUpSeconds,
    requests: {
      ...asked,
      tokens: [...tokens.slice(first), ...tokens.slice(0, first)],
      addresses: Array.from({ length: 64 }, (_, index) => `198.51.100.${index}`),
      idempotencyKeys: false,
    },
  });
  return perSecond;
}

/** A stateless request of 2026-07-28, so that the generator need not open a session. */
function overMcp(method: string, params: { name?: string; arguments?: unknown }): Asked {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...(params.name !== undefined && { 'Mcp-Name': params.name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${prefix}protocolVersion`]: revision,
          [`${prefix}clientCapabilities`]: {},
          [`${prefix}clientInfo`]: { name: 'bench', version: '1' },
        },
      },
    }),
  };
}
