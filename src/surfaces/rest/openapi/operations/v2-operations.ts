import { listRequiredScopes } from '../../../../contract/authorize.ts';
import { type CodeSample, curlSample, sampleRequest } from '../../../../contract/description/code-samples.ts';
import {
  inputSchema,
  type JsonSchema,
  outputSchema,
  toJsonSchema,
} from '../../../../contract/description/json-schema.ts';
import { sdkSample, writeSdkCall } from '../../../../contract/description/sdk-calls.ts';
import { offeredAt, type RestBinding, type Tool } from '../../../../contract/tool.ts';
import type { RouteMethod } from '../../../http/request-response.ts';
import { envelopeSchema, isList, type ListOutput, toEnvelope } from '../../v2/list-link.ts';
import { pathFields, queryFields } from '../../v2/read-input.ts';
import { v2Prefix } from '../../v2/routes.ts';
import { VerifyAliasAnswer, verifyAlias, verifyAliasAnswer } from '../../v2/verify-alias.ts';
import { linkHeader } from '../refusals.ts';
import { pascalCase } from '../schema-names.ts';
import {
  type DescribedOperation,
  type DescribedParameter,
  describeParameters,
  pickFields,
} from './operation.ts';

export function v2Operations(catalogue: readonly Tool[]): DescribedOperation[] {
  return catalogue
    .filter((tool) => offeredAt(tool, 'v2'))
    .flatMap((tool) => {
      const binding = tool.rest;
      if (!binding) return [];
      return [binding.route, ...(binding.aliases ?? [])].map((route, index) =>
        describe(tool, binding, route, index),
      );
    });
}

function describe(
  tool: Tool,
  binding: RestBinding,
  route: RestBinding['route'],
  index: number,
): DescribedOperation {
  const [method, path] = route.split(' ') as [RouteMethod, string];
  const input = inputSchema(tool);
  const example = tool.example.input;
  const inPath = new Set(pathFields(route));
  const inQuery = new Set(queryFields(tool, binding, route));
  const parameters: DescribedParameter[] = [
    ...describeParameters('path', pickFields(input, inPath), example),
    ...describeParameters('query', pickFields(input, inQuery), method === 'GET' ? example : {}).map(
      (parameter) => ({
        ...parameter,
        // A DELETE may have its fields in the body instead. Switches in the query of other methods are optional.
        required: parameter.required && method === 'GET',
      }),
    ),
    ...Object.entries(binding.headers ?? {}).map(([header, field]) => ({
      in: 'header' as const,
      name: header,
      required: false,
      schema: propertiesOf(input)[field] ?? {},
    })),
  ];
  return {
    version: 'v2',
    method,
    path: v2Prefix + path,
    tool: tool.name,
    operationId: operationId(tool.name) + (index === 0 ? '' : `Alias${index === 1 ? '' : index}`),
    tag: tagOf(path),
    summary: tool.title,
    description: descriptionOf(tool, binding, index),
    parameters,
    body: method === 'GET' ? null : bodyOf(tool, binding, route),
    statuses: statusesOf(tool, binding, method, path),
    answer:
      route === verifyAlias
        ? {
            schema: toJsonSchema(VerifyAliasAnswer, 'output'),
            example: verifyAliasAnswer(tool.example.output),
          }
        : binding.textAs
          ? {
              schema: { type: 'string' },
              example: tool.example.output[binding.textAs.field],
            }
          : binding.fileAs
            ? { schema: { type: 'string', format: 'binary' }, example: 'octets' }
            : method === 'GET' && isList(tool)
              ? {
                  schema: envelopeSchema(outputSchema(tool)),
                  example: toEnvelope(tool.example.output as ListOutput),
                }
              : { schema: outputSchema(tool), example: tool.example.output },
    ...(method === 'GET' && isList(tool) && { answerHeaders: linkHeader }),
    ...(binding.textAs && { mediaType: binding.textAs.type.split(';')[0]! }),
    ...(binding.fileAs !== undefined && { mediaType: binding.fileAs }),
    failures: inPath.size === 0 ? tool.failures : [...tool.failures, 'not_found'],
    samples: (baseUrl) => samplesOf(tool, binding, route, baseUrl),
  };
}

function samplesOf(
  tool: Tool,
  binding: RestBinding,
  route: RestBinding['route'],
  baseUrl: string,
): CodeSample[] {
  const call = writeSdkCall(tool, binding, route);
  return [
    curlSample(sampleRequest(tool, { ...binding, route }, v2Prefix), baseUrl),
    ...(call === null ? [] : [sdkSample(call)]),
  ];
}

function bodyOf(tool: Tool, binding: RestBinding, route: string): DescribedOperation['body'] {
  const input = withExactlyOne(inputSchema(tool), tool.exactlyOneOf);
  const example = tool.example.input;
  if (binding.bytesAs !== undefined) {
    return {
      schema: { type: 'string', format: 'binary' },
      required: true,
      example: 'email',
      type: 'application/octet-stream',
    };
  }
  if (binding.bodyAs !== undefined) {
    const schema = propertiesOf(input)[binding.bodyAs] ?? {};
    const definitions = input.$defs === undefined ? {} : { $defs: input.$defs };
    return { schema: { ...schema, ...definitions }, required: true, example: example[binding.bodyAs] };
  }
  const elsewhere = new Set([...pathFields(route), ...Object.values(binding.headers ?? {})]);
  const names = new Set(Object.keys(propertiesOf(input)).filter((name) => !elsewhere.has(name)));
  if (names.size === 0) return null;
  const schema = pickFields(input, names);
  const given = Object.fromEntries(Object.entries(example).filter(([name]) => names.has(name)));
  if (!route.startsWith('DELETE '))
    return { schema, required: schema.required !== undefined, example: given };
  const { required: _, ...optional } = schema;
  return { schema: optional, required: false, example: given };
}

function withExactlyOne(schema: JsonSchema, rule: Tool['exactlyOneOf']): JsonSchema {
  if (!rule) return schema;
  const { fields, inEach } = rule;
  const oneOf = fields.map((field) => ({ required: [field] }));
  if (inEach === undefined) return { ...schema, oneOf };
  const list = propertiesOf(schema)[inEach]!;
  const entries = { ...list, items: { ...(list.items as JsonSchema), oneOf } };
  return { ...schema, properties: { ...propertiesOf(schema), [inEach]: entries } };
}

/** A POST that creates something returns 201. On a collection it may find an existing object and return 200. */
function statusesOf(tool: Tool, binding: RestBinding, method: string, path: string): readonly number[] {
  if (binding.status !== undefined) return [binding.status];
  const mayCreate = method === 'POST' && tool.effect === 'write' && !path.includes('{');
  return mayCreate ? [200, 201] : [200];
}

function descriptionOf(tool: Tool, binding: RestBinding, index: number): string {
  const sentences = [sentence(tool.summary)];
  if (tool.advice !== undefined) sentences.push(sentence(tool.advice));
  sentences.push(
    tool.offeredToAll
      ? `Needs \`${tool.needs}\` for any but your own.`
      : `Needs the scope ${listRequiredScopes(tool)
          .map((scope) => `\`${scope}\``)
          .join(', ')}.`,
  );
  if (index > 0) sentences.push(`An older path of \`${binding.route}\`.`);
  return sentences.join(' ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

function operationId(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

function tagOf(path: string): string {
  return pascalCase(path.split('/')[1]!.replaceAll('-', '_'));
}
