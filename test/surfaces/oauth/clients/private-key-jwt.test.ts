import { expect, test } from 'vitest';
import { sweep } from '../../../../src/engine/worker/sweep.ts';
import { minuteMs, secondMs } from '../../../../src/model/instant.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';
import { baseUrl } from '../../../world/platform.ts';
import {
  assertionOf,
  assertionType,
  ec,
  ed,
  outsider,
  part,
  publicKeys,
  rsa,
  type Terms,
} from '../assertions.ts';
import {
  allowAt,
  doorway,
  embedded,
  exchange,
  type Fields,
  publish,
  redirectUri,
  refresh,
} from '../scene.ts';

const jwksUri = 'https://assistant.example/oauth/jwks.json';
const signing = { token_endpoint_auth_method: 'private_key_jwt', jwks: publicKeys };

onBothDatabases((place) => {
  const simulated = () => place().platform;
  const signed = (terms: Terms = {}): Fields => ({
    client_assertion_type: assertionType,
    client_assertion: assertionOf(simulated(), terms),
  });

  /** Gets a code for a client with this document. Each test uses its own client to avoid cached documents. */
  async function codeFor(document: Record<string, unknown> = signing): Promise<{ id: string; code: string }> {
    const id = String(
      document.client_id ?? `https://assistant.example/${place().organization.key}/client.json`,
    );
    publish(simulated(), { redirect_uris: [redirectUri], ...document, client_id: id });
    // Uses a separate address, because fetches per address are limited.
    const peer = `198.51.100.${place().organization.key % 250}`;
    const back = await allowAt(embedded(simulated()), place().token, { client_id: id }, { peer });
    return { id, code: back.searchParams.get('code')! };
  }
  const own = (id: string, terms: Terms = {}): Terms => ({
    ...terms,
    claims: { iss: id, sub: id, ...terms.claims },
  });
  const tried = async (terms: (id: string) => Terms, document?: Record<string, unknown>) => {
    const { id, code } = await codeFor(document);
    return await exchange(place(), code, { client_id: id, ...signed(own(id, terms(id))) });
  };

  verifies(
    'oauth.signed-clients',
    'a client authenticates with its published key for a code, a refresh and a revocation',
    async () => {
      const { id, code } = await codeFor();
      const tokens = await exchange(place(), code, { client_id: id, ...signed(own(id)) });
      expect([tokens.status, tokens.body.token_type]).toEqual([200, 'Bearer']);
      const renewed = await refresh(place(), tokens.body.refresh_token, {
        client_id: id,
        ...signed(own(id)),
      });
      expect(renewed.status).toBe(200);
      const door = embedded(simulated());
      const { access_token } = renewed.body;
      expect((await door.use(access_token, 'list_emails')).status).toBe(200);
      const revoke = (more: Fields) =>
        door.post('/oauth/revoke', { token: access_token, client_id: id, ...more });
      expect((await revoke({})).status).toBe(401);
      expect((await door.use(access_token, 'list_emails')).status).toBe(200);
      const there = { claims: { aud: `${baseUrl}/oauth/revoke` } };
      expect((await revoke(signed(own(id, there)))).status).toBe(200);
      expect((await door.use(access_token, 'list_emails')).status).toBe(401);
    },
  );

  const taken: [string, Terms][] = [
    ['the token endpoint as its audience', { claims: { aud: `${baseUrl}/oauth/token` } }],
    ['both audiences', { claims: { aud: [baseUrl, `${baseUrl}/oauth/token`] } }],
    ['ES256', { header: { alg: 'ES256', kid: 'e1' }, key: ec.privateKey }],
    ['PS256', { header: { alg: 'PS256' } }],
    ['EdDSA', { header: { alg: 'EdDSA', kid: 'o1' }, key: ed.privateKey }],
    ['the newer type', { header: { typ: 'client-authentication+jwt' } }],
    ['no type', { header: { typ: undefined } }],
    ['no issue time', { claims: { iat: undefined } }],
  ];
  test.each(taken)('an assertion with %s is accepted', async (_, terms) => {
    expect((await tried(() => terms)).status).toBe(200);
  });

  test('a request without client_id takes it from the assertion', async () => {
    const { id, code } = await codeFor();
    expect((await exchange(place(), code, { client_id: null, ...signed(own(id)) })).status).toBe(200);
  });

  const now = () => Math.floor(simulated().clock.now() / secondMs);
  const attacks: [string, () => Terms][] = [
    ['without a signature', () => ({ header: { alg: 'none', kid: undefined } })],
    ['with alg in another case', () => ({ header: { alg: 'rs256' } })],
    [
      'whose HMAC is made with the public key',
      () => ({
        header: { alg: 'HS256' },
        key: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      }),
    ],
    ['signed by a key of another kind than its alg', () => ({ header: { alg: 'RS256', kid: 'e1' } })],
    ['with an algorithm swapped after signing', () => ({ header: { alg: 'PS256' }, key: ec.privateKey })],
    ['signed by an unknown key', () => ({ key: outsider.privateKey })],
    [
      'with its own key in the header',
      () => ({
        header: { jwk: outsider.publicKey.export({ format: 'jwk' }), kid: undefined },
        key: outsider.privateKey,
      }),
    ],
    [
      'with a URL of its key',
      () => ({
        header: { jku: 'https://evil.example/jwks.json', kid: 'evil' },
        key: outsider.privateKey,
      }),
    ],
    ['with a critical extension', () => ({ header: { crit: ['exp'] } })],
    ['with an unencoded payload', () => ({ header: { b64: false, crit: ['b64'] } })],
    ['that is an access token', () => ({ header: { typ: 'at+jwt' } })],
    ['for another server', () => ({ claims: { aud: 'https://other.example' } })],
    ['for another server as well', () => ({ claims: { aud: [baseUrl, 'https://other.example'] } })],
    ['for the MCP endpoint', () => ({ claims: { aud: `${baseUrl}/mcp` } })],
    ['for this server with a slash', () => ({ claims: { aud: `${baseUrl}/` } })],
    ['for no server', () => ({ claims: { aud: [] } })],
    ['that expired', () => ({ claims: { exp: now() - 31 } })],
    ['that expires in the far future', () => ({ claims: { exp: now() + 10 * 60 + 31 } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['that expires at an infinite time', () => ({ claims: { exp: 1e300 } })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 31 } })],
    ['issued in the future', () => ({ claims: { iat: now() + 31 } })],
    ['without a jti', () => ({ claims: { jti: undefined } })],
    ['with an empty jti', () => ({ claims: { jti: '' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example/client.json' } })],
    ['of another subject', () => ({ claims: { sub: 'https://other.example/client.json' } })],
    ['that is too long', () => ({ claims: { more: 'x'.repeat(10_000) } })],
  ];
  test.each(attacks)('an assertion %s is rejected, and the code stays valid', async (_, terms) => {
    const { id, code } = await codeFor();
    const refused = await exchange(place(), code, { client_id: id, ...signed(own(id, terms())) });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await exchange(place(), code, { client_id: id, ...signed(own(id)) })).status).toBe(200);
  });

  test('clocks may differ by half a minute', async () => {
    expect((await tried(() => ({ claims: { exp: now() - 29 } }))).status).toBe(200);
    expect((await tried(() => ({ claims: { nbf: now() + 29, exp: now() + 10 * 60 + 29 } }))).status).toBe(
      200,
    );
  });

  verifies('oauth.assertion-once', 'an assertion works once across all processes', async () => {
    const { id, code } = await codeFor();
    const once = signed(own(id));
    const tokens = await exchange(place(), code, { client_id: id, ...once });
    expect(tokens.status).toBe(200);
    // A separate door has an empty cache, like another process.
    const other = doorway(simulated(), { kind: 'embedded' });
    const again = await other.post('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.body.refresh_token,
      client_id: id,
      ...once,
    });
    expect([again.status, again.body.error_description]).toEqual([
      401,
      expect.stringContaining('already used'),
    ]);
    // The same jti in another assertion counts as a repeat.
    const jti = { claims: { jti: 'twice' } };
    const first = await refresh(place(), tokens.body.refresh_token, {
      client_id: id,
      ...signed(own(id, jti)),
    });
    expect(first.status).toBe(200);
    const second = await refresh(place(), first.body.refresh_token, {
      client_id: id,
      ...signed(own(id, jti)),
    });
    expect(second.status).toBe(401);
  });

  test('two concurrent uses of an assertion succeed only once', async () => {
    const { id, code } = await codeFor();
    const { body } = await exchange(place(), code, { client_id: id, ...signed(own(id)) });
    const once = { client_id: id, ...signed(own(id)) };
    const answers = await Promise.all([
      refresh(place(), body.refresh_token, once),
      refresh(place(), body.refresh_token, once),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a used assertion is remembered until it expires', async () => {
    const { id, code } = await codeFor();
    await exchange(place(), code, { client_id: id, ...signed(own(id)) });
    const { engine } = simulated().platform;
    const kept = () =>
      engine.store.database.reader.all('SELECT client FROM oauth_assertions WHERE client = $1', [id]);
    await simulated().clock.advance(89 * secondMs);
    await sweep(engine);
    expect(await kept()).toHaveLength(1);
    await simulated().clock.advance(2 * secondMs);
    await sweep(engine);
    expect(await kept()).toEqual([]);
  });

  verifies(
    'oauth.signed-clients',
    'a client approved as signing is never accepted with weaker authentication',
    async () => {
      const { id, code } = await codeFor();
      const ways: Fields[] = [
        { client_id: id },
        { client_id: id, client_secret: 'x' },
        { client_id: id, client_assertion_type: assertionType, client_assertion: 'a.b.c' },
        { client_id: id, client_assertion_type: assertionType, client_assertion: `${part({})}.${part({})}.` },
      ];
      for (const way of ways) {
        const refused = await exchange(place(), code, way);
        expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
      }
      const other = 'https://other.example/client.json';
      const foreign = signed({ claims: { iss: other, sub: other } });
      expect((await exchange(place(), code, { client_id: other, ...foreign })).body.error).toBe(
        'invalid_grant',
      );
      const mixed = { client_id: id, client_secret: 'x', ...signed(own(id)) };
      expect((await exchange(place(), code, mixed)).body.error).toBe('invalid_request');
      const untyped = { client_id: id, ...signed(own(id)), client_assertion_type: 'saml2' };
      expect((await exchange(place(), code, untyped)).body.error).toBe('invalid_request');
      // A later document may allow less, but the person approved a signing client.
      publish(simulated(), { client_id: id, redirect_uris: [redirectUri] });
      await simulated().clock.advance(5 * minuteMs);
      expect((await exchange(place(), code, { client_id: id })).status).toBe(401);
      const changed = await exchange(place(), code, { client_id: id, ...signed(own(id)) });
      expect(changed.body.error_description).toContain('must use its registered authentication method');
    },
  );

  test('a public client cannot authenticate by signature', async () => {
    const { id, code } = await codeFor({ token_endpoint_auth_method: 'none' });
    const refused = await exchange(place(), code, { client_id: id, ...signed(own(id)) });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await exchange(place(), code, { client_id: id })).status).toBe(200);
  });

  test('a client that names its signing algorithm cannot use another', async () => {
    const document = { ...signing, token_endpoint_auth_signing_alg: 'ES256' };
    expect((await tried(() => ({}), document)).status).toBe(401);
    const es = { header: { alg: 'ES256', kid: 'e1' }, key: ec.privateKey };
    expect((await tried(() => es, document)).status).toBe(200);
  });

  test('an invalid code triggers no fetch and no verification', async () => {
    const { id } = await codeFor({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: jwksUri });
    const asked = simulated().documents.asked.length;
    const code = `phc_${'a'.repeat(26)}_${'b'.repeat(65)}`;
    const refused = await exchange(place(), code, { client_id: id, ...signed(own(id)) });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    const unknown = 'https://flood.example/client.json';
    await exchange(place(), code, { client_id: unknown, ...signed(own(unknown)) });
    expect(simulated().documents.asked).toHaveLength(asked);
  });
});
