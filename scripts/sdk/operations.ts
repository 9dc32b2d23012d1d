import { inputSchema, type JsonSchema } from '../../src/contract/description/json-schema.ts';
import { type SdkCall, writeSdkCall } from '../../src/contract/description/sdk-calls.ts';
import { camelCase, type MethodName } from '../../src/contract/description/sdk-methods.ts';
import type { RestBinding, Tool } from '../../src/contract/tool.ts';
import type { FailureName } from '../../src/model/failure.ts';
import { describedCall } from '../../src/surfaces/rest/openapi/described-samples.ts';
import { exportOperations } from '../../src/surfaces/rest/openapi/operations/export-operations.ts';
import type { DescribedOperation } from '../../src/surfaces/rest/openapi/operations/operation.ts';
import { pickFields } from '../../src/surfaces/rest/openapi/operations/operation.ts';
import { toolOperations } from '../../src/surfaces/rest/openapi/operations/tool-operations.ts';
import { v2Operations } from '../../src/surfaces/rest/openapi/operations/v2-operations.ts';
import { cursorField } from '../../src/surfaces/rest/v2/list-link.ts';
import { pathFields } from '../../src/surfaces/rest/v2/read-input.ts';
import { v2Prefix } from '../../src/surfaces/rest/v2/routes.ts';
import { catalogue } from '../../tools/index.ts';

export type SdkOperation = MethodName & {
  /** Name in the contract. */
  operationId: string;
  /** Null for an operation without a tool. */
  tool: Tool | null;
  http: string;
  /** Below `/api/v2`. */
  path: string;
  pathFields: readonly string[];
  /** Argument after the path fields; null for none. */
  input: { schema: JsonSchema; required: boolean } | null;
  inputIs: 'fields' | 'array' | 'bytes';
  /** A header set by an option of the call. */
  header: { name: string; option: string; schema: JsonSchema } | null;
  answerIs: 'json' | 'text' | 'bytes' | 'stream';
  answer: JsonSchema;
  /** Field of an item from which the next page continues; null if the operation is no list. */
  cursor: string | null;
  failures: readonly FailureName[];
  describes: string;
  call: SdkCall;
};

/** Returns every v2 operation as a method: the catalogue's, `/tools`, and the streaming exports. */
export function sdkOperations(): SdkOperation[] {
  const tools = new Map(catalogue.map((tool) => [camelCase(tool.name), tool]));
  const fromTools = inWordsOfTheSdk(
    v2Operations(catalogue).flatMap((operation) => {
      const tool = tools.get(operation.operationId.replace(/Alias\d*$/, ''))!;
      return ofTool(tool, operation) ?? [];
    }),
  );
  const list = catalogue.find(({ name }) => name === 'get_organization')!;
  const described = [...toolOperations(list, catalogue), ...exportOperations()];
  return [...fromTools, ...described.flatMap((operation) => ofDescription(operation) ?? [])];
}

/** Replaces tool names in descriptions by method names. */
function inWordsOfTheSdk(all: readonly SdkOperation[]): SdkOperation[] {
  const methods = new Map<string, string>();
  for (const { tool, resource, method } of all) {
    if (tool && !methods.has(tool.name)) methods.set(tool.name, `${resource}.${method}`);
  }
  return all.map((operation) => ({
    ...operation,
    describes: operation.describes.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => methods.get(name) ?? name),
  }));
}

function ofTool(tool: Tool, operation: DescribedOperation): SdkOperation | null {
  const route = `${operation.method} ${operation.path.slice(v2Prefix.length)}`;
  const binding = tool.rest!;
  const call = writeSdkCall(tool, binding, route);
  if (call === null) return null;
  const fields = pathFields(route);
  const input = inputOf(tool, binding, new Set([...fields, ...Object.values(binding.headers ?? {})]));
  const [header] = Object.entries(binding.headers ?? {});
  return {
    resource: call.resource,
    method: call.method,
    operationId: operation.operationId,
    tool,
    http: operation.method,
    path: operation.path.slice(v2Prefix.length),
    pathFields: fields,
    ...input,
    header: header
      ? { name: header[0], option: header[1], schema: propertiesOf(inputSchema(tool))[header[1]]! }
      : null,
    answerIs: binding.textAs ? 'text' : binding.fileAs === undefined ? 'json' : 'bytes',
    answer: operation.answer?.schema ?? {},
    cursor: cursorOf(operation.answer?.schema ?? {}, propertiesOf(inputSchema(tool))),
    failures: operation.failures,
    describes: [tool.summary, tool.advice].filter(Boolean).join(' '),
    call,
  };
}

function inputOf(
  tool: Tool,
  { bodyAs, bytesAs }: RestBinding,
  elsewhere: ReadonlySet<string>,
): Pick<SdkOperation, 'input' | 'inputIs'> {
  const whole = inputSchema(tool);
  if (bodyAs !== undefined) {
    return { input: { schema: propertiesOf(whole)[bodyAs]!, required: true }, inputIs: 'array' };
  }
  if (bytesAs !== undefined) return { input: { schema: {}, required: true }, inputIs: 'bytes' };
  const names = new Set(Object.keys(propertiesOf(whole)).filter((name) => !elsewhere.has(name)));
  if (names.size === 0) return { input: null, inputIs: 'fields' };
  const schema = pickFields(whole, names);
  return { input: { schema, required: schema.required !== undefined }, inputIs: 'fields' };
}

/** Returns null for an operation without a method: `POST /tools` does the same as `POST /tools/{name}`. */
function ofDescription(operation: DescribedOperation): SdkOperation | null {
  const { sdk: name } = operation;
  if (!name) return null;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const required = inQuery.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  const query = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(inQuery.map((parameter) => [parameter.name, parameter.schema])),
    ...(required.length > 0 && { required }),
  };
  const schema = operation.body?.schema ?? (inQuery.length > 0 ? query : null);
  return {
    ...name,
    operationId: operation.operationId,
    tool: null,
    http: operation.method,
    path: operation.path.slice(v2Prefix.length),
    pathFields: inPath.map((parameter) => parameter.name),
    input: schema && { schema, required: operation.body === null && required.length > 0 },
    inputIs: 'fields',
    header: null,
    answerIs: operation.mediaType === undefined && name.resource === 'tools' ? 'json' : 'stream',
    answer: operation.answer?.schema ?? {},
    cursor: cursorOf(operation.answer?.schema ?? {}, query.properties as Record<string, JsonSchema>),
    failures: [...new Set([...operation.failures, ...(inPath.length > 0 ? (['not_found'] as const) : [])])],
    describes: `${operation.summary}. ${operation.description}`,
    call: describedCall(operation, name),
  };
}

function cursorOf(answer: JsonSchema, input: Record<string, JsonSchema>): string | null {
  const { data, has_more: more } = propertiesOf(answer);
  if (!data || !more || !('after' in input)) return null;
  return cursorField(answer);
}

export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}
