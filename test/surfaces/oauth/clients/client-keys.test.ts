import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../../../src/model/instant.ts';
import { systemClock } from '../../../../src/world/clock.ts';
import { documentFetch } from '../../../../src/world/http/document-fetch.ts';
import { verifies } from '../../../spec/verifies.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { assertionOf, assertionType, keySet, outsider, publicKeys, rsa, type Terms } from '../assertions.ts';
import {
  allowAt,
  clientId,
  type Doorway,
  doorway,
  parameters,
  publish,
  redirectUri,
  verifier,
} from '../scene.ts';

const jwksUri = 'https://keys.assistant.example/jwks.json';
const signing = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: jwksUri };

/** Opens a platform with a fresh door. */
async function withClient(
  act: (simulated: SimulatedPlatform, door: Doorway) => Promise<void>,
  document: Record<string, unknown> = signing,
): Promise<void> {
  const simulated = await openPlatform();
  try {
    publish(simulated, document);
    publishKeys(simulated, publicKeys);
    await act(simulated, doorway(simulated, { kind: 'embedded' }));
  } finally {
    await simulated.close();
  }
}

function publishKeys({ documents }: SimulatedPlatform, keys: unknown): void {
  documents.found.set(jwksUri, { text: JSON.stringify(keys), mediaType: 'application/jwk-set+json' });
}

/** Exchanges a valid code with an assertion; returns the status of the token endpoint. */
async function signIn(simulated: SimulatedPlatform, door: Doorway, terms: Terms = {}): Promise<number> {
  const back = await allowAt(door, firstToken, {});
  const { status } = await door.post('/oauth/token', {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_assertion_type: assertionType,
    client_assertion: assertionOf(simulated, terms),
  });
  return status;
}

const fetchesOfKeys = ({ documents }: SimulatedPlatform) =>
  documents.asked.filter((url) => url === jwksUri).length;
const newKey: Terms = { header: { kid: 'new' }, key: outsider.privateKey };

verifies('oauth.key-rotation', 'a key published later is found when an assertion names it', () =>
  withClient(async (simulated, door) => {
    expect(await signIn(simulated, door)).toBe(200);
    expect(await signIn(simulated, door)).toBe(200);
    expect(fetchesOfKeys(simulated)).toBe(1);
    publishKeys(simulated, keySet([['new', outsider.publicKey]]));
    await simulated.clock.advance(30 * secondMs);
    expect(await signIn(simulated, door, newKey)).toBe(200);
    expect(fetchesOfKeys(simulated)).toBe(2);
    // The new key set no longer has the old key.
    expect(await signIn(simulated, door)).toBe(401);
  }),
);

verifies('oauth.key-rotation', 'unknown keys cause at most one fetch per half minute', () =>
  withClient(async (simulated, door) => {
    for (let n = 0; n < 5; n += 1) {
      const unknown = { header: { kid: `made up ${n}` }, key: outsider.privateKey };
      expect(await signIn(simulated, door, unknown)).toBe(401);
    }
    expect(fetchesOfKeys(simulated)).toBe(1);
    await simulated.clock.advance(30 * secondMs);
    expect(await signIn(simulated, door, newKey)).toBe(401);
    expect(fetchesOfKeys(simulated)).toBe(2);
    expect(await signIn(simulated, door)).toBe(200);
  }),
);

test('an assertion without a key id is accepted with any current key, including a key published later', () =>
  withClient(async (simulated, door) => {
    const both = keySet([
      ['old', outsider.publicKey],
      ['r1', rsa.publicKey],
    ]);
    publishKeys(simulated, both);
    const unnamed = { header: { kid: undefined } };
    expect(await signIn(simulated, door, unnamed)).toBe(200);
    publishKeys(simulated, keySet([['old', outsider.publicKey]]));
    await simulated.clock.advance(10 * minuteMs);
    expect(await signIn(simulated, door, unnamed)).toBe(401);
    publishKeys(simulated, both);
    await simulated.clock.advance(30 * secondMs);
    expect(await signIn(simulated, door, unnamed)).toBe(200);
    expect(await signIn(simulated, door, { header: { kid: 'old' } })).toBe(401);
  }));

test('a withdrawn key stays valid for at most ten minutes, or an hour if the keys cannot be fetched', () =>
  withClient(async (simulated, door) => {
    expect(await signIn(simulated, door)).toBe(200);
    simulated.documents.found.delete(jwksUri);
    await simulated.clock.advance(59 * minuteMs);
    expect(await signIn(simulated, door)).toBe(200);
    await simulated.clock.advance(minuteMs);
    expect(await signIn(simulated, door)).toBe(401);
    publishKeys(simulated, keySet([['new', outsider.publicKey]]));
    await simulated.clock.advance(minuteMs);
    expect(await signIn(simulated, door)).toBe(401);
    expect(await signIn(simulated, door, newKey)).toBe(200);
  }));

