import { z } from 'zod';
import { type JsonSchema, toJsonSchema } from '../../../contract/description/json-schema.ts';
import { Failure, type FailureName, failures } from '../../../model/failure.ts';
import { Badge } from '../../../model/verification/content/verdict.ts';
import {
  ContentRefusal,
  contentFields,
  unavailableBadge,
  verificationDocsPath,
} from '../../../model/verification/content-refusal.ts';
import { failurePage, failuresPage } from '../../http/failure-page.ts';
import type { Envelope, EnvelopeName } from '../../http/request-response.ts';
import { rateLimitDocsPath } from '../../http/request-response.ts';
import { leanSchema } from './lean-schema.ts';
import type { DescribedOperation } from './operations/operation.ts';

/** Failures of every call are the two responses `4XX` and `5XX`. Statuses with the operation's own failures are separate. */
export type RefusalResponses = {
  responses(
    operation: Pick<DescribedOperation, 'version' | 'open' | 'failures'>,
  ): Record<string, { $ref: string }>;
  components: { responses: Record<string, unknown>; examples: Record<string, unknown> };
};

/** Failures of every call with a token. */
export const callFailures: readonly FailureName[] = [
  'validation_error',
  'missing_api_key',
  'invalid_api_key',
  'restricted_api_key',
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
];
/** Failures of every route, token or not. */
const openFailures: readonly FailureName[] = [
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
];

const descriptions: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The API token is missing or not valid',
  403: 'The API token may not do this',
  404: 'There is nothing by that name',
  409: 'The request meets another one',
  413: 'The body is too large',
  415: 'The body is not JSON in UTF-8',
  429: 'Too many requests, or too many mails to one recipient; wait as long as Retry-After says',
  500: 'A fault on our side',
  503: 'The server is starting or stopping',
};

const exampleDetails: Partial<Record<FailureName, unknown>> = {
  validation_error: [{ path: 'subject', code: 'required', message: 'is required' }],
  restricted_api_key: { scope: 'emails.send' },
  payload_too_large: { bytes_max: 5_242_880 },
  RECIPIENT_RATE_LIMITED: { reason: 'short', rule: '5 in 10 minutes', retry_after: 431 },
};
const exampleBaseUrl = 'https://mail.example.com';
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
  baseUrl: string,
): RefusalResponses {
  const rateLimitDocs = baseUrl + rateLimitDocsPath;
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
        description: `[About ${name}](${baseUrl}${failurePage(name)})`,
        value: envelopes[version](failure, rateLimitDocs),
      };
    }
    return { $ref: `#/components/examples/${key}` };
  };

  const contentOf = (version: EnvelopeName, names: readonly FailureName[]) => ({
    'application/json': {
      schema: schemaOf(version, names),
      examples: Object.fromEntries(names.map((name) => [name, exampleOf(version, name)])),
    },
  });

  const refused = (version: EnvelopeName, open: boolean, kind: 4 | 5): Record<string, { $ref: string }> => {
    const usual = open ? openFailures : callFailures;
    const names = usual.filter((name) => Math.floor(failures[name].status / 100) === kind);
    const kindName = kind === 4 ? `Refused${open ? 'Open' : ''}` : 'Failed';
    const key = kindName + (version === 'v1' ? 'V1' : '');
    responses[key] ??= {
      description: kind === 4 ? 'What any request can be refused for' : 'A fault on our side',
      headers: {
        ...callerHeaders,
        ...retryHeader,
        ...(kind === 4 && !open && reference('WWW-Authenticate', 'Authenticate')),
      },
      content: contentOf(version, names),
    };
    return { [`${kind}XX`]: { $ref: `#/components/responses/${key}` } };
  };

  const refusedWith = (version: EnvelopeName, status: number, names: readonly FailureName[]) => {
    const key = responseName(version, status, names);
    responses[key] ??= {
      description: descriptions[status] ?? 'The request is refused',
      headers: { ...requestIdHeader, ...(status === 429 && retryHeader) },
      content: contentOf(version, names),
    };
    return { $ref: `#/components/responses/${key}` };
  };

  return {
    components: { responses, examples },
    responses({ version, open = false, failures: names }) {
      const usual = open ? openFailures : callFailures;
      const own = new Set(names.filter((name) => !usual.includes(name)).map((name) => failures[name].status));
      const all = [...new Set([...names, ...usual])].sort();
      return {
        ...Object.fromEntries(
          [...own].map((status) => [
            String(status),
            refusedWith(
              version,
              status,
              all.filter((name) => failures[name].status === status),
            ),
          ]),
        ),
        ...refused(version, open, 4),
        ...refused(version, open, 5),
      };
    },
  };
}

/** Failures of refused content, which almost always occur together and share a name. */
const ofContent: readonly FailureName[] = ['content_verification_failed', 'content_verification_unavailable'];

function inShort(names: readonly FailureName[]): string[] {
  if (!ofContent.every((name) => names.includes(name))) return [...names];
  return ['content', ...names.filter((name) => !ofContent.includes(name))];
}

