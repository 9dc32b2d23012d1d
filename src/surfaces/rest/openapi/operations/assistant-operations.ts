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
  400: refusedMessage('The message is not valid MCP'),
  403: refusedMessage('The origin or the scope is not allowed'),
  404: refusedMessage('The session does not exist'),
  405: refusedMessage('Without a session, only POST is allowed'),
};

export function mcpOperations(): DescribedOperation[] {
  const events = { 'text/event-stream': { schema: text } };
  const messages = { type: ['object', 'array'], items: { type: 'object' } };
  return [
    {
      ...mcp,
      method: 'POST',
      operationId: 'sendMcpMessage',
      summary: 'Send an MCP message',
      description: 'The MCP endpoint for assistants, over streamable HTTP. Use an MCP client.',
      body: {
        schema: { ...messages, description: 'One or more JSON-RPC 2.0 messages' },
        required: true,
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      others: {
        ...mcpErrors,
        200: {
          description: 'The answer to the message',
          content: { 'application/json': { schema: messages }, ...events },
        },
        202: response('Accepted, without a response'),
        406: refusedMessage('The client accepts neither JSON nor event streams'),
      },
    },
    {
      ...mcp,
      method: 'GET',
      operationId: 'openMcpStream',
      summary: 'Open the event stream of an MCP session',
      description: 'Streams messages from the server, in a session of an older MCP revision.',
      others: {
        ...mcpErrors,
        200: { description: 'An event stream', content: events },
        406: refusedMessage('The client does not accept event streams'),
        409: refusedMessage('The session already has a stream'),
      },
    },
    {
      ...mcp,
      method: 'DELETE',
      operationId: 'endMcpSession',
      summary: 'End an MCP session',
      description: 'Ends a session of an older MCP revision.',
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
    summary: 'Get the protected resource metadata',
    description: 'Names the authorization servers of this resource (RFC 9728).',
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
  401: refused('Client authentication failed: use the registered method, client_secret or client_assertion'),
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
      summary: 'Get the authorization server metadata',
      description: 'Endpoints and features of the authorization server (RFC 8414).',
      answer: { schema: objectSchema({ issuer: uri }), example: { issuer: 'https://mail.example.com' } },
      others: { 503: oauthErrors[503] },
    },
    exchangeGrant,
    {
      ...oauthPost,
      path: '/oauth/revoke',
      operationId: 'revokeOAuthToken',
      summary: 'Revoke a token',
      description: 'Revokes an access or refresh token (RFC 7009).',
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
      summary: 'Show the authorization page',
      description: 'The page on which a person authorizes a client (OAuth 2.1 4.1.1).',
    },
    {
      ...consent,
      method: 'POST',
      operationId: 'decideOAuthConsent',
      summary: 'Submit the authorization page',
      description: 'Receives the form of the page.',
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
  description: 'Exchanges an authorization code or a refresh token (OAuth 2.1 3.2).',
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
    'Dynamic client registration (RFC 7591), if the operator allows it. An unused registration expires after a day.',
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
    302: response('Redirect to the client'),
    303: response('Redirect to the client'),
    400: response('The authorization request is not valid', 'text/html'),
    403: response('The token or the origin is not allowed', 'text/html'),
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
