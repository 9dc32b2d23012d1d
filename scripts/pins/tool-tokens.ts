import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { offeredAt, type Tool, type Toolset } from '../../src/contract/tool.ts';
import { mcpTools } from '../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../tools/index.ts';

/** Token cost of the tools for a model (o200k). */
export type ToolTokens = { total: number; toolsets: Record<Toolset, number>; tools: Record<string, number> };

/** Counts the tokens of each tool's name, description and input, which a model reads in every conversation. */
export function toolTokens(tools: readonly Tool[] = catalogue): ToolTokens {
  const offered = tools.filter((tool) => offeredAt(tool, 'mcp'));
  const shown = mcpTools(offered).map(({ name, description, inputSchema }) =>
    countTokens(JSON.stringify({ name, description, inputSchema })),
  );
  const counted = offered.map(({ name, toolset }, index) => ({ name, toolset, tokens: shown[index]! }));
  const sumOf = (some: typeof counted) => some.reduce((sum, { tokens }) => sum + tokens, 0);
  const sets = Map.groupBy(counted, ({ toolset }) => toolset);
  return {
    total: sumOf(counted),
    toolsets: Object.fromEntries([...sets].map(([name, some]) => [name, sumOf(some)])) as Record<
      Toolset,
      number
    >,
    tools: Object.fromEntries(counted.map(({ name, tokens }) => [name, tokens])),
  };
}