/** Builds `E404`, `E403_domain_not_verified` or `E404_v1`. Failures of every call are left out. */
function responseName(version: EnvelopeName, status: number, names: readonly FailureName[]): string {
  const own = names.filter((name) => !callFailures.includes(name));
  const called = own.length === 1 && own[0] === 'not_found' ? [] : inShort(own);
  return [`E${status}`, ...called, ...(version === 'v1' ? ['v1'] : [])].join('_');
}

function schemaOf(version: EnvelopeName, names: readonly FailureName[]): JsonSchema {
  if (version === 'v2') return schemaReference('Error');
  if (!names.includes('rate_limit_exceeded')) return schemaReference('ErrorV1');
  if (names.length === 1) return schemaReference('RateLimitedV1');
  return { anyOf: [schemaReference('RateLimitedV1'), schemaReference('ErrorV1')] };
}

export const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Additional top-level fields of the two content failures. */
const contentRefusal = leanSchema(toJsonSchema(ContentRefusal, 'output'), 'answered').properties as Record<
  string,
  JsonSchema
>;
/** v1 badges keep exactly their original fields. */
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

export const errorSchemas = (baseUrl: string): Record<string, JsonSchema> => ({
  Error: {
    type: 'object',
    description: 'A refusal of v2, and of every path without a version',
    externalDocs: { description: 'Every failure by name', url: baseUrl + failuresPage },
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
      step: { type: 'string', description: 'Of a workflow: the key of the step it is in' },
    },
    required: ['path', 'code', 'message'],
  },
  ErrorV1: {
    type: 'object',
    description: 'A refusal of v1',
    externalDocs: { description: 'Every failure by name', url: baseUrl + failuresPage },
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string' },
      error: { type: 'string', enum: Object.keys(failures), description: 'The name v2 has for it' },
      code: { type: 'string', description: 'The same in upper case, or the failure’s own code' },
      ...contentProperties,
      badges: { ...leanSchema(toJsonSchema(z.array(BadgeV1), 'output'), 'answered'), ...noticed },
    },
    required: ['success', 'message', 'error', 'code'],
  },
  /** RFC 6749 section 5.2. */
  OAuthError: {
    type: 'object',
    description: 'A refusal in the words of OAuth',
    properties: {
      error: { type: 'string' },
      error_description: { type: 'string' },
      scope: { type: 'string' },
    },
    required: ['error', 'error_description'],
  },
  McpError: {
    anyOf: [
      {
        type: 'object',
        description: 'A message of JSON-RPC 2.0',
        properties: {
          jsonrpc: { type: 'string', const: '2.0' },
          id: { type: ['string', 'integer', 'null'] },
        },
      },
      schemaReference('Error'),
      schemaReference('OAuthError'),
    ],
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
});

const reference = (header: string, name: string) => ({
  [header]: { $ref: `#/components/headers/${name}` },
});
const requestIdHeader = reference('X-Request-Id', 'RequestId');
const policyHeaders = {
  ...reference('RateLimit-Policy', 'Policy'),
  ...reference('RateLimit-Limit', 'Limit'),
  ...reference('X-RateLimit-Limit', 'Limit'),
};
/** `Link` header of a list page that is not the last. */
export const linkHeader = reference('Link', 'NextPage');
const callerHeaders = {
  ...requestIdHeader,
  ...policyHeaders,
  ...reference('RateLimit', 'Budget'),
  ...reference('RateLimit-Remaining', 'Remaining'),
  ...reference('RateLimit-Reset', 'Reset'),
  ...reference('X-RateLimit-Remaining', 'Remaining'),
  ...reference('X-RateLimit-Reset', 'Reset'),
};
/** Headers of a success response that programs use. The others are documented with the errors. */
export const successHeaders = { ...requestIdHeader, ...reference('RateLimit', 'Budget') };
export const openHeaders = requestIdHeader;
const retryHeader = reference('Retry-After', 'RetryAfter');
export const replayedHeader = reference('Idempotent-Replayed', 'Replayed');

const header = (description: string, type: 'string' | 'integer', example: string | number) => ({
  description,
  schema: { type },
  example,
});

/** Short component names, because every response refers to them. */
export const headerComponents = {
  RequestId: header('Names this request in the log; your own, if you sent one', 'string', 'req_1f'),
  Policy: header('The quota: q requests in w seconds', 'string', '"default";q=100;w=60'),
  Budget: header('What is left: r requests, for t more seconds', 'string', '"default";r=99;t=60'),
  Limit: header('Requests a minute', 'integer', 100),
  Remaining: header('Requests left in this window', 'integer', 99),
  Reset: header('Seconds until the window ends', 'integer', 60),
  RetryAfter: header('Seconds to wait before asking again', 'integer', 12),
  Authenticate: header('How to authenticate', 'string', 'Bearer realm="posthouse"'),
  NextPage: header(
    'Link to the next page, if there is one (RFC 8288)',
    'string',
    '<https://mail.acme.test/api/v2/emails?after=eml_01kaa0xq5v8m3c2n7r4t6w9yzb>; rel="next"',
  ),
  Replayed: header('true: the answer of an earlier request with this key', 'string', 'true'),
};
