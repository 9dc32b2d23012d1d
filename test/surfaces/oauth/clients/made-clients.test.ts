import { expect, test } from 'vitest';
import { offeredAt } from '../../../../src/contract/tool.ts';
import { catalogue } from '../../../../tools/index.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';
import { baseUrl, firstToken } from '../../../world/platform.ts';
import { assertionOf, assertionType, publicKeys, rsa } from '../assertions.ts';
import { allowAt, embedded, exchange, type Fields, parameters, refresh, resource } from '../scene.ts';

const loopback = 'http://localhost:8787/callback';

onBothDatabases((place) => {
  const door = () => embedded(place().platform);
  const make = (fields: Record<string, unknown> = {}) =>
    place().use('create_oauth_client', { name: 'Cursor', redirect_uris: [loopback], ...fields });
  const codeFor = async (id: string, uri = loopback) => {
    const back = await allowAt(door(), place().token, { client_id: id, redirect_uri: uri });
    return back.searchParams.get('code')!;
  };
  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

  verifies(
    'oauth.made-clients',
    'the operator registers a public client, and a person connects it',
    async () => {
      const { client, client_secret } = await make();
      expect([client.authentication, client_secret]).toEqual(['none', null]);
      const page = await door().get(parameters({ client_id: client.id, redirect_uri: loopback }));
      expect(page.text).toContain('which the operator of this server added');
      const fields = { client_id: client.id, redirect_uri: loopback };
      const tokens = await exchange(place(), await codeFor(client.id), fields);
      expect(tokens.status).toBe(200);
      expect((await door().use(tokens.body.access_token, 'list_emails')).status).toBe(200);
      const [listed] = (await place().use('list_oauth_clients', { limit: 1 })).data;
      expect(listed).toMatchObject({
        id: client.id,
        origin: 'operator',
        used_at: expect.any(String),
        ends_at: null,
      });
    },
  );

  verifies('oauth.made-clients', 'a client with a secret must present it, by either method', async () => {
    const { client, client_secret: secret } = await make({ authentication: 'client_secret' });
    expect(secret).toMatch(/^phs_[\w-]{43}$/);
    const from = { client_id: client.id, redirect_uri: loopback };
    const code = await codeFor(client.id);
    const wrong: Fields[] = [
      from,
      { ...from, client_secret: '' },
      { ...from, client_secret: `${secret}x` },
      { ...from, client_secret: secret.toLowerCase() },
      {
        ...from,
        client_assertion_type: assertionType,
        client_assertion: assertionOf(place().platform, { claims: { iss: client.id, sub: client.id } }),
      },
    ];
    for (const fields of wrong) {
      const refused = await exchange(place(), code, fields);
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    }
    const tokens = await exchange(place(), code, { ...from, client_secret: secret });
    expect(tokens.status).toBe(200);
    const renew = (headers: Record<string, string>, client_id: string | null = null) =>
      door().post(
        '/oauth/token',
        { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token, client_id },
        { headers },
      );
    for (const authorization of [
      basic(client.id, 'wrong'),
      'Basic !',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      `Basic ${Buffer.from('%:%').toString('base64')}`,
      `Bearer ${secret}`,
    ]) {
      const refused = await renew({ authorization });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="posthouse"',
      ]);
    }
    const authorization = basic(client.id, secret);
    expect((await renew({ authorization }, 'https://other.example/client.json')).status).toBe(400);
    expect((await renew({ authorization }, client.id)).status).toBe(200);
  });

  verifies('oauth.made-clients', 'a client secret is shown once and stored only as a hash', async () => {
    const { client, client_secret: secret } = await make({ authentication: 'client_secret' });
    const { engine } = place().platform.platform;
    const rows = await engine.store.database.reader.all('SELECT * FROM oauth_clients WHERE id = $1', [
      client.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(await place().use('list_oauth_clients'))).not.toMatch(/phs_|hash/);
    expect(JSON.stringify(place().platform.log)).not.toContain(secret);
  });

  test('a client with keys authenticates with them', async () => {
    const { client } = await make({ authentication: 'private_key_jwt', jwks: publicKeys });
    const claims = { iss: client.id, sub: client.id, aud: `${baseUrl}/oauth/token` };
    const tokens = await exchange(place(), await codeFor(client.id), {
      client_id: client.id,
      redirect_uri: loopback,
      client_assertion_type: assertionType,
      client_assertion: assertionOf(place().platform, { claims }),
    });
    expect(tokens.status).toBe(200);
  });

  const refusedFields: [string, Record<string, unknown>, string][] = [
    ['keys of a public client', { jwks: publicKeys }, 'authentication'],
    ['a signing client without keys', { authentication: 'private_key_jwt' }, 'jwks'],
    [
      'a private key',
      { authentication: 'private_key_jwt', jwks: { keys: [rsa.privateKey.export({ format: 'jwk' })] } },
      'jwks',
    ],
    [
      'keys at an address',
      { authentication: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/jwks.json' },
      'jwks_uri',
    ],
    ['no redirect_uri', { redirect_uris: [] }, 'redirect_uris'],
  ];
  test.each(refusedFields)('%s is rejected with the path of the field', async (_, fields, path) => {
    const { failure, details } = await place().refusal('create_oauth_client', {
      name: 'An app',
      redirect_uris: [loopback],
      ...fields,
    });
    expect(failure).toBe('validation_error');
    expect(JSON.stringify(details)).toContain(`"path":"${path}`);
  });

  test.each([
    'http://app.example/callback',
    'https://app.example/callback#fragment',
    'https://user@app.example/callback',
    'https://app.example/a/../callback',
    'https://app.example/%2e%2e/callback',
    'https:app.example/callback',
    'https:///app.example/callback',
    'https://app.example\\@evil.example/callback',
    'https://app.example/call back',
    'https://a;sandbox/callback',
    'https://a%3bsandbox/callback',
    'https://*.app.example/callback',
    'https://app.example,evil.example/callback',
    'https://app_one.example/callback',
    'http://a;sandbox.localhost/callback',
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,x',
    'blob:https://app.example/x',
    'file:///etc/passwd',
    'ftp://app.example/callback',
    'intent://app/#Intent;end',
    'cursor:callback',
    'unknown://app/callback',
    '/callback',
    '*',
  ])('%s is rejected as a redirect_uri', async (uri) => {
    const refused = await place().refusal('create_oauth_client', { name: 'An app', redirect_uris: [uri] });
    expect(refused.failure).toBe('validation_error');
  });

  test('a redirect_uri must match exactly, except for a loopback port', async () => {
    const registered = [
      'https://app.example/callback?tenant=1',
      'http://127.0.0.1/callback',
      'http://[::1]/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/callback',
    ];
    const { client } = await make({ redirect_uris: registered });
    const statusOf = async (redirect_uri: string) =>
      (await door().get(parameters({ client_id: client.id, redirect_uri }))).status;
    for (const uri of [...registered, 'http://127.0.0.1:51234/callback', 'http://[::1]:8/callback']) {
      expect([uri, await statusOf(uri)]).toEqual([uri, 200]);
    }
    for (const uri of [
      'https://app.example/callback',
      'https://app.example/callback?tenant=1&x',
      'https://app.example:443/callback?tenant=1',
      'https://APP.example/callback?tenant=1',
      'https://app.example.evil.example/callback?tenant=1',
      'http://localhost/callback',
      'http://127.0.0.2:51234/callback',
      'http://127.0.0.1:51234/callback/',
      'http://127.0.0.1:51234@evil.example/callback',
      'https://127.0.0.1/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback/x',
      'cursor://evil/oauth/callback',
      'com.example.app:/other',
    ]) {
      expect([uri, await statusOf(uri)]).toEqual([uri, 400]);
    }
  });

  test('a desktop app is named by its URI scheme, and the form may redirect to it', async () => {
    const uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const { client } = await make({ redirect_uris: [uri] });
    const page = await door().get(parameters({ client_id: client.id, redirect_uri: uri }));
    expect(page.text).toContain('the app that opens <strong>cursor:</strong> links on this computer');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' cursor:;");
    const back = await allowAt(door(), place().token, { client_id: client.id, redirect_uri: uri });
    expect(back.href.startsWith(`${uri}?code=phc_`)).toBe(true);
  });

  verifies('oauth.made-clients', 'deleting a client ends its grants in every organization', async () => {
    const { client } = await make();
    const fields = { client_id: client.id, redirect_uri: loopback, resource };
    const tokens = await exchange(place(), await codeFor(client.id), fields);
    const code = await codeFor(client.id);
    expect(await place().use('delete_oauth_client', { id: client.id })).toMatchObject({ deleted: true });
    expect((await door().use(tokens.body.access_token, 'list_emails')).status).toBe(401);
    expect((await exchange(place(), code, fields)).body.error).toBe('invalid_grant');
    const renewed = await refresh(place(), tokens.body.refresh_token, { client_id: client.id });
    expect(renewed.body.error).toBe('invalid_grant');
    expect((await door().get(parameters(fields))).status).toBe(400);
    const log = await place().use('list_audit_log', { tool: 'revoke_grant' });
    expect(log.data).toHaveLength(2);
    const again = await place().refusal('delete_oauth_client', { id: client.id });
    expect(again.failure).toBe('not_found');
  });

  test('a client that is deleted while a person reads the consent page gets no grant', async () => {
    const { client } = await make();
    const fields = { client_id: client.id, redirect_uri: loopback };
    const first = await door().get(parameters(fields));
    const sealed = (text: string) => /name="transaction" value="([\w-]+)"/.exec(text)![1]!;
    const page = await door().post('/oauth/authorize', {
      transaction: sealed(first.text),
      token: place().token,
      decision: 'continue',
    });
    await place().use('delete_oauth_client', { id: client.id });
    const answer = await door().post('/oauth/authorize', {
      transaction: sealed(page.text),
      decision: 'allow',
      scope: 'emails.read',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([409, null]);
  });

  test('the operator creates and lists clients over REST, and no assistant is offered these tools', async () => {
    const { platform } = place();
    const made = await platform.http('POST', '/api/v1/admin/tools', {
      token: firstToken,
      body: { tool: 'create_oauth_client', args: { name: 'Over REST', redirect_uris: [loopback] } },
    });
    expect([made.status, made.body.result.client.name]).toEqual([200, 'Over REST']);
    const listed = await platform.http('POST', '/api/v2/tools/list_oauth_clients', {
      token: firstToken,
      body: { limit: 1 },
    });
    expect(listed.body.structured_content.data[0].id).toBe(made.body.result.client.id);
    const refused = await platform.http('POST', '/api/v1/admin/tools', {
      token: place().token,
      body: { tool: 'create_oauth_client', args: { name: 'x', redirect_uris: [loopback] } },
    });
    expect(refused.status).toBe(403);
    for (const name of ['create_oauth_client', 'list_oauth_clients', 'delete_oauth_client']) {
      expect([name, offeredAt(catalogue.find((tool) => tool.name === name)!, 'mcp')]).toEqual([name, false]);
    }
  });

  test("only the operator's token creates, lists or deletes clients", async () => {
    for (const [tool, input] of [
      ['create_oauth_client', { name: 'x', redirect_uris: [loopback] }],
      ['list_oauth_clients', {}],
      ['delete_oauth_client', { id: 'oac_x' }],
    ] as const) {
      const refused = await place().refusal(tool, input, ['full_access']);
      expect(refused.failure).toBe('restricted_api_key');
    }
  });
});
