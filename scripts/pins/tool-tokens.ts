import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { listedToolset, type Toolset } from '../../src/contract/tool.ts';
import { admits, standardFilter } from '../../src/contract/tool-filter.ts';
import { offerOverMcp } from '../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { mcpTools } from '../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../tools/index.ts';

/** Token cost of the tools for a model (o200k). */
type ToolTokens = {
  /** Everything that a connection lists by default. */
  standard: number;
  /** Every tool, without the catalogue, which is not listed then. */
  all: number;
  toolsets: Record<Toolset, number>;
  tools: Record<string, number>;
};

/** Counts the tokens of each tool's name, description and input, which a model reads in every conversation. */
export function toolTokens(): ToolTokens {
  const offered = offerOverMcp(catalogue);
  const shown = mcpTools(offered).map(({ name, description, inputSchema }) =>
    countTokens(JSON.stringify({ name, description, inputSchema })),
  );
  const counted = offered.map((tool, index) => ({ tool, tokens: shown[index]! }));
  const sumOf = (some: typeof counted) => some.reduce((sum, { tokens }) => sum + tokens, 0);
  const sets = Map.groupBy(counted, ({ tool }) => listedToolset(tool));
  return {
    standard: sumOf(counted.filter(({ tool }) => admits(standardFilter, tool))),
    all: sumOf(counted.filter(({ tool }) => tool.toolset !== 'catalogue')),
    toolsets: Object.fromEntries([...sets].map(([name, some]) => [name, sumOf(some)])) as Record<
      Toolset,
      number
    >,
    tools: Object.fromEntries(counted.map(({ tool: { name }, tokens }) => [name, tokens])),
  };
}
