import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inputSchema,
  type JsonSchema,
  outputSchema,
} from '../../../../src/contract/description/json-schema.ts';
import { offeredAt, toolsets } from '../../../../src/contract/tool.ts';
import { everyTool, type ToolFilter } from '../../../../src/contract/tool-filter.ts';
import { oauthScopes } from '../../../../src/model/oauth/scopes.ts';
import type { TokenScope } from '../../../../src/model/organization/token.ts';
import { listedName } from '../../../../src/model/text/alias.ts';
import { stepTypes } from '../../../../src/model/workflow/definition.ts';
import { type McpContext, mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { mcpTool, toolList } from '../../../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../../../tools/index.ts';
import { openScene, type Scene } from '../scene.ts';
import { freeObjects } from './free-objects.ts';
import { toolsNamedIn } from './tool-names.ts';

/**
 * A host may load one tool at a time, so each tool must be complete: its arguments have types, its texts mention only its own
 * arguments, and they name no tool that the caller cannot call.
 */

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const named = offered.map((tool) => ({ name: tool.name, tool }));
/** Names of the tools of every door, because a text over MCP must not mention a tool that MCP does not offer. */
const everyName: ReadonlySet<string> = new Set(catalogue.map(({ name }) => name));
const everything: TokenScope[] = ['full_access', 'admin'];

/**
 * Tools that a text must name as an alternative or next step, because assistants otherwise pick the wrong
 * tool.
 */
const leadsOn: Readonly<Record<string, readonly string[]>> = {
  send_email: ['send_email_batch', 'get_email'],
  send_test_email: ['test_campaign'],
  list_emails: ['get_email'],
  create_subscriber: ['save_subscribers'],
  update_subscriber: ['unsubscribe_subscriber', 'add_subscriber_tags'],
  unsubscribe_subscriber: ['add_suppression', 'create_subscriber'],
  add_subscriber_tags: ['save_subscribers'],
  save_subscribers: ['import_subscribers'],
  delete_subscriber: ['unsubscribe_subscriber'],
  import_subscribers: ['get_import'],
  create_campaign: ['test_campaign', 'send_campaign'],
  send_campaign: ['cancel_campaign', 'pause_campaign'],
  pause_campaign: ['resume_campaign', 'redirect_link', 'end_campaign'],
  end_campaign: ['pause_campaign'],
  add_domain: ['verify_domain'],
  add_suppression: ['unsubscribe_subscriber'],
  save_workflow: ['simulate_workflow', 'activate_workflow'],
  trigger_workflow: ['list_workflow_runs'],
  save_webhook: ['test_webhook'],
  test_webhook: ['get_webhook_event'],
  rotate_token: ['revoke_token'],
  revoke_token: ['rotate_token'],
};

let scene: Scene;
let context: McpContext;
beforeAll(async () => {
  scene = await openScene();
  context = mcpContext(scene.context.engine, catalogue, '2.1.0');
});
afterAll(() => scene.close());

type Part = { path: string; schema: JsonSchema };

/** Returns every schema within a schema with its path. */
function partsOf(schema: JsonSchema, path: string): Part[] {
  const inner = (value: unknown, at: string): Part[] =>
    typeof value === 'object' && value !== null ? partsOf(value as JsonSchema, at) : [];
  return [
    { path, schema },
    ...Object.entries((schema.properties ?? {}) as JsonSchema).flatMap(([name, field]) =>
      inner(field, `${path}.${name}`),
    ),
    ...inner(schema.items, `${path}[]`),
    ...inner(schema.additionalProperties, `${path}.*`),
    ...((schema.anyOf ?? []) as JsonSchema[]).flatMap((form) => inner(form, path)),
  ];
}

/** Returns all texts of a tool that a model reads. */
function textsOf({ name, description, inputSchema: input }: ReturnType<typeof mcpTool>): string[] {
  const described = partsOf(input, name).map(({ path, schema }) =>
    // Some step types are spelled like tool names.
    path.startsWith('save_workflow.steps') ? '' : String(schema.description ?? ''),
  );
  return [description, ...described];
}

/** Returns the tools that the texts name, and words that look like tools. */
function toolsIn(form: ReturnType<typeof mcpTool>): string[] {
  const texts = textsOf(form);
  const own = fieldNames(form.inputSchema);
  const words = texts.flatMap((text) => text.match(fieldWords) ?? []).filter((word) => everyName.has(word));
  return [...new Set([...words, ...texts.flatMap(toolsNamedIn)])].filter((one) => !own.has(one));
}

/** Returns the field names of a schema in both casings. */
function fieldNames(schema: JsonSchema): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as JsonSchema;
    for (const name of Object.keys((properties ?? {}) as JsonSchema)) names.add(name).add(listedName(name));
    for (const part of Object.values(value)) visit(part);
  };
  visit(schema);
  return names;
}

