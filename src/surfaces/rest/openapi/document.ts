import { atOnce, type Pieces } from '../../../concurrency/pieces.ts';
import { inputSchema, outputSchema } from '../../../contract/description/json-schema.ts';
import { toolDescription } from '../../../contract/description/tool-description.ts';
import type { Tool } from '../../../contract/tool.ts';
import { oauthScopes, scopeSentences } from '../../../model/oauth/scopes.ts';
import { shownKey } from '../../../model/text/alias.ts';
import type { Envelope, EnvelopeName } from '../../http/request-response.ts';
import { type PlacedSchema, type SchemaComponents, schemaComponents } from './components.ts';
import { describedSamples } from './described-samples.ts';
import { extendSchemas } from './extended-schemas.ts';
import { exportOperations } from './operations/export-operations.ts';
import { integrationOperations } from './operations/integration-operations.ts';
import type { DescribedOperation, DescribedParameter } from './operations/operation.ts';
import { toolOperations } from './operations/tool-operations.ts';
import { unversionedOperations } from './operations/unversioned-operations.ts';
import { v1Operations } from './operations/v1-operations.ts';
import { v2Operations } from './operations/v2-operations.ts';
import {
  everyPayload,
  webhookComponents,
  webhookOperations,
  webhookSchemas,
} from './operations/webhook-operations.ts';
import { errorSchemas, headerComponents, type RefusalResponses, refusalResponses } from './refusals.ts';
import { pascalCase } from './schema-names.ts';
import { type OtherResponses, otherResponses, type SuccessResponses, successResponses } from './successes.ts';

export type OpenApiOptions = {
  catalogue: readonly Tool[];
  baseUrl: string;
  version: string;
  envelopes: Readonly<Record<EnvelopeName, Envelope>>;
};

export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Record<string, unknown>>>;
  webhooks?: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
};

/** Builds the OpenAPI 3.1 document synchronously, for callers that may block the event loop. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  return atOnce(openApiPieces(options));
}

/** Takes a few hundred milliseconds. Yields every few milliseconds, so that the caller can do other work. */
export function* openApiPieces({
  catalogue,
  baseUrl,
  version,
  envelopes,
}: OpenApiOptions): Pieces<OpenApiDocument> {
  for (const tool of catalogue) {
    // Both are cached, and the operations below use them.
    inputSchema(tool);
    outputSchema(tool);
    yield;
  }
  const operations = describedOperations(catalogue);
  yield;
  const placed: PlacedSchema[] = [];
  for (const operation of operations) {
    placed.push(...listOperationSchemas(operation));
    yield;
  }
  placed.push(...webhookSchemas());
  yield;
  const schemas = yield* schemaComponents(placed);
  const parts: Parts = {
    schemas,
    parameters: sharedParameters(operations),
    successes: successResponses(),
    others: otherResponses(operations),
    refusals: refusalResponses(envelopes, baseUrl),
    baseUrl,
  };
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = written(operation, parts);
    yield;
  }
  schemas.place(everyPayload);
  yield;
  const webhooks = webhookOperations(schemas);
  const { parameters, responses } = webhookComponents;
  const { refusals, successes } = parts;
  const extended = yield* extendSchemas(schemas.schemas);
  return published({
    openapi: '3.1.0',
    info: {
      title: 'Posthouse',
      version,
      summary: 'An email platform: transactional mail, subscribers, campaigns, workflows, sending domains',
      description,
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'The documentation', url: `${baseUrl}/docs` },
    servers: [{ url: baseUrl, description: 'This server' }],
    security: [{ token: [] }],
    tags: [...new Set([...operations.map(({ tag }) => tag), 'Webhooks'])].map((name) => ({
      name,
      description: tagDescription(name),
    })),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(baseUrl),
      parameters: { IdempotencyKey: idempotencyKey, ...parts.parameters.components, ...parameters },
      headers: headerComponents,
      schemas: { ...extended, ...errorSchemas(baseUrl) },
      responses: {
        ...successes.components,
        ...refusals.components.responses,
        ...parts.others.components,
        ...responses,
      },
      examples: refusals.components.examples,
    },
  });
}

