import type { JsonSchema } from '../../../../contract/description/json-schema.ts';
import { contractPath, openApiPath, partPath } from '../contract-paths.ts';
import { mcpOperations, oauthOperations } from './assistant-operations.ts';
import { objectSchema, open, text } from './open-operation.ts';
import type { DescribedOperation } from './operation.ts';
import { documentationOperations, linkOperations } from './page-operations.ts';

/** Operations outside the API versions: health, contract, MCP, OAuth, and pages for people. */
export function unversionedOperations(): DescribedOperation[] {
  return [
    ...healthOperations(),
    ...contractOperations(),
    ...mcpOperations(),
    ...oauthOperations(),
    ...linkOperations(),
    ...documentationOperations(),
  ];
}

function healthOperations(): DescribedOperation[] {
  const states = (...names: string[]): JsonSchema =>
    objectSchema({ status: { type: 'string', enum: names } });
  return [
    {
      ...open,
      tag: 'Health',
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Check whether the process is alive',
      description: 'Answers 200 while the process is alive.',
      answer: { schema: states('alive'), example: { status: 'alive' } },
    },
    {
      ...open,
      tag: 'Health',
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Check whether the server is ready',
      description:
        'Answers 200 when the server is ready, and 503 while it starts or stops or cannot reach its database. While sending is paused for organizations, callers that may read `/metrics` also get their ids, up to 20, in `details.sending_paused`.',
      statuses: [200, 503],
      answer: {
        schema: withDetails(states('starting', 'ready', 'draining', 'unavailable')),
        example: { status: 'ready' },
      },
    },
  ];
}

function withDetails(schema: JsonSchema): JsonSchema {
  const ids: JsonSchema = { type: 'array', items: { type: 'string' }, maxItems: 20 };
  const details = objectSchema({ sending_paused: ids });
  return { ...schema, properties: { ...(schema.properties as JsonSchema), details } };
}

function contractOperations(): DescribedOperation[] {
  const document = { schema: { type: 'object' }, example: { openapi: '3.1.0' } };
  const contract = { ...open, tag: 'Contract' } as const;
  return [
    {
      ...contract,
      path: openApiPath,
      operationId: 'getOpenApi',
      summary: 'Get this document',
      description: 'The complete OpenAPI 3.1 document of this server.',
      answer: document,
    },
    {
      ...contract,
      path: contractPath,
      operationId: 'listOpenApiParts',
      summary: 'List the parts of this document',
      description: 'Each resource has a part, which is a complete document.',
      answer: {
        schema: objectSchema({
          object: { type: 'string', const: 'list' },
          data: {
            type: 'array',
            items: objectSchema({
              name: text,
              description: text,
              url: { type: 'string', format: 'uri' },
              operations: { type: 'integer', description: 'Number of operations' },
            }),
          },
          has_more: { type: 'boolean', const: false },
        }),
        example: {
          object: 'list',
          data: [
            {
              name: 'emails',
              description: 'Send single emails and track their delivery',
              url: 'https://mail.example.com/openapi/emails.json',
              operations: 9,
            },
          ],
          has_more: false,
        },
      },
    },
    {
      ...contract,
      path: partPath.replace(':file', '{file}'),
      operationId: 'getOpenApiPart',
      summary: 'Get a part of this document',
      description: 'The OpenAPI 3.1 document of one resource, with everything it references.',
      parameters: [{ in: 'path', name: 'file', required: true, schema: text, example: 'emails.json' }],
      answer: document,
      failures: ['not_found'],
    },
  ];
}
