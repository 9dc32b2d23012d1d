import { expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { baseUrl } from '../../world/platform.ts';
import {
  clientId,
  connect,
  embedded,
  exchange,
  offeredIn,
  redirectUri,
  refresh,
  resource,
  toConsent,
  toRedirect,
  transactionIn,
} from './scene.ts';

onBothDatabases((place) => {
  const door = () => embedded(place().platform);
  const clock = () => place().platform.clock;

  async function works(token: string): Promise<boolean> {
    const answer = await door().use(token, 'list_emails');
    if (answer.status !== 200 && answer.status !== 401) throw new Error(`${answer.status} ${answer.text}`);
    return answer.status === 200;
  }

  verifies(
    'oauth.flow',
    'an approved client gets tokens and acts in the organization of the approving token',
    async () => {
      const { id } = await place().use('send_email', {
        from: 'news@example.com',
        to: ['ada@example.com'],
        subject: 'Hello',
        html: '<p>Hello</p>',
      });
      const back = await toRedirect(place());
      expect(back.origin + back.pathname).toBe(redirectUri);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        code: expect.stringMatching(/^phc_/),
        state: 'the state',
        iss: baseUrl,
      });
      const answer = await exchange(place(), back.searchParams.get('code')!);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^pha_/),
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.stringMatching(/^phr_/),
        scope: 'emails.read emails.send subscribers.read',
      });
      const used = await door().use(answer.body.access_token, 'list_emails');
      expect(used.body.data.map((email: { id: string }) => email.id)).toEqual([id]);
    },
  );

  verifies('oauth.hashed', 'the database holds only hashes of codes and tokens', async () => {
    const { code, access_token, refresh_token } = await connect(place());
    const rows = await place().platform.platform.engine.store.database.reader.all(
      'SELECT * FROM oauth_grants WHERE organization = $1',
      [place().organization.key],
    );
    const kept = JSON.stringify(rows);
    for (const secret of [code, access_token, refresh_token, place().token]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice(-20));
    }
    expect(JSON.stringify(place().platform.log)).not.toMatch(/ph[car]_[0-9a-z]{26}_/);
  });

  verifies('oauth.once', 'a code works once, and its second use ends the grant', async () => {
    const { code, access_token, refresh_token } = await connect(place());
    expect(await works(access_token)).toBe(true);
    const again = await exchange(place(), code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await works(access_token)).toBe(false);
    expect((await refresh(place(), refresh_token)).body.error).toBe('invalid_grant');
  });

  test('two concurrent exchanges of a code succeed only once', async () => {
    const code = (await toRedirect(place())).searchParams.get('code')!;
    const answers = await Promise.all([exchange(place(), code), exchange(place(), code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a code expires after a minute', async () => {
    const code = (await toRedirect(place())).searchParams.get('code')!;
    await clock().advance(minuteMs);
    expect((await exchange(place(), code)).body.error).toBe('invalid_grant');
  });

  verifies('oauth.once', 'a refresh token works once, and its second use ends the grant', async () => {
    const first = await connect(place());
    const second = (await refresh(place(), first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    // The previous access token works until its expiry, for requests in flight.
    expect(await works(first.access_token)).toBe(true);
    expect(await works(second.access_token)).toBe(true);
    const reused = await refresh(place(), first.refresh_token);
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant']);
    expect(await works(second.access_token)).toBe(false);
    expect((await refresh(place(), second.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('only the two newest access tokens work', async () => {
    const first = await connect(place());
    const second = (await refresh(place(), first.refresh_token)).body;
    const third = (await refresh(place(), second.refresh_token)).body;
    expect([
      await works(first.access_token),
      await works(second.access_token),
      await works(third.access_token),
    ]).toEqual([false, true, true]);
  });

  test('a refresh for fewer scopes narrows only the access token, not the grant', async () => {
    const first = await connect(place());
    const less = (await refresh(place(), first.refresh_token, { scope: 'emails.read' })).body;
    expect(less.scope).toBe('emails.read');
    const uses = async (token: string, tool: string, input: unknown) =>
      (await door().use(token, tool, input)).status;
    expect(await uses(less.access_token, 'list_emails', {})).toBe(200);
    expect(await uses(less.access_token, 'list_subscribers', {})).toBe(403);
    // The previous token keeps the scope it was issued for.
    expect(await uses(first.access_token, 'list_subscribers', {})).toBe(200);
    const refused = await refresh(place(), less.refresh_token, { scope: 'emails.read domains.read' });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
    const all = (await refresh(place(), less.refresh_token)).body;
    expect(all.scope).toBe('emails.read emails.send subscribers.read');
    expect(await uses(less.access_token, 'list_subscribers', {})).toBe(403);
    expect(await uses(all.access_token, 'list_subscribers', {})).toBe(200);
  });

  test('a refresh token works only for its client and never exceeds the granted scopes', async () => {
    const { refresh_token } = await connect(place());
    const asked = (changes: Record<string, string>) => refresh(place(), refresh_token, changes);
    expect((await asked({ client_id: 'https://other.example/client.json' })).body.error).toBe(
      'invalid_grant',
    );
    expect((await asked({ scope: 'emails.read campaigns.send' })).body.error).toBe('invalid_scope');
    expect((await asked({ resource: `${baseUrl}/api` })).body.error).toBe('invalid_target');
    expect((await asked({ scope: 'emails.read', resource })).status).toBe(200);
  });

  test('an access token works for an hour, and a grant ends after thirty days without use', async () => {
    const { access_token, refresh_token } = await connect(place());
    await clock().advance(hourMs - secondMs);
    expect(await works(access_token)).toBe(true);
    await clock().advance(secondMs);
    expect(await works(access_token)).toBe(false);
    const next = (await refresh(place(), refresh_token)).body;
    await clock().advance(29 * dayMs);
    const last = (await refresh(place(), next.refresh_token)).body;
    await clock().advance(30 * dayMs);
    expect((await refresh(place(), last.refresh_token)).body.error).toBe('invalid_grant');
    const { engine } = place().platform.platform;
    await sweep(engine);
    const left = await engine.store.database.reader.all(
      'SELECT id FROM oauth_grants WHERE organization = $1',
      [place().organization.key],
    );
    expect(left).toEqual([]);
  });

  test.each(['access_token', 'refresh_token'] as const)('revoking its %s ends a grant', async (kind) => {
    const tokens = await connect(place());
    const revoke = (client: string) =>
      door().post('/oauth/revoke', { token: tokens[kind], client_id: client });
    expect((await revoke('https://other.example/client.json')).status).toBe(400);
    expect(await works(tokens.access_token)).toBe(true);
    expect((await revoke(clientId)).status).toBe(200);
    expect((await revoke(clientId)).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(false);
    expect((await refresh(place(), tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('revoking an unknown token succeeds', async () => {
    for (const token of ['x', `phr_${'a'.repeat(26)}_${'b'.repeat(65)}`, place().token]) {
      expect((await door().post('/oauth/revoke', { token, client_id: clientId })).status).toBe(200);
    }
    expect((await place().http('GET', '/api/v2/emails')).status).toBe(200);
  });

  verifies('oauth.audience', 'an access token is valid only at the MCP endpoint', async () => {
    const { access_token, refresh_token, code } = await connect(place());
    for (const path of ['/api/v2/emails', '/api/v1/campaigns', '/api/v2/tokens', '/api/v1/admin/tools']) {
      expect((await place().http('GET', path, { token: access_token })).status).toBe(401);
    }
    expect((await door().ask('GET', '/api/v2/emails', { token: access_token })).status).toBe(401);
    expect(await works(refresh_token)).toBe(false);
    expect(await works(code)).toBe(false);
    expect(await works(place().token)).toBe(true);
  });

  test('a modified access token is rejected', async () => {
    const { access_token } = await connect(place());
    const last = access_token.at(-1) === 'A' ? 'B' : 'A';
    expect(await works(access_token.slice(0, -1) + last)).toBe(false);
    expect(await works(access_token.replace('pha_', 'phr_'))).toBe(false);
    expect(await works(`${access_token}A`)).toBe(false);
  });

  verifies('oauth.narrowed', 'a grant ends when the approving API token is revoked', async () => {
    const { id, token } = await place().platform.addToken(place().organization);
    const tokens = await connect(place(), { token });
    expect(await works(tokens.access_token)).toBe(true);
    await place().use('revoke_token', { id });
    expect(await works(tokens.access_token)).toBe(false);
    expect((await refresh(place(), tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('a grant ends when its API token expires', async () => {
    const expires = new Date(clock().now() + 10 * minuteMs).toISOString();
    const { token } = await place().platform.addToken(place().organization, { expires_at: expires });
    const tokens = await connect(place(), { token });
    expect(await works(tokens.access_token)).toBe(true);
    await clock().advance(10 * minuteMs);
    expect(await works(tokens.access_token)).toBe(false);
  });

  test('a grant survives the rotation of its API token until the old secret ends', async () => {
    const { id, token } = await place().platform.addToken(place().organization);
    const tokens = await connect(place(), { token });
    await place().use('rotate_token', { id });
    await clock().advance(23 * hourMs);
    const next = await refresh(place(), tokens.refresh_token);
    expect(await works(next.body.access_token)).toBe(true);
    await clock().advance(hourMs);
    expect(await works(next.body.access_token)).toBe(false);
    expect((await refresh(place(), next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  verifies('oauth.narrowed', 'narrowing the API token narrows the grant', async () => {
    const { id, token } = await place().platform.addToken(place().organization);
    const { access_token, refresh_token } = await connect(place(), { token });
    expect((await door().use(access_token, 'list_subscribers')).status).toBe(200);
    await place().use('update_token', { id, scopes: ['emails.read'] });
    expect(await works(access_token)).toBe(true);
    expect((await door().use(access_token, 'list_subscribers')).status).toBe(403);
    expect((await refresh(place(), refresh_token)).body.scope).toBe('emails.read');
  });

  verifies(
    'oauth.limits',
    'the limits of the API token apply to the grant: shared caps, allowed recipients and mode',
    async () => {
      const { token } = await place().platform.addToken(place().organization, {
        send_cap: { per_hour: 1, per_day: null },
        allowed_recipients: ['*@acme.example'],
      });
      const { access_token } = await connect(place(), { token });
      const send = (to: string) =>
        door().use(access_token, 'send_email', {
          from: 'news@example.com',
          to: [to],
          subject: 'Hello',
          html: '<p>Hello</p>',
        });
      expect((await send('ada@example.com')).status).toBe(403);
      expect((await send('ada@acme.example')).status).toBe(200);
      expect((await send('bob@acme.example')).status).toBe(429);
    },
  );

  verifies('oauth.limits', 'the address allowlist of the API token applies to the grant', async () => {
    const { token } = await place().platform.addToken(place().organization, {
      ip_allowlist: ['198.51.100.7'],
    });
    const refused = await toConsent(place(), { token, peer: '198.51.100.8' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('network address')]);
    const { access_token } = await connect(place(), { token, peer: '198.51.100.7' });
    expect((await door().use(access_token, 'list_emails', {}, { peer: '198.51.100.7' })).status).toBe(200);
    expect((await door().use(access_token, 'list_emails', {}, { peer: '198.51.100.8' })).status).toBe(403);
  });

  verifies('oauth.tenancy', 'a grant never reaches another organization', async () => {
    const other = await place().platform.addOrganization('Another');
    const { id } = await place().use('create_subscriber', { email: 'ada@example.com' });
    const { access_token } = await connect(place(), { token: other.token });
    expect((await door().use(access_token, 'list_subscribers')).body.data).toEqual([]);
    expect((await door().use(access_token, 'get_subscriber', { subscriber: id })).status).toBe(404);
  });

  test('a token that may create API tokens cannot grant that right', async () => {
    const page = await toConsent(place(), {
      ask: { scope: 'emails.read tokens.write admin full_access tools.run' },
    });
    expect(offeredIn(page)).toEqual(['emails.read']);
  });

  test('using a grant updates the last use of its token', async () => {
    const { id, token } = await place().platform.addToken(place().organization);
    const { access_token } = await connect(place(), { token });
    // Uses it twice, because the consent page's own note is written later.
    for (let uses = 0; uses < 2; uses += 1) {
      await clock().advance(5 * minuteMs);
      await works(access_token);
    }
    // The last use is written just after the response.
    await expect
      .poll(async () => Date.parse((await place().use('get_token', { id })).last_used_at))
      .toBe(clock().now());
  });

  verifies('oauth.step-up', 'the error for a missing scope names the scopes to request', async () => {
    const { access_token } = await connect(place());
    const lacking = await door().use(access_token, 'list_tags');
    expect(lacking.status).toBe(403);
    const challenge = lacking.headers.get('www-authenticate');
    expect(challenge).toContain(
      'error="insufficient_scope", scope="emails.read emails.send subscribers.read tags.read"',
    );
    expect(challenge).toContain(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`);
    // Asking again would not help: this scope is never granted.
    expect(
      (await door().use(access_token, 'revoke_token', { id: 'tok_x' })).headers.get('www-authenticate'),
    ).toBeNull();
    const { token } = await place().platform.addToken(place().organization, { scopes: ['emails.read'] });
    expect((await door().use(token, 'list_tags')).headers.get('www-authenticate')).toBeNull();
  });

  verifies('oauth.grants', 'an organization lists its grants and revokes one', async () => {
    const { id: token_id, token } = await place().platform.addToken(place().organization);
    const tokens = await connect(place(), { token });
    const listed = await place().http('GET', '/api/v2/grants');
    expect(listed.body).toMatchObject({
      data: [
        {
          object: 'grant',
          client_id: clientId,
          client_name: 'The Assistant',
          token_id,
          scopes: ['emails.read', 'emails.send', 'subscribers.read'],
          revoked_at: null,
        },
      ],
      has_more: false,
    });
    expect(listed.text).not.toMatch(/hash|ph[car]_/);
    const [{ id }] = listed.body.data;
    const other = await place().platform.addOrganization('Another');
    expect((await place().http('DELETE', `/api/v2/grants/${id}`, { token: other.token })).status).toBe(404);
    expect((await place().http('GET', '/api/v2/grants', { token: other.token })).body.data).toEqual([]);
    const { token: held } = await place().platform.addToken(place().organization, {
      scopes: ['tokens.read', 'tokens.write'],
    });
    expect((await place().http('DELETE', `/api/v2/grants/${id}`, { token: held })).status).toBe(403);
    expect(await works(tokens.access_token)).toBe(true);
    expect((await place().http('DELETE', `/api/v2/grants/${id}`)).body).toEqual({
      object: 'grant',
      id,
      deleted: true,
    });
    expect(await works(tokens.access_token)).toBe(false);
    expect((await refresh(place(), tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await place().use('list_grants', { after: id })).data).toEqual([]);
  });

  test('a client that does not use refresh tokens gets none', async () => {
    const id = 'https://brief.example/client.json';
    const { documents } = place().platform;
    const text = JSON.stringify({
      client_id: id,
      client_name: 'Brief',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
    });
    documents.found.set(id, { text });
    const code = (await toRedirect(place(), { ask: { client_id: id } })).searchParams.get('code')!;
    const { body } = await exchange(place(), code, { client_id: id });
    expect(body).not.toHaveProperty('refresh_token');
    expect(await works(body.access_token)).toBe(true);
  });

  test('an organization has at most a hundred grants', async () => {
    for (let grants = 0; grants < 100; grants += 1) await toRedirect(place());
    const page = await toConsent(place());
    const answer = () =>
      door().post('/oauth/authorize', {
        transaction: transactionIn(page),
        decision: 'allow',
        scope: 'emails.read',
      });
    expect([(await answer()).status, (await answer()).text]).toEqual([409, expect.stringContaining('100')]);
    // Unexchanged codes expire and free their slots.
    await clock().advance(minuteMs);
    expect((await answer()).status).toBe(303);
  });
});
