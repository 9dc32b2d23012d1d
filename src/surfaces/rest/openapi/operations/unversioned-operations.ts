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
      summary: 'Is the process alive',
      description: 'Answers 200 while the process lives.',
      answer: { schema: states('alive'), example: { status: 'alive' } },
    },
    {
      ...open,
      tag: 'Health',
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Does the platform take work',
      description:
        'Answers 200 once the platform takes work, and 503 while it starts or stops or its database is out of reach. While sending is paused for organizations, callers that may read `/metrics` also get their ids, up to 20, in `details.sending_paused`.',
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
      description: 'The whole contract of this server, as OpenAPI 3.1.',
      answer: document,
    },
    {
      ...contract,
      path: contractPath,
      operationId: 'listOpenApiParts',
      summary: 'List the parts of this document',
      description: 'Each resource has a part, which is a complete document by itself.',
      answer: {
        schema: objectSchema({
          object: { type: 'string', const: 'list' },
          data: {
            type: 'array',
            items: objectSchema({
              name: text,
              description: text,
              url: { type: 'string', format: 'uri' },
              operations: { type: 'integer', description: 'How many operations it describes' },
            }),
          },
          has_more: { type: 'boolean', const: false },
        }),
        example: {
          object: 'list',
          data: [
            {
              name: 'emails',
              description: 'Send single mails and follow their delivery',
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
      description: 'The operations of one resource with all that they refer to, as OpenAPI 3.1.',
      parameters: [{ in: 'path', name: 'file', required: true, schema: text, example: 'emails.json' }],
      answer: document,
      failures: ['not_found'],
    },
  ];
}