/** Words that can only be field names: with an underscore or an inner capital. */
const fieldWords = /\b(?:[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)\b/g;

const everyField: ReadonlySet<string> = new Set(
  offered.flatMap((tool) => [...fieldNames(inputSchema(tool))]),
);

describe.each(named)('$name', ({ name, tool }) => {
  const form = mcpTool(tool);

  it('describes its purpose in a sentence and mentions no other tool', () => {
    const alone = toolList(context, everything, { ...everyTool, tools: new Set([name]) }).entries[0]!;
    expect(alone.description).toMatch(/^[A-Z][a-z]+ .{8,}\.$/s);
    expect(toolsIn(alone).filter((one) => one !== name)).toEqual([]);
    expect(textsOf(form).join(' ')).not.toMatch(/\b[Aa]s (in|of|for|at) [a-z]+_|\b[Aa]s [a-z]+_[a-z_]+ /);
  });

  it('has a type for each argument, and the fields of each object with a known shape', () => {
    for (const { path, schema } of partsOf(form.inputSchema, name).slice(1)) {
      expect([path, schema.type ?? schema.anyOf]).toEqual([path, expect.anything()]);
      const types = [schema.type].flat();
      if (types.includes('array')) expect([path, schema.items]).toEqual([path, expect.anything()]);
      if (!types.includes('object') || freeObjects.has(path)) continue;
      expect([path, schema.properties ?? schema.additionalProperties]).toEqual([path, expect.anything()]);
    }
  });

  it('mentions only its own arguments and result fields', () => {
    const own = [inputSchema(tool), form.inputSchema, outputSchema(tool)].map(fieldNames);

    // Merge fields and column names are fields of subscribers, not arguments.
    const texts = textsOf(form).filter(
      (text) => !/^Header to |^A bare list|^A list of addresses, or rows/.test(text),
    );
    const words = texts.flatMap((text) => text.replaceAll(/\{\{[^}]*\}\}/g, '').match(fieldWords) ?? []);
    expect(words.filter((word) => everyField.has(word) && !own.some((names) => names.has(word)))).toEqual([]);
  });

  it('lists only snake_case names', () => {
    for (const { schema } of partsOf(form.inputSchema, name)) {
      const names = [
        ...Object.keys((schema.properties ?? {}) as object),
        ...((schema.required ?? []) as string[]),
      ];
      expect(names.filter((one) => one !== listedName(one))).toEqual([]);
    }
  });
});

describe('the shared arguments', () => {
  it('include limit with the same bounds in each tool', () => {
    const limits = offered.flatMap((tool) => {
      const { limit } = mcpTool(tool).inputSchema.properties as Record<string, JsonSchema>;
      return limit ? [limit] : [];
    });
    expect(limits.length).toBeGreaterThanOrEqual(15);
    for (const limit of limits) expect(limit).toEqual({ type: 'integer', maximum: 100 });
  });
});

describe('the texts of a tool list', () => {
  const filters: [string, ToolFilter][] = [
    ['everything', everyTool],
    ['what only reads', { ...everyTool, readOnly: true }],
    ...toolsets.flatMap((toolset): [string, ToolFilter][] => {
      const filter = { ...everyTool, toolsets: new Set([toolset]) };
      return [
        [`the toolset ${toolset}`, filter],
        [`what only reads of the toolset ${toolset}`, { ...filter, readOnly: true }],
      ];
    }),
  ];
  const offers: [string, readonly TokenScope[], ToolFilter][] = [
    ...filters.map(([what, filter]): [string, readonly TokenScope[], ToolFilter] => [
      what,
      everything,
      filter,
    ]),
    ...oauthScopes.map((scope): [string, readonly TokenScope[], ToolFilter] => [
      `the scope ${scope}`,
      [scope],
      everyTool,
    ]),
  ];

  it.each(offers)('for %s name only listed tools', (_, scopes, filter) => {
    const { entries, reach } = toolList(context, scopes, filter);
    const names = new Set([...reach.tools.keys(), ...entries.map(({ name }) => name)]);
    for (const entry of entries) {
      const absent = toolsIn(entry).filter((one) => !names.has(one));
      expect([entry.name, absent]).toEqual([entry.name, []]);
      expect(entry.description).toMatch(/\.$/);
    }
  });

  it('name the required alternatives if every tool is offered', () => {
    const descriptions = new Map(
      toolList(context, everything).entries.map(({ name, description }) => [name, description]),
    );
    for (const [name, others] of Object.entries(leadsOn)) {
      expect([name, others.filter((other) => !descriptions.get(name)?.includes(other))]).toEqual([name, []]);
    }
  });

  it('may mention workflow steps that are spelled like tools', () => {
    expect(stepTypes).toContain('send_email');
  });
});
