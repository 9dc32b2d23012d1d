import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { seededRandom } from '../../world/simulated/random.ts';
import { mortal } from '../imports/mortal.ts';

// The test starts its own PostgreSQL.
vi.setConfig({ testTimeout: 120_000 });

const leaseMs = 20_000;
const people = 2_600;
const deaths = 9;
const rule = { field: 'email', operator: 'exists' };

async function start(platform: SimulatedPlatform): Promise<void> {
  for (let made = 0; made < people; made += 1_000) {
    const subscribers = Array.from({ length: Math.min(1_000, people - made) }, (_, n) => ({
      email: `p${made + n}@acme.dev`,
    }));
    await platform.call('save_subscribers', { subscribers });
  }
  await platform.call('create_tag', { name: 'regular' });
  const assistant = platform.caller('mcp');
  await platform.call('apply_tag', { tag: 'regular', rule }, { caller: assistant });
}

/** Returns everything that tagging leaves. */
async function leftBy({ platform, organization }: SimulatedPlatform): Promise<unknown> {
  const { reader } = platform.engine.store.database;
  const all = (sql: string): Promise<object[]> => reader.all(sql, [organization.key]);
  return {
    tags: await all('SELECT name, subscriber_count FROM tags WHERE organization = $1'),
    links: await all(
      'SELECT count(*) AS amount FROM subscriber_tags JOIN tags ON tags.key = tag WHERE organization = $1',
    ),
    shown: await all(`SELECT count(*) AS amount FROM subscribers WHERE organization = $1 AND tags <> ''`),
    noted: await all('SELECT count(*) AS amount FROM assistant_changes WHERE organization = $1'),
    counted: await all('SELECT counted, amount FROM counts WHERE organization = $1 ORDER BY counted'),
    octets: await all('SELECT octets FROM storage WHERE organization = $1'),
    jobs: await all(`SELECT count(*) AS amount FROM jobs WHERE organization = $1 AND kind = 'apply_tag'`),
  };
}

describe.each(databases)('applying a tag to many subscribers, on %s,', (_name, open) => {
  verifies(
    'tag.apply.resumes',
    `gives the same result with ${deaths} worker crashes and repeated calls as without crashes`,
    async () => {
      const whole = await openPlatform({ database: await open() });
      await start(whole);
      for (let turn = 0; turn < 5; turn += 1) await whole.deliver();
      const expected = await leftBy(whole);
      await whole.close();
      expect(expected).toMatchObject({ links: [{ amount: people }], jobs: [{ amount: 0 }] });

      const database = await open();
      const first = await openPlatform({ database: { ...database, close: async () => {} } });
      await start(first);
      const random = seededRandom(11);
      const places = new Set<string>();
      for (let death = 0; death < deaths; death += 1) {
        const dying = mortal(database);
        const process = await openPlatform({ database: dying, clock: first.clock, seed: 100 + death });
        dying.die(1 + random.integer(3), random.uniform() < 0.5 ? 'before' : 'after');
        // Every other time another process repeats the call meanwhile.
        const again = async () => {
          const caller = first.caller('mcp');
          if (death % 2 === 0) await first.call('apply_tag', { tag: 'regular', rule }, { caller });
        };
        await Promise.allSettled([process.deliver(), again()]);
        await process.close();
        places.add(JSON.stringify(await leftBy(first)));
        await first.clock.advance(leaseMs + 1);
      }
      for (let tries = 0; tries < 20; tries += 1) {
        await first.deliver();
        await first.clock.advance(leaseMs + 1);
      }
      expect(await leftBy(first)).toEqual(expected);
      expect(places.size).toBeGreaterThan(3);
      await first.close();
      await database.close();
    },
  );
});
