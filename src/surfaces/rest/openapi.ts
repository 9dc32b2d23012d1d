/** `/openapi.json`: the machine-readable contract of both versions, made of the catalogue and of v1's own schemas. */
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { Tool } from '../../contract/tool.ts';
import type { FailureName } from '../../model/failure.ts';
import { rateLimitDocsPath } from '../http/request-pipeline.ts';
import type { Envelope, EnvelopeName, PublicRoute } from '../http/request-response.ts';
import { pascalCase, type SchemaComponents, schemaComponents } from './openapi/components.ts';
import { exportOperations } from './openapi/export-operations.ts';
import { integrationOperations } from './openapi/integration-operations.ts';
import type { DescribedOperation } from './openapi/operation.ts';
import {
  bodyFailures,
  callerHeaders,
  callFailures,
  errorSchemas,
  headerComponents,
  keyFailures,
  openFailures,
  openHeaders,
  type RefusalResponses,
  refusalResponses,
} from './openapi/refusals.ts';
import { toolOperations } from './openapi/tool-operations.ts';
import { v1Operations } from './openapi/v1-operations.ts';
import { v2Operations } from './openapi/v2-operations.ts';
import { webhookOperations } from './openapi/webhook-operations.ts';

type OpenApiOptions = {
  catalogue: readonly Tool[];
  /** The public address, without a slash at its end. */
  baseUrl: string;
  version: string;
  envelopes: Readonly<Record<EnvelopeName, Envelope>>;
};

/** The document as text: made when it is first asked for, and kept. */
export function openApiText(options: OpenApiOptions): () => string {
  let text: string | null = null;
  return () => {
    text ??= JSON.stringify(openApiDocument(options));
    return text;
  };
}

/** @param textOf made by `openApiText` */
export function openApiRoute(textOf: () => string): PublicRoute {
  let bytes: Buffer | null = null;
  return {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    always: true,
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    async answer() {
      bytes ??= Buffer.from(textOf());
      return { status: 200, headers: documentHeaders, body: bytes };
    },
  };
}

const documentHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
};

/** The OpenAPI 3.1 document. */
export function openApiDocument({
  catalogue,
  baseUrl,
  version,
  envelopes,
}: OpenApiOptions): Record<string, unknown> {
  const operations = [
    ...v2Operations(catalogue),
    ...toolOperations(catalogue[0]!),
    ...exportOperations(),
    ...integrationOperations(),
    ...v1Operations(),
    ...healthOperations(),
  ];
  const components = schemaComponents(operations.map(({ answer }) => answer.schema));
  const refusals = refusalResponses(envelopes, baseUrl + rateLimitDocsPath);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = written(operation, components, refusals);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthouse',
      version,
      summary: 'An email platform: transactional mail, subscribers, tags, events, sending domains',
      description,
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This server' }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tagDescription(name),
    })),
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token: `posthouse_…`' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      schemas: { ...components.schemas, ...errorSchemas },
      responses: refusals.components.responses,
      examples: refusals.components.examples,
    },
  };
}

const description = `Send \`Authorization: Bearer posthouse_…\` with every call. New work uses \`/api/v2\`; \`/api/v1\` is frozen.

Every answer carries \`X-Request-Id\`, every answer to a known caller the rate limit headers. After a 429 wait as many seconds as \`Retry-After\` says.

Lists of v2 answer \`{ object: "list", data, has_more }\`, newest first; \`after\` and \`before\` take the id of an entry already seen.`;

const json = 'application/json';

/** One operation in OpenAPI's words. */
function written(
  operation: DescribedOperation,
  components: SchemaComponents,
  refusals: RefusalResponses,
): Record<string, unknown> {
  const { operationId, tag, summary, description, open, parameters, body, statuses, answer } = operation;
  const place = pascalCase(operationId);
  const takesKey = operation.method === 'POST' && !open;
  const success = {
    description: 'Done',
    headers: {
      ...(open ? openHeaders : callerHeaders),
      ...(takesKey && { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } }),
    },
    content: {
      [operation.mediaType ?? 'application/json']: {
        schema: components.place(answer.schema, `${place}Answer`),
        example: answer.example,
      },
    },
  };
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(open && { security: [] }),
    parameters: [
      ...parameters.map(({ schema, ...parameter }) => {
        const { description: text, ...bare } = schema;
        return {
          ...parameter,
          ...(text !== undefined && { description: text }),
          schema: components.place(bare, `${place}${pascalCase(parameter.name)}`),
        };
      }),
      ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: body.required,
        content: {
          [body.type ?? json]: {
            schema: components.place(body.schema, `${place}Body`),
            ...(body.example !== undefined && { example: body.example }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [String(status), success])),
      ...refusals.responses(operation.version, failuresOf(operation)),
    },
  };
}

function failuresOf({ open, method, body, failures }: DescribedOperation): readonly FailureName[] {
  if (open) return [...openFailures, ...failures];
  return [
    ...callFailures,
    ...(body ? bodyFailures : []),
    ...(method === 'POST' ? keyFailures : []),
    ...failures,
  ];
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes repeating the request harmless: for 24 hours the same key with the same body answers what the first request was answered.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
  example: 'order-1042-receipt',
};

function healthOperations(): DescribedOperation[] {
  const states = (...names: string[]): JsonSchema => ({
    type: 'object',
    properties: { status: { type: 'string', enum: names } },
    required: ['status'],
  });
  const open = {
    version: 'v2',
    method: 'GET',
    tag: 'Health',
    open: true,
    parameters: [],
    body: null,
    failures: [],
  } as const;
  return [
    {
      ...open,
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Is the process alive',
      description: 'Answers 200 while the process lives.',
      statuses: [200],
      answer: { schema: states('alive'), example: { status: 'alive' } },
    },
    {
      ...open,
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Does the platform take work',
      description:
        'Answers 200 once the platform takes work, and 503 while it starts or stops or its database is out of reach.',
      statuses: [200, 503],
      answer: {
        schema: states('starting', 'ready', 'draining', 'unavailable'),
        example: { status: 'ready' },
      },
    },
  ];
}

const tagDescriptions: Record<string, string> = {
  Emails: 'Send single mails and follow their delivery',
  Verify: 'Tell whether an address can take mail',
  Subscribers: 'The people campaigns go to',
  Tags: 'Labels of subscribers',
  Events: 'What subscribers did',
  Exports: 'Files of what is kept, made while they are downloaded',
  Campaigns: 'One message to many subscribers',
  Domains: 'The domains mail is sent from',
  Tokens: 'API tokens',
  Suppressions: 'Addresses that get no mail',
  Organization: 'The organization of the token',
  Tools: 'Every operation by name, as assistants see it',
  Admin: 'Every tool, for operators',
  Health: 'For load balancers and supervisors',
};

function tagDescription(tag: string): string {
  const plain = tag.replace(/ \(v1\)$/, '');
  const text = tagDescriptions[plain] ?? `Operations on ${plain.toLowerCase()}`;
  return plain === tag ? text : `${text}, in the frozen version`;
}
