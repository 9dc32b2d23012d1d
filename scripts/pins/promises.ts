import { type JsonSchema, jsonSchemaOf } from '../../src/contract/json-schema.ts';
import type { Tool } from '../../src/contract/tool.ts';
import { toolDescription } from '../../src/contract/tool-description.ts';
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
 * Returns the contract of a tool that callers rely on, at every door. A tool without `doors` is at all of them, and a tool without
 * `rest` has no route.
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
    failures: tool.failures,
    input: input_schema,
    output: output_schema,
  };
}

export type WebhookPromise = {
  sentence: string;
  type: JsonSchema;
  data: JsonSchema;
  /** The whole payload, without the schemas of `type` and `data`. */
  payload: JsonSchema;
  /** Data of the sample payload. */
  sample: unknown;
};

/** Returns the payload schema and a sample of a kind of webhook, which receivers rely on. */
export function webhookPromise(kind: WebhookKind): WebhookPromise {
  const payload = jsonSchemaOf(payloadSchema(kind), 'output');
  const { type, data } = payload.properties as Record<'type' | 'data', JsonSchema>;
  return {
    sentence: webhookKinds[kind].sentence,
    type,
    data,
    payload: { ...payload, properties: { ...(payload.properties as object), type: {}, data: {} } },
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
    ...webhooks.flatMap(({ kind, data, payload }) => [
      { owner: kind, part: 'data', use: 'answered' as const, schema: data },
      { owner: 'webhook', part: 'payload', use: 'answered' as const, schema: payload },
    ]),
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
        webhooks.map(({ kind, data, payload, ...promise }) => [
          kind,
          { ...promise, data: refer(data), payload: refer(payload) },
        ]),
      ),
    ],
  ]);
}
