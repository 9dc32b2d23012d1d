import type { Client } from '@modelcontextprotocol/client';
import type { Sight } from '../client.ts';
import type { ToolCall, ToolSpec } from './provider.ts';

/** Presents the server's tools to a model, as its host would. */

type Outcome = { text: string; isError: boolean };

export type HostTools = {
  /** Returns the tool definitions for the model's next turn. */
  shown(): readonly ToolSpec[];
  /** Returns errors to the model as results, as MCP clients do. */
  carryOut(call: ToolCall): Promise<Outcome>;
};

export async function toolsOf(client: Client, sight: Sight): Promise<HostTools> {
  const { tools } = await client.listTools();
  const offered: ToolSpec[] = tools.map(({ name, description = '', inputSchema }) => ({
    name,
    description,
    schema: inputSchema,
  }));
  if (sight !== 'asked')
    return { shown: () => [...offered, ...resourceTools], carryOut: (call) => carryOut(client, call) };
  const loaded = new Map<string, ToolSpec>();
  return {
    shown: () => [...findingTools, ...resourceTools, ...loaded.values()],
    async carryOut(call) {
      const { name, given } = call;
      if (name === 'search_tools') return found(offered, String(given.query));
      const wanted = name === 'load_tool' ? String(given.name) : name;
      const spec = offered.find((one) => one.name === wanted);
      if (name === 'load_tool') {
        if (!spec) return { text: `There is no tool ${wanted}. Find it with search_tools.`, isError: true };
        loaded.set(wanted, spec);
        return { text: `Loaded ${wanted}: it can be called now.`, isError: false };
      }
      if (spec && !loaded.has(name))
        return { text: `${name} is not loaded: call load_tool with its name first.`, isError: true };
      return await carryOut(client, call);
    },
  };
}

/** Maximum search results, a handful as in hosts that defer tools. */
const foundMax = 5;

function found(offered: readonly ToolSpec[], query: string): Outcome {
  const words = [...new Set(query.toLowerCase().match(/[a-z0-9]+/g) ?? [])];
  const ranked = offered
    .map(({ name, description }) => {
      const [inName, inText] = [name, description].map(
        (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g)),
      );
      // A word in the name counts more than a word in the description.
      const score = words.reduce(
        (sum, word) => sum + 3 * Number(inName!.has(word)) + Number(inText!.has(word)),
        0,
      );
      return { line: `${name}: ${firstSentence(description)}`, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, foundMax);
  const text = ranked.map(({ line }) => line).join('\n') || 'No tool matches. Try other words.';
  return { text, isError: false };
}

function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end === -1 ? text : text.slice(0, end + 1);
}

const findingTools: readonly ToolSpec[] = [
  {
    name: 'search_tools',
    description:
      'Find tools of the connected server by words for what is to be done. Shows up to five names, each with a sentence; load_tool then loads one.',
    schema: onlyText('query'),
  },
  {
    name: 'load_tool',
    description: 'Load the definition of one tool by its name, so that it can be called.',
    schema: onlyText('name'),
  },
];

/** Tools for reading resources, as most MCP clients offer them to their model. */
const resourceTools: readonly ToolSpec[] = [
  {
    name: 'list_mcp_resources',
    description:
      'List the resources of the server: addresses that read_mcp_resource reads, documentation among them.',
    schema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'read_mcp_resource',
    description: 'Read a resource of the server by its address.',
    schema: onlyText('uri'),
  },
];

function onlyText(field: string): ToolSpec['schema'] {
  return {
    type: 'object',
    properties: { [field]: { type: 'string' } },
    required: [field],
    additionalProperties: false,
  };
}

async function carryOut(client: Client, { name, given }: ToolCall): Promise<Outcome> {
  try {
    if (name === 'list_mcp_resources') {
      const { resources } = await client.listResources();
      const lines = resources.map(
        ({ uri, title, description }) => `${uri}: ${title ?? ''}. ${description ?? ''}`,
      );
      return { text: lines.join('\n'), isError: false };
    }
    if (name === 'read_mcp_resource') {
      const { contents } = await client.readResource({ uri: String(given.uri) });
      return { text: contents.map((one) => ('text' in one ? one.text : '')).join('\n'), isError: false };
    }
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    return { text: (content as Block[]).map(textOf).join('\n'), isError };
  } catch (error) {
    return { text: (error as Error).message, isError: true };
  }
}

type Block = { type: string; text?: string; uri?: string };

function textOf({ type, text, uri }: Block): string {
  return type === 'resource_link' ? `See the resource ${uri}` : (text ?? `(${type})`);
}
