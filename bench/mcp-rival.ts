/**
 * The baseline for the platform's MCP door, in a separate process: an SDK server per request behind bare node:http, as in the SDK's
 * documentation. It has the same tools, database, tokens and `invoke`, but no budgets, filters, fences and limits. Uses either the SDK's
 * low-level server with ready-made lists, or its McpServer with each tool registered by its schemas.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server';
import { invoke } from '../src/contract/invoke.ts';
import type { Caller } from '../src/engine/context/caller.ts';
import { toolList } from '../src/surfaces/mcp/tools/tool-list.ts';
import { openPlatform, type PlatformChoice } from './platform.ts';
import type { Ready } from './server.ts';

const [kind, choice] = process.argv.slice(2) as ['server' | 'mcpServer', string];
const { platform, tokens } = await openPlatform(JSON.parse(choice) as PlatformChoice);
const { engine, mcpContext, callers } = platform;
const operator = platform.operator('mcp');
const { entries } = toolList(mcpContext, operator.scopes);
const identity = { name: 'rival', version: '1' };
const askedBy = new WeakMap<Request, Caller>();

async function call(caller: Caller, name: string, given: unknown) {
  const { output } = await invoke(engine, mcpContext.tools.get(name)!, caller, given);
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(output) }],
    structuredContent: output as Record<string, unknown>,
  };
}

function lowLevel(caller: Caller): Server {
  const server = new Server(identity, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: [...entries] as never }));
  server.setRequestHandler('tools/call', async ({ params }) =>
    call(caller, params.name, params.arguments ?? {}),
  );
  return server;
}

function highLevel(caller: Caller): McpServer {
  const server = new McpServer(identity);
  for (const { name, title, summary, input, output } of mcpContext.tools.values()) {
    server.registerTool(
      name,
      { title, description: summary, inputSchema: input, outputSchema: output },
      async (given) => call(caller, name, given),
    );
  }
  return server;
}

const make = kind === 'server' ? lowLevel : highLevel;
const handler = createMcpHandler(({ requestInfo }) => make(askedBy.get(requestInfo!)!));
const http = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const proof = await callers.prove(String(request.headers.authorization).slice('Bearer '.length), '');
  if (proof.kind !== 'proved') throw new Error('the benchmark shows no token of its own');
  const { token, organization } = proof;
  const asked = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  });
  askedBy.set(asked, { ...operator, token, organization, scopes: token.scopes });
  const parsedBody: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const answer = await handler.fetch(asked, { parsedBody });
  const text = await answer.text();
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
});
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const ready: Ready = { port: (http.address() as AddressInfo).port, tokens };
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
