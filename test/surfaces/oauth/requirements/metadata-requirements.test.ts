import { expect, test } from 'vitest';
import { baseUrl, type HttpReply, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Doorway, doorway, mcpRoutes, publish, resource } from '../scene.ts';

/** Requirements of RFCs for metadata, registration and the protected resource. */

type Scene = { simulated: SimulatedPlatform; door: Doorway };
type Check = [rfc: string, requirement: string, check: (scene: Scene) => Promise<void>];

const serverPath = '/.well-known/oauth-authorization-server';
const resourcePath = '/.well-known/oauth-protected-resource/mcp';

const metadataRequirements: Check[] = [
  [
    'RFC 8414 2',
    'the issuer is a URL without query and fragment',
    async ({ door }) => {
      const { issuer } = (await door.ask('GET', serverPath)).body;
      expect(issuer).toBe(new URL(issuer).origin);
    },
  ],
  [
    'RFC 8414 2',
    'every endpoint is a URL of the issuer that answers',
    async ({ door }) => {
      const { body } = await door.ask('GET', serverPath);
      const endpoints = Object.entries<string>(body).filter(([name]) => name.endsWith('_endpoint'));
      expect(endpoints.map(([name]) => name).sort()).toEqual([
        'authorization_endpoint',
        'registration_endpoint',
        'revocation_endpoint',
        'token_endpoint',
      ]);
      for (const [, url] of endpoints) {
        expect(new URL(url).origin).toBe(body.issuer);
        expect((await door.ask('POST', new URL(url).pathname)).status).toBe(400);
      }
    },
  ],
  [
    'RFC 8414 2',
    'metadata of signing clients names algorithms and never none',
    async ({ door }) => {
      const { body } = await door.ask('GET', serverPath);
      for (const endpoint of ['token_endpoint', 'revocation_endpoint']) {
        expect(body[`${endpoint}_auth_methods_supported`]).toContain('private_key_jwt');
        const algorithms = body[`${endpoint}_auth_signing_alg_values_supported`];
        expect(algorithms).toContain('RS256');
        expect(algorithms).not.toContain('none');
      }
    },
  ],
  [
    'RFC 8414 3.2, RFC 9728 3.2',
    'metadata is JSON without empty values',
    async ({ door }) => {
      for (const path of [serverPath, resourcePath]) {
        const { status, headers, body } = await door.ask('GET', path);
        expect([status, headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^application\/json\b/),
        ]);
        for (const value of Object.values(body)) {
          expect(value).not.toBeNull();
          expect(value).not.toEqual([]);
        }
      }
    },
  ],
  [
    'RFC 8414 3.3',
    'the issuer equals the URL that its metadata was read from',
    async ({ door }) => {
      const { authorization_servers } = (await door.ask('GET', resourcePath)).body;
      for (const issuer of authorization_servers) {
        const { body } = await door.ask('GET', new URL(serverPath, issuer).pathname);
        expect(body.issuer).toBe(issuer);
      }
    },
  ],
  [
    'RFC 9728 3.3',
    'the resource equals the URL that its metadata belongs to',
    async ({ door }) => {
      expect((await door.ask('GET', resourcePath)).body.resource).toBe(resource);
    },
  ],
  [
    'RFC 9728 5.1',
    'a 401 names the URL of the metadata',
    async ({ door }) => {
      const { status, headers } = await door.ask('POST', '/mcp');
      const challenge = headers.get('www-authenticate')!;
      expect([status, challenge]).toEqual([401, expect.stringMatching(/^Bearer realm="[^"]+", /)]);
      expect(challenge).toContain(`resource_metadata="${baseUrl}${resourcePath}"`);
    },
  ],
  [
    'RFC 6750 3.1',
    'a request without a token gets no error code, and one with an invalid token does',
    async ({ door }) => {
      const challengeOf = async (token: string | null) =>
        (await door.ask('POST', '/mcp', { token })).headers.get('www-authenticate');
      expect(await challengeOf(null)).not.toContain('error=');
      expect(await challengeOf('pha_unknown')).toContain('error="invalid_token"');
    },
  ],
];

const redirectUris = ['http://127.0.0.1:33418/'];

const registrationRequirements: Check[] = [
  [
    'RFC 7591 2',
    'the server ignores unknown metadata',
    async ({ door }) => {
      const fields = { unknown: { nested: true }, software_id: 'x', 'client_name#de': 'Assistentin' };
      const answer = await register(door, fields);
      expect(answer.status).toBe(201);
      for (const name of Object.keys(fields)) expect(answer.body).not.toHaveProperty([name]);
    },
  ],
  [
    'RFC 7591 2',
    'an omitted method, grant type and response type have their defaults',
    async ({ door }) => {
      expect((await register(door)).body).toMatchObject({
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: expect.arrayContaining(['authorization_code']),
        response_types: ['code'],
      });
    },
  ],
  [
    'RFC 7591 3.1',
    'a registration must be JSON',
    async ({ door }) => {
      const answer = await door.post('/oauth/register', { redirect_uris: redirectUris });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
    },
  ],
  [
    'RFC 7591 3.2.1',
    'a registration answers 201 with JSON that no cache stores',
    async ({ door }) => {
      const { status, headers } = await register(door);
      expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([
        201,
        'no-store',
        'no-cache',
      ]);
      expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    },
  ],
  [
    'RFC 7591 3.2.1',
    'each registration gets its own client_id and secret, and the time when the secret expires',
    async ({ door }) => {
      const [first, second] = [(await register(door)).body, (await register(door)).body];
      expect(first.client_id).not.toBe(second.client_id);
      expect(first.client_secret).not.toBe(second.client_secret);
      expect(first.client_secret_expires_at).toBe(0);
    },
  ],
  [
    'RFC 7591 3.2.1',
    'the response contains the registered metadata',
    async ({ door }) => {
      const fields = {
        client_name: 'The Assistant',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      };
      expect((await register(door, fields)).body).toMatchObject({ ...fields, redirect_uris: redirectUris });
    },
  ],
];

const resourceRequirements: Check[] = [
  [
    'RFC 6750 2, MCP authorization',
    'an access token in the query is not read',
    async ({ simulated, door }) => {
      const { token } = await simulated.addOrganization('Acme');
      expect((await door.ask('POST', `/mcp?access_token=${token}`)).status).toBe(401);
    },
  ],
  [
    'RFC 6750 2.2',
    'an access token in a form is not read',
    async ({ simulated, door }) => {
      const { token } = await simulated.addOrganization('Acme');
      expect((await door.post('/mcp', { access_token: token })).status).toBe(401);
    },
  ],
  [
    'RFC 9110 11.1',
    'the scheme Bearer may have any case',
    async ({ simulated, door }) => {
      const { token } = await simulated.addOrganization('Acme');
      const answer = await door.ask('POST', '/mcp', { headers: { authorization: `bearer ${token}` } });
      expect(answer.status).not.toBe(401);
    },
  ],
];

test.each([...metadataRequirements, ...registrationRequirements, ...resourceRequirements])(
  '%s: %s',
  async (_rfc, _requirement, check) => {
    const simulated = await openPlatform();
    try {
      publish(simulated);
      const authority = { kind: 'embedded', registration: true } as const;
      const door = doorway(simulated, authority, (oauth) => mcpRoutes(simulated, oauth));
      await check({ simulated, door });
    } finally {
      await simulated.close();
    }
  },
);

/** Registers a client with the least metadata. */
function register(door: Doorway, fields: Record<string, unknown> = {}): Promise<HttpReply> {
  return door.ask('POST', '/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: redirectUris, ...fields }),
  });
}
