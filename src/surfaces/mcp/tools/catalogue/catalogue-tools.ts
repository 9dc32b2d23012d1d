import { offeredAt, type Tool } from '../../../../contract/tool.ts';
import { callTool } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
import { findTools } from './find-tools.ts';
import type { Reach } from './reach.ts';

/**
 * The toolset `catalogue`: three tools that reach all others, for clients that cannot hold a long list. They
 * exist only over MCP, because `/api/v2/tools` and `posthouse tools` do the same elsewhere.
 */
export function catalogueTools(reach: Reach): readonly Tool[] {
  return [findTools(reach), describeTool(reach), callTool(reach)];
}

/** Returns every tool offered over MCP. */
export function offerOverMcp(tools: readonly Tool[]): readonly Tool[] {
  return [...tools.filter((tool) => offeredAt(tool, 'mcp')), ...unboundCatalogueTools];
}

/** Definitions of these tools without a connection, for lists and documentation. */
export const unboundCatalogueTools: readonly Tool[] = catalogueTools({
  tools: new Map(),
  all: new Map(),
  describe: (name) => {
    throw new Error(`no connection offers ${name}`);
  },
});
