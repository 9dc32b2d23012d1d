import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerCache } from '../../../src/engine/auth/authenticate.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { openSmallPlatform, type SmallPlatform } from './small-platform.ts';

let house: SmallPlatform;
beforeEach(async () => {
  house = await openSmallPlatform();
});
afterEach(async () => {
  await house.close();
});

const tokensOf = ({ engine, organization }: SmallPlatform) =>
  new OrganizationStore(engine.store.database.reader, organization.key).tokens;

async function kindOf(secret: string, ip = '192.0.2.1'): Promise<string> {
  return (await house.callers.prove(secret, ip)).kind;
}

async function revoke(): Promise<void> {
  const [token] = (await tokensOf(house).page({ limit: 1 })).rows;
  await tokensOf(house).update({ ...token!, revokedAt: house.clock.now() });
}

/** A cache on a store that counts its questions. */
function countedCache(): { cache: ReturnType<typeof callerCache>; asked: () => number } {
  const { store, world } = house.engine;
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
  it('proves its organization', async () => {
    const proof = await house.callers.prove(house.token, '192.0.2.1');
    expect(proof).toMatchObject({ kind: 'proved', organization: { id: house.organization.id } });
  });

  it('revoked elsewhere stops working within a second, and here at once', async () => {
    expect(await kindOf(house.token)).toBe('proved');
    await revoke();
    expect(await kindOf(house.token)).toBe('proved');
    await house.clock.advance(1_000);
    expect(await kindOf(house.token)).toBe('unknown');

    const other = await openSmallPlatform();
    await other.callers.prove(other.token, '192.0.2.1');
    const [token] = (await tokensOf(other).page({ limit: 1 })).rows;
    await tokensOf(other).update({ ...token!, revokedAt: other.clock.now() });
    other.engine.forgetCallers();
    expect((await other.callers.prove(other.token, '192.0.2.1')).kind).toBe('unknown');
    await other.close();
  });

  it('works up to its expiry and not at it, though it is remembered', async () => {
    const secret = await house.addToken(house.organization, { expiresAt: house.clock.now() + 500 });
    expect(await kindOf(secret)).toBe('proved');
    await house.clock.advance(499);
    expect(await kindOf(secret)).toBe('proved');
    await house.clock.advance(1);
    expect(await kindOf(secret)).toBe('unknown');
  });

  it('replaced by a rotation works until its overlap ends', async () => {
    const [token] = (await tokensOf(house).page({ limit: 1 })).rows;
    await tokensOf(house).expireSecrets(token!.key, house.clock.now() + 10_000);
    expect(await kindOf(house.token)).toBe('proved');
    await house.clock.advance(10_000);
    expect(await kindOf(house.token)).toBe('unknown');
  });

  it('that cannot be one is not even looked up', async () => {
    const { cache, asked } = countedCache();
    for (const secret of ['', 'x', 'posthous_', house.token.slice(1), `posthouse_${'x'.repeat(10_000)}`]) {
      expect(cache.prove(secret, '')).toEqual({ kind: 'unknown' });
    }
    expect(asked()).toBe(0);
  });

  it('made after it was guessed works within a second', async () => {
    const secret = house.engine.world.ids.secret();
    expect(await kindOf(secret)).toBe('unknown');
    const { hash } = await import('node:crypto');
    const [token] = (await tokensOf(house).page({ limit: 1 })).rows;
    await tokensOf(house).addSecret(token!.key, hash('sha256', secret));
    expect(await kindOf(secret)).toBe('unknown');
    await house.clock.advance(1_000);
    expect(await kindOf(secret)).toBe('proved');
  });
});

describe('the memory', () => {
  it('asks once a second for each secret, known or not, and once for all who ask together', async () => {
    const { cache, asked } = countedCache();
    await Promise.all(Array.from({ length: 20 }, () => cache.prove(house.token, '192.0.2.1')));
    const questions = asked();
    expect(questions).toBe(1);
    for (let count = 0; count < 20; count++) await cache.prove(house.token, '192.0.2.1');
    expect(asked()).toBe(questions);
    await house.clock.advance(1_000);
    await cache.prove(house.token, '192.0.2.1');
    expect(asked()).toBe(questions + 1);
    const guess = `posthouse_${'g'.repeat(40)}`;
    for (let count = 0; count < 20; count++) await cache.prove(guess, '192.0.2.1');
    expect(asked()).toBe(questions + 2);
    await cache.close();
  });

  it('does not keep what was asked before it was cleared', async () => {
    const early = house.callers.prove(house.token, '192.0.2.1');
    house.callers.clear();
    expect((await early).kind).toBe('proved');
    await revoke();
    expect(await kindOf(house.token)).toBe('unknown');
  });

  it('of guesses is bounded and pushes no caller out', async () => {
    const { cache, asked } = countedCache();
    await cache.prove(house.token, '192.0.2.1');
    for (let count = 0; count < 10_050; count++) await cache.prove(`posthouse_guess${count}`, '192.0.2.1');
    const before = asked();
    await cache.prove(house.token, '192.0.2.1');
    await cache.prove('posthouse_guess10049', '192.0.2.1');
    expect(asked()).toBe(before);
    await cache.prove('posthouse_guess0', '192.0.2.1');
    expect(asked()).toBe(before + 1);
    await cache.close();
  });
});

describe('when a token was last used', () => {
  const lastUsed = async (): Promise<number | null> =>
    (await tokensOf(house).page({ limit: 1 })).rows[0]!.lastUsedAt;

  it('is written a few seconds later, once a minute at most', async () => {
    const first = house.clock.now();
    await kindOf(house.token);
    expect(await lastUsed()).toBeNull();
    await house.clock.advance(5_000);
    expect(await lastUsed()).toBe(first);
    await house.clock.advance(30_000);
    await kindOf(house.token);
    await house.clock.advance(10_000);
    expect(await lastUsed()).toBe(first);
    await house.clock.advance(15_000);
    await kindOf(house.token);
    await house.clock.advance(5_000);
    expect(await lastUsed()).toBe(first + 60_000);
    expect(house.clock.timers()).toBe(0);
  });

  it('is written at the close at the latest', async () => {
    const { callers } = house;
    await kindOf(house.token);
    await callers.close();
    expect(await lastUsed()).toBe(house.clock.now());
    expect(house.clock.timers()).toBe(0);
  });
});
