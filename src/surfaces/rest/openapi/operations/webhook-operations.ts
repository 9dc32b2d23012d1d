import { type JsonSchema, toJsonSchema } from '../../../../contract/description/json-schema.ts';
import {
  payloadSchema,
  samplePayload,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from '../../../../model/webhook/kinds.ts';
import type { PlacedSchema, SchemaComponents } from '../components.ts';
import { pascalCase } from '../schema-names.ts';

export function webhookSchemas(): PlacedSchema[] {
  return [everyPayload, ...webhookKindNames.map(payloadOf)];
}

/** Common fields of all payloads, to be shared by reference. */
export const everyPayload: PlacedSchema = {
  schema: withoutFields(toJsonSchema(payloadSchema('webhook.test'), 'output'), ['type', 'data']),
  use: 'answered',
  place: 'WebhookPayload',
  named: true,
};

function withoutFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = schema as { properties: object; required: string[] };
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    required: required.filter((name) => !names.includes(name)),
  };
}

export function webhookOperations(schemas: SchemaComponents): Record<string, Record<string, unknown>> {
  return Object.fromEntries(webhookKindNames.map((kind) => [kind, { post: operationOf(kind, schemas) }]));
}

function payloadOf(kind: WebhookKind): PlacedSchema {
  return {
    schema: toJsonSchema(payloadSchema(kind), 'output'),
    use: 'answered',
    place: `${pascalCase(kind.replaceAll('.', '_'))}Payload`,
    named: true,
  };
}

function operationOf(kind: WebhookKind, schemas: SchemaComponents): Record<string, unknown> {
  return {
    operationId: `on${pascalCase(kind.replaceAll('.', '_'))}`,
    summary: webhookKinds[kind].sentence,
    tags: ['Webhooks'],
    // Authenticated by the signature, not by a token.
    security: [],
    parameters: Object.keys(headers).map((name) => ({
      $ref: `#/components/parameters/${componentOf(name)}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.place(payloadOf(kind)), example: samplePayload(kind) },
      },
    },
    responses: Object.fromEntries(
      Object.keys(responses).map((status) => [
        status,
        { $ref: `#/components/responses/WebhookAnswer${status}` },
      ]),
    ),
  };
}

/** Standard Webhooks 1.0. */
const headers = {
  'webhook-id': 'Id of the message (`msg_…`), the same in each attempt, so that you can detect repeats',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the base64 of an HMAC-SHA256 of `id.timestamp.body`; several stand with spaces between, after a rotation',
} as const;

const responses = {
  '2XX': { description: 'Accepted. Any other answer, or none within 15 s, is a failure and is retried.' },
  410: { description: 'Disables the webhook' },
} as const;

export const webhookComponents = {
  parameters: Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      componentOf(name),
      { name, in: 'header', required: true, description, schema: { type: 'string' } },
    ]),
  ),
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [`WebhookAnswer${status}`, response]),
  ),
};

function componentOf(header: string): string {
  return pascalCase(header.replaceAll('-', '_'));
}
