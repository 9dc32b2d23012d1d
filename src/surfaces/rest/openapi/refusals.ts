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
  403: 'The API token does not allow this request',
  404: 'The resource does not exist',
  409: 'The request conflicts with another request or with the current state',
  413: 'The body is too large',
  415: 'The body is not UTF-8 JSON',
  429: 'Too many requests, or too many mails to one recipient; wait for Retry-After',
  500: 'Internal error',
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

  const buildContent = (version: EnvelopeName, names: readonly FailureName[]) => ({
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
      description: listNames(kind === 4 ? 'Errors that any request can cause' : 'Server errors', names),
      headers: {
        ...callerHeaders,
        ...retryHeader,
        ...(kind === 4 && !open && reference('WWW-Authenticate', 'Authenticate')),
      },
      content: buildContent(version, names),
    };
    return { [`${kind}XX`]: { $ref: `#/components/responses/${key}` } };
  };

  const refusedWith = (version: EnvelopeName, status: number, names: readonly FailureName[]) => {
    const key = responseName(version, status, names);
    responses[key] ??= {
      description: listNames(descriptions[status] ?? 'The request was rejected', names),
      headers: { ...requestIdHeader, ...(status === 429 && retryHeader) },
      content: buildContent(version, names),
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

/** `The request conflicts: conflict, campaign_not_draft`. The whole contract has no examples that name them. */
function listNames(description: string, names: readonly FailureName[]): string {
  return `${description}: ${names.join(', ')}`;
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
const noticed = { description: 'For refused content: every finding' };
const contentProperties: Record<string, JsonSchema> = {
  blockReasons: {
    ...contentRefusal.blockReasons,
    description: 'For refused content: the reasons',
  },
  badges: { ...contentRefusal.badges, ...noticed },
  documentationUrl: {
    ...contentRefusal.documentationUrl,
    format: 'uri',
    description: `For refused content: an explanation at ${verificationDocsPath}`,
  },
  guidance: { ...contentRefusal.guidance, description: 'For refused content: what to change' },
};

export const errorSchemas = (baseUrl: string): Record<string, JsonSchema> => ({
  Error: {
    type: 'object',
    description: 'An error of v2 and of paths without a version',
    externalDocs: { description: 'All errors by name', url: baseUrl + failuresPage },
    properties: {
      name: { type: 'string', enum: Object.keys(failures), description: 'Error name, for programs' },
      message: { type: 'string', description: 'Error message, for people' },
      statusCode: { type: 'integer', description: 'The HTTP status' },
      details: {
        description: 'Details for programs; for validation_error, a list of invalid fields',
        anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/FieldFault' } }, { type: 'object' }],
      },
      code: { type: 'string', description: 'Only for errors with a separate code' },
      ...contentProperties,
      review: {
        type: 'object',
        description: 'For content in review (CONTENT_REVIEW): the page where a person releases it',
        properties: { id: { type: 'string' }, url: { type: 'string', format: 'uri' } },
        required: ['id', 'url'],
      },
    },
    required: ['name', 'message', 'statusCode'],
  },
  FieldFault: {
    type: 'object',
    description: 'An invalid field',
    properties: {
      path: {
        type: 'string',
        description: 'Path of the field, such as emails[3].subject; empty for the whole body',
      },
      code: { type: 'string', enum: ['required', 'unknown_field', 'invalid'] },
      message: { type: 'string', description: 'Completes a sentence that starts with the path' },
      step: { type: 'string', description: 'For a workflow: key of the step with the field' },
    },
    required: ['path', 'code', 'message'],
  },
  ErrorV1: {
    type: 'object',
    description: 'An error of v1',
    externalDocs: { description: 'All errors by name', url: baseUrl + failuresPage },
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string' },
      error: { type: 'string', enum: Object.keys(failures), description: 'Error name, as in v2' },
      code: { type: 'string', description: 'The name in upper case, or a separate code' },
      ...contentProperties,
      badges: { ...leanSchema(toJsonSchema(z.array(BadgeV1), 'output'), 'answered'), ...noticed },
    },
    required: ['success', 'message', 'error', 'code'],
  },
  /** RFC 6749 section 5.2. */
  OAuthError: {
    type: 'object',
    description: 'An OAuth error',
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
        description: 'A JSON-RPC 2.0 message',
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
    description: 'The organization made too many requests in the last minute',
    properties: {
      message: { type: 'string' },
      docs: { type: 'string', format: 'uri', description: 'Documentation of the limits' },
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
  RequestId: header('Identifies this request in the log; your own id, if you sent one', 'string', 'req_1f'),
  Policy: header('The quota: q requests in w seconds', 'string', '"default";q=100;w=60'),
  Budget: header('Remaining quota: r requests for the next t seconds', 'string', '"default";r=99;t=60'),
  Limit: header('Requests per minute', 'integer', 100),
  Remaining: header('Requests left in this window', 'integer', 99),
  Reset: header('Seconds until the window ends', 'integer', 60),
  RetryAfter: header('Seconds to wait before the next attempt', 'integer', 12),
  Authenticate: header('How to authenticate', 'string', 'Bearer realm="posthouse"'),
  NextPage: header(
    'Link to the next page, if there is one (RFC 8288)',
    'string',
    '<https://mail.acme.test/api/v2/emails?after=eml_01kaa0xq5v8m3c2n7r4t6w9yzb>; rel="next"',
  ),
  Replayed: header(
    'true if this is the stored response to an earlier request with this key',
    'string',
    'true',
  ),
};
