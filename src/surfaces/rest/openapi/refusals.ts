import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../../../contract/json-schema.ts';
import { Failure, type FailureName, failures } from '../../../model/failure.ts';
import { Badge } from '../../../model/verification/content/verdict.ts';
import {
  ContentRefusal,
  contentFields,
  unavailableBadge,
  verificationDocsPath,
} from '../../../model/verification/content-refusal.ts';
import type { Envelope, EnvelopeName } from '../../http/request-response.ts';
import { schemaComponents } from './components.ts';

/** The refusals of operations as responses: by status, with an example of each failure that has it. */
export type RefusalResponses = {
  /** `{ '404': { $ref } , … }` for an operation of this version that can fail in these ways. */
  responses(version: EnvelopeName, names: readonly FailureName[]): Record<string, { $ref: string }>;
  components: { responses: Record<string, unknown>; examples: Record<string, unknown> };
};

/** What every call with a token can meet. */
export const callFailures: readonly FailureName[] = [
  'validation_error',
  'missing_api_key',
  'invalid_api_key',
  'restricted_api_key',
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
];
/** What a call with a body can meet besides. */
export const bodyFailures: readonly FailureName[] = ['payload_too_large', 'unsupported_media_type'];
/** What a call with an Idempotency-Key can meet besides. */
export const keyFailures: readonly FailureName[] = [
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
];
/** What any client can meet at any route. */
export const openFailures: readonly FailureName[] = ['rate_limit_exceeded', 'internal_server_error'];

const descriptions: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The API token is missing or not valid',
  403: 'The API token may not do this',
  404: 'There is nothing by that name',
  405: 'The path does not take that method',
  409: 'The request meets another one',
  413: 'The body is too large',
  415: 'The body is not JSON in UTF-8',
  429: 'Too many requests, or too many mails to one recipient; wait as long as Retry-After says',
  500: 'A fault on our side',
  503: 'The server is starting or stopping',
};

/** Details as each failure carries them. */
const exampleDetails: Partial<Record<FailureName, unknown>> = {
  validation_error: [{ path: 'subject', code: 'required', message: 'is required' }],
  restricted_api_key: { scope: 'emails.send' },
  payload_too_large: { bytes_max: 5_242_880 },
  RECIPIENT_RATE_LIMITED: { reason: 'short', rule: '5 in 10 minutes', retry_after: 431 },
};
const exampleBaseUrl = 'https://mail.example.com';
/** Fields that a failure alone has, as it carries them. */
const exampleFields: Partial<Record<FailureName, Readonly<Record<string, unknown>>>> = {
  content_verification_failed: contentFields(
    {
      blockReasons: ['COLD_EMAIL'],
      badges: [
        {
          id: 'cold_email.outreach',
          label: 'It reads like a first message to a person who did not ask for it',
          severity: 'block',
          path: 'content',
        },
      ],
      guidance: 'Write only to people who asked for your mail, and say where they did.',
    },
    exampleBaseUrl,
  ),
  content_verification_unavailable: contentFields(
    { blockReasons: [], badges: [unavailableBadge], guidance: 'Try again in a minute.' },
    exampleBaseUrl,
  ),
};
const exampleMessages: Partial<Record<FailureName, string>> = {
  validation_error: 'subject is required',
  restricted_api_key: 'This API token lacks the scope emails.send',
};

export function refusalResponses(
  envelopes: Readonly<Record<EnvelopeName, Envelope>>,
  rateLimitDocs: string,
): RefusalResponses {
  const responses: Record<string, unknown> = {};
  const examples: Record<string, unknown> = {};

  const exampleOf = (version: EnvelopeName, name: FailureName): { $ref: string } => {
    const key = `${version}_${name}`;
    if (!examples[key]) {
      const message = exampleMessages[name];
      const failure = new Failure(name, {
        ...(message !== undefined && { message }),
        ...(name in exampleDetails && { details: exampleDetails[name] }),
        ...(name in exampleFields && { fields: exampleFields[name] }),
      });
      examples[key] = {
        summary: failures[name].sentence,
        value: envelopes[version](failure, rateLimitDocs),
      };
    }
    return { $ref: `#/components/examples/${key}` };
  };

  const responseOf = (version: EnvelopeName, status: number, names: readonly FailureName[]): string => {
    const key = [version, status, ...names].join('_');
    responses[key] ??= {
      description: descriptions[status] ?? 'The request is refused',
      headers: { ...requestIdHeader, ...headersOf(status) },
      content: {
        'application/json': {
          schema: schemaOf(version, names),
          examples: Object.fromEntries(names.map((name) => [name, exampleOf(version, name)])),
        },
      },
    };
    return key;
  };

  return {
    components: { responses, examples },
    responses(version, names) {
      const statuses = new Map<number, FailureName[]>();
      for (const name of [...new Set(names)].sort()) {
        const { status } = failures[name];
        statuses.set(status, [...(statuses.get(status) ?? []), name]);
      }
      return Object.fromEntries(
        [...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, same]) => [
            String(status),
            { $ref: `#/components/responses/${responseOf(version, status, same)}` },
          ]),
      );
    },
  };
}

