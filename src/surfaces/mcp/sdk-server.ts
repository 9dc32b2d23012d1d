import type { McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { Caller } from '../../engine/scope.ts';
import { nearName } from '../../model/near-name.ts';
import { callTool, untrustedMark } from './call-tool.ts';
import { capabilities, toolListTtlMs } from './direct-answer.ts';
import type { McpHouse } from './house.ts';
import { instructions } from './instructions.ts';
import { toolList } from './tool-list.ts';

export type Sdk = typeof import('@modelcontextprotocol/server');

/** Loads the SDK when it is first needed: it costs 200 ms. */
export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/server');
}

/**
 * A server of the SDK for one caller. The low-level one, so that `invoke` is the only validator; the SDK makes a
 * new one for each request or connection, so nothing is converted or compiled in here.
 */
export function sdkServer(sdk: Sdk, house: McpHouse, caller: Caller): Server {
  const listCaching = { ttlMs: toolListTtlMs, cacheScope: 'private' as const };
  const server = new sdk.Server(house.identity, {
    capabilities,
    instructions,
    cacheHints: { 'tools/list': listCaching, 'server/discover': listCaching },
  });
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined) {
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        'The list of tools is one page; it has no cursor',
      );
    }
    return { tools: [...toolList(house, caller.scopes).tools] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = house.tools.get(params.name);
    if (!tool) {
      const near = nearName(params.name, toolList(house, caller.scopes).names);
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        near === undefined ? 'Unknown tool' : `Unknown tool; did you mean ${near}?`,
      );
    }
    const { refused, value, json } = await callTool(house, caller, tool, params.arguments ?? {});
    return {
      content: [{ type: 'text', text: json }],
      ...(refused ? { isError: true } : { structuredContent: value }),
      _meta: untrustedMark,
    };
  });
  return server;
}

/** For connections with one caller. */
export function sdkServerFactory(sdk: Sdk, house: McpHouse, caller: Caller): McpServerFactory {
  return () => sdkServer(sdk, house, caller);
}
