import { leanSchema } from '../../contract/json-schema.ts';
import { listedTool } from '../../contract/listed-tool.ts';
import type { Tool } from '../../contract/tool.ts';
import { scopesAllow, type TokenScope } from '../../model/token.ts';
import type { McpHouse } from './house.ts';

/** The tools one kind of caller may use, in the form of `tools/list`, and ready as JSON text. */
export type ToolList = {
  tools: readonly McpTool[];
  /** The JSON array of `tools`. */
  json: string;
  names: ReadonlySet<string>;
};

/** A tool in the words of the protocol. */
export type McpTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  outputSchema: { type: 'object' } & Record<string, unknown>;
  annotations: Record<string, boolean>;
};

/** More kinds of callers than this at once is somebody minting tokens; then the lists are made anew. */
const listsKeptMax = 200;

const listsOf = new WeakMap<McpHouse, Map<string, ToolList>>();

/**
 * The tools that `scopes` open, in the order of the catalogue. Made once for each set of tools: a list of forty
 * is 30 kB of JSON, and assistants ask for it again and again.
 */
export function toolList(house: McpHouse, scopes: readonly TokenScope[]): ToolList {
  let lists = listsOf.get(house);
  if (!lists) {
    lists = new Map();
    listsOf.set(house, lists);
  }
  const kind = scopes.join(' ');
  let list = lists.get(kind);
  if (!list) {
    if (lists.size >= listsKeptMax) lists.clear();
    list = listOf([...house.tools.values()].filter((tool) => scopesAllow(scopes, tool.needs)));
    lists.set(kind, list);
  }
  return list;
}

function listOf(allowed: readonly Tool[]): ToolList {
  const tools = allowed.map(mcpTool);
  return { tools, json: JSON.stringify(tools), names: new Set(tools.map((tool) => tool.name)) };
}

/** A tool as assistants see it. */
export function mcpTool(tool: Tool): McpTool {
  const { name, title, description, input_schema, output_schema, annotations } = listedTool(tool);
  return {
    name,
    title,
    description,
    // Both are objects at the root: the catalogue's tests hold every tool to it.
    inputSchema: { type: 'object', ...leanSchema(input_schema, !makes(name)) },
    outputSchema: { type: 'object', ...output_schema },
    annotations: { ...annotations },
  };
}

function makes(name: string): boolean {
  return name.startsWith('create_') || name.startsWith('add_');
}
