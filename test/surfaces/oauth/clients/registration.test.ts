import { expect, test } from 'vitest';
import { sweep } from '../../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs } from '../../../../src/model/instant.ts';
import { registrationsPerHourMax } from '../../../../src/model/oauth/client-registration.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import {
  baseUrl,
  firstToken,
  type HttpReply,
  openPlatform,
  type SimulatedPlatform,
} from '../../../world/platform.ts';
import { publicKeys } from '../assertions.ts';
import { allowAt, type Doorway, doorway, embedded, type Fields, parameters, verifier } from '../scene.ts';

const uri = 'http://127.0.0.1:33418/';
const body = {
  client_name: 'Visual Studio Code',
  redirect_uris: [uri, 'https://vscode.dev/redirect'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
};

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses % 250}`;
}

/** Registers a client from a separate address. */
function register(
  door: Doorway,
  changes: Record<string, unknown> = {},
  peer = nextAddress(),
): Promise<HttpReply> {
  return door.ask('POST', '/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...changes }),
    peer,
  });
}

async function exchangeAt(door: Doorway, id: string, code: string, more: Fields = {}): Promise<HttpReply> {
  return await door.post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: id,
    redirect_uri: uri,
    code_verifier: verifier,
    ...more,
  });
}

async function withPlatform(
  act: (simulated: SimulatedPlatform, door: Doorway) => Promise<void>,
): Promise<void> {
  const simulated = await openPlatform();
  try {
    await act(simulated, doorway(simulated, { kind: 'embedded', registration: true }));
  } finally {
    await simulated.close();
  }
}

verifies('oauth.registration', 'no client can register itself unless the operator allows it', () =>
  withPlatform(async (simulated) => {
    const closed = embedded(simulated);
    expect((await register(closed)).status).toBe(404);
    const { body: metadata } = await closed.ask('GET', '/.well-known/oauth-authorization-server');
    expect(metadata).not.toHaveProperty('registration_endpoint');
  }),
);

onBothDatabases((place) => {
  const doors = new WeakMap<Place['platform'], Doorway>();
  const door = (): Doorway => {
    const known = doors.get(place().platform);
    const opened = known ?? doorway(place().platform, { kind: 'embedded', registration: true });
    doors.set(place().platform, opened);
    return opened;
  };

  verifies(
    'oauth.registration',
    'a client registers itself and is approved on a page that says it is unverified',
    async () => {
      const { body: metadata } = await door().ask('GET', '/.well-known/oauth-authorization-server');
      expect(metadata.registration_endpoint).toBe(`${baseUrl}/oauth/register`);
      const registered = await register(door(), { client_name: 'Claude \u202e<b>' });
      expect([registered.status, registered.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(registered.body).toEqual({
        client_id: expect.stringMatching(/^oac_[0-9a-f]{26}$/),
        client_id_issued_at: Math.floor(place().platform.clock.now() / 1_000),
        client_name: 'Claude <b>',
        redirect_uris: body.redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
      const id = registered.body.client_id;
      const page = await door().get(parameters({ client_id: id, redirect_uri: uri }));
      expect(page.text).toContain('Its name is not verified');
      expect(page.text).toContain('Claude &lt;b&gt;');
      const back = await allowAt(door(), place().token, { client_id: id, redirect_uri: uri });
      const tokens = await exchangeAt(door(), id, back.searchParams.get('code')!);
      expect((await door().use(tokens.body.access_token, 'list_emails')).status).toBe(200);
    },
  );

  test('a client that names no authentication method gets a secret and must present it', async () => {
    const { body: client } = await register(door(), { token_endpoint_auth_method: undefined });
    expect(client).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: expect.stringMatching(/^phs_/),
      client_secret_expires_at: 0,
    });
    const back = await allowAt(door(), place().token, { client_id: client.client_id, redirect_uri: uri });
    const code = back.searchParams.get('code')!;
    expect((await exchangeAt(door(), client.client_id, code)).status).toBe(401);
    const { client_secret } = client;
    expect((await exchangeAt(door(), client.client_id, code, { client_secret })).status).toBe(200);
    const rows = await place().platform.platform.engine.store.database.reader.all(
      'SELECT * FROM oauth_clients WHERE id = $1',
      [client.client_id],
    );
    expect(JSON.stringify(rows)).not.toContain(client_secret);
  });

  verifies('oauth.registration', 'an unused registration is deleted after a day', async () => {
    const { body: unused } = await register(door());
    const { body: used } = await register(door());
    await allowAt(door(), place().token, { client_id: used.client_id, redirect_uri: uri });
    const statusOf = async (id: string) =>
      (await door().get(parameters({ client_id: id, redirect_uri: uri }))).status;
    await place().platform.clock.advance(dayMs);
    expect([await statusOf(unused.client_id), await statusOf(used.client_id)]).toEqual([400, 200]);
    const { engine } = place().platform.platform;
    await sweep(engine);
    const left = await engine.store.database.reader.all<{ id: string }>(
      'SELECT id FROM oauth_clients WHERE id = $1 OR id = $2',
      [unused.client_id, used.client_id],
    );
    expect(left.map(({ id }) => id)).toEqual([used.client_id]);
    await place().platform.clock.advance(90 * dayMs);
    expect(await statusOf(used.client_id)).toBe(400);
  });

  test('the operator lists registered clients and deletes them', async () => {
    const { body: client } = await register(door());
    const [listed] = (await place().use('list_oauth_clients', { limit: 1 })).data;
    expect(listed).toMatchObject({
      id: client.client_id,
      origin: 'registration',
      ends_at: expect.any(String),
    });
    await place().use('delete_oauth_client', { id: client.client_id });
    const page = await door().get(parameters({ client_id: client.client_id, redirect_uri: uri }));
    expect(page.status).toBe(400);
  });

  verifies(
    'oauth.registration',
    'registrations from all addresses are limited to forty an hour across all processes',
    async () => {
      await place().platform.clock.advance(hourMs);
      const statuses: number[] = [];
      for (let n = 0; n < registrationsPerHourMax + 5; n += 1) {
        // Alternates between two processes.
        const at = n % 2 ? door() : doorway(place().platform, { kind: 'embedded', registration: true });
        statuses.push((await register(at, {}, `198.18.${n}.1`)).status);
      }
      expect(statuses.filter((status) => status === 201)).toHaveLength(registrationsPerHourMax);
      const late = await register(door(), {}, '198.18.200.1');
      expect([late.status, late.body.error, late.headers.get('retry-after')]).toEqual([
        429,
        'temporarily_unavailable',
        '3600',
      ]);
      await place().platform.clock.advance(hourMs);
      expect((await register(door(), {}, '198.18.201.1')).status).toBe(201);
    },
  );

  test('concurrent registrations cannot exceed the limit', async () => {
    await place().platform.clock.advance(hourMs + 1);
    const all = Array.from({ length: registrationsPerHourMax + 5 }, (_, n) =>
      register(door(), {}, `198.19.${n}.1`),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(registrationsPerHourMax);
  });
});

verifies('oauth.registration', 'one address can register ten clients an hour', () =>
  withPlatform(async (simulated, door) => {
    for (let n = 0; n < 10; n += 1) expect((await register(door, {}, '203.0.113.251')).status).toBe(201);
    expect((await register(door, {}, '203.0.113.251')).status).toBe(429);
    expect((await register(door, {}, '203.0.113.252')).status).toBe(201);
    await simulated.clock.advance(hourMs);
    expect((await register(door, {}, '203.0.113.251')).status).toBe(201);
  }),
);

const refusedBodies: [string, Record<string, unknown>, string][] = [
  ['no redirect_uris', { redirect_uris: undefined }, 'invalid_redirect_uri'],
  ['an empty list of redirect_uris', { redirect_uris: [] }, 'invalid_redirect_uri'],
  [
    'too many redirect_uris',
    { redirect_uris: Array.from({ length: 51 }, (_, n) => `${uri}${n}`) },
    'invalid_redirect_uri',
  ],
  ['one valid and one invalid URI', { redirect_uris: [uri, 'http://evil.example/'] }, 'invalid_redirect_uri'],
  ['a script URL', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['a host with a semicolon', { redirect_uris: ['https://a;sandbox/callback'] }, 'invalid_redirect_uri'],
  ['a fragment', { redirect_uris: ['https://app.example/#x'] }, 'invalid_redirect_uri'],
  ['an unsupported grant type', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  ['an unsupported response type', { response_types: ['token'] }, 'invalid_client_metadata'],
  ['an unknown method', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
  ['the name of an object method', { token_endpoint_auth_method: 'toString' }, 'invalid_client_metadata'],
  [
    'a method for a shared key',
    { token_endpoint_auth_method: 'client_secret_jwt' },
    'invalid_client_metadata',
  ],
  [
    'a signing client without keys',
    { token_endpoint_auth_method: 'private_key_jwt' },
    'invalid_client_metadata',
  ],
  [
    'keys at an IP address',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://10.0.0.1/jwks' },
    'invalid_client_metadata',
  ],
  [
    'keys and a key URL',
    { token_endpoint_auth_method: 'private_key_jwt', jwks: publicKeys, jwks_uri: 'https://a.example/jwks' },
    'invalid_client_metadata',
  ],
  ['a name that is not a string', { client_name: 1 }, 'invalid_client_metadata'],
];
test.each(refusedBodies)('a registration with %s is rejected', (_, changes, error) =>
  withPlatform(async (simulated, door) => {
    const refused = await register(door, changes);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error, error_description: expect.stringMatching(/^[ -~]+$/) },
    ]);
    const { engine } = simulated.platform;
    expect(await engine.store.database.reader.all('SELECT id FROM oauth_clients', [])).toEqual([]);
  }),
);

test('a malformed body registers no client', () =>
  withPlatform(async (_, door) => {
    for (const text of ['', '{', 'null', '[]', '"x"', '1']) {
      const { status } = await door.ask('POST', '/oauth/register', {
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect(status).toBe(400);
    }
    const form = await door.post('/oauth/register', { redirect_uris: uri });
    expect(form.status).toBe(400);
    const long = await register(door, { client_name: 'x'.repeat(40_000) });
    expect(long.status).toBe(413);
    expect((await door.use(firstToken, 'list_oauth_clients')).body.data).toEqual([]);
  }));
