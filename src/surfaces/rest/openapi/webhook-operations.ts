import { jsonSchemaOf } from '../../../contract/json-schema.ts';
import {
  payloadSchema,
  samplePayload,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from '../../../model/webhook/kinds.ts';
import { pascalCase } from './components.ts';

/** What a webhook is sent, by kind: the `webhooks` of the document. */
export function webhookOperations(): Record<string, unknown> {
  return Object.fromEntries(webhookKindNames.map((kind) => [kind, { post: operationOf(kind) }]));
}

function operationOf(kind: WebhookKind): Record<string, unknown> {
  return {
    operationId: `on${pascalCase(kind.replaceAll('.', '_'))}`,
    summary: webhookKinds[kind].sentence,
    tags: ['Webhooks'],
    // It is proved by its signature, not by a token.
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: jsonSchemaOf(payloadSchema(kind), 'output'),
          example: samplePayload(kind),
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Any other answer, or none within 15 s, is a failure and is retried.' },
      410: { description: 'Disables the webhook' },
    },
  };
}

/** Standard Webhooks 1.0. */
const headers = {
  'webhook-id': 'The id of the message (`msg_…`): the same in each attempt, for telling a repeated one',
  'webhook-timestamp': 'When the attempt was made, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`; several stand with spaces between, after a rotation',
} as const;
