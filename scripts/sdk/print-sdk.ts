import { inputSchema, type JsonSchema, toJsonSchema } from '../../src/contract/description/json-schema.ts';
import { literal, sdkCallText } from '../../src/contract/description/sdk-calls.ts';
import type { FailureName } from '../../src/model/failure.ts';
import {
  payloadSchema,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from '../../src/model/webhook/kinds.ts';
import { callFailures as everyFailure } from '../../src/surfaces/rest/openapi/refusals.ts';
import { pascalCase } from '../../src/surfaces/rest/openapi/schema-names.ts';
import { propertiesOf, type SdkOperation, sdkOperations } from './operations.ts';
import { inputTypes, pageInput } from './print-inputs.ts';
import { inComment, referencesOf, typeText } from './print-types.ts';
import { sdkTypes } from './types.ts';

const printedBy = '// Printed by `npm run pins` from the catalogue.\n';

/** Failures that only calls with a body can meet. */
const ofBodies: ReadonlySet<string> = new Set([
  'payload_too_large',
  'unsupported_media_type',
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
]);
const callFailures = everyFailure.filter((name) => !ofBodies.has(name));
const writeFailures = everyFailure.filter((name) => ofBodies.has(name));

const operations = sdkOperations();
const byResource = Map.groupBy(operations, ({ resource }) => resource);
/** Results whose schema has only optional fields, because a tool's output schema needs properties at its root. */
const unions: Readonly<Record<string, string>> = {
  wait_for_email: "Email | { object: 'email'; id: null }",
};

const types = sdkTypes({
  answers: operations.filter(({ answerIs, tool }) => answerIs === 'json' && !(tool && tool.name in unions)),
  inputs: operations.filter(({ input, inputIs }) => input !== null && inputIs !== 'bytes'),
  inputName,
  payloads: webhookKindNames.map((kind) => ({ name: payloadName(kind), schema: payloadData(kind) })),
});

/** Prints the generated part of the SDK from the catalogue: operations, types, and examples. */
export function printedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set('src/sdk/printed/operations.ts', operationsFile());
  files.set('src/sdk/printed/records.ts', recordsFile());
  files.set('src/sdk/printed/failures.ts', failuresFile());
  files.set('src/sdk/printed/methods.ts', methodsFile());
  files.set('src/sdk/printed/client-resources.ts', clientFile());
  files.set('src/sdk/printed/webhook-events.ts', webhooksFile());
  files.set('test/sdk/examples.ts', examplesFile());
  return files;
}

function operationsFile(): string {
  const lines = [...byResource].flatMap(([resource, methods]) => [resource, ...methods.map(tableLine)]);
  return `${printedBy}/** Operations by resource: a line with its name, then one line per method with name, HTTP method, path and flags. */
export const operations: string = \`${lines.join('\n')}\`;
`;
}

function tableLine({ method, http, path, input, inputIs, cursor, answerIs, header }: SdkOperation): string {
  return [
    method,
    http,
    path.replaceAll(/\{\w+\}/g, '{}'),
    ...(input ? [inputIs === 'bytes' ? 'in=bytes' : 'in'] : []),
    ...(cursor === null ? [] : [`list=${cursor}`]),
    ...(answerIs === 'json' ? [] : [`as=${answerIs}`]),
    ...(header ? [`option=${header.option}:${header.name}`] : []),
  ].join(' ');
}

function resourceTypes(resource: string, methods: readonly SdkOperation[]): string {
  const inputs = inputTypes(methods, { operations, types, inputName });
  const declared = methods.flatMap((operation) => [
    ...(inputs.get(operation) ?? []),
    ...unionType(operation),
  ]);
  return `${declared.join('\n')}
/** Methods of \`posthouse.${resource}\`. */
export type ${typeNameOf(resource)}Methods = {
${methods.map(signature).join('\n')}
};
`;
}

/** Returns the words of a text outside of comments and strings. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replaceAll(/\/\*\*.*?\*\//gs, '')
      .replaceAll(/'[^']*'/g, '')
      .match(/\w+/g),
  );
}

function unionType(operation: SdkOperation): string[] {
  const union = unionOf(operation);
  return union === undefined ? [] : [`export type ${answerName(operation)} = ${union};\n`];
}

function unionOf({ tool }: SdkOperation): string | undefined {
  return unions[tool?.name ?? ''];
}

function signature(operation: SdkOperation): string {
  const { method, pathFields, input, inputIs, header, tool } = operation;
  const fields = tool ? propertiesOf(inputSchema(tool)) : {};
  const given = [
    ...pathFields.map((name) => `${name}: string${fields[name]?.type === 'integer' ? ' | number' : ''}`),
    ...(input
      ? [
          inputIs === 'bytes'
            ? 'content: string | Uint8Array'
            : `input${input.required ? '' : '?'}: ${inputName(operation)}`,
        ]
      : []),
    header
      ? `options?: CallOptions & { ${header.option}?: ${typeText(header.schema, 'given')} | undefined }`
      : 'options?: CallOptions',
  ];
  return `${docComment(operation)}  ${method}(${given.join(', ')}): ${answerText(operation)};`;
}

function answerText(operation: SdkOperation): string {
  const failures = failuresText(operation);
  const { answerIs, cursor } = operation;
  if (answerIs === 'text') return `Call<string, ${failures}>`;
  if (answerIs === 'bytes') return `Call<Uint8Array, ${failures}>`;
  if (answerIs === 'stream') return `Call<ReadableStream<Uint8Array>, ${failures}>`;
  if (unionOf(operation) !== undefined) return `Call<${answerName(operation)}, ${failures}>`;
  const answered = typeText(types.answer(operation), 'answered');
  return `${cursor === null ? 'Call' : 'List'}<${answered}, ${failures}>`;
}

/** Returns the error type of a call: the failures of every call, and its own. */
function failuresText({ failures, http }: SdkOperation): string {
  const writes = http !== 'GET';
  const understood = new Set<FailureName>(writes ? [...everyFailure] : callFailures);
  const own = [...new Set(failures)].filter((name) => !understood.has(name)).sort();
  return [writes ? 'WriteFailure' : 'CallFailure', ...own.map((name) => literal(name))].join(' | ');
}

