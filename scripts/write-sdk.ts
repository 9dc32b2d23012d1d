/**
 * Prints the part of the SDK that follows from the catalogue: the table of operations, the types, and the examples.
 *
 *   npm run sdk              writes
 *   npm run sdk -- --check   writes nothing, and fails when something is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type JsonSchema, jsonSchemaOf } from '../src/contract/json-schema.ts';
import type { FailureName } from '../src/model/failure.ts';
import { payloadSchema, webhookKindNames, webhookKinds } from '../src/model/webhook/kinds.ts';
import { pascalCase } from '../src/surfaces/rest/openapi/components.ts';
import { callFailures as everyFailure } from '../src/surfaces/rest/openapi/refusals.ts';
import { propertiesOf, type SdkOperation, sdkOperations } from './sdk/operations.ts';
import { inComment, literal, referencesOf, typeText } from './sdk/print-types.ts';
import { sdkRecords } from './sdk/records.ts';

const root = new URL('../', import.meta.url);
const printedBy = '// Printed by `npm run sdk` from the catalogue.\n';

/** Of what a call can meet, what only one with a body can. */
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
/** What most schemas share gets the plain name: here that is what one `get` answers, and an item of a list is a summary of it. */
const getsWeight = 50;
const components = sdkRecords(
  operations.flatMap(({ method, answer }) =>
    method === 'get' ? Array<JsonSchema>(getsWeight).fill(answer) : [answer],
  ),
);

/** Answers that a schema describes by optional fields, because one must have properties at its root. */
const unions: Readonly<Record<string, string>> = {
  wait_for_email: "Email | { object: 'email'; id: null }",
};

/** Every printed file, by its path. */
export function printedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set('src/sdk/printed/operations.ts', operationsFile());
  for (const [resource, methods] of byResource) {
    files.set(`src/sdk/printed/${fileOf(resource)}.ts`, resourceFile(resource, methods));
  }
  files.set('src/sdk/printed/records.ts', recordsFile());
  files.set('src/sdk/printed/failures.ts', failuresFile());
  files.set('src/sdk/printed/client-resources.ts', clientFile());
  files.set('src/sdk/printed/webhook-events.ts', webhooksFile());
  files.set('test/sdk/examples.ts', examplesFile());
  return files;
}

