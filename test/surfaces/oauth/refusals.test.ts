import { expect, test } from 'vitest';
import { minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import {
  challenge,
  clientId,
  connect,
  doorway,
  embedded,
  type Fields,
  offeredIn,
  parameters,
  publish,
  redirectUri,
  toConsent,
  toRedirect,
  transactionIn,
} from './scene.ts';

const hostile = `<img src=x onerror=alert(1)>"'&\u202e`;

/** Each test has its own platform, so attempts of other tests do not count. */
async function withPlatform(act: (simulated: SimulatedPlatform) => Promise<void>): Promise<void> {
  const simulated = await openPlatform();
  try {
    publish(simulated);
    await act(simulated);
  } finally {
    await simulated.close();
  }
}

verifies('oauth.metadata', 'the server metadata lists exactly the supported features', () =>
  withPlatform(async (simulated) => {
    const { body } = await embedded(simulated).ask('GET', '/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [
        'none',
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
      ],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      ui_locales_supported: ['en', 'de', 'fr', 'es', 'pt'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    expect(body).not.toHaveProperty('registration_endpoint');
    expect(body.scopes_supported).toContain('emails.send');
    for (const scope of ['admin', 'full_access', 'sending_access', 'tokens.write', 'tools.run']) {
      expect(body.scopes_supported).not.toContain(scope);
    }
    expect(embedded(simulated).oauth.metadata).toMatchObject({
      resource: `${baseUrl}/mcp`,
      authorization_servers: [baseUrl],
      bearer_methods_supported: ['header'],
    });
  }),
);

verifies('oauth.off', 'no OAuth endpoint exists while OAuth is off', () =>
  withPlatform(async (simulated) => {
    const door = doorway(simulated, { kind: 'none' });
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize']) {
      expect((await door.ask('GET', path)).status).toBe(404);
    }
    expect((await door.post('/oauth/token', { grant_type: 'refresh_token' })).status).toBe(404);
    expect(door.oauth.metadata).not.toHaveProperty('authorization_servers');
    expect((await door.use(firstToken, 'list_emails')).status).toBe(200);
    expect((await door.use('pha_x', 'list_emails')).status).toBe(401);
  }),
);

test.each([
  'https:assistant.example/callback',
  'https:/assistant.example/callback',
  'https:///assistant.example/callback',
  'http:/localhost:5/callback',
  'http:localhost:5/callback',
])(
  '%s is rejected as a redirect target, even though it is registered and URL parsers find a host in it',
  (uri) =>
    withPlatform(async (simulated) => {
      publish(simulated, { redirect_uris: [uri, redirectUri] });
      const door = embedded(simulated);
      expect((await door.get(parameters({ redirect_uri: uri }))).status).toBe(400);
      expect((await door.get(parameters({ redirect_uri: redirectUri }))).status).toBe(200);
    }),
);

test.each(['https://a;sandbox/callback', 'https://*.example/callback'])(
  '%s is rejected as a redirect target, because its host would change the policy of the consent page',
  (uri) =>
    withPlatform(async (simulated) => {
      publish(simulated, { redirect_uris: [uri, redirectUri] });
      const page = await embedded(simulated).get(parameters({ redirect_uri: uri }));
      const policy = page.headers.get('content-security-policy');
      expect([page.status, policy?.includes('sandbox'), policy?.includes('*')]).toEqual([400, false, false]);
    }),
);

test('a desktop program may listen on any port', () =>
  withPlatform(async (simulated) => {
    for (const uri of [
      'http://127.0.0.1/callback',
      'http://127.0.0.1:51234/callback',
      'http://localhost:4000/callback',
    ]) {
      const answer = await embedded(simulated).get(parameters({ redirect_uri: uri }));
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('a program on this computer');
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain(`form-action 'self' ${new URL(uri).origin}`);
    }
  }));

test('a client_id that is not a plain https URL is not fetched', () =>
  withPlatform(async (simulated) => {
    for (const id of [
      'an-app',
      'http://assistant.example/client.json',
      'https://assistant.example',
      'https://assistant.example/',
      'https://assistant.example:8443/client.json',
      'https://user@assistant.example/client.json',
      'https://assistant.example/a/../client.json',
      'https://assistant.example/a/%2e%2e/client.json',
      'https://assistant.example/client.json#x',
      'https://ASSISTANT.example/client.json',
      'https://127.0.0.1/client.json',
      'https://[::1]/client.json',
      'https://2130706433/client.json',
      'https://localhost/client.json',
      'https:assistant.example/client.json',
      'https:/assistant.example/client.json',
      'https:///assistant.example/client.json',
      'file:///etc/passwd',
      `https://assistant.example/${'x'.repeat(2_000)}`,
    ]) {
      publish(simulated, { client_id: id });
      expect((await embedded(simulated).get(parameters({ client_id: id }))).status).toBe(400);
    }
    expect(simulated.documents.asked).toEqual([]);
  }));

const unfit: [string, string, string?][] = [
  ['is not JSON', '<html>'],
  ['has another content type', JSON.stringify({ client_id: clientId }), 'text/html'],
  ['is too large', `{"x":"${'x'.repeat(20_000)}"}`],
  [
    'belongs to another client',
    JSON.stringify({
      client_id: 'https://assistant.example/other.json',
      client_name: 'A',
      redirect_uris: [redirectUri],
    }),
  ],
  ['has no name', JSON.stringify({ client_id: clientId, redirect_uris: [redirectUri] })],
  ['has no redirect URI', JSON.stringify({ client_id: clientId, client_name: 'A', redirect_uris: [] })],
  [
    'requests a secret',
    JSON.stringify({
      client_id: clientId,
      client_name: 'A',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
    }),
  ],
  [
    'uses an unsupported grant',
    JSON.stringify({
      client_id: clientId,
      client_name: 'A',
      redirect_uris: [redirectUri],
      grant_types: ['client_credentials'],
    }),
  ],
];

test.each(unfit)('a metadata document that %s is rejected', (_, text, mediaType = 'application/json') =>
  withPlatform(async (simulated) => {
    simulated.documents.found.set(clientId, { text, mediaType });
    const answer = await embedded(simulated).get(parameters());
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).not.toContain('<form');
  }),
);

