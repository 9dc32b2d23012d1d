import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { issuerKeys } from '../../src/engine/auth/issuer-keys.ts';
import { clientDirectory } from '../../src/engine/auth/oauth/identify-client.ts';
import { verifyAddress } from '../../src/engine/recipients/verify-address.ts';
import { dayMs, hourMs, minuteMs } from '../../src/model/instant.ts';
import { cachedResolver, layeredCache, memoryCache } from '../../src/world/cache.ts';
import { cacheFile, type LastingCache, lastingCache } from '../../src/world/lasting-cache.ts';
import { systemLog } from '../../src/world/log.ts';
import { type StsPolicies, stsPolicies } from '../../src/world/mail/sts-policies.ts';
import { tlsResults } from '../../src/world/mail/tls-results.ts';
import { realWorld } from '../../src/world/world.ts';
import { openPlatform } from './platform.ts';
import { simulatedClock } from './simulated/clock.ts';
import { dnsServer } from './simulated/dns-server.ts';
import { simulatedResolver } from './simulated/resolver.ts';

const silent = systemLog({ level: 'silent' });
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-cache-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Opens and closes a cache as one process would. */
async function inOneRun<T>(
  folder: string,
  use: (cache: LastingCache) => Promise<T>,
  clock = simulatedClock(),
): Promise<T> {
  const cache = lastingCache({ folder, clock, log: silent });
  try {
    return await use(cache);
  } finally {
    await cache.close();
  }
}

test('an entry survives its process for its lifetime', async () => {
  const folder = newFolder();
  const clock = simulatedClock();
  const value = { text: ':base64:x', list: [1, null], certificate: Buffer.from([0, 255]) };
  await inOneRun(folder, (cache) => cache.set('key', value, 10 * minuteMs), clock);
  await clock.advance(9 * minuteMs);
  expect(await inOneRun(folder, (cache) => cache.get('key'), clock)).toEqual({ value, msLeft: minuteMs });
  await clock.advance(minuteMs);
  expect(await inOneRun(folder, (cache) => cache.get('key'), clock)).toBeUndefined();
});

test('an entry stored before the clock was set back is ignored', async () => {
  const folder = newFolder();
  const later = simulatedClock();
  await later.advance(dayMs);
  await inOneRun(folder, (cache) => cache.set('key', 1, 10 * minuteMs), later);
  expect(await inOneRun(folder, (cache) => cache.get('key'))).toBeUndefined();
});

test.each([
  ['text', Buffer.from('not a database, though longer than the header of one. '.repeat(100))],
  ['a torn database', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_096, 0xa5)])],
])('a cache file with %s is replaced by an empty file', async (_what, bytes) => {
  const folder = newFolder();
  writeFileSync(join(folder, cacheFile), bytes);
  await inOneRun(folder, async (cache) => {
    expect(await cache.get('key')).toBeUndefined();
    await cache.set('key', 1, dayMs);
  });
  expect(await inOneRun(folder, (cache) => cache.get('key'))).toMatchObject({ value: 1 });
});

test('pages that break during use lose only their own entries', async () => {
  const folder = newFolder();
  await inOneRun(folder, async (cache) => {
    for (let index = 0; index < 300; index += 1) await cache.set(`key ${index}`, 'x'.repeat(500), dayMs);
  });
  const file = join(folder, cacheFile);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5, 4_096));
  await inOneRun(folder, async (cache) => {
    expect(await cache.get('key 7')).toBeUndefined();
    await cache.set('key 7', 1, dayMs);
  });
  expect(await inOneRun(folder, (cache) => cache.get('key 8'))).toBeUndefined();
  await inOneRun(folder, (cache) => cache.set('key 8', 8, dayMs));
  expect(await inOneRun(folder, (cache) => cache.get('key 8'))).toMatchObject({ value: 8 });
});

test('a missing data folder is not created, and nothing is stored', async () => {
  const folder = join(newFolder(), 'absent');
  await inOneRun(folder, async (cache) => {
    await cache.set('key', 1, dayMs);
    expect(await cache.get('key')).toBeUndefined();
  });
  expect(existsSync(folder)).toBe(false);
});

