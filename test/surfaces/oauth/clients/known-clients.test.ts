import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { initialize } from '../../mcp/protocol/wire.ts';
import { assertionOf, assertionType, keySet, rsa } from '../assertions.ts';
import { allowAt, type Doorway, doorway, type Fields, mcpRoutes, parameters, verifier } from '../scene.ts';

/**
 * Clients as of November 2026, each with its published registration and requests. Copied from their
 * documentation: this tests the shapes, not whether they are current.
 */

type KnownClient = {
  /** A metadata document at its client_id, a registration request, or the operator's entry. */
  as:
    | { document: Record<string, unknown> }
    | { registers: Record<string, unknown> }
    | { made: Record<string, unknown> };
  /** Redirect address at request time; a desktop program picks its port then. */
  redirectUri: string;
  /** Requested scope; the default is the scope named by the endpoint's 401. */
  scope?: string;
  signsWith?: string;
  /** The client follows revision 2025-03-26, which has no resource parameter. */
  namesNoResource?: true;
  /** Words that the consent page must contain. */
  shows: string;
};

const codes = { response_types: ['code'], grant_types: ['authorization_code', 'refresh_token'] };
const chatGptKeys = 'https://chatgpt.com/oauth/jwks.json';

const known: Record<string, KnownClient> = {
  'ChatGPT, which signs with its published key': {
    as: {
      document: {
        client_id: 'https://chatgpt.com/oauth/client.json',
        client_name: 'ChatGPT',
        client_uri: 'https://chatgpt.com/',
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        token_endpoint_auth_signing_alg: 'RS256',
        jwks_uri: chatGptKeys,
        ...codes,
      },
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    signsWith: chatGptKeys,
    shows: 'chatgpt.com',
  },
  'Claude on the web, on the desktop and on phones': {
    as: {
      document: {
        client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
        client_name: 'Claude',
        client_uri: 'https://claude.ai',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
        grant_types: [...codes.grant_types, 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      },
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    shows: 'claude.ai',
  },
  'Claude, registering itself': {
    as: {
      registers: {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
        scope: 'emails.read emails.send',
      },
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    shows: 'Its name is not verified',
  },
  'Claude Code, whose document has no port': {
    as: {
      document: {
        client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
        client_name: 'Claude Code',
        client_uri: 'https://claude.ai',
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
      },
    },
    redirectUri: 'http://localhost:54545/callback',
    scope: 'emails.read emails.send offline_access',
    shows: 'a program on this computer',
  },
  'Cursor, registering its three addresses': {
    as: {
      registers: {
        client_name: 'Cursor',
        redirect_uris: [
          'http://localhost:8787/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'cursor://anysphere.cursor-mcp/oauth/callback',
        ],
        token_endpoint_auth_method: 'none',
        ...codes,
      },
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    shows: 'opens <strong>cursor:</strong> links',
  },
  'Cursor with a client id of the operator': {
    as: {
      made: {
        name: 'Cursor',
        redirect_uris: ['http://localhost:8787/callback'],
        authentication: 'client_secret',
      },
    },
    redirectUri: 'http://localhost:8787/callback',
    shows: 'which the operator of this server added',
  },
  'VS Code by its document': {
    as: {
      document: {
        client_id: 'https://vscode.dev/oauth/client-metadata.json',
        client_name: 'Visual Studio Code',
        client_uri: 'https://vscode.dev/product',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: [...codes.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    },
    redirectUri: 'http://127.0.0.1:33418/',
    shows: 'vscode.dev',
  },
  'VS Code, registering itself': {
    as: {
      registers: {
        client_name: 'Visual Studio Code',
        client_uri: 'https://code.visualstudio.com',
        redirect_uris: ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        response_types: ['code'],
        grant_types: [...codes.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    },
    redirectUri: 'https://vscode.dev/redirect',
    shows: 'vscode.dev',
  },
  'Copilot CLI, registering a port of the moment': {
    as: {
      registers: {
        client_name: 'GitHub Copilot CLI',
        redirect_uris: ['http://127.0.0.1:49152/'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        ...codes,
      },
    },
    redirectUri: 'http://127.0.0.1:49152/',
    shows: 'GitHub Copilot CLI',
  },
  'Codex by its document': {
    as: {
      document: {
        client_id: 'https://chatgpt.com/oauth/codex/client.json',
        client_name: 'Codex',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
      },
    },
    redirectUri: 'http://127.0.0.1:61234/callback',
    shows: 'Codex',
  },
  'A client of revision 2025-03-26, which names no resource': {
    as: {
      registers: {
        client_name: 'An older client',
        redirect_uris: ['http://localhost:6274/oauth/callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
      },
    },
    redirectUri: 'http://localhost:6274/oauth/callback',
    namesNoResource: true,
    shows: 'An older client',
  },
  'Codex, registering itself': {
    as: {
      registers: {
        client_name: 'Codex',
        redirect_uris: ['http://127.0.0.1:61234/callback'],
        token_endpoint_auth_method: 'none',
        ...codes,
      },
    },
    redirectUri: 'http://127.0.0.1:61234/callback',
    scope: 'emails.read',
    shows: 'Codex',
  },
};

/** Facts a client keeps from discovery. */
type Found = { resource: string; scope: string; server: Record<string, string> };

/** Discovers the server from the endpoint's 401 and both metadata documents. */
async function discover(door: Doorway): Promise<Found> {
  const lacking = await door.ask('POST', '/mcp', {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(initialize()),
  });
  expect(lacking.status).toBe(401);
  const challenge = lacking.headers.get('www-authenticate')!;
  const [, place] = /resource_metadata="([^"]+)"/.exec(challenge)!;
  const [, scope] = /scope="([^"]+)"/.exec(challenge)!;
  const { body: described } = await door.ask('GET', new URL(place!).pathname);
  expect(described.resource).toBe(`${baseUrl}/mcp`);
  const issuer = described.authorization_servers[0];
  const { body: server } = await door.ask('GET', '/.well-known/oauth-authorization-server');
  expect(server.issuer).toBe(issuer);
  return { resource: described.resource, scope: scope!, server };
}

/** Returns the client_id, and the secret if there is one. */
async function identityOf(
  simulated: SimulatedPlatform,
  door: Doorway,
  { as }: KnownClient,
  { server }: Found,
): Promise<{ id: string; secret: string | null }> {
  if ('document' in as) {
    expect(server.client_id_metadata_document_supported).toBe(true);
    const id = String(as.document.client_id);
    simulated.documents.found.set(id, { text: JSON.stringify(as.document) });
    return { id, secret: null };
  }
  if ('made' in as) {
    const { client, client_secret } = (await simulated.call('create_oauth_client', as.made)).output as {
      client: { id: string };
      client_secret: string;
    };
    return { id: client.id, secret: client_secret };
  }
  const { status, body } = await door.ask('POST', new URL(server.registration_endpoint!).pathname, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(as.registers),
  });
  expect(status).toBe(201);
  expect(body.redirect_uris).toEqual(as.registers.redirect_uris);
  return { id: body.client_id, secret: null };
}

for (const [name, client] of Object.entries(known)) {
  verifies('oauth.known-clients', `${name}, gets from discovery to a tool call`, async () => {
    const simulated = await openPlatform();
    try {
      const door = doorway(simulated, { kind: 'embedded', registration: true }, (oauth) =>
        mcpRoutes(simulated, oauth),
      );
      const { token } = await simulated.addToken(simulated.organization);
      const found = await discover(door);
      const { id, secret } = await identityOf(simulated, door, client, found);
      if (client.signsWith) {
        const keys = keySet([['r1', rsa.publicKey, { alg: 'RS256', use: 'sig' }]]);
        simulated.documents.found.set(client.signsWith, { text: JSON.stringify(keys) });
      }
      const resource = client.namesNoResource ? null : found.resource;
      const asked = {
        client_id: id,
        redirect_uri: client.redirectUri,
        resource,
        scope: client.scope ?? found.scope,
      };
      const page = await door.get(parameters(asked));
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(client.shows)]);
      const back = await allowAt(door, token, asked);
      expect(back.href.startsWith(`${client.redirectUri}?code=`)).toBe(true);
      expect(back.searchParams.get('iss')).toBe(found.server.issuer);

      const proof = (): Fields => ({
        ...(secret !== null && { client_secret: secret }),
        ...(client.signsWith && {
          client_assertion_type: assertionType,
          client_assertion: assertionOf(simulated, {
            claims: { iss: id, sub: id, aud: found.server.token_endpoint },
          }),
        }),
      });
      const tokenPath = new URL(found.server.token_endpoint!).pathname;
      const first = await door.post(tokenPath, {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        client_id: id,
        redirect_uri: client.redirectUri,
        code_verifier: verifier,
        resource,
        ...proof(),
      });
      expect([first.status, first.body.token_type]).toEqual([200, 'Bearer']);
      const renewed = await door.post(tokenPath, {
        grant_type: 'refresh_token',
        refresh_token: first.body.refresh_token,
        client_id: id,
        resource,
        ...proof(),
      });
      expect(renewed.status).toBe(200);
      expect(await listEmails(door, renewed.body.access_token)).toMatchObject({ object: 'list', data: [] });
    } finally {
      await simulated.close();
    }
  });
}

/** Calls a tool over MCP 2025-06-18 in a session. */
async function listEmails(door: Doorway, token: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const opened = await door.ask('POST', '/mcp', { token, headers, body: JSON.stringify(initialize()) });
  expect(opened.status).toBe(200);
  const called = await door.ask('POST', '/mcp', {
    token,
    headers: { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id')! },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'list_emails', arguments: {} },
    }),
  });
  const message =
    typeof called.body === 'string' ? JSON.parse(/^data: (.*)$/m.exec(called.body)![1]!) : called.body;
  return message.result.structuredContent;
}
