import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { makeClient } from '../../src/engine/auth/oauth/register-client.ts';
import { type FieldFault, invalidField, invalidFields } from '../../src/model/failure.ts';
import { OauthClientAnswer, oauthClientAnswer } from '../../src/model/oauth/client-answer.ts';
import { assertionAlgorithms } from '../../src/model/oauth/client-keys.ts';
import {
  clientAuthentications,
  clientLimits,
  readClientKeys,
  shownName,
} from '../../src/model/oauth/oauth-client.ts';
import { isRedirectTarget } from '../../src/model/oauth/redirect-uri.ts';
import { countClients } from '../../src/store/records/access/oauth-clients.ts';
import { holdInstance } from '../../src/store/records/instance/instance.ts';
import { oauthClientExample } from './oauth-client-example.ts';

export const createOauthClient = defineTool({
  name: 'create_oauth_client',
  title: 'Create OAuth client',
  summary: 'Register an app that requires a client ID, so that people can connect it over OAuth.',
  advice:
    'Operator only. Apps that publish a client ID metadata document do not need this. Each person still approves the app.',
  toolset: 'admin',
  doors: ['tools', 'cli'],
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(clientLimits.nameCharacters)
      .describe('Name shown to the person who approves the app'),
    redirect_uris: z
      .array(z.string().max(clientLimits.redirectUriCharacters))
      .min(1)
      .max(clientLimits.redirectUris)
      .describe('Matched exactly, except that loopback http URIs accept any port'),
    authentication: z
      .enum(clientAuthentications)
      .default('none')
      .describe('none: a public client with PKCE; private_key_jwt requires jwks or jwks_uri'),
    jwks: z.record(z.string(), z.unknown()).optional().describe('A JWK Set of public keys'),
    jwks_uri: z.string().max(clientLimits.redirectUriCharacters).optional(),
    signing_algorithm: z.enum(assertionAlgorithms).optional().describe('Default: any of these algorithms'),
  }),
  output: z.object({
    client: OauthClientAnswer,
    client_secret: z.string().nullable().describe('Secret, shown only once'),
  }),
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  needs: 'admin',
  rest: null,
  secretAnswer: true,
  example: {
    input: {
      name: 'Cursor',
      redirect_uris: ['http://localhost:8787/callback'],
      authentication: 'client_secret',
    },
    output: { client: oauthClientExample, client_secret: 'phs_…' },
  },
  async run(scope, { name, redirect_uris: redirectUris, authentication, jwks, jwks_uri, signing_algorithm }) {
    const faults = redirectFaults(redirectUris, scope.engine.settings.redirectSchemes ?? []);
    if (faults.length > 0) throw invalidFields(faults);
    const hasKeys = jwks !== undefined || jwks_uri !== undefined || signing_algorithm !== undefined;
    if (hasKeys && authentication !== 'private_key_jwt') {
      throw invalidField('authentication', 'must be private_key_jwt if the client has keys');
    }
    const signed =
      authentication === 'private_key_jwt'
        ? readClientKeys({ token_endpoint_auth_signing_alg: signing_algorithm, jwks, jwks_uri })
        : { keys: null, algorithm: null };
    if ('fault' in signed) throw invalidField(jwks_uri === undefined ? 'jwks' : 'jwks_uri', signed.fault);
    return await scope.commit(async ({ queries }) => {
      await holdInstance(queries);
      if ((await countClients(queries, 'operator')) >= clientLimits.madeByOperator) {
        return scope.fail('conflict', {
          message: `A server can have at most ${clientLimits.madeByOperator} OAuth clients registered by its operator`,
        });
      }
      const fields = { name: shownName(name), redirectUris, renewable: true, authentication, ...signed };
      const origin = { origin: 'operator', endsAt: null } as const;
      const { client, secret } = await makeClient(scope.engine, queries, fields, origin, scope.now);
      return { client: oauthClientAnswer(client), client_secret: secret };
    });
  },
});

function redirectFaults(uris: readonly string[], schemes: readonly string[]): FieldFault[] {
  const message =
    'must be https, a loopback http URL or an app scheme that the server allows (POSTHOUSE_OAUTH_REDIRECT_SCHEMES), without a fragment, and with a host of letters, digits, dots and hyphens';
  return uris.flatMap((uri, at) =>
    isRedirectTarget(uri, schemes) ? [] : [{ path: `redirect_uris[${at}]`, code: 'invalid', message }],
  );
}
