import { describe, expect, vi } from 'vitest';
import type { Database, Queries } from '../../../src/store/database.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { isLongRun, seededRandom } from '../../world/simulated/random.ts';
import { mortal } from './mortal.ts';

// Each of two runs starts its own PostgreSQL.
vi.setConfig({ testTimeout: 120_000 });

const leaseMs = 20_000;
const deaths = isLongRun ? 20 : 10;
const rows = 5_200;

/** New and known subscribers, repeats, statuses, tags, external ids and invalid rows. */
function fileOf(): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    if (n % 97 === 0) return `no address,,,,`;
    const status = n % 41 === 0 ? 'unsubscribed' : n % 53 === 0 ? 'bounced' : '';
    return `p${n % 4_000}@acme.dev,Reader ${n},${status},x${n % 1_500},tag ${n % 5}`;
  });
  return ['email,firstName,status,externalId,tags', ...lines].join('\n');
}

async function start(platform: SimulatedPlatform): Promise<string> {
  await platform.call('create_subscriber', { email: 'p7@acme.dev', firstName: 'Before', tags: ['tag 1'] });
  await platform.call('create_subscriber', { email: 'p8@acme.dev', externalId: 'x9' });
  const { output } = await platform.call('import_subscribers', {
    csv: fileOf(),
    consent: { source: 'a test' },
  });
  return (output as { id: string }).id;
}

/** Returns everything an import leaves, without random values. */
async function leftBy({ platform, organization }: SimulatedPlatform, id: string): Promise<unknown> {
  const { reader } = platform.engine.store.database;
  const { key } = organization;
  const all = (sql: string): Promise<Record<string, unknown>[]> => reader.all(sql, [key]);
  const known = await platform.engine.store.forOrganization(key).imports.byId(id);
  return {
    counts: known?.state.counts,
    status: known?.state.status,
    rowsDone: known?.state.rowsDone,
    subscribers: await all(
      `SELECT email, first_name, status, external_id, consent, source FROM subscribers WHERE organization = $1 ORDER BY email`,
    ),
    tags: await all('SELECT name, subscriber_count FROM tags WHERE organization = $1 ORDER BY name'),
    links: await all(
      `SELECT name, count(*) AS amount FROM subscriber_tags JOIN tags ON tags.key = tag WHERE organization = $1 GROUP BY name ORDER BY name`,
    ),
    counted: await all(`SELECT counted, amount FROM counts WHERE organization = $1 ORDER BY counted`),
    stopped: await all(
      'SELECT email, origin, scope FROM suppressions WHERE organization = $1 ORDER BY email',
    ),
    faults: await all(
      `SELECT line, reason FROM import_faults JOIN imports ON imports.key = import WHERE organization = $1 ORDER BY line`,
    ),
    octets: await all('SELECT octets FROM storage WHERE organization = $1'),
  };
}

/** Other organizations' activity determines the rows per transaction. */
const companies = {
  'together with another organization': { comes: 'before', placesMin: 6 },
  'alone on the server': { comes: 'never', placesMin: 4 },
  'joined by another organization during the import': { comes: 'meanwhile', placesMin: 5 },
} as const;

/** Calls back when a transaction first writes subscribers. */
function heard(database: Database, onWrite: () => void): Database {
  return {
    ...database,
    transaction: (work, time) =>
      database.transaction((queries) => {
        const insert: Queries['insert'] = (head, rows, tail) => {
          if (head.startsWith('INSERT INTO subscribers ')) onWrite();
          return queries.insert(head, rows, tail);
        };
        return work({ ...queries, insert });
      }, time),
  };
}

describe.each(databases)('an import on %s', (_name, open) => {
  for (const [company, { comes, placesMin }] of Object.entries(companies))
    verifies(
      'import.resumes',
      `${company}, killed ${deaths} times, gives the same result as an import without crashes`,
      async () => {
        const whole = await openPlatform({ database: await open() });
        const wholeId = await start(whole);
        await whole.deliver();
        const expected = await leftBy(whole, wholeId);
        await whole.close();
        expect(expected).toMatchObject({ status: 'completed', rowsDone: rows });

        const database = await open();
        const first = await openPlatform({ database: { ...database, close: async () => {} } });
        const id = await start(first);
        const random = seededRandom(7);
        const died: string[] = [];
        for (let death = 0; death < deaths; death += 1) {
          let come = (): void => {};
          const dying = mortal(heard(database, () => come()));
          const process = await openPlatform({ database: dying, clock: first.clock, seed: 100 + death });
          const { activeOrganizations } = process.platform.engine;
          if (comes === 'before') activeOrganizations.noteActivity(-1);
          if (comes === 'meanwhile') come = () => activeOrganizations.noteActivity(-1);
          const when = random.uniform() < 0.5 ? 'before' : 'after';
          dying.die(1 + random.integer(4), when);
          await process.deliver().catch(() => {});
          await process.close();
          const { state } = (await first.platform.engine.store
            .forOrganization(first.organization.key)
            .imports.byId(id))!;
          died.push(`${when} ${state.rowsDone} ${state.status}`);
          await first.clock.advance(leaseMs + 1);
        }
        for (let tries = 0; tries < 20; tries += 1) {
          await first.deliver();
          await first.clock.advance(leaseMs + 1);
        }
        expect(await leftBy(first, id), died.join(', ')).toEqual(expected);
        expect(new Set(died).size, died.join(', ')).toBeGreaterThanOrEqual(placesMin);
        await first.close();
        await database.close();
      },
    );
});
