import type { JsonSchema } from '../../../contract/json-schema.ts';
import { linkPaths } from '../../../engine/content/public-links.ts';
import { downloadPath } from '../../../engine/exports/export-link.ts';
import type { FailureName } from '../../../model/failure.ts';
import { mcpMetadataPath, mcpPath, resourceMetadataPath } from '../../http/protected-resource.ts';
import { contractPath, openApiPath, partPath } from './contract-paths.ts';
import { type DescribedOperation, parametersOf } from './operation.ts';

/** What is served beside the versions: health, the contract, MCP, OAuth, and the pages that people open. */
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

const open = {
  version: 'v2',
  method: 'GET',
  open: true,
  parameters: [],
  body: null,
  statuses: [200],
  failures: [] as readonly FailureName[],
} as const;

const text: JsonSchema = { type: 'string' };

/** An object with these fields, each of them always there. */
function objectOf(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function pathParameter(name: string, description: string): DescribedOperation['parameters'] {
  return parametersOf('path', { properties: { [name]: { type: 'string', description } } }, {});
}

/** A page for people. */
const page = (example = '<!doctype html>…') => ({
  mediaType: 'text/html',
  answer: { schema: text, example },
});

const response = (description: string, mediaType?: string, schema: JsonSchema = text) => ({
  description,
  ...(mediaType !== undefined && { content: { [mediaType]: { schema } } }),
});

function healthOperations(): DescribedOperation[] {
  const states = (...names: string[]): JsonSchema => objectOf({ status: { type: 'string', enum: names } });
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
        'Answers 200 once the platform takes work, and 503 while it starts or stops or its database is out of reach.',
      statuses: [200, 503],
      answer: {
        schema: states('starting', 'ready', 'draining', 'unavailable'),
        example: { status: 'ready' },
      },
    },
  ];
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
        schema: objectOf({
          object: { type: 'string', const: 'list' },
          data: {
            type: 'array',
            items: objectOf({
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

function mcpOperations(): DescribedOperation[] {
  const message: JsonSchema = {
    type: 'object',
    description: 'A message of JSON-RPC 2.0',
    properties: { jsonrpc: { type: 'string', const: '2.0' }, id: { type: ['string', 'integer', 'null'] } },
  };
  const refusal = { anyOf: [message, { $ref: '#/components/schemas/Error' }, oauthError] };
  const mcp = {
    version: 'v2',
    tag: 'Assistants',
    path: mcpPath,
    oauth: true,
    parameters: [],
    body: null,
    statuses: [],
    answer: null,
    failures: [],
  } as const;
  const others = {
    400: response('The message is not one of the protocol', 'application/json', refusal),
    403: response('The page or the scope is not allowed', 'application/json', refusal),
    404: response('There is no such session', 'application/json', refusal),
    405: response('Without a session there is only POST', 'application/json', refusal),
  };
  const events = { 'text/event-stream': { schema: text } };
  return [
    {
      ...mcp,
      method: 'POST',
      operationId: 'sendMcpMessage',
      summary: 'Send a message of the Model Context Protocol',
      description: 'The endpoint of MCP over streamable HTTP, for assistants. Use an MCP client.',
      body: {
        schema: {
          type: ['object', 'array'],
          items: { type: 'object' },
          description: 'A message of JSON-RPC 2.0, or several',
        },
        required: true,
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      others: {
        ...others,
        200: {
          description: 'The answer to the message',
          content: {
            'application/json': { schema: { type: ['object', 'array'], items: { type: 'object' } } },
            ...events,
          },
        },
        202: response('Taken; there is nothing to answer'),
        406: response('The client takes neither JSON nor events', 'application/json', refusal),
      },
    },
    {
      ...mcp,
      method: 'GET',
      operationId: 'openMcpStream',
      summary: 'Listen in an MCP session',
      description: 'The stream on which the server speaks first, in a session of an older revision.',
      others: {
        ...others,
        200: { description: 'A stream of events', content: events },
        406: response('The client takes no events', 'application/json', refusal),
        409: response('The session has such a stream', 'application/json', refusal),
      },
    },
    {
      ...mcp,
      method: 'DELETE',
      operationId: 'endMcpSession',
      summary: 'End an MCP session',
      description: 'Ends a session of an older revision.',
      others: { ...others, 200: response('Ended') },
    },
    ...[resourceMetadataPath, mcpMetadataPath].map(
      (path, index): DescribedOperation => ({
        ...open,
        tag: 'OAuth',
        path,
        operationId: index === 0 ? 'getResourceMetadata' : 'getMcpResourceMetadata',
        summary: 'Who may let clients in',
        description: 'Metadata of the protected resource (RFC 9728).',
        answer: {
          schema: {
            type: 'object',
            properties: {
              resource: { type: 'string', format: 'uri' },
              resource_name: text,
              bearer_methods_supported: { type: 'array', items: text },
              authorization_servers: { type: 'array', items: text },
              scopes_supported: { type: 'array', items: text },
            },
            required: ['resource', 'resource_name', 'bearer_methods_supported'],
          },
          example: {
            resource: 'https://mail.example.com/mcp',
            resource_name: 'Posthouse',
            bearer_methods_supported: ['header'],
          },
        },
      }),
    ),
  ];
}

/** RFC 6749 5.2. */
const oauthError: JsonSchema = {
  type: 'object',
  description: 'A refusal in the words of OAuth',
  properties: { error: text, error_description: text, scope: text },
  required: ['error', 'error_description'],
};

function oauthOperations(): DescribedOperation[] {
  const refused = (description: string) => response(description, 'application/json', oauthError);
  const form = (example: Record<string, string>, fields: string, ...required: string[]) => ({
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.split(' ').map((name) => [name, text])),
      required,
    },
    required: true,
    example,
    type: 'application/x-www-form-urlencoded',
  });
  const oauth = { ...open, tag: 'OAuth' } as const;
  const others = {
    400: refused('The request is not valid'),
    401: refused('Clients are public here and show no secret'),
    503: refused('The server is starting or stopping'),
  };
  const wholly = {
    type: 'object',
    properties: { issuer: { type: 'string', format: 'uri' } },
    required: ['issuer'],
  };
  return [
    {
      ...oauth,
      path: '/.well-known/oauth-authorization-server',
      operationId: 'getAuthorizationServerMetadata',
      summary: 'What the authorization server can do',
      description: 'Metadata of the authorization server (RFC 8414).',
      answer: { schema: wholly, example: { issuer: 'https://mail.example.com' } },
      others: { 503: others[503] },
    },
    {
      ...oauth,
      method: 'POST',
      path: '/oauth/token',
      operationId: 'exchangeOAuthGrant',
      summary: 'Get an access token',
      description: 'Takes an authorization code or a refresh token (OAuth 2.1 3.2).',
      body: form(
        { grant_type: 'refresh_token', client_id: 'https://app.example/client.json', refresh_token: 'phr_…' },
        'grant_type client_id code code_verifier redirect_uri refresh_token resource scope',
        'grant_type',
        'client_id',
      ),
      answer: {
        schema: {
          type: 'object',
          properties: {
            access_token: text,
            token_type: { type: 'string', const: 'Bearer' },
            expires_in: { type: 'integer', description: 'Seconds' },
            refresh_token: text,
            scope: text,
          },
          required: ['access_token', 'token_type', 'expires_in', 'scope'],
        },
        example: { access_token: 'pha_…', token_type: 'Bearer', expires_in: 3600, scope: 'emails.read' },
      },
      failures: ['payload_too_large'],
      others,
    },
    {
      ...oauth,
      method: 'POST',
      path: '/oauth/revoke',
      operationId: 'revokeOAuthToken',
      summary: 'End an access token',
      description: 'What is presented does not work afterwards (RFC 7009).',
      body: form(
        { client_id: 'https://app.example/client.json', token: 'phr_…' },
        'client_id token',
        'client_id',
        'token',
      ),
      answer: null,
      failures: ['payload_too_large'],
      others,
    },
    ...(['GET', 'POST'] as const).map(
      (method): DescribedOperation => ({
        ...oauth,
        method,
        path: '/oauth/authorize',
        operationId: method === 'GET' ? 'showOAuthConsent' : 'decideOAuthConsent',
        summary: method === 'GET' ? 'Ask a person for a grant' : 'Answer the page that asks',
        description:
          method === 'GET'
            ? 'The page on which a person lets a client in (OAuth 2.1 4.1.1).'
            : 'What the form of the page sends.',
        ...(method === 'POST' && {
          body: form({ decision: 'allow', transaction: '…' }, 'transaction decision token'),
        }),
        ...page(),
        failures: method === 'POST' ? ['payload_too_large'] : [],
        others: {
          302: response('Back to the client'),
          303: response('Back to the client'),
          400: response('The client asked in a way that is not served', 'text/html'),
          403: response('Not by that token, or not from here', 'text/html'),
          429: {
            ...response('Too many requests, or too many wrong tokens', 'text/html'),
            content: {
              'text/html': { schema: text },
              'application/json': { schema: { $ref: '#/components/schemas/Error' } },
            },
          },
          503: response('The server is starting or stopping', 'text/html'),
        },
      }),
    ),
  ];
}

function linkOperations(): DescribedOperation[] {
  const link = { ...open, tag: 'Links' } as const;
  const token = pathParameter('token', 'As it stands in the mail');
  const others = {
    404: response('The link leads nowhere', 'text/html'),
    503: response('The server is starting or stopping', 'text/html'),
  };
  const shown = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...link,
    path: `/${path}/{token}`,
    operationId,
    summary,
    description: 'A GET changes nothing, because link scanners make it before a person does.',
    parameters: token,
    ...page(),
    others,
  });
  const submitted = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...shown(path, operationId, summary),
    method: 'POST',
    description: 'What the form of the page sends.',
    body: {
      schema: { type: 'object' },
      required: false,
      example: undefined,
      type: 'application/x-www-form-urlencoded',
    },
    failures: ['payload_too_large'],
  });
  return [
    shown(linkPaths.unsubscribe, 'showUnsubscribe', 'Show the page for unsubscribing'),
    {
      ...submitted(linkPaths.unsubscribe, 'unsubscribeByLink', 'Unsubscribe by link'),
      description: 'One click is enough (RFC 8058); mail programs make this request.',
    },
    shown(linkPaths.preferences, 'showPreferences', 'Show the preferences of a person'),
    submitted(linkPaths.preferences, 'savePreferences', 'Save the preferences of a person'),
    shown(linkPaths.view, 'viewInBrowser', 'Show a mail in the browser'),
    shown(linkPaths.confirm, 'showConfirmation', 'Show the page for confirming'),
    submitted(linkPaths.confirm, 'confirmByLink', 'Confirm a subscription'),
    {
      ...shown(linkPaths.open, 'countOpen', 'The pixel that counts an open'),
      description: 'The same picture for every link, so that none can be probed.',
      mediaType: 'image/gif',
      answer: { schema: { type: 'string', format: 'binary' }, example: 'GIF89a' },
      others: { 503: others[503] },
    },
    {
      ...shown(linkPaths.click, 'followLink', 'Follow a tracked link'),
      path: `/${linkPaths.click}/{token}/{link}`,
      description: 'Counts the click and leads to the target.',
      parameters: [...token, ...pathParameter('link', 'Which link of the mail')],
      statuses: [302],
      answer: null,
      answerSays: 'To the target',
      answerHeaders: { Location: { description: 'The target', schema: { type: 'string', format: 'uri' } } },
    },
    {
      ...open,
      tag: 'Exports',
      path: `${downloadPath}/{file}`,
      operationId: 'downloadByLink',
      summary: 'Download an export by its link',
      description: 'The URL that an export answers: one file, without a token, until it expires.',
      parameters: [
        ...pathParameter('file', 'The name of the file'),
        { in: 'query', name: 'link', required: true, schema: { type: 'string', description: 'The proof' } },
      ],
      statuses: [],
      answer: null,
      failures: ['validation_error', 'not_found', 'service_unavailable'],
      others: {
        200: {
          description: 'The file',
          content: {
            'text/csv': { schema: text },
            'application/zip': { schema: { type: 'string', format: 'binary' } },
            'application/json': { schema: { type: 'object' } },
          },
        },
      },
    },
  ];
}

function documentationOperations(): DescribedOperation[] {
  const documentation = { ...open, tag: 'Documentation', ...page() } as const;
  return [
    {
      ...documentation,
      path: '/',
      operationId: 'openDoorstep',
      summary: 'Lead a browser to the documentation',
      description: 'For a program nothing is here.',
      statuses: [302],
      answer: null,
      answerSays: 'To the documentation',
      failures: ['not_found'],
    },
    {
      ...documentation,
      path: '/docs',
      operationId: 'listDocumentation',
      summary: 'List the documentation',
      description: 'The contents.',
    },
    {
      ...documentation,
      path: '/docs/{page}',
      operationId: 'readDocumentation',
      summary: 'Read a page of the documentation',
      description: 'One page.',
      parameters: pathParameter('page', 'Its name'),
      failures: ['not_found'],
    },
  ];
}
