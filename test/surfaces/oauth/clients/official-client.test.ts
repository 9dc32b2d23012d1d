import {
  auth,
  Client,
  createPrivateKeyJwtAuth,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { simulatedClock } from '../../../world/simulated/clock.ts';
import { keySet, outsider, rsa } from '../assertions.ts';
import {
  clientId,
  type Doorway,
  doorway,
  mcpRoutes,
  offeredIn,
  publish,
  redirectUri,
  transactionIn,
} from '../scene.ts';

const baseUrl = 'https://posthouse.example';

type Kept = {
  tokens?: unknown;
  client?: unknown;
  verifier?: string;
  discovery?: unknown;
  sentTo?: URL | undefined;
};

/**
 * The state an application keeps for the official client. @param metadata of an application that registers
 * itself instead of publishing a document
 */
function provider(kept: Kept, metadata?: Record<string, unknown>): OAuthClientProvider {
  return {
    redirectUrl: redirectUri,
    ...(metadata === undefined && { clientMetadataUrl: clientId }),
    clientMetadata: { client_name: 'The Assistant', redirect_uris: [redirectUri], ...metadata },
    state: () => 'a state of the client',
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.sentTo = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (state: unknown) => {
      kept.discovery = state;
    },
    discoveryState: () => kept.discovery,
  } as unknown as OAuthClientProvider;
}

/** Fetch implementation that calls the door without a socket. */
function fetchThrough(door: Doorway, asked: string[]) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`);
    return await door.fetch(new Request(url, init));
  };
}

/** The person at the browser. */
async function allow(door: Doorway, url: URL, token: string, chosen?: string[]): Promise<URL> {
  const first = await door.ask('GET', url.pathname + url.search);
  const second = await door.post('/oauth/authorize', {
    transaction: transactionIn(first),
    token,
    decision: 'continue',
  });
  const answer = await door.post('/oauth/authorize', {
    transaction: transactionIn(second),
    decision: 'allow',
    scope: chosen ?? offeredIn(second),
  });
  return new URL(answer.headers.get('location')!);
}

verifies(
  'oauth.flow',
  'the official client discovers the server, is approved, and renews its tokens',
  async () => {
    const simulated: SimulatedPlatform = await openPlatform({ settings: { baseUrl } });
    try {
      publish(simulated);
      const door = doorway(simulated, { kind: 'embedded' });
      const { token } = await simulated.addToken(simulated.organization);
      const kept: Kept = {};
      const asked: string[] = [];
      const options = { serverUrl: `${baseUrl}/mcp`, fetchFn: fetchThrough(door, asked) };
      const client = provider(kept);

      expect(await auth(client, options)).toBe('REDIRECT');
      expect(asked).not.toContain('POST /register');
      const back = await allow(door, kept.sentTo!, token);
      expect(back.searchParams.get('state')).toBe('a state of the client');
      const authorizationCode = back.searchParams.get('code')!;
      const iss = back.searchParams.get('iss')!;
      expect(await auth(client, { ...options, authorizationCode, iss })).toBe('AUTHORIZED');
      const first = kept.tokens as { access_token: string; scope: string };
      expect(first.scope).toContain('emails.send');
      expect((await door.use(first.access_token, 'list_emails')).status).toBe(200);

      expect(await auth(client, options)).toBe('AUTHORIZED');
      const second = kept.tokens as { access_token: string };
      expect(second.access_token).not.toBe(first.access_token);
      expect((await door.use(second.access_token, 'list_emails')).status).toBe(200);
    } finally {
      await simulated.close();
    }
  },
);

for (const method of ['none', 'client_secret_basic', 'client_secret_post']) {
  verifies(
    'oauth.registration',
    `the official client registers itself and authenticates by ${method}`,
    async () => {
      const simulated = await openPlatform({ settings: { baseUrl } });
      try {
        const door = doorway(simulated, { kind: 'embedded', registration: true });
        const { token } = await simulated.addToken(simulated.organization);
        const kept: Kept = {};
        const asked: string[] = [];
        const options = { serverUrl: `${baseUrl}/mcp`, fetchFn: fetchThrough(door, asked) };
        const client = provider(kept, { token_endpoint_auth_method: method });
        expect(await auth(client, options)).toBe('REDIRECT');
        expect(asked).toContain('POST /oauth/register');
        expect(kept.client).toMatchObject({ token_endpoint_auth_method: method });
        const back = await allow(door, kept.sentTo!, token);
        const answer = {
          authorizationCode: back.searchParams.get('code')!,
          iss: back.searchParams.get('iss')!,
        };
        expect(await auth(client, { ...options, ...answer })).toBe('AUTHORIZED');
        expect(await auth(client, options)).toBe('AUTHORIZED');
        const { access_token } = kept.tokens as { access_token: string };
        expect((await door.use(access_token, 'list_emails')).status).toBe(200);
      } finally {
        await simulated.close();
      }
    },
  );
}

verifies(
  'oauth.signed-clients',
  'the official client authenticates with its key without naming it',
  async () => {
    // The official client uses the system clock.
    const simulated = await openPlatform({ settings: { baseUrl }, clock: simulatedClock(Date.now()) });
    try {
      publish(simulated, {
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: keySet([
          ['another', outsider.publicKey],
          ['its own', rsa.publicKey],
        ]),
      });
      const door = doorway(simulated, { kind: 'embedded' });
      const { token } = await simulated.addToken(simulated.organization);
      const kept: Kept = {};
      const options = { serverUrl: `${baseUrl}/mcp`, fetchFn: fetchThrough(door, []) };
      const client = {
        ...provider(kept),
        addClientAuthentication: createPrivateKeyJwtAuth({
          issuer: clientId,
          subject: clientId,
          privateKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
          alg: 'RS256',
        }),
      };
      expect(await auth(client, options)).toBe('REDIRECT');
      const back = await allow(door, kept.sentTo!, token);
      const answer = {
        authorizationCode: back.searchParams.get('code')!,
        iss: back.searchParams.get('iss')!,
      };
      expect(await auth(client, { ...options, ...answer })).toBe('AUTHORIZED');
      expect(await auth(client, options)).toBe('AUTHORIZED');
      const { access_token } = kept.tokens as { access_token: string };
      expect((await door.use(access_token, 'list_emails')).status).toBe(200);
    } finally {
      await simulated.close();
    }
  },
);

verifies(
  ['oauth.flow', 'oauth.step-up'],
  'over MCP the official client sends the person to approve, returns, and asks for more scope when a tool needs it',
  async () => {
    const simulated = await openPlatform({ settings: { baseUrl } });
    try {
      publish(simulated);
      const door = doorway(simulated, { kind: 'embedded' }, (oauth) => mcpRoutes(simulated, oauth));
      const { token } = await simulated.addToken(simulated.organization);
      const kept: Kept = {};
      const asked: string[] = [];
      const connection = () =>
        new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
          authProvider: provider(kept),
          fetch: fetchThrough(door, asked),
        });
      const identity = { name: 'a test', version: '1.0.0' };
      const first = connection();
      await expect(new Client(identity).connect(first)).rejects.toThrow(UnauthorizedError);
      await first.finishAuth((await allow(door, kept.sentTo!, token, ['emails.read'])).searchParams);

      const client = new Client(identity);
      await client.connect(connection());
      const listed = await client.callTool({ name: 'list_emails', arguments: {} });
      expect(listed.isError).toBeFalsy();
      // The client has only read access. The server names the missing scope, and the client requests it.
      kept.sentTo = undefined;
      const send = {
        from: 'news@example.com',
        to: ['ada@example.com'],
        subject: 'Hello',
        html: '<p>Hello</p>',
      };
      await client.callTool({ name: 'send_email', arguments: send }).catch(() => null);
      expect(kept.sentTo!.searchParams.get('scope')!.split(' ')).toEqual(
        expect.arrayContaining(['emails.read', 'emails.send']),
      );
      await client.close();
    } finally {
      await simulated.close();
    }
  },
);
