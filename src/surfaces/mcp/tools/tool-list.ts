import { opensTo } from '../../../contract/authorize.ts';
import { compactOutputSchema } from '../../../contract/description/compact-output-schema.ts';
import { compactSchema, type JsonSchema } from '../../../contract/description/json-schema.ts';
import {
  confirmationArgument,
  describedForAssistants,
  dryRunArgument,
  idempotencyArgument,
  mayAsk,
  withConfirmationToken,
} from '../../../contract/description/tool-description.ts';
import { deriveHints } from '../../../contract/effect.ts';
import type { Tool as CatalogueTool } from '../../../contract/tool.ts';
import {
  admits,
  callToolName,
  everyTool,
  filterKey,
  reachedBy,
  type ToolFilter,
} from '../../../contract/tool-filter.ts';
import type { TokenScope } from '../../../model/organization/token.ts';
import { toolUiMeta } from '../apps/ui-resources.ts';
import { withoutTools } from '../content/named-tools.ts';
import type { Listed, Tool } from '../protocol/server-definition.ts';
import { withListedNames, withListedWords } from './argument-names.ts';
import { builtForms } from './built-forms.ts';
import { catalogueTools } from './catalogue/catalogue-tools.ts';
import type { Reach } from './catalogue/reach.ts';
import type { McpContext } from './context.ts';

/** Listed and callable tools of a connection. */
export type ToolList = Listed<Tool> & {
  tools: readonly CatalogueTool[];
  reach: Reach;
  /** The tools of the catalogue, for this reach. */
  catalogue: ReadonlyMap<string, CatalogueTool>;
};

/** More variants at once mean a client that mints tokens or tries filters; then the cache starts over. */
const listsKeptMax = 200;

const listsOf = new WeakMap<McpContext, Map<string, ToolList>>();

/** Last list per scopes array, because most requests of a token repeat the previous one. */
const lastOf = new WeakMap<
  readonly TokenScope[],
  { context: McpContext; filter: ToolFilter; list: ToolList }
>();

/** Cached, because a list is 80 kB of JSON and clients request it often. */
export function toolList(
  context: McpContext,
  scopes: readonly TokenScope[],
  filter: ToolFilter = everyTool,
): ToolList {
  const last = lastOf.get(scopes);
  if (last && last.context === context && last.filter === filter) return last.list;
  const list = keptList(context, scopes, filter);
  lastOf.set(scopes, { context, filter, list });
  return list;
}

function keptList(context: McpContext, scopes: readonly TokenScope[], filter: ToolFilter): ToolList {
  let lists = listsOf.get(context);
  if (!lists) {
    lists = new Map();
    listsOf.set(context, lists);
  }
  const kind = `${scopes.join(',')} ${filterKey(filter)}`;
  let list = lists.get(kind);
  if (!list) {
    if (lists.size >= listsKeptMax) lists.clear();
    list = listOf(context, scopes, filter);
    lists.set(kind, list);
  }
  return list;
}

function listOf(context: McpContext, scopes: readonly TokenScope[], filter: ToolFilter): ToolList {
  const open = [...context.tools.values()].filter((tool) => opensTo(tool, scopes));
  const reachFilter = reachedBy(filter);
  const reached = open.filter((tool) => tool.toolset !== 'catalogue' && admits(reachFilter, tool));
  const tools = new Map(reached.map((tool) => [tool.name, tool]));
  const describe = (tool: CatalogueTool) => describedTo(context, tools, filter, tool);
  const reach: Reach = { tools, all: context.tools, describe: (name) => describe(tools.get(name)!) };
  const wanted = open.filter((tool) => admits(filter, tool));
  // A complete list needs no catalogue.
  const isPartial = reached.some((tool) => !admits(filter, tool));
  const listed = isPartial ? wanted : wanted.filter(({ toolset }) => toolset !== 'catalogue');
  const entries = listed.map(describe);
  const catalogue = new Map(catalogueTools(reach).map((tool) => [tool.name, tool]));
  return { entries, json: JSON.stringify(entries), tools: listed, reach, catalogue };
}

