import { offeredAt } from '../src/contract/tool.ts';
import { mcpTool } from '../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../tools/index.ts';

/** Returns the input of `builtForms`: the tools as models see them. */
export function toolFormsText(): string {
  return JSON.stringify(catalogue.filter((tool) => offeredAt(tool, 'mcp')).map(mcpTool));
}
