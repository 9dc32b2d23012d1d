import { join } from 'node:path';
import { load, tokensOfRound } from './accept.ts';
import { startChild } from './processes.ts';
import type { Ready } from './server.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 3;
const connections = 16;
const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol/';

/** `tools/call` of a read tool over /mcp, beside an echo tool on the same SDK without anything behind it. */
export async function measureMcp(folder: string): Promise<Row[]> {
  const ours = startChild(
    './server.ts',
    ['platform', { database: join(folder, 'mcp.sqlite'), organizations: 400 }],
    'measured',
  );
  const echo = startChild('./server.ts', ['mcpEcho', {}], 'measured');
  const ready = { ours: await ours.line<Ready>(), echo: await echo.line<Ready>() };
  const rate = async (port: number, tokens: readonly string[], tool: string): Promise<number> => {
    const { perSecond } = await load({
      port,
      connections,
      seconds: 3,
      warmUpSeconds: 1,
      requests: {
        method: 'POST',
        path: '/mcp',
        tokens,
        headers: {
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': revision,
          'Mcp-Method': 'tools/call',
          'Mcp-Name': tool,
        },
        body: callOf(tool),
        addresses: Array.from({ length: 64 }, (_, index) => `198.51.100.${index}`),
        idempotencyKeys: false,
      },
    });
    return perSecond;
  };
  const rates = { ours: [] as number[], echo: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.echo.push(await rate(ready.echo.port, [], 'echo'));
    rates.ours.push(await rate(ready.ours.port, tokensOfRound(ready.ours.tokens, round), 'list_tags'));
  }
  await ours.stop();
  await echo.stop();
  return [
    {
      what: 'MCP tools/call of list_tags over /mcp, 16 connections',
      measured: `${whole(median(rates.ours))}/s`,
      beside: `a bare echo tool on the same SDK: ${whole(median(rates.echo))}/s`,
      ratio: times(median(rates.ours) / median(rates.echo)),
    },
  ];
}

function callOf(tool: string): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: tool,
      arguments: tool === 'echo' ? { text: 'hello' } : { limit: 20 },
      _meta: {
        [`${prefix}protocolVersion`]: revision,
        [`${prefix}clientCapabilities`]: {},
        [`${prefix}clientInfo`]: { name: 'bench', version: '1' },
      },
    },
  });
}