export function describedOperations(catalogue: readonly Tool[]): DescribedOperation[] {
  return [
    ...v2Operations(catalogue),
    ...toolOperations(shortestTool(catalogue), catalogue),
    ...exportOperations(),
    ...integrationOperations(),
    ...v1Operations(),
    ...unversionedOperations(),
  ];
}

function shortestTool(catalogue: readonly Tool[]): Tool {
  const length = (tool: Tool) => JSON.stringify(toolDescription(tool)).length;
  return catalogue.reduce((best, tool) => (length(tool) < length(best) ? tool : best));
}

const description = `Send \`Authorization: Bearer posthouse_…\` with every call. New work uses \`/api/v2\`; \`/api/v1\` is frozen.

Every answer carries \`X-Request-Id\`, every answer to a known caller the rate limit headers. After a 429 wait as many seconds as \`Retry-After\` says.

Lists of v2 answer \`{ object: "list", data, has_more }\`, newest first; \`after\` and \`before\` take the id of an entry, even of a deleted one. If more entries follow, the response has \`Link: <…>; rel="next"\`, even if the page is empty. Objects may gain fields.

Mail is also taken by SMTP, and every tool by MCP at \`/mcp\`. \`/openapi\` lists this document in parts.`;

const json = 'application/json';

function securitySchemes(baseUrl: string): Record<string, unknown> {
  return {
    token: { type: 'http', scheme: 'bearer', description: 'An API token: `posthouse_…`' },
    oauth: {
      type: 'oauth2',
      description:
        'OAuth 2.1 with PKCE, for MCP clients, where the operator has switched it on. An API token does the same.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl: `${baseUrl}/oauth/token`,
          refreshUrl: `${baseUrl}/oauth/token`,
          scopes: Object.fromEntries(oauthScopes.map((scope) => [scope, scopeSentences[scope]])),
        },
      },
    },
  };
}

type Parts = {
  schemas: SchemaComponents;
  parameters: SharedParameters;
  successes: SuccessResponses;
  others: OtherResponses;
  refusals: RefusalResponses;
  baseUrl: string;
};

function placeOf({ operationId }: DescribedOperation): string {
  return pascalCase(operationId);
}

function bodySchema(operation: DescribedOperation, schema: PlacedSchema['schema']): PlacedSchema {
  return { schema, use: 'taken', place: `${placeOf(operation)}Body`, named: true };
}

function answerSchema(operation: DescribedOperation, schema: PlacedSchema['schema']): PlacedSchema {
  const { operationId } = operation;
  return {
    schema,
    use: 'answered',
    place: `${placeOf(operation)}Answer`,
    named: true,
    answeredBy: operationId,
  };
}

function parameterSchema({ name, schema }: DescribedParameter, place: string): PlacedSchema {
  const { description: _, ...bare } = schema;
  return { schema: bare, use: 'taken', place: place + pascalCase(name.replaceAll('-', '_')), named: false };
}

export function listOperationSchemas(operation: DescribedOperation): PlacedSchema[] {
  const { answer, body, parameters } = operation;
  return [
    ...(answer ? [answerSchema(operation, answer.schema)] : []),
    ...(body ? [bodySchema(operation, body.schema)] : []),
    ...parameters.map((parameter) => parameterSchema(parameter, placeOf(operation))),
  ];
}