test('a client whose document cannot be fetched again stays valid for an hour, and then must wait', () =>
  withClient(async (simulated, door) => {
    expect(await signIn(simulated, door)).toBe(200);
    const document = simulated.documents.found.get(clientId)!;
    simulated.documents.found.delete(clientId);
    await simulated.clock.advance(59 * minuteMs);
    expect(await signIn(simulated, door)).toBe(200);
    await simulated.clock.advance(2 * minuteMs);
    expect((await door.get(parameters())).status).toBe(400);
    simulated.documents.found.set(clientId, document);
    await simulated.clock.advance(30 * secondMs);
    expect(await signIn(simulated, door)).toBe(200);
    // A changed document takes effect with the next fetch.
    publish(simulated, { client_name: undefined });
    await simulated.clock.advance(5 * minuteMs);
    expect((await door.get(parameters())).status).toBe(400);
  }));

test('a client whose document is unreachable is asked to retry and keeps its grant', () =>
  withClient(async (simulated, door) => {
    const back = await allowAt(door, firstToken, {});
    const document = simulated.documents.found.get(clientId)!;
    // Another process has not cached the document.
    const other = doorway(simulated, { kind: 'embedded' });
    const ask = () =>
      other.post('/oauth/token', {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_assertion_type: assertionType,
        client_assertion: assertionOf(simulated),
      });
    simulated.documents.found.delete(clientId);
    const waiting = await ask();
    expect([waiting.status, waiting.body.error]).toEqual([503, 'temporarily_unavailable']);
    simulated.documents.found.set(clientId, document);
    await simulated.clock.advance(30 * secondMs);
    expect((await ask()).status).toBe(200);
  }));

const useless: [string, unknown][] = [
  ['are too large', { keys: publicKeys.keys.concat({ kty: 'RSA', pad: 'x'.repeat(70_000) }) }],
  ['are too many', { keys: Array.from({ length: 101 }, () => publicKeys.keys[0]) }],
  ['are missing', { keys: [] }],
  ['are not a key set', publicKeys.keys],
  ['are private', { keys: [{ ...rsa.privateKey.export({ format: 'jwk' }), kid: 'r1' }] }],
  ['are a shared secret', { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'r1' }] }],
  ['are for encryption', keySet([['r1', rsa.publicKey, { use: 'enc' }]])],
  ['are for another algorithm', keySet([['r1', rsa.publicKey, { alg: 'RS512' }]])],
];
test.each(useless)('keys that %s authenticate no client', (_, keys) =>
  withClient(async (simulated, door) => {
    publishKeys(simulated, keys);
    expect(await signIn(simulated, door)).toBe(401);
  }),
);

const noKeys: [string, Record<string, unknown>][] = [
  ['no keys', { jwks_uri: undefined }],
  ['keys and a key URL', { jwks: publicKeys }],
  ['a private key', { jwks_uri: undefined, jwks: { keys: [rsa.privateKey.export({ format: 'jwk' })] } }],
  ['keys without TLS', { jwks_uri: 'http://keys.assistant.example/jwks.json' }],
  ['keys at another port', { jwks_uri: 'https://keys.assistant.example:8443/jwks.json' }],
  ['keys at an IP address', { jwks_uri: 'https://127.0.0.1/jwks.json' }],
  ['keys at a numeric IP address', { jwks_uri: 'https://2130706433/jwks.json' }],
  ['keys on this machine', { jwks_uri: 'https://localhost/jwks.json' }],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ['keys at an app URL', { jwks_uri: 'cursor://anysphere.cursor-mcp/jwks' }],
  ['a shared algorithm', { token_endpoint_auth_signing_alg: 'HS256' }],
  ['no algorithm', { token_endpoint_auth_signing_alg: 'none' }],
];
test.each(noKeys)('a document with %s is rejected', (_, changes) =>
  withClient(
    async (simulated, door) => {
      expect((await door.get(parameters())).status).toBe(400);
      expect(simulated.documents.asked).toEqual([clientId]);
    },
    { ...signing, ...changes },
  ),
);

verifies('oauth.key-rotation', 'keys whose host resolves to a private network are not fetched', async () => {
  let reached = 0;
  const canary = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const { port } = canary.address() as AddressInfo;
  const simulated = await openPlatform();
  try {
    publish(simulated, signing);
    simulated.resolver.zone.set('keys.assistant.example', { addresses: ['127.0.0.1'] });
    const { world } = simulated.platform.engine;
    const guarded = documentFetch({ resolver: simulated.resolver, clock: systemClock(), port });
    world.fetchDocument = (asked) =>
      asked.url === jwksUri ? guarded(asked) : simulated.documents.fetch(asked);
    const door = doorway(simulated, { kind: 'embedded' });
    expect(await signIn(simulated, door)).toBe(401);
    expect(simulated.resolver.asked).toContain('A/AAAA keys.assistant.example');
    expect(reached).toBe(0);
  } finally {
    await simulated.close();
    await new Promise((resolve) => canary.close(resolve));
  }
});
