import { expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { approvalLimits } from '../../../src/model/approval/approval.ts';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { baseUrl, openPlatform } from '../../world/platform.ts';
import { askWith } from './asked-approval.ts';
import { assertionOf, assertionType, ec, outsider, publicKeys, rsa, type Terms } from './assertions.ts';
import { assert, grantType, identityAssertion, issuer, issuerKeysUrl, managed } from './identity-provider.ts';
import { doorway, embedded, type Fields, publish, redirectUri } from './scene.ts';

onBothDatabases((place) => {
  const simulated = () => place().platform;
  const door = () => managed(simulated());
  const now = () => Math.floor(simulated().clock.now() / secondMs);
  const made = async (
    authentication = 'client_secret',
    more = {},
  ): Promise<{ id: string; secret: string }> => {
    const fields = { name: 'Desk', redirect_uris: [redirectUri], authentication, ...more };
    const { client, client_secret: secret } = await place().use('create_oauth_client', fields);
    return { id: client.id, secret };
  };
  /** The provider's assertion for a client about this test's organization. */
  const saying = (client: string, { claims, ...terms }: Terms = {}): string =>
    identityAssertion(simulated(), {
      ...terms,
      claims: { client_id: client, posthouse_organization: place().organization.id, ...claims },
    });
  const letIn = async (client: { id: string; secret: string }, terms: Terms = {}, fields: Fields = {}) =>
    await assert(door(), saying(client.id, terms), {
      client_id: client.id,
      client_secret: client.secret,
      ...fields,
    });
  const statusOf = async (token: string, tool = 'list_emails') => (await door().use(token, tool)).status;
  const grants = async () => (await place().use('list_grants')).data;

  verifies(
    ['oauth.identity-assertion', 'oauth.grants', 'oauth.audience'],
    'a client with an identity assertion acts for that person, is listed, and can be revoked',
    async () => {
      const client = await made();
      const answer = await letIn(client);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^pha_/),
        token_type: 'Bearer',
        expires_in: 3_600,
        scope: 'emails.read emails.send',
      });
      const token = answer.body.access_token;
      expect(await statusOf(token)).toBe(200);
      expect(await statusOf(token, 'list_subscribers')).toBe(403);
      expect((await door().ask('GET', '/api/v2/emails', { token })).status).toBe(401);
      const [grant] = await grants();
      expect(grant).toMatchObject({
        client_id: client.id,
        client_name: 'Desk',
        token_id: null,
        subject: 'ada',
        scopes: ['emails.read', 'emails.send'],
      });
      const mail = { from: 'a@acme.dev', to: 'delivered@example.com', subject: 'Hello', markdown: 'Hello' };
      expect((await door().use(token, 'send_email', mail)).status).toBe(200);
      const { data } = await place().use('list_audit_log');
      const who = { token: { name: `ada by ${client.id}` } };
      expect(data.slice(0, 2)).toMatchObject([
        { ...who, tool: 'send_email', effect: 'send' },
        { ...who, tool: 'approve_grant', about: [grant.id], client: 'Desk' },
      ]);
      await place().use('revoke_grant', { id: grant.id });
      expect(await statusOf(token)).toBe(401);
    },
  );

  verifies(
    'oauth.identity-assertion',
    'an identity assertion grants access for at most an hour, without renewal',
    async () => {
      const client = await made();
      const { body } = await letIn(client);
      await simulated().clock.advance(hourMs - 1);
      expect(await statusOf(body.access_token)).toBe(200);
      await simulated().clock.advance(1);
      expect(await statusOf(body.access_token)).toBe(401);
      const again = { refresh_token: body.access_token, client_id: client.id, client_secret: client.secret };
      const renewed = await door().post('/oauth/token', { grant_type: 'refresh_token', ...again });
      expect(renewed.body.error).toBe('invalid_grant');
    },
  );

  test('a public client and a signing client are accepted with their own authentication methods', async () => {
    const open = publish(simulated(), {
      client_id: `https://assistant.example/${place().organization.key}/open.json`,
    });
    const plain = await assert(door(), saying(open), { client_id: open });
    expect(await statusOf(plain.body.access_token)).toBe(200);
    const signing = await made('private_key_jwt', { jwks: publicKeys });
    const claims = { iss: signing.id, sub: signing.id };
    const signed = (assertion: string) =>
      assert(door(), assertion, {
        client_assertion_type: assertionType,
        client_assertion: assertionOf(simulated(), { claims }),
      });
    expect(await statusOf((await signed(saying(signing.id))).body.access_token)).toBe(200);
    const forAnother = await signed(saying(open));
    expect([forAnother.status, forAnother.body.error]).toEqual([400, 'invalid_grant']);
  });

  const refusedClients: [string, (client: { id: string; secret: string }) => Fields][] = [
    ['without its secret', ({ id }) => ({ client_id: id })],
    ['with another secret', ({ id, secret }) => ({ client_id: id, client_secret: `${secret}x` })],
    [
      'with a signature in place of its secret',
      ({ id }) => ({
        client_assertion_type: assertionType,
        client_assertion: assertionOf(simulated(), { claims: { iss: id, sub: id } }),
      }),
    ],
  ];
  test.each(refusedClients)(
    'a client %s is rejected, and its assertion can be used again',
    async (_, fieldsOf) => {
      const client = await made();
      const assertion = saying(client.id);
      const refused = await assert(door(), assertion, fieldsOf(client));
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
      const fields = { client_id: client.id, client_secret: client.secret };
      expect((await assert(door(), assertion, fields)).status).toBe(200);
    },
  );

  test('an unknown client is rejected, whatever the provider asserts', async () => {
    const id = `oac_${'0'.repeat(26)}`;
    const refused = await assert(door(), saying(id), { client_id: id });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    const missing = 'https://nowhere.example/client.json';
    const unread = await assert(door(), saying(missing), { client_id: missing });
    expect([unread.status, unread.body.error]).toEqual([503, 'temporarily_unavailable']);
  });

  const refusedAssertions: [string, () => Terms][] = [
    ['of another issuer', () => ({ claims: { iss: `${issuer}/` } })],
    ['for another audience', () => ({ claims: { aud: 'https://other.example' } })],
    ['with the endpoint as its audience', () => ({ claims: { aud: `${baseUrl}/oauth/token` } })],
    ['for another audience as well', () => ({ claims: { aud: [baseUrl, 'https://other.example'] } })],
    ['for no audience', () => ({ claims: { aud: undefined } })],
    ['for another client', () => ({ claims: { client_id: 'https://assistant.example/other.json' } })],
    ['for no client', () => ({ claims: { client_id: undefined } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['about a person with NUL in their id', () => ({ claims: { sub: 'a\u0000b' } })],
    ['with half a surrogate pair as its subject', () => ({ claims: { sub: '\ud800' } })],
    ['of an organization with NUL in its id', () => ({ claims: { posthouse_organization: 'org_\u0000' } })],
    ['for another resource', () => ({ claims: { resource: `${baseUrl}/api` } })],
    ['for other resources', () => ({ claims: { resource: ['https://other.example/mcp'] } })],
    ['that has expired', () => ({ claims: { iat: now() - 300, exp: now() - 31 } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['with an expiry that is not a number', () => ({ claims: { exp: 'never' } })],
    ['without an issue time', () => ({ claims: { iat: undefined } })],
    ['issued in the future', () => ({ claims: { iat: now() + 31 } })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 31 } })],
    ['that lasts too long', () => ({ claims: { iat: now() - 60, exp: now() + 1_741 } })],
    ['that expires too late', () => ({ claims: { iat: now() + 30, exp: now() + 1_831 } })],
    ['without a jti', () => ({ claims: { jti: undefined } })],
    ['of a tenant of the issuer', () => ({ claims: { tenant: 'acme' } })],
    ['bound to a key of its holder', () => ({ claims: { cnf: { jkt: 'x' } } })],
    ['without a scope', () => ({ claims: { scope: undefined } })],
    ['with unknown scopes only', () => ({ claims: { scope: 'openid admin full_access' } })],
    ['of an unknown organization', () => ({ claims: { posthouse_organization: 'org_x' } })],
    [
      'without an organization if there are several',
      () => ({ claims: { posthouse_organization: undefined } }),
    ],
    ['that is an ID token', () => ({ header: { typ: 'JWT' } })],
    ['that is an access token', () => ({ header: { typ: 'at+jwt' } })],
    ['without a type', () => ({ header: { typ: undefined } })],
    ['signed with another key', () => ({ key: outsider.privateKey })],
    ['that names another key', () => ({ header: { kid: 'r9' } })],
    ['with an algorithm that does not fit the key', () => ({ header: { alg: 'ES256' }, key: ec.privateKey })],
    ['with an unsupported algorithm', () => ({ header: { alg: 'PS256' } })],
    ['without a signature', () => ({ header: { alg: 'none', kid: undefined } })],
    [
      'whose HMAC is made with the public key',
      () => ({
        header: { alg: 'HS256' },
        key: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      }),
    ],
    ['that is too long', () => ({ claims: { more: 'x'.repeat(17_000) } })],
  ];
  test.each(refusedAssertions)('an assertion %s is rejected', async (_, terms) => {
    const client = await made();
    const refused = await letIn(client, terms());
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect(await grants()).toEqual([]);
  });

  const taken: [string, () => Terms][] = [
    ['without a resource', () => ({ claims: { resource: undefined } })],
    ['for several resources', () => ({ claims: { resource: ['https://x.example', `${baseUrl}/mcp`] } })],
    ['whose audience is a list with one entry', () => ({ claims: { aud: [baseUrl] } })],
    ['valid for half an hour', () => ({ claims: { exp: now() + 1_800 } })],
    ['from a clock that is slightly ahead', () => ({ claims: { iat: now() + 30 } })],
    ['with the full media type', () => ({ header: { typ: 'application/oauth-id-jag+jwt' } })],
  ];
  test.each(taken)('an assertion %s is accepted', async (_, terms) => {
    expect((await letIn(await made(), terms())).status).toBe(200);
  });

  verifies(
    ['oauth.identity-assertion', 'oauth.assertion-once'],
    'an assertion works once, also under two concurrent requests',
    async () => {
      const client = await made();
      const fields = { client_id: client.id, client_secret: client.secret };
      const assertion = saying(client.id);
      const both = await Promise.all([assert(door(), assertion, fields), assert(door(), assertion, fields)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      const again = await assert(door(), assertion, fields);
      expect([again.body.error, again.body.error_description]).toEqual([
        'invalid_grant',
        'The assertion was rejected: its jti was already used',
      ]);
      const sameJti = saying(client.id, { claims: { jti: 'one', sub: 'grace' } });
      expect((await assert(door(), sameJti, fields)).status).toBe(200);
      const { status } = await letIn(client, { claims: { jti: 'one', sub: 'alan' } });
      expect(status).toBe(400);
    },
  );

  test('a request can narrow the scope but not widen it', async () => {
    const client = await made();
    const narrow = await letIn(client, {}, { scope: 'emails.read subscribers.read' });
    expect([narrow.status, narrow.body.scope]).toEqual([200, 'emails.read']);
    const none = await letIn(client, {}, { scope: 'subscribers.read' });
    expect([none.status, none.body.error]).toEqual([400, 'invalid_scope']);
    const target = await letIn(client, {}, { resource: 'https://other.example/mcp' });
    expect([target.status, target.body.error]).toEqual([400, 'invalid_target']);
    const without = await assert(door(), '', { client_id: client.id, client_secret: client.secret });
    expect([without.status, without.body.error]).toEqual([400, 'invalid_request']);
  });

  verifies('oauth.tenancy', 'a person of one organization sees no data of another', async () => {
    const client = await made();
    const other = await simulated().addOrganization('Another');
    const mail = { from: 'a@acme.dev', to: 'delivered@example.com', subject: 'Hello', markdown: 'Hello' };
    await place().use('send_email', mail);
    const here = await letIn(client);
    const there = await letIn(client, { claims: { posthouse_organization: other.organization.id } });
    const seen = async ({ body }: typeof here) =>
      (await door().use(body.access_token, 'list_emails')).body.data;
    expect([(await seen(here)).length, await seen(there)]).toEqual([1, []]);
    expect((await grants()).length).toBe(1);
  });

  test('revoking one grant of a person revokes all grants of that client for that person only', async () => {
    const client = await made();
    const tokens: string[] = [];
    for (const sub of ['ada', 'ada', 'grace']) {
      tokens.push((await letIn(client, { claims: { sub } })).body.access_token);
    }
    const second = await letIn(await made());
    const [adas] = (await grants()).filter(
      (grant: Record<string, unknown>) => grant.subject === 'ada' && grant.client_id === client.id,
    );
    await place().use('revoke_grant', { id: adas.id });
    expect(await Promise.all(tokens.map((token) => statusOf(token)))).toEqual([401, 401, 200]);
    expect(await statusOf(second.body.access_token)).toBe(200);
  });

  test('a token with fewer rights than a grant cannot revoke it', async () => {
    await letIn(await made());
    const [grant] = await grants();
    const refused = await place().refusal('revoke_grant', { id: grant.id }, ['tokens.write']);
    expect(refused.failure).toBe('restricted_api_key');
  });

  test('a person has at most ten grants per client, and a further grant ends the oldest', async () => {
    const client = await made();
    const tokens: string[] = [];
    for (let time = 0; time < 11; time += 1) tokens.push((await letIn(client)).body.access_token);
    expect(await Promise.all([tokens[0]!, tokens[1]!, tokens[10]!].map((token) => statusOf(token)))).toEqual([
      401, 200, 200,
    ]);
  });

  test('a client can revoke its grant, and deleting the client revokes it too', async () => {
    const client = await made();
    const { body } = await letIn(client);
    const fields = { client_id: client.id, client_secret: client.secret };
    await door().post('/oauth/revoke', { token: body.access_token, ...fields });
    expect(await statusOf(body.access_token)).toBe(401);
    const next = await letIn(client);
    await place().use('delete_oauth_client', { id: client.id });
    expect(await statusOf(next.body.access_token)).toBe(401);
  });

  test('a grant of a former identity provider is rejected', async () => {
    const { body } = await letIn(await made());
    const moved = doorway(simulated(), { kind: 'embedded', identityProvider: 'https://new.example' });
    expect((await moved.use(body.access_token, 'list_emails')).status).toBe(401);
    expect((await embedded(simulated()).use(body.access_token, 'list_emails')).status).toBe(401);
    expect(await statusOf(body.access_token)).toBe(200);
  });

  /** Requests an approval over a fresh grant of a provider's user. */
  const asking = async (client: { id: string; secret: string }, sub = 'ada', subject = 'Hello') => {
    const { body } = await letIn(client, { claims: { sub } });
    return { ...(await askWith(simulated(), door(), body.access_token, subject)), token: body.access_token };
  };

  test("a request by the provider's user runs after an approval while their grant is valid", async () => {
    const { sayYes } = await asking(await made());
    expect(await sayYes()).toEqual({ kind: 'done' });
  });

  test('a pending approval survives its grant, and the next grant finds the decision', async () => {
    const client = await made();
    const { question, sayYes } = await asking(client);
    await simulated().clock.advance(hourMs);
    await sweep(simulated().platform.engine);
    expect(await sayYes()).toEqual({ kind: 'left' });
    const next = await asking(client);
    expect([next.isNew, next.question.id, next.question.status]).toEqual([false, question.id, 'approved']);
  });

  test('users of the provider see only their own approvals and use only their own quota', async () => {
    const client = await made();
    const { question: theirs } = await asking(client, 'grace');
    for (let time = 0; time < approvalLimits.pendingOfTokenMax; time += 1)
      await asking(client, 'ada', `Hello ${time}`);
    await expect(asking(client, 'ada', 'One more')).rejects.toThrow('as many questions');
    const { token, question } = await asking(client, 'alan');
    const { body } = await door().use(token, 'list_approvals');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([question.id]);
    expect((await door().use(token, 'get_approval', { id: theirs.id })).status).toBe(404);
  });

  test("a subscriber added by the provider's user gets an opt-in request, as with any caller", async () => {
    const here = place();
    await here.use('update_organization_settings', {
      double_opt_in: true,
      default_from: 'Acme <hello@acme.dev>',
    });
    const { body } = await letIn(await made(), { claims: { scope: 'subscribers.write' } });
    const added = await door().use(body.access_token, 'create_subscriber', { email: 'new@mailbox.dev' });
    expect(added.body.status).toBe('PENDING');
    await here.platform.deliver();
    const { data } = await here.use('list_emails');
    expect(data.map(({ to }: { to: string[] }) => to)).toEqual([['new@mailbox.dev']]);
  });

  test('a pending approval of a revoked grant is not executed', async () => {
    const { sayYes } = await asking(await made());
    await place().use('revoke_grant', { id: (await grants())[0].id });
    expect(await sayYes()).toMatchObject({ kind: 'refused', failure: { failure: 'invalid_api_key' } });
  });

  test("the server fetches a client's document only after the provider's signature is verified", async () => {
    const id = publish(simulated(), {
      client_id: `https://assistant.example/${place().organization.key}/x.json`,
    });
    await assert(door(), saying(id, { key: outsider.privateKey }), { client_id: id });
    expect(simulated().documents.asked).not.toContain(id);
    await assert(door(), saying(id), { client_id: id });
    expect(simulated().documents.asked).toContain(id);
  });

  test('a new key of the provider is found when an assertion names it', async () => {
    const client = await made();
    await letIn(client);
    const { found } = simulated().documents;
    const before = found.get(issuerKeysUrl)!;
    const keys = [
      { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'r1' },
      { ...ec.publicKey.export({ format: 'jwk' }), kid: 'e2' },
    ];
    found.set(issuerKeysUrl, { text: JSON.stringify({ keys }) });
    await simulated().clock.advance(minuteMs);
    const terms = { header: { alg: 'ES256', kid: 'e2' }, key: ec.privateKey };
    expect((await letIn(client, terms)).status).toBe(200);
    found.set(issuerKeysUrl, before);
  });

  verifies('oauth.hashed', 'assertions and their access tokens are neither stored nor logged', async () => {
    const client = await made();
    const assertion = saying(client.id);
    const fields = { client_id: client.id, client_secret: client.secret };
    const { body } = await assert(door(), assertion, fields);
    await assert(door(), assertion, fields);
    const { reader } = simulated().platform.engine.store.database;
    const rows = JSON.stringify([
      await reader.all('SELECT * FROM oauth_grants', []),
      await reader.all('SELECT * FROM oauth_assertions', []),
    ]);
    for (const secret of [assertion, body.access_token]) {
      expect(rows).not.toContain(secret);
      expect(JSON.stringify(simulated().log)).not.toContain(secret);
    }
  });

  test('without an identity provider the grant type is neither served nor announced', async () => {
    const client = await made();
    const fields = { client_id: client.id, client_secret: client.secret };
    const refused = await assert(embedded(simulated()), saying(client.id), fields);
    expect([refused.status, refused.body.error]).toEqual([400, 'unsupported_grant_type']);
    const path = '/.well-known/oauth-authorization-server';
    const [off, on] = [await embedded(simulated()).ask('GET', path), await door().ask('GET', path)];
    expect(off.body.grant_types_supported).toEqual(['authorization_code', 'refresh_token']);
    expect(off.body).not.toHaveProperty('authorization_grant_profiles_supported');
    expect(on.body.grant_types_supported).toEqual(['authorization_code', 'refresh_token', grantType]);
    expect(on.body.authorization_grant_profiles_supported).toEqual([
      'urn:ietf:params:oauth:grant-profile:id-jag',
    ]);
    expect(door().oauth.metadata).toMatchObject({ authorization_servers: [baseUrl] });
  });
});

test('an assertion need not name the organization if there is only one', async () => {
  const simulated = await openPlatform();
  const { body } = await simulated
    .call('create_oauth_client', { name: 'Desk', redirect_uris: [redirectUri] })
    .then(({ output }) => output as { client: { id: string } })
    .then(({ client: { id } }) =>
      assert(managed(simulated), identityAssertion(simulated, { claims: { client_id: id } }), {
        client_id: id,
      }),
    );
  expect((await managed(simulated).use(body.access_token, 'list_emails')).status).toBe(200);
  await simulated.close();
});
