import { mcpMetadataPath, mcpPath, resourceMetadataPath } from '../../../http/protected-resource.ts';
import { schemaReference } from '../refusals.ts';
import { objectSchema, open, page, response, text } from './open-operation.ts';
import type { DescribedOperation } from './operation.ts';

const refusedMessage = (description: string) =>
  response(description, 'application/json', schemaReference('McpError'));

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

const mcpErrors = {
  400: refusedMessage('The message is not one of the protocol'),
  403: refusedMessage('The page or the scope is not allowed'),
  404: refusedMessage('There is no such session'),
  405: refusedMessage('Without a session there is only POST'),
};

export function mcpOperations(): DescribedOperation[] {
  const events = { 'text/event-stream': { schema: text } };
  const messages = { type: ['object', 'array'], items: { type: 'object' } };
  return [
    {
      ...mcp,
      method: 'POST',
      operationId: 'sendMcpMessage',
      summary: 'Send a message of the Model Context Protocol',
      description: 'The endpoint of MCP over streamable HTTP, for assistants. Use an MCP client.',
      body: {
        schema: { ...messages, description: 'A message of JSON-RPC 2.0, or several' },
        required: true,
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      others: {
        ...mcpErrors,
        200: {
          description: 'The answer to the message',
          content: { 'application/json': { schema: messages }, ...events },
        },
        202: response('Taken; there is nothing to answer'),
        406: refusedMessage('The client takes neither JSON nor events'),
      },
    },
    {
      ...mcp,
      method: 'GET',
      operationId: 'openMcpStream',
      summary: 'Listen in an MCP session',
      description: 'The stream on which the server speaks first, in a session of an older revision.',
      others: {
        ...mcpErrors,
        200: { description: 'A stream of events', content: events },
        406: refusedMessage('The client takes no events'),
        409: refusedMessage('The session has such a stream'),
      },
    },
    {
      ...mcp,
      method: 'DELETE',
      operationId: 'endMcpSession',
      summary: 'End an MCP session',
      description: 'Ends a session of an older revision.',
      others: { ...mcpErrors, 200: response('Ended') },
    },
    describeResourceMetadata(resourceMetadataPath, 'getResourceMetadata'),
    describeResourceMetadata(mcpMetadataPath, 'getMcpResourceMetadata'),
  ];
}

function describeResourceMetadata(path: string, operationId: string): DescribedOperation {
  return {
    ...oauth,
    path,
    operationId,
    summary: 'Who may let clients in',
    description: 'Metadata of the protected resource (RFC 9728).',
    answer: {
      schema: {
        type: 'object',
        properties: {
          resource: uri,
          resource_name: text,
          bearer_methods_supported: texts,
          authorization_servers: texts,
          scopes_supported: texts,
        },
        required: ['resource', 'resource_name', 'bearer_methods_supported'],
      },
      example: {
        resource: 'https://mail.example.com/mcp',
        resource_name: 'Posthouse',
        bearer_methods_supported: ['header'],
      },
    },
  };
}

const uri = { type: 'string', format: 'uri' };
const texts = { type: 'array', items: text };
/** Client identification and authentication (RFC 6749 section 2.3.1, RFC 7521 section 4.2). */
const clientFields = 'client_id client_secret client_assertion client_assertion_type';
const oauth = { ...open, tag: 'OAuth' } as const;
const refused = (description: string) =>
  response(description, 'application/json', schemaReference('OAuthError'));
const oauthErrors = {
  400: refused('The request is not valid'),
  401: refused('The client is not proved: by its secret or its client_assertion, as it was let in'),
  503: refused('The server is starting or stopping'),
};
const oauthPost = {
  ...oauth,
  method: 'POST',
  failures: ['payload_too_large'],
  others: oauthErrors,
} as const;

export function oauthOperations(): DescribedOperation[] {
  return [
    {
      ...oauth,
      path: '/.well-known/oauth-authorization-server',
      operationId: 'getAuthorizationServerMetadata',
      summary: 'What the authorization server can do',
      description: 'Metadata of the authorization server (RFC 8414).',
      answer: { schema: objectSchema({ issuer: uri }), example: { issuer: 'https://mail.example.com' } },
      others: { 503: oauthErrors[503] },
    },
    exchangeGrant,
    {
      ...oauthPost,
      path: '/oauth/revoke',
      operationId: 'revokeOAuthToken',
      summary: 'End an access token',
      description: 'What is presented does not work afterwards (RFC 7009).',
      body: form(
        { client_id: 'https://app.example/client.json', token: 'phr_…' },
        `token ${clientFields}`,
        'token',
      ),
      answer: null,
    },
    registerClient,
    {
      ...consent,
      operationId: 'showOAuthConsent',
      summary: 'Ask a person for a grant',
      description: 'The page on which a person lets a client in (OAuth 2.1 4.1.1).',
    },
    {
      ...consent,
      method: 'POST',
      operationId: 'decideOAuthConsent',
      summary: 'Answer the page that asks',
      description: 'What the form of the page sends.',
      body: form({ decision: 'allow', transaction: '…' }, 'transaction decision token'),
      failures: ['payload_too_large'],
    },
  ];
}

const exchangeGrant: DescribedOperation = {
  ...oauthPost,
  path: '/oauth/token',
  operationId: 'exchangeOAuthGrant',
  summary: 'Get an access token',
  description: 'Takes an authorization code or a refresh token (OAuth 2.1 3.2).',
  body: form(
    { grant_type: 'refresh_token', client_id: 'https://app.example/client.json', refresh_token: 'phr_…' },
    `grant_type code code_verifier redirect_uri refresh_token resource scope ${clientFields}`,
    'grant_type',
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
};

const registerClient: DescribedOperation = {
  ...oauthPost,
  path: '/oauth/register',
  operationId: 'registerOAuthClient',
  summary: 'Register a client',
  description:
    'Dynamic client registration (RFC 7591), where the operator has opened it. A registration that is not used ends after a day.',
  body: {
    schema: {
      type: 'object',
      properties: {
        client_name: text,
        redirect_uris: texts,
        token_endpoint_auth_method: text,
        jwks: { type: 'object' },
        jwks_uri: text,
      },
      required: ['redirect_uris'],
    },
    required: true,
    example: {
      client_name: 'An app',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
  },
  statuses: [201],
  answer: {
    schema: {
      type: 'object',
      properties: { client_id: text, client_secret: text, redirect_uris: texts },
      required: ['client_id', 'redirect_uris'],
    },
    example: {
      client_id: 'oac_5d2c8f1a7b4e6d9c0a3f8b1e2d',
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  },
  others: { 400: oauthErrors[400], 429: refused('Too many clients registered'), 503: oauthErrors[503] },
};

const consent = {
  ...oauth,
  ...page(),
  path: '/oauth/authorize',
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
};

function form(example: Record<string, string>, fields: string, ...required: string[]) {
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.split(' ').map((name) => [name, text])),
      required,
    },
    required: true,
    example,
    type: 'application/x-www-form-urlencoded',
  };
}