/** Leaves out sentences about tools that the connection cannot call. */
function describedTo(
  { tools, confirm, confirmBy }: McpContext,
  reached: ReadonlyMap<string, CatalogueTool>,
  { readOnly }: ToolFilter,
  tool: CatalogueTool,
): Tool {
  const form = mcpTool(tool);
  const description = confirm === 'never' ? form.description.replace(approvalNote, '') : form.description;
  const absent = (name: string): boolean =>
    tools.has(name) && !reached.has(name) && tools.get(name)!.toolset !== 'catalogue';
  const handsBack = confirm !== 'never' && confirmBy === 'assistant';
  const readsOnly = readOnly && tool.name === callToolName;
  return {
    ...form,
    description: withoutTools(description, absent),
    ...(handsBack &&
      mayAsk(tool) && { inputSchema: withConfirmationToken(form.inputSchema) as Tool['inputSchema'] }),
    ...(readsOnly && { annotations: { ...deriveHints({ name: tool.name, effect: 'read' }) } }),
  };
}

/** Converts tools for assistants. Each is self-contained, for hosts that load tools one by one. */
export function mcpTools(tools: readonly CatalogueTool[]): Tool[] {
  return tools.map(mcpTool);
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return schema.properties as Record<string, JsonSchema>;
}

const made = new WeakMap<CatalogueTool, Tool>();

export function mcpTool(tool: CatalogueTool): Tool {
  let form = made.get(tool);
  if (!form) {
    form = builtForms().get(tool.name) ?? formOf(tool);
    made.set(tool, form);
  }
  return form;
}

function formOf(tool: CatalogueTool): Tool {
  const { name, title, description, input_schema, output_schema, annotations } = describedForAssistants(tool);
  const meta = toolUiMeta(tool);
  return {
    name,
    title,
    description: withListedWords(tool, description) + (mayAsk(tool) ? approvalNote : ''),
    // Both schemas are objects at the root; the catalogue's tests ensure that.
    inputSchema: {
      type: 'object',
      ...withListedNames(withoutCommonplaces(compactSchema(input_schema, !makes(name)), tool)),
    },
    outputSchema: compactOutputSchema(output_schema, {
      reads: tool.effect === 'read',
      previews: tool.effect === 'send' || tool.preview !== undefined,
    }),
    annotations: { ...annotations },
    ...(meta !== undefined && { _meta: meta }),
  };
}

function makes(name: string): boolean {
  return name.startsWith('create_') || name.startsWith('add_');
}

/** Left out of the list where `POSTHOUSE_MCP_CONFIRM` is `never`. */
const approvalNote = ' May need a person’s approval.';

/** Arguments with the same meaning in every tool. The server instructions explain them once. */
const explainedOnce = ['limit', idempotencyArgument, dryRunArgument];

function withoutCommonplaces(schema: JsonSchema, tool: CatalogueTool): JsonSchema {
  const properties = Object.entries(propertiesOf(schema))
    .filter(([name]) => !isUnlisted(name, tool))
    .map(([name, field]) => [name, isCommonplace(name, tool) ? bare(field) : field]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The refusal names the token, an idempotent tool needs no key, and one opt-in request no dry run. */
function isUnlisted(name: string, { idempotent, effect, mailsOne }: CatalogueTool): boolean {
  if (name === confirmationArgument) return true;
  if (name === idempotencyArgument) return idempotent === true;
  return name === dryRunArgument && mailsOne === true && effect !== 'send';
}

/** A list with its own kind of paging documents its arguments. */
function isCommonplace(name: string, { input }: CatalogueTool): boolean {
  return explainedOnce.includes(name) || (name === 'after' && 'before' in input.shape);
}

function bare({ description: _, default: __, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
