import { providerNames } from '../../../../model/integration/providers.ts';
import type { DescribedOperation } from './operation.ts';

const hookError = {
  type: 'object',
  properties: { http_code: { type: 'integer' }, message: { type: 'string' } },
  required: ['http_code', 'message'],
};

/** Most providers get the common errors. Supabase gets the format of its hooks. */
const hookRefused = (description: string) => ({
  description,
  headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  content: {
    'application/json': {
      schema: {
        anyOf: [
          { $ref: '#/components/schemas/ErrorV1' },
          { $ref: '#/components/schemas/RateLimitedV1' },
          { type: 'object', properties: { error: hookError }, required: ['error'] },
        ],
      },
    },
  },
});

export function integrationOperations(): DescribedOperation[] {
  return [
    {
      version: 'v1',
      method: 'POST',
      path: '/api/v1/integrations/{provider}/{id}',
      operationId: 'receiveIntegrationEvent',
      tag: 'Integrations',
      summary: 'Receive an event from another system',
      description:
        'The URL from create_integration, which you enter at the provider. The provider’s signature over the raw body authenticates the request. The answer is sent after the request is stored on disk; a repeated request gets the same answer and has no effect. A Supabase Auth hook gets an empty object.',
      // Authenticated by the signature, not by a token.
      open: true,
      parameters: [
        {
          in: 'path',
          name: 'provider',
          required: true,
          schema: { type: 'string', enum: [...providerNames] },
          example: 'stripe',
        },
        {
          in: 'path',
          name: 'id',
          required: true,
          schema: {
            type: 'string',
            description: 'Id of the integration; if its URL has a secret, followed by a dot and the secret.',
          },
          example: 'int_01kaa0xq5v8m3c2n7r4t6w9yzb',
        },
      ],
      body: {
        schema: {
          type: ['object', 'array'],
          items: { type: 'object' },
          description: 'The body from the provider, at most 1 MB.',
        },
        required: true,
        example: { id: 'evt_1', type: 'customer.created', data: { object: { email: 'ada@example.com' } } },
      },
      statuses: [200],
      answer: {
        schema: { type: 'object', properties: { received: { const: true }, error: hookError } },
        example: { received: true },
      },
      failures: [
        'validation_error',
        'invalid_signature',
        'not_found',
        'payload_too_large',
        'service_unavailable',
      ],
      others: {
        429: hookRefused('Too many requests, or too many mails to one recipient'),
        503: hookRefused('The server is starting or stopping, or accepting a mail took too long'),
      },
    },
  ];
}