test('documents are cached for minutes, fetched once for concurrent readers, and limited per address', () =>
  withPlatform(async (simulated) => {
    const door = embedded(simulated);
    const { documents, clock } = simulated;
    await Promise.all([door.get(parameters()), door.get(parameters()), door.get(parameters())]);
    expect(documents.asked).toEqual([clientId]);
    await clock.advance(5 * minuteMs);
    await door.get(parameters());
    expect(documents.asked).toHaveLength(2);
    for (let n = 0; n < 40; n += 1) {
      await door.get(parameters({ client_id: `https://many.example/${n}.json` }), { peer: '198.51.100.1' });
    }
    expect(documents.asked).toHaveLength(22);
    // A missing document is not fetched again at once, and other clients are not delayed.
    await door.get(parameters({ client_id: 'https://many.example/0.json' }), { peer: '198.51.100.2' });
    expect(documents.asked).toHaveLength(22);
    await door.get(parameters({ client_id: 'https://more.example/0.json' }), { peer: '198.51.100.2' });
    expect(documents.asked).toHaveLength(23);
  }));

test('a hostile client name is shown as text', () =>
  withPlatform(async (simulated) => {
    publish(simulated, { client_name: hostile });
    const answer = await embedded(simulated).get(parameters({ state: hostile }));
    expect(answer.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(answer.text).not.toContain('<img');
    expect(answer.text).not.toContain('\u202e');
    publish(simulated, { client_name: 'x'.repeat(5_000), client_id: 'https://long.example/c.json' });
    const long = await embedded(simulated).get(parameters({ client_id: 'https://long.example/c.json' }));
    expect(long.text).not.toContain('x'.repeat(101));
  }));

test("a client name that imitates the page's sentence stays within its quotes", () =>
  withPlatform(async (simulated) => {
    publish(simulated, { client_name: 'Claude”, at claude.ai, asks. “' });
    const { text } = await embedded(simulated).get(parameters());
    expect(text).toContain(
      '“<strong>Claude&#39;, at claude.ai, asks. &#39;</strong>”, at <strong>assistant.example</strong>',
    );
  }));

test('pages cannot be framed or cached, send no referrer and run no scripts', () =>
  withPlatform(async (simulated) => {
    const pages = [
      await embedded(simulated).get(parameters()),
      await embedded(simulated).get(parameters({ client_id: 'x' })),
    ];
    for (const { headers, text } of pages) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("style-src 'self'; img-src 'self'; form-action");
      expect(policy).not.toContain('script-src');
      expect(text).toMatch(/<body class="gate">/);
      expect(text).not.toMatch(/<script|<style|style=|src=|javascript:/i);
    }
    expect(pages[0]!.text).toContain('type="password"');
    expect(pages[0]!.text).toContain('method="post"');
    expect(pages[0]!.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://assistant.example",
    );
  }));