function written(operation: DescribedOperation, parts: Parts): Record<string, unknown> {
  const { operationId, tag, summary, description: text, open, body, statuses, others } = operation;
  const { samples = (baseUrl: string) => describedSamples(operation, baseUrl) } = operation;
  const success =
    statuses.length > 0 &&
    parts.successes.place(operation, (schema) => parts.schemas.place(answerSchema(operation, schema)));
  const parameters = operation.parameters.map((parameter) =>
    parts.parameters.place(parameter, tag, (bare) =>
      parts.schemas.place({ ...parameterSchema(parameter, placeOf(operation)), schema: bare }),
    ),
  );
  if (takesKey(operation)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return {
    operationId,
    tags: [tag],
    summary,
    description: text,
    ...(operation.deprecated && { deprecated: true }),
    ...(open ? { security: [] } : operation.oauth && { security: [{ token: [] }, { oauth: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.required,
        content: {
          [body.type ?? json]: {
            schema: parts.schemas.place(bodySchema(operation, body.schema)),
            ...(body.example !== undefined && { example: body.example }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [String(status), success])),
      ...parts.refusals.responses(operation),
      ...parts.others.place(operationId, others),
    },
    ...(operation.tool !== undefined && { 'x-tool': operation.tool }),
    ...(operation.version === 'v2' && !open && { 'x-codeSamples': samples(parts.baseUrl) }),
  };
}

function takesKey({ method, open, version, path }: DescribedOperation): boolean {
  return method === 'POST' && !open && path.startsWith(`/api/${version}/`);
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Makes repeating the request harmless: for 24 hours the same key with the same body gets the response to the first request, with the header `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
  example: 'order-1042-receipt',
};

type SharedParameters = {
  place(
    parameter: DescribedParameter,
    tag: string,
    placeSchema: (schema: DescribedParameter['schema']) => unknown,
  ): Record<string, unknown>;
  components: Record<string, unknown>;
};

/** Plain names that v1 parameters had before v2 shared some. They stay with v1, because generated clients use them. */
const namesOfV1: ReadonlySet<string> = new Set(['Status']);

function sharedParameters(operations: readonly DescribedOperation[]): SharedParameters {
  const counts = new Map<string, number>();
  for (const parameter of operations.flatMap((operation) => operation.parameters)) {
    const text = JSON.stringify(parameter);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const components: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const nameOf = (text: string, { name }: DescribedParameter, tag: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const plain = pascalCase(name.replaceAll(/[-.]/g, '_'));
    const ofTag = tag.replace(/(.+) \(v1\)$/, 'V1$1') + plain;
    const wishes = namesOfV1.has(plain) && !tag.endsWith('(v1)') ? [ofTag] : [plain, ofTag];
    const free = wishes.find((wish) => !(wish in components));
    if (free === undefined) throw new Error(`Two parameters are ${ofTag}: ${text}`);
    names.set(text, free);
    return free;
  };
  return {
    components,
    place(parameter, tag, placeSchema) {
      const { schema, required, ...rest } = parameter;
      const { description: text, ...bare } = schema;
      const placed = placeSchema(bare);
      // Without a media type, an object would be serialized as a parameter per field.
      const form = bare.type === 'object' ? { content: { [json]: { schema: placed } } } : { schema: placed };
      const whole = {
        ...rest,
        ...(required && { required }),
        ...(text !== undefined && { description: text }),
        ...form,
      };
      const key = JSON.stringify(parameter);
      if (counts.get(key)! < 2) return whole;
      const name = nameOf(key, parameter, tag);
      components[name] ??= whole;
      return { $ref: `#/components/parameters/${name}` };
    },
  };
}

/** Removes schema fields meant only for our own doors. */
function published(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document, (name, value) => (name === shownKey ? undefined : value));
  return JSON.parse(text) as OpenApiDocument;
}

const tagDescriptions: Record<string, string> = {
  Emails: 'Send single emails and track their delivery',
  Verify: 'Check whether an address can receive mail',
  Subscribers: 'Recipients of campaigns',
  Tags: 'Labels for subscribers',
  Events: 'Actions of subscribers',
  Exports: 'Data exports, streamed as files',
  Campaigns: 'Messages to many subscribers',
  Domains: 'Sending domains',
  Tokens: 'API tokens',
  Suppressions: 'Addresses that receive no mail',
  Organization: 'The organization of the token',
  Webhooks: 'Events posted to your server, and their endpoints',
  Workflows: 'Automated mail and changes, triggered by subscribers',
  Tools: 'All tools by name, as assistants see them',
  Admin: 'All tools, for operators',
  Health: 'For load balancers and supervisors',
  Contract: 'This document, complete and by resource',
  Assistants: 'The Model Context Protocol',
  OAuth: 'OAuth 2.1 for MCP clients, if the operator turns it on',
  Links: 'Targets of the links in mail; each link contains its own authorization',
  Documentation: 'Documentation pages',
};

function tagDescription(tag: string): string {
  const plain = tag.replace(/ \(v1\)$/, '');
  const text = tagDescriptions[plain] ?? `Operations on ${plain.toLowerCase()}`;
  return plain === tag ? text : `${text}, in the frozen version`;
}