test('an unused cache leaves no file, and a closed cache returns nothing', async () => {
  const folder = newFolder();
  const cache = lastingCache({ folder, clock: simulatedClock(), log: silent });
  await cache.close();
  expect(await cache.get('key')).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('an oversized value is not stored', async () => {
  const folder = newFolder();
  await inOneRun(folder, async (cache) => {
    await cache.set('key', 'x'.repeat(20_000), dayMs);
    expect(await cache.get('key')).toBeUndefined();
  });
});

test('processes with the same data folder share the cache', async () => {
  const folder = newFolder();
  await inOneRun(folder, async (one) => {
    await inOneRun(folder, async (other) => {
      await Promise.all([one.set('one', 1, dayMs), other.set('other', 2, dayMs)]);
      expect(await one.get('other')).toMatchObject({ value: 2 });
      expect(await other.get('one')).toMatchObject({ value: 1 });
    });
  });
});

test('memory is read before the file, and short-lived entries stay in memory', async () => {
  const clock = simulatedClock();
  await inOneRun(
    newFolder(),
    async (lasting) => {
      const layered = layeredCache(memoryCache({ clock, entriesMax: 10 }), lasting);
      await layered.set('short', 1, minuteMs);
      await layered.set('long', 2, 10 * minuteMs);
      expect(await lasting.get('short')).toBeUndefined();
      expect(await lasting.get('long')).toMatchObject({ value: 2 });
      await lasting.set('long', 3, 10 * minuteMs);
      expect(await layered.get('long')).toMatchObject({ value: 2 });
    },
    clock,
  );
});

test('a DNS record with a long TTL is not queried again after a restart', async () => {
  const folder = newFolder();
  const server = await dnsServer({
    'acme.example': { MX: [{ exchange: 'mx.acme.example', priority: 10 }], ttlSeconds: 3_600 },
  });
  const lookUp = async () => {
    const world = realWorld({
      logLevel: 'silent',
      dnsServers: [server.address],
      delivery: { by: 'capture' },
      cacheFolder: folder,
    });
    try {
      return await world.resolver.mx('acme.example');
    } finally {
      await world.rendering.close();
      await world.lastingCache?.close();
    }
  };
  try {
    const first = await lookUp();
    const asked = server.asked.length;
    expect(await lookUp()).toMatchObject({ kind: 'found', value: (first as { value: unknown }).value });
    expect(server.asked).toHaveLength(asked);
  } finally {
    await server.close();
  }
});

test('an MTA-STS policy applies after a restart even if its record is no longer visible', async () => {
  const folder = newFolder();
  const clock = simulatedClock();
  const dns = simulatedResolver({ '_mta-sts.acme.example': { txt: ['v=STSv1; id=1'] } });
  const text = 'version: STSv1\nmode: enforce\nmx: mx.acme.example\nmax_age: 604800\n';
  const policies = (cache: LastingCache): StsPolicies =>
    stsPolicies({
      resolver: dns,
      fetchPolicy: async () => ({ text }),
      clock,
      results: tlsResults(),
      log: silent,
      lastingCache: cache,
    });
  const first = await inOneRun(folder, (cache) => policies(cache).of('acme.example'), clock);
  expect(first).toMatchObject({ mode: 'enforce' });
  dns.zone.delete('_mta-sts.acme.example');
  await clock.advance(dayMs);
  expect(await inOneRun(folder, (cache) => policies(cache).of('acme.example'), clock)).toEqual(first);
});

test("an issuer's keys and a client's document are still trusted after a restart", async () => {
  const folder = newFolder();
  const clock = simulatedClock();
  const issuer = 'https://login.example';
  const clientId = 'https://assistant.example/client.json';
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k' };
  const head = Buffer.from('{"alg":"EdDSA","kid":"k"}').toString('base64url');
  const token = `${head}.e30.${sign(null, Buffer.from(`${head}.e30`), privateKey).toString('base64url')}`;
  const documents: Record<string, unknown> = {
    [`${issuer}/.well-known/oauth-authorization-server`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: [key] },
    [clientId]: {
      client_id: clientId,
      client_name: 'The Assistant',
      redirect_uris: [`${clientId}/callback`],
    },
  };
  const askBoth = async (published: Record<string, unknown>) => {
    const simulated = await openPlatform({
      clock,
      lastingCache: lastingCache({ folder, clock, log: silent }),
    });
    try {
      for (const [url, document] of Object.entries(published)) {
        simulated.documents.found.set(url, { text: JSON.stringify(document) });
      }
      const { engine } = simulated.platform;
      return {
        signed: await issuerKeys(engine, issuer).signed(token),
        client: await clientDirectory(engine).identify(clientId, '192.0.2.1'),
        asked: simulated.documents.asked.length,
      };
    } finally {
      await simulated.close();
    }
  };
  const before = await askBoth(documents);
  expect(before).toMatchObject({ signed: true, client: { clientId }, asked: 3 });
  expect(await askBoth({})).toEqual({ ...before, asked: 0 });
  await clock.advance(hourMs);
  expect(await askBoth({})).toMatchObject({ signed: false, client: { fault: expect.any(String) } });
});

test('a verification stores DNS data of the domain and no part of the address', async () => {
  const folder = newFolder();
  const clock = simulatedClock();
  const posthouse = await openPlatform({ clock });
  posthouse.resolver.zone.set('acme.dev', {
    mx: [{ exchange: 'mx.acme.example', priority: 10 }],
    ttlSeconds: 3_600,
  });
  await inOneRun(
    folder,
    async (lasting) => {
      const { engine } = posthouse.platform;
      const memory = memoryCache({ clock, entriesMax: 10 });
      const resolver = cachedResolver(posthouse.resolver, layeredCache(memory, lasting));
      await verifyAddress('ada.lovelace@acme.dev', {
        world: { ...engine.world, resolver },
        runners: [],
        store: engine.store.forOrganization(posthouse.organization.key),
        now: clock.now(),
      });
      expect(await lasting.get('dns MX acme.dev')).toMatchObject({ value: { kind: 'found' } });
      for (const file of readdirSync(folder)) {
        expect(readFileSync(join(folder, file), 'latin1')).not.toMatch(/lovelace/i);
      }
    },
    clock,
  );
  await posthouse.close();
});