test('the page warns when the redirect goes to another host than the app’s', () =>
  withPlatform(async (simulated) => {
    const elsewhere = 'https://collect.example/callback';
    publish(simulated, { redirect_uris: [elsewhere] });
    const answer = await embedded(simulated).get(parameters({ redirect_uri: elsewhere }));
    expect(answer.text).toContain('you would be redirected to <strong>collect.example</strong>');
  }));

onBothDatabases((place) => {
  const door = () => embedded(place().platform);
  const post = (fields: Fields, headers: Record<string, string> = {}, peer?: string) =>
    door().post('/oauth/authorize', fields, { headers, ...(peer === undefined ? {} : { peer }) });

  test('the consent page names the organization, the app and its requested rights', async () => {
    const page = await toConsent(place());
    expect(page.status).toBe(200);
    expect(page.text).toContain(place().organization.name);
    expect(page.text).toContain('The Assistant');
    expect(page.text).toContain('assistant.example');
    expect(page.text).toContain('Send emails in the name of the organization, ');
    expect(offeredIn(page)).toEqual(['emails.read', 'emails.send', 'subscribers.read']);
    expect(page.text).not.toContain(place().token);
  });

  test('a client that requests no scope may read, and no client gets more rights than the token has', async () => {
    const modest = offeredIn(await toConsent(place(), { ask: { scope: null } }));
    expect(modest).toContain('emails.read');
    expect(modest.filter((scope) => !scope.endsWith('.read'))).toEqual([]);
    const { token } = await place().platform.addToken(place().organization, { scopes: ['sending_access'] });
    const page = await toConsent(place(), { token, ask: { scope: 'emails.send emails.read openid' } });
    expect(offeredIn(page)).toEqual(['emails.send']);
    const nothing = await toConsent(place(), { token, ask: { scope: 'emails.read' } });
    expect([nothing.status, offeredIn(nothing)]).toEqual([403, []]);
  });

  verifies('oauth.narrowed', 'a person can grant less than requested and never more than shown', async () => {
    const tokens = await connect(place(), { choose: ['emails.read', 'campaigns.send', 'admin'] });
    expect(tokens.scope).toBe('emails.read');
    const page = await toConsent(place());
    const none = await post({ transaction: transactionIn(page), decision: 'allow' });
    expect([none.status, none.text]).toEqual([200, expect.stringContaining('Choose at least one')]);
  });

  test('a denial on either page is reported to the client', async () => {
    publish(place().platform);
    for (const page of [await door().get(parameters()), await toConsent(place())]) {
      const answer = await post({ transaction: transactionIn(page), decision: 'deny' });
      expect(answer.status).toBe(303);
      const back = new URL(answer.headers.get('location')!);
      expect(back.origin + back.pathname).toBe(redirectUri);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        error: 'access_denied',
        state: 'the state',
        iss: baseUrl,
      });
    }
  });

  test('a form value is valid only for its own step, text and time', async () => {
    publish(place().platform);
    const first = transactionIn(await door().get(parameters()));
    const second = transactionIn(await toConsent(place()));
    const changed = second.slice(0, 99) + (second[99] === 'A' ? 'B' : 'A') + second.slice(100);
    const scope = 'emails.read';
    for (const fields of [
      // The first page's value grants nothing, and the second page's value proves no token.
      { transaction: first, decision: 'allow', scope },
      { transaction: changed, decision: 'allow', scope },
      { transaction: '', decision: 'allow', scope },
      { decision: 'allow', scope },
      { transaction: [second, second], decision: 'allow', scope },
      { transaction: second, decision: 'continue', token: place().token },
    ]) {
      const answer = await post(fields);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('location')).toBeNull();
    }
    await place().platform.clock.advance(10 * minuteMs);
    expect((await post({ transaction: second, decision: 'allow', scope })).status).toBe(400);
    expect((await post({ transaction: first, decision: 'deny' })).status).toBe(400);
  });

  test('forms from another site are rejected', async () => {
    const fields = {
      transaction: transactionIn(await toConsent(place())),
      decision: 'allow',
      scope: 'emails.read',
    };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      expect((await post(fields, headers as Record<string, string>)).status).toBe(403);
    }
    expect((await post(fields, { 'content-type': 'text/plain' })).status).toBe(400);
    const own = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    expect((await post(fields, own)).status).toBe(303);
  });

  test('a decision counts once', async () => {
    const fields = {
      transaction: transactionIn(await toConsent(place())),
      decision: 'allow',
      scope: 'emails.read',
    };
    const answers = await Promise.all([post(fields), post(fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await post(fields)).status).toBe(409);
  });

  test('a token revoked between the pages grants nothing', async () => {
    const { id, token } = await place().platform.addToken(place().organization);
    const page = await toConsent(place(), { token });
    await place().use('revoke_token', { id });
    const answer = await post({ transaction: transactionIn(page), decision: 'allow', scope: 'emails.read' });
    expect([answer.status, answer.headers.get('location')]).toEqual([409, null]);
  });

  test('wrong tokens are limited per address and reveal nothing', async () => {
    publish(place().platform);
    const peer = `203.0.113.${place().organization.key % 250}`;
    const tries = async (token: string) => {
      const transaction = transactionIn(await door().get(parameters(), { peer }));
      return await post({ transaction, token, decision: 'continue' }, {}, peer);
    };
    const { id, token: revoked } = await place().platform.addToken(place().organization);
    await place().use('revoke_token', { id });
    const wrong = [revoked, `posthouse_${'x'.repeat(40)}`, 'nonsense', ''];
    for (let n = 0; n < 10; n += 1) {
      const answer = await tries(wrong[n % wrong.length]!);
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining('is unknown or no longer works'),
      ]);
    }
    const late = await tries(place().token);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '600']);
    expect(late.text).not.toContain(place().token);
    await place().platform.clock.advance(10 * minuteMs);
    expect((await tries(place().token)).status).toBe(200);
    expect(JSON.stringify(place().platform.log)).not.toContain(place().token);
  });

  test('an access token is not accepted on the sign-in page', async () => {
    const { access_token } = await connect(place());
    const page = await toConsent(place(), { token: access_token });
    expect([page.status, offeredIn(page)]).toEqual([403, []]);
  });

  test('a redirect_uri keeps its query string', async () => {
    const id = 'https://query.example/client.json';
    const uri = 'https://query.example/cb?tenant=a%20b&x';
    publish(place().platform, { client_id: id, redirect_uris: [uri] });
    const back = await toRedirect(place(), { ask: { client_id: id, redirect_uri: uri } });
    expect(back.href.startsWith(`${uri}&code=phc_`)).toBe(true);
  });

  test('malformed requests get an error page', async () => {
    for (const fields of [
      {},
      { code_challenge: challenge },
      { client_id: '\u0000' },
      { resource: '\ud800' },
    ]) {
      const answer = await door().get(fields);
      expect(answer.status).toBe(400);
    }
    for (const body of ['', '%', '\u0000', 'a'.repeat(30_000), '{"x":1}']) {
      for (const path of ['/oauth/authorize', '/oauth/token', '/oauth/revoke']) {
        const { status } = await door().ask('POST', path, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        });
        expect(status).toBe(400);
      }
    }
  });
});
