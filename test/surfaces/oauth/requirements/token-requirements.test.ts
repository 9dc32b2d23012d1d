import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { baseUrl } from '../../../world/platform.ts';
import {
  allowAt,
  clientId,
  connect,
  embedded,
  exchange,
  type Fields,
  refresh,
  resource,
  toRedirect,
  verifier,
} from '../scene.ts';

/** Requirements of RFCs for the token endpoint and the revocation endpoint. */

type Refusal = [rfc: string, requirement: string, changes: Fields, error: string, status?: number];

/** Changes to the exchange of a valid code. */
const refusedExchanges: Refusal[] = [
  ['RFC 6749 2.3', 'a public client must not send a secret', { client_secret: 'x' }, 'invalid_client', 401],
  ['RFC 6749 3.2', 'an empty code_verifier counts as omitted', { code_verifier: '' }, 'invalid_request'],
  [
    'RFC 6749 3.2',
    'a second code_verifier is rejected',
    { code_verifier: [verifier, 'w'.repeat(43)] },
    'invalid_request',
  ],
  ['RFC 6749 4.1.3', 'a request needs a code', { code: null }, 'invalid_request'],
  ['RFC 6749 4.1.3', 'a public client must name itself', { client_id: null }, 'invalid_request'],
  ['RFC 6749 4.1.3', 'a request needs a grant_type', { grant_type: null }, 'unsupported_grant_type'],
  [
    'RFC 6749 4.1.3',
    'a code of another client is rejected',
    { client_id: 'https://other.example/client.json' },
    'invalid_grant',
  ],
  [
    'RFC 6749 4.1.3',
    'redirect_uri must be identical to the authorization request',
    { redirect_uri: 'http://127.0.0.1/callback' },
    'invalid_grant',
  ],
  ['RFC 6749 5.2', 'an unknown code is rejected', { code: 'phc_unknown' }, 'invalid_grant'],
  [
    'RFC 6749 5.2',
    'a grant type for confidential clients is rejected',
    { grant_type: 'client_credentials' },
    'unsupported_grant_type',
  ],
  ['RFC 6749 5.2', 'the password grant is rejected', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['RFC 7636 4.1', 'a verifier has at least 43 characters', { code_verifier: 'short' }, 'invalid_grant'],
  [
    'RFC 7636 4.1',
    'a verifier has at most 128 characters',
    { code_verifier: 'v'.repeat(129) },
    'invalid_grant',
  ],
  ['RFC 7636 4.5', 'a request needs a code_verifier', { code_verifier: null }, 'invalid_request'],
  ['RFC 7636 4.6', 'a verifier must match the challenge', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  [
    'RFC 8707 2.2',
    'a token is issued only for the granted resource',
    { resource: `${baseUrl}/api/v2` },
    'invalid_target',
  ],
];

type Check = [rfc: string, requirement: string, check: (place: Place) => Promise<void>];

const tokenRequirements: Check[] = [
  [
    'RFC 6749 2.3.1',
    'the server ignores parameters in the URI of a token request',
    async (place) => {
      const code = await newCode(place);
      const query = `grant_type=authorization_code&code=${code}&client_id=${encodeURIComponent(clientId)}`;
      const answer = await embedded(place.platform).post(`/oauth/token?${query}`, {
        code_verifier: verifier,
      });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      expect((await exchange(place, code)).status).toBe(200);
    },
  ],
  [
    'RFC 6749 2.3',
    'a client uses one authentication method per request',
    async (place) => {
      const { client, client_secret: secret } = await addSecretClient(place);
      const headers = { authorization: basic(client.id, secret) };
      const fields = { token: 'phr_unknown', client_secret: secret };
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const answer = await embedded(place.platform).post(path, fields, { headers });
        expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      }
    },
  ],
  [
    'RFC 6749 3.2',
    'the token endpoint serves only POST',
    async (place) => {
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const answer = await embedded(place.platform).ask('GET', path);
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      }
    },
  ],
  [
    'RFC 6749 3.2',
    'the token endpoint ignores an unknown parameter and counts an empty one as omitted',
    async (place) => {
      const fields = { unknown: 'x', resource: '', client_secret: '', client_assertion: '' };
      expect((await exchange(place, await newCode(place), fields)).status).toBe(200);
    },
  ],
  [
    'RFC 6749 4.1.2',
    'a token request reads only a form',
    async (place) => {
      const answer = await embedded(place.platform).ask('POST', '/oauth/token', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ grant_type: 'refresh_token' }),
      });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    },
  ],
  [
    'RFC 6749 5.1',
    'a token response is JSON that no cache stores',
    async (place) => {
      const { headers, body } = await exchange(place, await newCode(place));
      expect(headers.get('content-type')).toMatch(/^application\/json\b/);
      expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
    },
  ],
  [
    'RFC 6749 5.1',
    'a token response names a scope that differs from the request',
    async (place) => {
      const { scope } = await connect(place, { choose: ['emails.read'] });
      expect(scope).toBe('emails.read');
    },
  ],
  [
    'RFC 6749 5.2',
    'a client that fails in the Authorization header gets 401 and its scheme',
    async (place) => {
      const { client } = await addSecretClient(place);
      const back = await allowAt(embedded(place.platform), place.token, {
        ...authorizationRequest,
        client_id: client.id,
      });
      const answer = await embedded(place.platform).post(
        '/oauth/token',
        {
          grant_type: 'authorization_code',
          code: back.searchParams.get('code'),
          redirect_uri: callback,
          code_verifier: verifier,
        },
        { headers: { authorization: basic(client.id, 'wrong') } },
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"$/);
    },
  ],
  [
    'RFC 6749 6',
    'a refresh may omit the scope and keeps the granted scope',
    async (place) => {
      const first = await connect(place);
      expect((await refresh(place, first.refresh_token, { scope: '' })).body.scope).toBe(first.scope);
    },
  ],
  [
    'RFC 6749 10.10',
    'codes and tokens hold at least 160 random bits',
    async (place) => {
      const { code, access_token, refresh_token } = await connect(place);
      const secrets = [code, access_token, refresh_token].map(
        (text) => /^ph[car]_[0-9a-z]{26}_([\w-]{43})[\w-]{22}$/.exec(text)![1]!,
      );
      for (const secret of secrets) expect(secret.length * 6).toBeGreaterThanOrEqual(160);
      expect(new Set(secrets).size).toBe(3);
    },
  ],
  [
    'RFC 7636 4.1',
    'a verifier of 128 characters is accepted',
    async (place) => {
      const code_verifier = 'aZ9-._~'.repeat(19).slice(0, 128);
      const code_challenge = hash('sha256', code_verifier, 'base64url');
      const code = await newCode(place, { code_challenge });
      expect((await exchange(place, code, { code_verifier })).status).toBe(200);
    },
  ],
  [
    'RFC 7636 B',
    'the verifier of the RFC’s example is accepted',
    async (place) => {
      const code = await newCode(place, { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' });
      const fields = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
      expect((await exchange(place, code, fields)).status).toBe(200);
    },
  ],
  [
    'RFC 8707 2.2',
    'a token request may repeat or omit the resource',
    async (place) => {
      expect((await exchange(place, await newCode(place), { resource })).status).toBe(200);
      expect((await exchange(place, await newCode(place), { resource: null })).status).toBe(200);
    },
  ],
];

const revocationRequirements: Check[] = [
  [
    'RFC 7009 2.1',
    'a revocation needs a token',
    async (place) => {
      const answer = await revoke(place, {});
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    },
  ],
  [
    'RFC 7009 2.1',
    'an unknown or wrong token_type_hint changes nothing',
    async (place) => {
      for (const token_type_hint of ['access_token', 'unknown']) {
        const { refresh_token } = await connect(place);
        expect((await revoke(place, { token: refresh_token, token_type_hint })).status).toBe(200);
        expect((await refresh(place, refresh_token)).body.error).toBe('invalid_grant');
      }
    },
  ],
  [
    'RFC 7009 2.1',
    'a confidential client must authenticate before its token is revoked',
    async (place) => {
      const { client, client_secret: secret } = await addSecretClient(place);
      const asked = { ...authorizationRequest, client_id: client.id };
      const back = await allowAt(embedded(place.platform), place.token, asked);
      const from = { client_id: client.id, redirect_uri: callback, client_secret: secret };
      const { body: tokens } = await exchange(place, back.searchParams.get('code')!, from);
      for (const client_secret of [null, 'wrong']) {
        const fields = { token: tokens.refresh_token, client_id: client.id, client_secret };
        const refused = await revoke(place, fields);
        expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
      }
      const next = await refresh(place, tokens.refresh_token, from);
      expect(next.status).toBe(200);
      expect((await revoke(place, { ...from, token: next.body.refresh_token })).status).toBe(200);
      expect((await refresh(place, next.body.refresh_token, from)).body.error).toBe('invalid_grant');
    },
  ],
];

const callback = 'http://localhost:8787/callback';
const authorizationRequest = { redirect_uri: callback } satisfies Fields;

onBothDatabases((place) => {
  test.each(refusedExchanges)(
    '%s: %s, and the code stays valid',
    async (_rfc, _requirement, changes, error, status = 400) => {
      const code = await newCode(place());
      const { status: answered, headers, body } = await exchange(place(), code, changes);
      expect([answered, body]).toEqual([
        status,
        { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
      ]);
      expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
      expect((await exchange(place(), code)).status).toBe(200);
    },
  );

  test.each([...tokenRequirements, ...revocationRequirements])(
    '%s: %s',
    async (_rfc, _requirement, check) => await check(place()),
  );
});

async function newCode(place: Place, ask: Fields = {}): Promise<string> {
  return (await toRedirect(place, { ask })).searchParams.get('code')!;
}

function revoke(place: Place, fields: Fields) {
  return embedded(place.platform).post('/oauth/revoke', { client_id: clientId, ...fields });
}

function addSecretClient(place: Place) {
  const fields = { name: 'Cursor', redirect_uris: [callback], authentication: 'client_secret' };
  return place.use('create_oauth_client', fields);
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
