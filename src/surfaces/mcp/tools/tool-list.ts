import { compactOutputSchema } from '../../../contract/compact-output-schema.ts';
import { compactSchema, type JsonSchema } from '../../../contract/json-schema.ts';
import type { Tool as CatalogueTool } from '../../../contract/tool.ts';
import {
  confirmationArgument,
  describedForAssistants,
  dryRunArgument,
  idempotencyArgument,
  mayAsk,
  withConfirmationToken,
} from '../../../contract/tool-description.ts';
import { admits, everyTool, filterKey, type ToolFilter } from '../../../contract/tool-filter.ts';
import { scopesAllow, type TokenScope } from '../../../model/organization/token.ts';
import { toolUiMeta } from '../apps/ui-resources.ts';
import { withoutTools } from '../content/named-tools.ts';
import type { Listed, Tool } from '../protocol/server-definition.ts';
import { builtForms } from './built-forms.ts';
import type { McpContext } from './context.ts';

/** The tools one kind of caller may use, in the form of `tools/list`, and ready as JSON text. */
type ToolList = Listed<Tool> & {
  names: ReadonlySet<string>;
  /** The same tools as the catalogue has them. */
  tools: readonly CatalogueTool[];
};

/** More kinds of callers than this at once means a client that mints tokens or tries filters; then the lists are made again. */
const listsKeptMax = 200;

const listsOf = new WeakMap<McpContext, Map<string, ToolList>>();

/**
 * The tools that `scopes` open and `filter` admits, in the order of the catalogue. Made once for each set of tools: a
 * list is 80 kB of JSON, and assistants ask for it again and again.
 */
export function toolList(
  context: McpContext,
  scopes: readonly TokenScope[],
  filter: ToolFilter = everyTool,
): ToolList {
  let lists = listsOf.get(context);
  if (!lists) {
    lists = new Map();
    listsOf.set(context, lists);
  }
  const kind = `${scopes.join(',')} ${filterKey(filter)}`;
  let list = lists.get(kind);
  if (!list) {
    if (lists.size >= listsKeptMax) lists.clear();
    list = listOf(
      context,
      [...context.tools.values()].filter((tool) => scopesAllow(scopes, tool.needs) && admits(filter, tool)),
    );
    lists.set(kind, list);
  }
  return list;
}

function listOf({ tools, confirm, confirmBy }: McpContext, allowed: readonly CatalogueTool[]): ToolList {
  const names = new Set(allowed.map(({ name }) => name));
  const absent = (name: string): boolean => tools.has(name) && !names.has(name);
  const handsBack = confirm !== 'never' && confirmBy === 'assistant';
  const entries = mcpTools(allowed).map((form) => ({
    ...form,
    description: withoutTools(form.description, absent),
    ...(handsBack &&
      mayAsk(tools.get(form.name)!) && {
        inputSchema: withConfirmationToken(form.inputSchema) as Tool['inputSchema'],
      }),
  }));
  return { entries, json: JSON.stringify(entries), names, tools: allowed };
}

/** Tools as assistants see them, together: what one of them explains another need not. */
export function mcpTools(tools: readonly CatalogueTool[]): Tool[] {
  const forms = new Map(tools.map((tool) => [tool.name, mcpTool(tool)]));
  return [...forms.values()].map((form) => {
    const explaining = explainedBy(form.name).flatMap((name) => forms.get(name) ?? []);
    return explaining.reduce(withoutExplained, form);
  });
}

/** Tools that take fields of another one: of many things, of the same mail, or who is meant. */
const alike: Readonly<Record<string, readonly string[]>> = {
  send_test_email: ['send_email'],
  verify_content: ['send_email'],
  add_suppressions: ['add_suppression'],
  remove_suppressions: ['remove_suppression'],
  unsubscribe_subscriber: ['get_subscriber'],
  add_subscriber_tags: ['get_subscriber'],
  remove_subscriber_tags: ['get_subscriber'],
  list_subscriber_events: ['get_subscriber'],
  delete_subscriber: ['get_subscriber'],
  update_subscriber: ['get_subscriber'],
  update_domain: ['get_domain'],
  verify_domain: ['get_domain'],
  rotate_domain_dkim: ['get_domain'],
  remove_domain: ['get_domain'],
  update_tag: ['get_tag'],
  delete_tag: ['get_tag'],
  remove_suppression: ['get_suppression', 'create_subscriber'],
};

/** The tools that explain the fields of this one, where they are there. */
function explainedBy(name: string): readonly string[] {
  const others = alike[name] ?? [];
  const noun = name.startsWith('update_') ? name.slice('update_'.length) : undefined;
  return noun === undefined ? others : [`create_${noun}`, `add_${noun}`, ...others];
}

/** A field is explained once, because it has the same name and means the same in both. */
function withoutExplained(form: Tool, explaining: Tool): Tool {
  const properties = propertiesOf(form.inputSchema);
  const explained = propertiesOf(explaining.inputSchema);
  const shorter = Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field;
    return [name, description !== undefined && description === explained[name]?.description ? rest : field];
  });
  return { ...form, inputSchema: { ...form.inputSchema, properties: Object.fromEntries(shorter) } };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return schema.properties as Record<string, JsonSchema>;
}

const made = new WeakMap<CatalogueTool, Tool>();

/** A tool as assistants see it alone. Made once. */
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
    description,
    // Both are objects at the root: the catalogue's tests hold every tool to it.
    inputSchema: { type: 'object', ...withoutCommonplaces(compactSchema(input_schema, !makes(name)), tool) },
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

/** Arguments that mean the same at every tool: the instructions of the server explain them, once. */
const explainedOnce = ['limit', idempotencyArgument, dryRunArgument, confirmationArgument];

function withoutCommonplaces(schema: JsonSchema, tool: CatalogueTool): JsonSchema {
  const properties = { ...propertiesOf(schema) };
  for (const name of explainedOnce) {
    if (properties[name]) properties[name] = bare(properties[name]);
  }
  // Of a list of the usual kind; one that is paged in its own way says how.
  if (properties.after && 'before' in tool.input.shape) properties.after = bare(properties.after);
  return { ...schema, properties };
}

function bare({ description: _, default: __, maximum: ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
