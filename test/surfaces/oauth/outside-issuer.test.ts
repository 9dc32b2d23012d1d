import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../../src/model/instant.ts';
import { reauthorizeEveryMs } from '../../../src/surfaces/mcp/sessions/reauthorize.ts';
import { verifies } from '../../spec/verifies.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Doorway, doorway, mcpRoutes, openStreams } from './scene.ts';

const issuer = 'https://login.example/tenant';
const metadataUrl = 'https://login.example/.well-known/oauth-authorization-server/tenant';
const jwksUrl = 'https://login.example/tenant/keys';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const outsider = generateKeyPairSync('rsa', { modulusLength: 2_048 });

type Claims = Record<string, unknown>;
type Terms = { header?: Claims; claims?: Claims; key?: KeyObject };

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A valid token of the issuer with the given changes. */
function tokenOf(
  { clock }: SimulatedPlatform,
  { header = {}, claims = {}, key = rsa.privateKey }: Terms = {},
) {
  const now = Math.floor(clock.now() / secondMs);
  const head = { alg: 'RS256', typ: 'at+jwt', kid: 'r1', ...header };
  const signed = `${part(head)}.${part({
    iss: issuer,
    aud: `${baseUrl}/mcp`,
    sub: 'ada',
    client_id: 'assistant',
    iat: now,
    exp: now + 300,
    jti: 'one',
    scope: 'openid emails.read emails.send admin',
    ...claims,
  })}`;
  const signature =
    head.alg === 'EdDSA'
      ? sign(null, Buffer.from(signed), key)
      : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function publishKeys({ documents }: SimulatedPlatform, keys: readonly [string, KeyObject, Claims?][]): void {
  const jwks = keys.map(([kid, key, more = {}]) => ({ ...key.export({ format: 'jwk' }), kid, ...more }));
  documents.found.set(jwksUrl, { text: JSON.stringify({ keys: jwks }) });
}

async function withIssuer(
  act: (simulated: SimulatedPlatform, door: Doorway) => Promise<void>,
): Promise<void> {
  const simulated = await openPlatform();
  try {
    simulated.documents.found.set(metadataUrl, { text: JSON.stringify({ issuer, jwks_uri: jwksUrl }) });
    publishKeys(simulated, [
      ['r1', rsa.publicKey, { alg: 'RS256', use: 'sig' }],
      ['e1', ec.publicKey],
      ['o1', ed.publicKey],
    ]);
    await act(simulated, doorway(simulated, { kind: 'outside', issuer }));
  } finally {
    await simulated.close();
  }
}

async function statusOf(door: Doorway, token: string): Promise<number> {
  return (await door.use(token, 'list_emails')).status;
}

verifies(
  'oauth.outside-issuer',
  'an access token of the issuer is accepted with each of three algorithms',
  () =>
    withIssuer(async (simulated, door) => {
      expect(door.oauth.metadata).toMatchObject({ authorization_servers: [issuer] });
      for (const terms of [
        {},
        { header: { alg: 'ES256', kid: 'e1' }, key: ec.privateKey },
        { header: { alg: 'EdDSA', kid: 'o1' }, key: ed.privateKey },
        { header: { typ: 'application/at+jwt' } },
        { claims: { aud: ['https://other.example', `${baseUrl}/mcp`] } },
        { claims: { scope: undefined, scp: ['emails.read'] } },
        { claims: { scope: undefined, scp: 'emails.read' } },
        { header: { kid: undefined } },
      ] satisfies Terms[]) {
        expect(await statusOf(door, tokenOf(simulated, terms))).toBe(200);
      }
      expect(simulated.documents.asked).toEqual([metadataUrl, jwksUrl]);
    }),
);

verifies(
  ['oauth.outside-issuer', 'oauth.audience'],
  "an issuer's token is valid only at the MCP endpoint, and API tokens still work there",
  () =>
    withIssuer(async (simulated, door) => {
      const token = tokenOf(simulated);
      expect((await door.ask('GET', '/api/v2/emails', { token })).status).toBe(401);
      expect(await statusOf(door, firstToken)).toBe(200);
      expect((await door.ask('GET', '/oauth/authorize')).status).toBe(404);
    }),
);

const refusedTokens: [string, (simulated: SimulatedPlatform) => string][] = [
  ['of another issuer', (s) => tokenOf(s, { claims: { iss: `${issuer}/` } })],
  ['for another audience', (s) => tokenOf(s, { claims: { aud: `${baseUrl}/api` } })],
  ['for no audience', (s) => tokenOf(s, { claims: { aud: undefined } })],
  ['that has expired', (s) => tokenOf(s, { claims: { exp: Math.floor(s.clock.now() / secondMs) - 31 } })],
  ['without an expiry', (s) => tokenOf(s, { claims: { exp: undefined } })],
  ['with an expiry that is not a number', (s) => tokenOf(s, { claims: { exp: 'never' } })],
  [
    'that is not valid yet',
    (s) => tokenOf(s, { claims: { nbf: Math.floor(s.clock.now() / secondMs) + 31 } }),
  ],
  ['with half a surrogate pair as its subject', (s) => tokenOf(s, { claims: { sub: '\ud800' } })],
  [
    'of an organization with NUL in its id',
    (s) => tokenOf(s, { claims: { posthouse_organization: 'o\u0000' } }),
  ],
  ['without a subject', (s) => tokenOf(s, { claims: { sub: undefined } })],
  ['signed with another key', (s) => tokenOf(s, { key: outsider.privateKey })],
  ['signed by a key that it does not name', (s) => tokenOf(s, { header: { kid: 'e1' } })],
  ['with an unknown key id', (s) => tokenOf(s, { header: { kid: 'r9' } })],
  ['that is an ID token', (s) => tokenOf(s, { header: { typ: 'JWT' } })],
  ['without a type', (s) => tokenOf(s, { header: { typ: undefined } })],
  ['with a critical extension', (s) => tokenOf(s, { header: { crit: ['b64'] } })],
  ['bound to a key of its holder', (s) => tokenOf(s, { claims: { cnf: { jkt: 'x' } } })],
  ['with another algorithm', (s) => tokenOf(s, { header: { alg: 'RS512' } })],
  ['with an HMAC algorithm', (s) => tokenOf(s, { header: { alg: 'HS256' } })],
  ['without a signature', (s) => `${tokenOf(s, { header: { alg: 'none' } }).replace(/[^.]*$/, '')}`],
  ['that was changed', (s) => tokenOf(s).replace(/\.[^.]+\./, `.${part({ iss: issuer })}.`)],
  ['of an unknown organization', (s) => tokenOf(s, { claims: { posthouse_organization: 'org_x' } })],
  ['whose organization is not a string', (s) => tokenOf(s, { claims: { posthouse_organization: 1 } })],
  ['that is malformed', () => 'a.b.c'],
  ['that is too long', (s) => tokenOf(s, { claims: { more: 'x'.repeat(20_000) } })],
];

test.each(refusedTokens)('a token %s is rejected', (_, make) =>
  withIssuer(async (simulated, door) => {
    expect(await statusOf(door, make(simulated))).toBe(401);
  }),
);

test('clocks may differ by half a minute', () =>
  withIssuer(async (simulated, door) => {
    const now = Math.floor(simulated.clock.now() / secondMs);
    expect(await statusOf(door, tokenOf(simulated, { claims: { exp: now - 29 } }))).toBe(200);
    expect(await statusOf(door, tokenOf(simulated, { claims: { nbf: now + 29 } }))).toBe(200);
  }));

verifies('oauth.tenancy', 'with several organizations a token must name one, and reaches only that one', () =>
  withIssuer(async (simulated, door) => {
    await simulated.call('create_subscriber', { email: 'ada@example.com' });
    const { organization } = await simulated.addOrganization('Another');
    expect(await statusOf(door, tokenOf(simulated))).toBe(401);
    const claims = { posthouse_organization: organization.id, scope: 'subscribers.read' };
    const theirs = await door.use(tokenOf(simulated, { claims }), 'list_subscribers');
    expect([theirs.status, theirs.body.data]).toEqual([200, []]);
    const ours = { ...claims, posthouse_organization: simulated.organization.id };
    const first = await door.use(tokenOf(simulated, { claims: ours }), 'list_subscribers');
    expect(first.body.data).toHaveLength(1);
  }),
);

test('only scopes that can be granted count', () =>
  withIssuer(async (simulated, door) => {
    const token = tokenOf(simulated, { claims: { scope: 'full_access admin tokens.write emails.read' } });
    expect(await statusOf(door, token)).toBe(200);
    const lacking = await door.use(token, 'list_subscribers');
    expect(lacking.status).toBe(403);
    expect(lacking.headers.get('www-authenticate')).toContain('scope="emails.read subscribers.read"');
    const never = await door.use(token, 'create_organization', { name: 'x' });
    expect([never.status, never.headers.get('www-authenticate')]).toEqual([403, null]);
  }));

test('a new key is found, and an unknown key is looked up at most twice a minute', () =>
  withIssuer(async (simulated, door) => {
    expect(await statusOf(door, tokenOf(simulated))).toBe(200);
    publishKeys(simulated, [
      ['r1', rsa.publicKey],
      ['r2', outsider.publicKey],
    ]);
    const rotated = () => tokenOf(simulated, { header: { kid: 'r2' }, key: outsider.privateKey });
    // The previous lookup is too recent to repeat.
    expect(await statusOf(door, rotated())).toBe(401);
    await simulated.clock.advance(30 * secondMs);
    expect(await statusOf(door, rotated())).toBe(200);
    const { length } = simulated.documents.asked;
    for (let n = 0; n < 20; n += 1) await statusOf(door, tokenOf(simulated, { header: { kid: `x${n}` } }));
    expect(simulated.documents.asked).toHaveLength(length);
  }));

test('the keys of an unreachable issuer stay valid for an hour, and then no token is accepted', () =>
  withIssuer(async (simulated, door) => {
    expect(await statusOf(door, tokenOf(simulated))).toBe(200);
    simulated.documents.found.clear();
    await simulated.clock.advance(59 * minuteMs);
    expect(await statusOf(door, tokenOf(simulated))).toBe(200);
    await simulated.clock.advance(2 * minuteMs);
    expect(await statusOf(door, tokenOf(simulated))).toBe(401);
  }));

test('metadata of another issuer and unsuitable keys are not used', () =>
  withIssuer(async (simulated) => {
    const { documents } = simulated;
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    publishKeys(simulated, [
      ['r1', rsa.publicKey, { use: 'enc' }],
      ['w1', weak.publicKey],
      ['p1', ec.publicKey, { alg: 'ES384' }],
    ]);
    const fresh = () => doorway(simulated, { kind: 'outside', issuer });
    expect(await statusOf(fresh(), tokenOf(simulated))).toBe(401);
    expect(await statusOf(fresh(), tokenOf(simulated, { header: { kid: 'w1' }, key: weak.privateKey }))).toBe(
      401,
    );
    publishKeys(simulated, [['r1', rsa.publicKey]]);
    expect(await statusOf(fresh(), tokenOf(simulated))).toBe(200);
    for (const text of [
      JSON.stringify({ issuer: 'https://other.example', jwks_uri: jwksUrl }),
      JSON.stringify({ issuer, jwks_uri: 'http://login.example/tenant/keys' }),
      'no JSON',
    ]) {
      documents.found.set(metadataUrl, { text });
      expect(await statusOf(fresh(), tokenOf(simulated))).toBe(401);
    }
    // The OpenID Connect location is also tried.
    documents.found.set(`${issuer}/.well-known/openid-configuration`, {
      text: JSON.stringify({ issuer, jwks_uri: jwksUrl }),
    });
    expect(await statusOf(fresh(), tokenOf(simulated))).toBe(200);
  }));

test('calls by a user of an external issuer are attributed to that user and client', () =>
  withIssuer(async (simulated, door) => {
    const proof = await door.oauth.prove(tokenOf(simulated), '198.51.100.1');
    const again = await door.oauth.prove(tokenOf(simulated, { claims: { jti: 'two' } }), '198.51.100.1');
    const other = await door.oauth.prove(
      tokenOf(simulated, { claims: { sub: 'bob\u0007' } }),
      '198.51.100.1',
    );
    if (proof.kind !== 'proved' || again.kind !== 'proved' || other.kind !== 'proved') {
      throw new Error('not proved');
    }
    expect(proof.token).toMatchObject({ name: 'ada by assistant', scopes: ['emails.read', 'emails.send'] });
    expect(again.token.id).toBe(proof.token.id);
    expect(other.token.id).not.toBe(proof.token.id);
    expect(other.token.name).toBe('bob by assistant');
    const caller = { ...simulated.caller('mcp'), token: proof.token };
    expect(door.oauth.cameByOauth(caller)).toBe(true);
    expect(door.oauth.cameByOauth(simulated.caller('mcp'))).toBe(false);
    // It can send like any other caller.
    const sent = await door.use(tokenOf(simulated), 'send_email', {
      from: 'news@example.com',
      to: ['ada@gmail.com'],
      subject: 'Hello',
      html: '<p>Hello</p>',
    });
    expect(sent.status).toBe(200);
    await simulated.deliver();
    expect(simulated.mailbox.messages).toHaveLength(1);
  }));

test('a stream for a token of an external issuer ends with that access token', () =>
  withIssuer(async (simulated) => {
    const door = doorway(simulated, { kind: 'outside', issuer }, (oauth) => mcpRoutes(simulated, oauth));
    const { session, changes } = await openStreams(door, tokenOf(simulated));
    // Signatures are verified off the event loop, so each check must finish before the clock advances.
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += reauthorizeEveryMs) {
        // Waits for both streams, because an unfinished check would lag by one round.
        await simulated.clock.waitedFor(reauthorizeEveryMs, 2);
        await simulated.clock.advance(reauthorizeEveryMs);
      }
    };
    await pass(4 * minuteMs);
    const ends = [session.next(), changes.next()] as const;
    expect(await Promise.race([...ends, new Promise((resolve) => setImmediate(resolve, 'open'))])).toBe(
      'open',
    );
    await pass(minuteMs + 30 * secondMs);
    expect(await ends[0]).toBeNull();
    expect((await ends[1])?.message.result?.resultType).toBe('complete');
  }));
