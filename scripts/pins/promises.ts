import { type JsonSchema, toJsonSchema } from '../../src/contract/description/json-schema.ts';
import { toolDescription } from '../../src/contract/description/tool-description.ts';
import type { Tool } from '../../src/contract/tool.ts';
import {
  payloadSchema,
  samplePayload,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from '../../src/model/webhook/kinds.ts';
import { catalogue } from '../../tools/index.ts';
import { recordFile, sharedRecords } from './records.ts';

export type ToolPromise = { input: JsonSchema; output: JsonSchema; [part: string]: unknown };

/**
 * Returns the contract of a tool that callers rely on, at every door. A tool without `doors` is at all of them. Without
 * `rest` or `failures` it has none.
 */
export function toolPromise(tool: Tool): ToolPromise {
  const { title, description, annotations, scopes, input_schema, output_schema } = toolDescription(tool);
  return {
    title,
    description,
    hints: annotations,
    scopes,
    toolset: tool.toolset,
    doors: tool.doors,
    ...(tool.rest && { rest: tool.rest }),
    ...(tool.failures.length > 0 && { failures: tool.failures }),
    input: input_schema,
    output: output_schema,
  };
}

export type WebhookPromise = { sentence: string; data: JsonSchema; sample: unknown };

/** Returns the data of a kind of webhook, which receivers rely on, with a sample. Every payload has the same envelope around it. */
export function webhookPromise(kind: WebhookKind): WebhookPromise {
  const { properties } = toJsonSchema(payloadSchema(kind), 'output') as { properties: { data: JsonSchema } };
  return {
    sentence: webhookKinds[kind].sentence,
    data: properties.data,
    sample: samplePayload(kind).data,
  };
}

/** Returns the pins of tools and webhooks by file, with each repeated schema in a record of its own. */
export function promisePins(): Map<string, unknown> {
  // In alphabetical order, so that a tool's place in the catalogue does not decide the name of a record.
  const tools = catalogue
    .map((tool) => ({ name: tool.name, promise: toolPromise(tool) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const webhooks = webhookKindNames.map((kind) => ({ kind, ...webhookPromise(kind) }));
  const { refer, records } = sharedRecords([
    ...tools.flatMap(({ name, promise }) => [
      { owner: name, part: 'output', use: 'answered' as const, schema: promise.output },
      { owner: name, part: 'input', use: 'taken' as const, schema: promise.input },
    ]),
    ...webhooks.map(({ kind, data }) => ({
      owner: kind,
      part: 'data',
      use: 'answered' as const,
      schema: data,
    })),
  ]);
  return new Map<string, unknown>([
    ...tools.map(({ name, promise }): [string, unknown] => [
      `tools/${name}.json`,
      { ...promise, input: refer(promise.input), output: refer(promise.output) },
    ]),
    ...[...records].map(([name, schema]): [string, unknown] => [recordFile(name), schema]),
    [
      'webhooks.json',
      Object.fromEntries(
        webhooks.map(({ kind, data, ...promise }) => [kind, { ...promise, data: refer(data) }]),
      ),
    ],
  ]);
}
