import {
  Client,
  CrossAppAccessProvider,
  discoverAndRequestJwtAuthGrant,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { secondMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform } from '../../world/platform.ts';
import { assertionOf, keySet, rsa } from './assertions.ts';
import { issuer, issuerKeysUrl, issuerMetadata } from './identity-provider.ts';
import { doorway, mcpRoutes, redirectUri } from './scene.ts';

const baseUrl = 'https://posthouse.example';
const desk = { id: 'desk at the provider', secret: 'a secret of the provider' };

verifies(
  ['oauth.identity-assertion', 'oauth.known-clients'],
  "the official client gets from its user's sign-in at the identity provider to a tool call without a consent page",
  async () => {
    const simulated = await openPlatform({ settings: { baseUrl } });
    const { found } = simulated.documents;
    const provider = {
      issuer,
      jwks_uri: issuerKeysUrl,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    };
    found.set(issuerMetadata, { text: JSON.stringify(provider) });
    found.set(issuerKeysUrl, { text: JSON.stringify(keySet([['r1', rsa.publicKey]])) });
    const { output } = await simulated.call('create_oauth_client', {
      name: 'Desk',
      redirect_uris: [redirectUri],
      authentication: 'client_secret',
    });
    const { client, client_secret: secret } = output as { client: { id: string }; client_secret: string };
    const door = doorway(simulated, { kind: 'embedded', identityProvider: issuer }, (oauth) =>
      mcpRoutes(simulated, oauth),
    );

    /**
     * Simulates the provider: exchanges the user's ID token for an assertion about the requested resource.
     */
    async function exchangeAtProvider(form: URLSearchParams): Promise<Response> {
      expect(Object.fromEntries(form)).toMatchObject({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        subject_token: 'the ID token of ada',
      });
      const now = Math.floor(simulated.clock.now() / secondMs);
      const assertion = assertionOf(simulated, {
        header: { typ: 'oauth-id-jag+jwt' },
        claims: {
          iss: issuer,
          sub: 'ada',
          aud: form.get('audience'),
          resource: form.get('resource'),
          client_id: client.id,
          scope: 'emails.read',
          iat: now,
          exp: now + 300,
        },
      });
      return Response.json({
        issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        access_token: assertion,
        token_type: 'N_A',
        expires_in: 300,
      });
    }

    const asked: string[] = [];
    const fetchFn = async (url: string | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      const { origin, pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (origin === baseUrl) return await door.fetch(request);
      if (request.method === 'POST')
        return await exchangeAtProvider(new URLSearchParams(await request.text()));
      return request.url === issuerMetadata ? Response.json(provider) : new Response(null, { status: 404 });
    };
    const authProvider = new CrossAppAccessProvider({
      assertion: async ({ authorizationServerUrl, resourceUrl, scope }) => {
        const { jwtAuthGrant } = await discoverAndRequestJwtAuthGrant({
          idpUrl: issuer,
          audience: authorizationServerUrl,
          resource: resourceUrl,
          idToken: 'the ID token of ada',
          clientId: desk.id,
          clientSecret: desk.secret,
          ...(scope !== undefined && { scope }),
          fetchFn,
        });
        return jwtAuthGrant;
      },
      clientId: client.id,
      clientSecret: secret,
      expectedIssuer: baseUrl,
      fetchFn,
    });
    const connected = new Client({ name: 'Desk', version: '1.0.0' });
    const url = new URL(`${baseUrl}/mcp`);
    await connected.connect(new StreamableHTTPClientTransport(url, { authProvider, fetch: fetchFn }));
    const { tools } = await connected.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_emails');
    expect(tools.map(({ name }) => name)).not.toContain('send_email');
    const answer = await connected.callTool({ name: 'list_emails', arguments: {} });
    expect(answer.isError ?? false).toBe(false);
    expect(asked).not.toContain('GET /oauth/authorize');
    await connected.close();
    await simulated.close();
  },
);
