import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerCache } from '../../../src/engine/auth/authenticate.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { openSmallPlatform, type SmallPlatform } from './small-platform.ts';

let posthouse: SmallPlatform;
beforeEach(async () => {
  posthouse = await openSmallPlatform();
});
afterEach(async () => {
  await posthouse.close();
});

const tokensOf = ({ engine, organization }: SmallPlatform) =>
  new OrganizationStore(engine.store.database.reader, organization.key).tokens;

async function kindOf(secret: string, ip = '192.0.2.1'): Promise<string> {
  return (await posthouse.callers.prove(secret, ip)).kind;
}

async function revoke(): Promise<void> {
  const [token] = (await tokensOf(posthouse).page({ limit: 1 })).rows;
  await tokensOf(posthouse).update({ ...token!, revokedAt: posthouse.clock.now() });
}

/** Creates a cache on a store that counts its queries. */
function countedCache(): { cache: ReturnType<typeof callerCache>; asked: () => number } {
  const { store, world } = posthouse.engine;
  let asked = 0;
  const reader = new Proxy(store.database.reader, {
    get(target, name) {
      if (name === 'get') {
        asked += 1;
        return target.get.bind(target);
      }
      return Reflect.get(target, name);
    },
  });
  const counted = { ...store, database: { ...store.database, reader } };
  return { cache: callerCache({ store: counted, clock: world.clock, log: world.log }), asked: () => asked };
}

describe('a token', () => {
  it('authenticates its organization', async () => {
    const proof = await posthouse.callers.prove(posthouse.token, '192.0.2.1');
    expect(proof).toMatchObject({ kind: 'proved', organization: { id: posthouse.organization.id } });
  });

  it('is refused within a second if another process revoked it, and at once if this process did', async () => {
    expect(await kindOf(posthouse.token)).toBe('proved');
    await revoke();
    expect(await kindOf(posthouse.token)).toBe('proved');
    await posthouse.clock.advance(1_000);
    expect(await kindOf(posthouse.token)).toBe('unknown');

    const other = await openSmallPlatform();
    await other.callers.prove(other.token, '192.0.2.1');
    const [token] = (await tokensOf(other).page({ limit: 1 })).rows;
    await tokensOf(other).update({ ...token!, revokedAt: other.clock.now() });
    other.engine.forgetCallers();
    expect((await other.callers.prove(other.token, '192.0.2.1')).kind).toBe('unknown');
    await other.close();
  });

  it('is valid until its expiry, even while it is cached', async () => {
    const secret = await posthouse.addToken(posthouse.organization, {
      expiresAt: posthouse.clock.now() + 500,
    });
    expect(await kindOf(secret)).toBe('proved');
    await posthouse.clock.advance(499);
    expect(await kindOf(secret)).toBe('proved');
    await posthouse.clock.advance(1);
    expect(await kindOf(secret)).toBe('unknown');
  });

  it('replaced by a rotation is valid until its overlap ends', async () => {
    const [token] = (await tokensOf(posthouse).page({ limit: 1 })).rows;
    await tokensOf(posthouse).expireSecrets(token!.key, posthouse.clock.now() + 10_000);
    expect(await kindOf(posthouse.token)).toBe('proved');
    await posthouse.clock.advance(10_000);
    expect(await kindOf(posthouse.token)).toBe('unknown');
  });

  it('with an impossible format is rejected without a query', async () => {
    const { cache, asked } = countedCache();
    for (const secret of [
      '',
      'x',
      'posthous_',
      posthouse.token.slice(1),
      `posthouse_${'x'.repeat(10_000)}`,
    ]) {
      expect(cache.prove(secret, '')).toEqual({ kind: 'unknown' });
    }
    expect(asked()).toBe(0);
  });

  it('is valid within a second after it was created, even if its secret was guessed before', async () => {
    const secret = posthouse.engine.world.ids.secret();
    expect(await kindOf(secret)).toBe('unknown');
    const { hash } = await import('node:crypto');
    const [token] = (await tokensOf(posthouse).page({ limit: 1 })).rows;
    await tokensOf(posthouse).addSecret(token!.key, hash('sha256', secret));
    expect(await kindOf(secret)).toBe('unknown');
    await posthouse.clock.advance(1_000);
    expect(await kindOf(secret)).toBe('proved');
  });
});

describe('the token cache', () => {
  it('queries each secret at most once a second, known or not, and once for concurrent callers', async () => {
    const { cache, asked } = countedCache();
    await Promise.all(Array.from({ length: 20 }, () => cache.prove(posthouse.token, '192.0.2.1')));
    const questions = asked();
    expect(questions).toBe(1);
    for (let count = 0; count < 20; count++) await cache.prove(posthouse.token, '192.0.2.1');
    expect(asked()).toBe(questions);
    await posthouse.clock.advance(1_000);
    await cache.prove(posthouse.token, '192.0.2.1');
    expect(asked()).toBe(questions + 1);
    const guess = `posthouse_${'g'.repeat(40)}`;
    for (let count = 0; count < 20; count++) await cache.prove(guess, '192.0.2.1');
    expect(asked()).toBe(questions + 2);
    await cache.close();
  });

  it('does not keep a result queried before it was cleared', async () => {
    const early = posthouse.callers.prove(posthouse.token, '192.0.2.1');
    posthouse.callers.clear();
    expect((await early).kind).toBe('proved');
    await revoke();
    expect(await kindOf(posthouse.token)).toBe('unknown');
  });

  it('limits the memory for guessed secrets and evicts no valid caller', async () => {
    const { cache, asked } = countedCache();
    await cache.prove(posthouse.token, '192.0.2.1');
    for (let count = 0; count < 10_050; count++) await cache.prove(`posthouse_guess${count}`, '192.0.2.1');
    const before = asked();
    await cache.prove(posthouse.token, '192.0.2.1');
    await cache.prove('posthouse_guess10049', '192.0.2.1');
    expect(asked()).toBe(before);
    await cache.prove('posthouse_guess0', '192.0.2.1');
    expect(asked()).toBe(before + 1);
    await cache.close();
  });
});

describe('the last use of a token', () => {
  const lastUsed = async (): Promise<number | null> =>
    (await tokensOf(posthouse).page({ limit: 1 })).rows[0]!.lastUsedAt;

  it('is written a few seconds later, at most once a minute', async () => {
    const first = posthouse.clock.now();
    await kindOf(posthouse.token);
    expect(await lastUsed()).toBeNull();
    await posthouse.clock.advance(5_000);
    expect(await lastUsed()).toBe(first);
    await posthouse.clock.advance(30_000);
    await kindOf(posthouse.token);
    await posthouse.clock.advance(10_000);
    expect(await lastUsed()).toBe(first);
    await posthouse.clock.advance(15_000);
    await kindOf(posthouse.token);
    await posthouse.clock.advance(5_000);
    expect(await lastUsed()).toBe(first + 60_000);
    expect(posthouse.clock.timers()).toBe(0);
  });

  it('is written on close at the latest', async () => {
    const { callers } = posthouse;
    await kindOf(posthouse.token);
    await callers.close();
    expect(await lastUsed()).toBe(posthouse.clock.now());
    expect(posthouse.clock.timers()).toBe(0);
  });
});