function operationsFile(): string {
  const lines = [...byResource].flatMap(([resource, methods]) => [resource, ...methods.map(tableLine)]);
  return `${printedBy}/** A resource by itself, then its methods: name, method, path, and what they take and answer. */
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

function resourceFile(resource: string, methods: readonly SdkOperation[]): string {
  const types = methods.flatMap((operation) => [...inputType(operation), ...answerType(operation)]);
  const signatures = methods.map(signature);
  const body = `${types.join('\n')}
/** The methods of \`posthouse.${resource}\`. */
export type ${typeNameOf(resource)}Methods = {
${signatures.join('\n')}
};
`;
  const records = [...recordNames()].filter((name) => new RegExp(`\\b${name}\\b`).test(stripped(body)));
  const outer = ['Call', 'CallOptions', 'List', 'Page', 'OneBody', 'SendLimits'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(stripped(body)),
  );
  const own = ['CallFailure', 'WriteFailure'].filter((name) => body.includes(name));
  const isBody = (name: string): boolean => name === 'OneBody' || name === 'SendLimits';
  const bodies = outer.filter(isBody);
  const results = outer.filter((name) => !isBody(name));
  return [
    printedBy,
    ...(bodies.length > 0 ? [`import type { ${bodies.join(', ')} } from '../send-fields.ts';\n`] : []),
    `import type { ${results.join(', ')} } from '../result.ts';\n`,
    `import type { ${own.join(', ')} } from './failures.ts';\n`,
    ...(records.length > 0 ? [`import type { ${records.join(', ')} } from './records.ts';\n`] : []),
    '\n',
    body,
  ].join('');
}

/** Without comments and strings, where a name is only a word. */
function stripped(text: string): string {
  return text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/'[^']*'/g, '');
}

function inputType(operation: SdkOperation): string[] {
  const { input, inputIs } = operation;
  if (!input || inputIs === 'bytes') return [];
  const name = inputName(operation);
  if (Object.keys(propertiesOf(input.schema)).length === 0 && inputIs === 'fields') {
    return [`export type ${name} = Record<string, unknown>;\n`];
  }
  if (inputIs === 'array') {
    const item = input.schema.items as JsonSchema;
    return [`export type ${name} = (${bodyText(operation, item, [item])})[];\n`];
  }
  return [`export type ${name} = ${bodyText(operation, input.schema, [])};\n`];
}

const bodyFields = ['html', 'markdown', 'tiptap'];

/** Where exactly one body is needed, the type says so: the schema leaves it to a check. */
function bodyText({ tool }: SdkOperation, schema: JsonSchema, within: readonly JsonSchema[]): string {
  const properties = propertiesOf(schema);
  if (!bodyFields.every((field) => field in properties) || !tool || !needsBody(tool, within.length > 0)) {
    return typeText(schema, 'given');
  }
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !bodyFields.includes(name)));
  const limits = 'reply_to' in properties ? ' & SendLimits' : '';
  return `${typeText({ ...schema, properties: rest }, 'given')} & OneBody${limits}`;
}

function needsBody(
  { input, otherFaults, example, effect, name }: NonNullable<SdkOperation['tool']>,
  isList: boolean,
): boolean {
  if (effect === 'send' || name === 'verify_content') return true;
  const without = Object.fromEntries(
    Object.entries(example.input).filter(([field]) => !bodyFields.includes(field)),
  );
  return !isList && (!input.safeParse(without).success || (otherFaults?.(without).length ?? 0) > 0);
}

function answerType(operation: SdkOperation): string[] {
  if (operation.answerIs !== 'json') return [];
  const union = unions[operation.tool?.name ?? ''];
  if (union !== undefined) return [`export type ${answerName(operation)} = ${union};\n`];
  const placed = placedAnswer(operation);
  if (typeof placed.$ref === 'string' || operation.cursor !== null) {
    const item = (propertiesOf(placed).data?.items ?? {}) as JsonSchema;
    if (typeof placed.$ref === 'string' || typeof item.$ref === 'string') return [];
    return [`export type ${answerName(operation)} = ${typeText(item, 'answered')};\n`];
  }
  return [`export type ${answerName(operation)} = ${typeText(placed, 'answered')};\n`];
}

function placedAnswer(operation: SdkOperation): JsonSchema {
  return components.place(operation.answer, answerName(operation));
}

function signature(operation: SdkOperation): string {
  const { method, pathFields, input, inputIs, header } = operation;
  const given = [
    ...pathFields.map((field) => `${field}: string${field === 'part' ? ' | number' : ''}`),
    ...(input
      ? [
          inputIs === 'bytes'
            ? 'content: string | Uint8Array'
            : `input${input.required ? '' : '?'}: ${inputName(operation)}${input.required ? '' : ' | undefined'}`,
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
  if (answerIs === 'stream') return `Call<ReadableStream<Uint8Array>, ${failures}>`;
  if (operation.tool && operation.tool.name in unions) return `Call<${answerName(operation)}, ${failures}>`;
  const placed = placedAnswer(operation);
  if (cursor !== null) {
    const item = propertiesOf(placed).data!.items as JsonSchema;
    return `List<${typeof item.$ref === 'string' ? typeText(item, 'answered') : answerName(operation)}, ${failures}>`;
  }
  return `Call<${typeof placed.$ref === 'string' ? typeText(placed, 'answered') : answerName(operation)}, ${failures}>`;
}

/** Its own failures, beside those that every such call can meet. */
function failuresText({ failures, http }: SdkOperation): string {
  const writes = http !== 'GET';
  const understood = new Set<FailureName>(writes ? [...everyFailure] : callFailures);
  const own = [...new Set(failures)].filter((name) => !understood.has(name)).sort();
  return [writes ? 'WriteFailure' : 'CallFailure', ...own.map((name) => literal(name))].join(' | ');
}

function docComment(operation: SdkOperation): string {
  const lines = [inComment(operation.describes), '@example', `await posthouse.${callText(operation)}`];
  return `  /**\n${lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `   * ${inComment(line)}\n`)
    .join('')}   */\n`;
}

/** The example of an operation as a call. */
function callText({ resource, method, input, example, header }: SdkOperation, place = ''): string {
  const given = [
    ...example.path.map((value) => literal(value)),
    ...(input && !(isEmpty(example.input) && !input.required) ? [literal(example.input, place)] : []),
    ...(header ? [`{ ${header.option}: 'permissive' }`] : []),
  ];
  return `${resource}.${method}(${given.join(', ')})`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function recordNames(): Iterable<string> {
  for (const operation of operations)
    if (!(operation.tool && operation.tool.name in unions)) placedAnswer(operation);
  return Object.keys(components.schemas);
}

function recordsFile(): string {
  const names = [...recordNames()].sort();
  const types = names.map(
    (name) => `export type ${name} = ${typeText(components.schemas[name]!, 'answered')};\n`,
  );
  for (const name of names) {
    for (const other of referencesOf(components.schemas[name])) {
      if (!names.includes(other)) throw new Error(`${name} refers to ${other}, which is no record`);
    }
  }
  return `${printedBy}/** What the resources answer. */\n\n${types.join('\n')}`;
}

function failuresFile(): string {
  const union = (names: readonly string[]): string => names.map((name) => `  | ${literal(name)}`).join('\n');
  return `${printedBy}/** What every call can be refused with. */
export type CallFailure =
${union(callFailures)};

/** What every call with a body can be refused with. */
export type WriteFailure =
  | CallFailure
${union(writeFailures)};
`;
}

/** Methods written by hand beside the printed ones, by resource. */
const furtherMethods: Readonly<Record<string, string>> = {
  subscribers: 'SubscribersMethods & ManySubscribers',
  domains: 'DomainsMethods & DomainWait',
  webhooks: 'WebhooksMethods & WebhookChecks',
};

function clientFile(): string {
  const names = [...byResource.keys()].sort();
  const imports = names.map(
    (name) => `import type { ${typeNameOf(name)}Methods } from './${fileOf(name)}.ts';\n`,
  );
  const exports = [...names.map(fileOf), 'records', 'failures'].sort();
  const members = names.map((name) => `  ${name}: ${furtherMethods[name] ?? `${typeNameOf(name)}Methods`};`);
  return `${printedBy}import type { DomainWait, ManySubscribers, WebhookChecks } from '../further-methods.ts';
${imports.join('')}
${exports.map((name) => `export type * from './${name}.ts';\n`).join('')}
/** All resources of a client. */
export type Resources = {
${members.join('\n')}
};
`;
}

function webhooksFile(): string {
  const kinds = webhookKindNames.map((kind) => {
    const { data } = propertiesOf(jsonSchemaOf(payloadSchema(kind), 'output'));
    return { kind, text: typeText(data!, 'answered') };
  });
  const byText = Map.groupBy(kinds, ({ text }) => text);
  const types = [...byText].map(([text, [first]]) => `export type ${payloadName(first!.kind)} = ${text};\n`);
  const members = kinds.map(({ kind, text }) => {
    const [first] = byText.get(text)!;
    return `  /** ${inComment(webhookKinds[kind].sentence)} */\n  | Delivered<'${kind}', ${payloadName(first!.kind)}>`;
  });
  return `${printedBy}
type Delivered<Type extends string, Payload> = { type: Type; timestamp: string; created_at: string; data: Payload };

${types.join('\n')}
/** What a webhook is sent; \`switch (event.type)\` distinguishes them. */
export type WebhookMessage =
${members.join('\n')};
`;
}

function payloadName(kind: string): string {
  return `${pascalCase(kind.replaceAll('.', '_'))}Payload`;
}

function examplesFile(): string {
  const lines = operations.map(
    (operation) =>
      `  '${operation.resource}.${operation.method}': (posthouse: Posthouse) =>\n    posthouse.${callText(operation, '    ')},`,
  );
  return `${printedBy}import type { Posthouse } from '../../src/sdk/index.ts';

/** The example of each operation, which compiles. */
export const examples = {
${lines.join('\n')}
};
`;
}

function inputName({ tool, resource, method }: SdkOperation): string {
  // A tool that has two methods has two inputs.
  const shared = operations.filter((operation) => tool && operation.tool === tool).length > 1;
  if (tool && !shared) return `${pascalCase(tool.name)}Input`;
  return `${typeNameOf(resource)}${pascalCase(method.replaceAll(/([A-Z])/g, '_$1').toLowerCase())}Input`;
}

function answerName(operation: SdkOperation): string {
  return inputName(operation).replace(/Input$/, 'Answer');
}

function typeNameOf(resource: string): string {
  return resource[0]!.toUpperCase() + resource.slice(1);
}

function fileOf(resource: string): string {
  return resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Paths of files that are not as they would be printed now. */
export function stale(): string[] {
  return [...printedFiles()].filter(([path, text]) => textAt(path) !== text).map(([path]) => path);
}

function textAt(path: string): string | null {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const paths = stale();
  if (process.argv.includes('--check')) {
    if (paths.length > 0) {
      console.error(`Stale: ${paths.join(', ')}. Run npm run sdk`);
      process.exitCode = 1;
    }
  } else for (const path of paths) writeFileSync(new URL(path, root), printedFiles().get(path)!);
}