function schemaOf(version: EnvelopeName, names: readonly FailureName[]): JsonSchema {
  if (version === 'v2') return schemaReference('Error');
  if (!names.includes('rate_limit_exceeded')) return schemaReference('ErrorV1');
  if (names.length === 1) return schemaReference('RateLimitedV1');
  return { anyOf: [schemaReference('RateLimitedV1'), schemaReference('ErrorV1')] };
}

const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What the two refusals of content say besides, at the top of the body. */
const contentRefusal = schemaComponents([]).place(jsonSchemaOf(ContentRefusal, 'output'), 'ContentRefusal')
  .properties as Record<string, JsonSchema>;
/** v1 answers no other field of a badge than it always had. */
const BadgeV1 = Badge.omit({ host: true });
const noticed = { description: 'Of content that was refused: all that was noticed' };
const contentProperties: Record<string, JsonSchema> = {
  blockReasons: {
    ...contentRefusal.blockReasons,
    description: 'Of content that was refused: what for',
  },
  badges: { ...contentRefusal.badges, ...noticed },
  documentationUrl: {
    ...contentRefusal.documentationUrl,
    format: 'uri',
    description: `Of content that was refused: what is wrong, at ${verificationDocsPath}`,
  },
  guidance: { ...contentRefusal.guidance, description: 'Of content that was refused: what to change' },
};

export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'A refusal of v2, and of every path without a version',
    properties: {
      name: { type: 'string', enum: Object.keys(failures), description: 'What went wrong, for programs' },
      message: { type: 'string', description: 'What went wrong, for people' },
      statusCode: { type: 'integer', description: 'The HTTP status' },
      details: {
        description: 'More for programs; for validation_error a list of faults',
        anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/FieldFault' } }, { type: 'object' }],
      },
      code: { type: 'string', description: 'Only for failures with their own code' },
      ...contentProperties,
    },
    required: ['name', 'message', 'statusCode'],
  },
  FieldFault: {
    type: 'object',
    description: 'One thing wrong with one field',
    properties: {
      path: { type: 'string', description: 'Where, as emails[3].subject; empty for the whole body' },
      code: { type: 'string', enum: ['required', 'unknown_field', 'invalid'] },
      message: { type: 'string', description: 'The end of a sentence that begins with the field' },
    },
    required: ['path', 'code', 'message'],
  },
  ErrorV1: {
    type: 'object',
    description: 'A refusal of v1',
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string' },
      error: { type: 'string', enum: Object.keys(failures), description: 'The name v2 has for it' },
      code: { type: 'string', description: 'The same in upper case, or the failure’s own code' },
      ...contentProperties,
      badges: { ...jsonSchemaOf(z.array(BadgeV1), 'output'), ...noticed },
    },
    required: ['success', 'message', 'error', 'code'],
  },
  RateLimitedV1: {
    type: 'object',
    description: 'The organization has made too many requests in this minute',
    properties: {
      message: { type: 'string' },
      docs: { type: 'string', format: 'uri', description: 'A page about the limits' },
    },
    required: ['message', 'docs'],
  },
};

const reference = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const requestIdHeader = reference('X-Request-Id');
const policyHeaders = {
  ...reference('RateLimit-Policy'),
  ...reference('RateLimit-Limit'),
  ...reference('X-RateLimit-Limit'),
};
/** The headers of every answer to a caller who is known. */
export const callerHeaders = {
  ...requestIdHeader,
  ...policyHeaders,
  ...reference('RateLimit'),
  ...reference('RateLimit-Remaining'),
  ...reference('RateLimit-Reset'),
  ...reference('X-RateLimit-Remaining'),
  ...reference('X-RateLimit-Reset'),
};
export const openHeaders = requestIdHeader;

function headersOf(status: number): Record<string, unknown> {
  if (status === 401) return { ...policyHeaders, ...reference('WWW-Authenticate') };
  if (status === 429) return { ...callerHeaders, ...reference('Retry-After') };
  return callerHeaders;
}

const header = (description: string, type: 'string' | 'integer', example: string | number) => ({
  description,
  schema: { type },
  example,
});

export const headerComponents = {
  'X-Request-Id': header('Names this request in the log; your own, if you sent one', 'string', 'req_1f'),
  'RateLimit-Policy': header('The quota: q requests in w seconds', 'string', '"default";q=100;w=60'),
  RateLimit: header('What is left: r requests, for t more seconds', 'string', '"default";r=99;t=60'),
  'RateLimit-Limit': header('Requests a minute', 'integer', 100),
  'RateLimit-Remaining': header('Requests left in this window', 'integer', 99),
  'RateLimit-Reset': header('Seconds until the window ends', 'integer', 60),
  'X-RateLimit-Limit': header('The same as RateLimit-Limit', 'integer', 100),
  'X-RateLimit-Remaining': header('The same as RateLimit-Remaining', 'integer', 99),
  'X-RateLimit-Reset': header('The same as RateLimit-Reset, in seconds', 'integer', 60),
  'Retry-After': header('Seconds to wait before asking again', 'integer', 12),
  'WWW-Authenticate': header('How to authenticate', 'string', 'Bearer realm="posthouse"'),
  'Idempotent-Replayed': header('true: the answer of an earlier request with this key', 'string', 'true'),
};