function docComment(operation: SdkOperation): string {
  const lines = [
    inComment(operation.describes),
    '@example',
    `await posthouse.${sdkCallText(operation.call)}`,
  ];
  return `  /**\n${lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `   * ${inComment(line)}\n`)
    .join('')}   */\n`;
}

function recordsFile(): string {
  const printed = types.names.map((name) => {
    const schema = types.schemas[name]!;
    for (const other of referencesOf(schema)) {
      if (!(other in types.schemas)) throw new Error(`${name} refers to ${other}, which is no record`);
    }
    // Only inputs refuse additional fields.
    const direction = schema.additionalProperties === false ? 'given' : 'answered';
    return `export type ${name} = ${typeText(schema, direction)};\n`;
  });
  return `${printedBy}/** Result types, and input types shared by several methods. The contract uses the same names. */\n\n${printed.join('\n')}`;
}

function failuresFile(): string {
  const union = (names: readonly string[]): string => names.map((name) => `  | ${literal(name)}`).join('\n');
  return `${printedBy}/** Failures of every call. */
export type CallFailure =
${union(callFailures)};

/** Failures of every call with a body. */
export type WriteFailure =
  | CallFailure
${union(writeFailures)};
`;
}

/** Hand-written methods by resource. */
const furtherMethods: Readonly<Record<string, string>> = {
  subscribers: 'SubscribersMethods & ManySubscribers & SubscriberFiles',
  domains: 'DomainsMethods & DomainWait',
  webhooks: 'WebhooksMethods & WebhookChecks',
};

const sortedResources = [...byResource].sort(([one], [other]) => (one < other ? -1 : 1));

function methodsFile(): string {
  const body = sortedResources.map(([name, methods]) => resourceTypes(name, methods)).join('\n');
  const used = namesIn(body);
  const of = (names: readonly string[]): string => names.filter((name) => used.has(name)).join(', ');
  const imports = [
    [of(['Call', 'CallOptions', 'List', pageInput]), '../result.ts'],
    [of(['OneBody', 'SendLimits']), '../send-fields.ts'],
    [of(['CallFailure', 'WriteFailure']), './failures.ts'],
    [of(types.names), './records.ts'],
  ];
  return `${printedBy}${imports.map(([names, path]) => `import type { ${names} } from '${path}';\n`).join('')}\n${body}`;
}

function clientFile(): string {
  const names = sortedResources.map(([name]) => name);
  const members = names.map((name) => `  ${name}: ${furtherMethods[name] ?? `${typeNameOf(name)}Methods`};`);
  return `${printedBy}import type { DomainWait, ManySubscribers, SubscriberFiles, WebhookChecks } from '../further-methods.ts';
import type { ${names.map((name) => `${typeNameOf(name)}Methods`).join(', ')} } from './methods.ts';

export type * from './failures.ts';
export type * from './methods.ts';
export type * from './records.ts';

/** All resources of a client. */
export type Resources = {
${members.join('\n')}
};
`;
}

function webhooksFile(): string {
  const members = webhookKindNames.map((kind) => {
    const payload = typeText(types.payload(payloadName(kind)), 'answered');
    return {
      payload,
      text: `  /** ${inComment(webhookKinds[kind].sentence)} */\n  | Delivered<'${kind}', ${payload}>`,
    };
  });
  const payloads = [...new Set(members.map(({ payload }) => payload))].sort();
  return `${printedBy}
import type { ${payloads.join(', ')} } from './records.ts';

type Delivered<Type extends string, Payload> = { type: Type; timestamp: string; created_at: string; data: Payload };

/** A webhook message; \`switch (event.type)\` narrows its type. */
export type WebhookMessage =
${members.map(({ text }) => text).join('\n')};
`;
}

function payloadData(kind: WebhookKind): JsonSchema {
  return propertiesOf(toJsonSchema(payloadSchema(kind), 'output')).data!;
}

function payloadName(kind: string): string {
  return `${pascalCase(kind.replaceAll('.', '_'))}Payload`;
}

function examplesFile(): string {
  const lines = operations.map(
    ({ resource, method, call }) =>
      `  '${resource}.${method}': (posthouse: Posthouse) => posthouse.${sdkCallText(call, '  ')},`,
  );
  return `${printedBy}import type { Posthouse } from '../../src/sdk/index.ts';

/** An example per operation, type-checked by the compiler. */
export const examples = {
${lines.join('\n')}
};
`;
}

function inputName(operation: SdkOperation): string {
  const { tool, resource, method } = operation;
  // A tool with two methods has two inputs. A read that got a second path later keeps the name of its first.
  const [first, ...others] = operations.filter((one) => tool && one.tool === tool);
  const isNamed = others.length === 0 || (tool?.effect === 'read' && operation === first);
  if (tool && isNamed) return `${pascalCase(tool.name)}Input`;
  return `${typeNameOf(resource)}${pascalCase(method.replaceAll(/([A-Z])/g, '_$1').toLowerCase())}Input`;
}

function answerName(operation: SdkOperation): string {
  return inputName(operation).replace(/Input$/, 'Answer');
}

function typeNameOf(resource: string): string {
  return resource[0]!.toUpperCase() + resource.slice(1);
}
