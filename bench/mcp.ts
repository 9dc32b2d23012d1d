import { join } from 'node:path';
import { load, send } from './accept.ts';
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
/** More organizations than a minute's rounds use. */
const read = { organizations: 1_400, tags: 5 };
/** More than a round uses. */
const tokensPerRound = 100;
const limit = 20;
const addresses = Array.from({ length: 64 }, (_, index) => `198.51.100.${index}`);

type Asked = Pick<RequestPlan, 'method' | 'path' | 'headers' | 'body'>;

/** Operations through both doors. `{own}` is a mail of the caller's organization. */
const operations = {
  list_tags: {
    rest: { method: 'GET', path: `/api/v2/tags?limit=${limit}`, headers: {}, body: '' },
    call: callOf('list_tags', { limit }),
  },
  get_email: {
    rest: { method: 'GET', path: '/api/v2/emails/{own}', headers: {}, body: '' },
    call: callOf('get_email', { id: '{own}' }),
  },
  send_email: {
    rest: { method: send.method, path: send.path, headers: send.headers, body: send.body },
    call: callOf('send_email', JSON.parse(send.body)),
  },
} as const satisfies Record<string, { rest: Asked; call: Asked }>;
type Operation = keyof typeof operations;
const operationNames = Object.keys(operations) as Operation[];

const list = overMcp('tools/list', {});

/** Compares the MCP door over HTTP with REST and with the SDK, and measures it on stdio. */
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
  const own = await sendOneEach(ours);
  const { call } = operations.list_tags;
  const contenders: Record<string, { ready: Ready; asked: Asked; own?: readonly string[] }> = {
    ...Object.fromEntries(
      operationNames.flatMap((name) => [
        [`${name} rest`, { ready: ours, asked: operations[name].rest, own }],
        [`${name} call`, { ready: ours, asked: operations[name].call, own }],
      ]),
    ),
    list: { ready: ours, asked: list },
    serverCall: { ready: server, asked: call },
    mcpServerCall: { ready: mcpServer, asked: call },
    serverList: { ready: server, asked: list },
  };
  const names = Object.keys(contenders);
  const rates = new Map<string, number[]>(names.map((name) => [name, []]));
  const turns = new Map<Ready, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { ready } = contenders[name]!;
      // Contenders share a server and its tokens, so each starts with tokens that no other used in this minute.
      const turn = turns.get(ready) ?? 0;
      turns.set(ready, turn + 1);
      rates.get(name)!.push(await rateOf(contenders[name]!, turn));
    }
  }
  for (const child of Object.values(children)) await child.stop();
  const rate = (name: string): number => median(rates.get(name)!);
  const row = (what: string, ours: string, beside: string, other: string, goal?: string): Row => ({
    what,
    measured: `${whole(rate(ours))}/s`,
    beside: `${beside}: ${whole(rate(other))}/s`,
    ratio: times(rate(ours) / rate(other)),
    ...(goal !== undefined && { goal }),
  });
  const called = (name: string) => `MCP tools/call of ${name} over /mcp, ${connections} connections`;
  return [
    ...operationNames.map((name) =>
      row(called(name), `${name} call`, 'the same over REST v2', `${name} rest`, '0.7 ×'),
    ),
    row(
      called('list_tags'),
      'list_tags call',
      'a new SDK Server per request, same tools and invoke',
      'serverCall',
      '3 ×',
    ),
    row(
      '',
      'list_tags call',
      'a new SDK McpServer per request, same tools and invoke',
      'mcpServerCall',
      '3 ×',
    ),
    row('MCP tools/list over /mcp', 'list', 'list_tags', 'list_tags call', '1 ×'),
    row('', 'list', 'a new SDK Server per request, with a prepared list', 'serverList'),
  ];
}

/** Sends one mail as each token's organization. @returns ids in the order of the tokens */
async function sendOneEach({ port, tokens }: Ready): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const answer = await fetch(`http://127.0.0.1:${port}${send.path}`, {
      method: send.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // Claims several addresses, because this loop exceeds the limit per address on a fast machine.
        'X-Forwarded-For': addresses[index % addresses.length]!,
      },
      body: send.body.replaceAll('{n}', `${index}`),
    });
    if (!answer.ok) throw new Error(`a mail was refused: ${await answer.text()}`);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return ids;
}

async function rateOf(
  { ready: { port, tokens }, asked, own = [] }: { ready: Ready; asked: Asked; own?: readonly string[] },
  turn: number,
): Promise<number> {
  const first = (turn * tokensPerRound) % tokens.length;
  const fromFirst = (all: readonly string[]): string[] => [...all.slice(first), ...all.slice(0, first)];
  const { perSecond } = await load({
    port,
    connections,
    seconds,
    warmUpSeconds,
    requests: {
      ...asked,
      tokens: fromFirst(tokens),
      own: fromFirst(own),
      addresses,
      idempotencyKeys: false,
    },
  });
  return perSecond;
}

export function callOf(name: string, given: Record<string, unknown>): Asked {
  return overMcp('tools/call', { name, arguments: given });
}

/** Builds a stateless request of 2026-07-28, so that the generator does not need a session. */
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
