import { expect, test } from 'vitest';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { Database } from '../../../src/store/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { openPlatform } from '../../world/platform.ts';

/** Counts so many events per subscriber that the worker counts the segment. */
const rule = { field: 'event.order.paid', operator: 'count_lt', value: 1_000 };
const subscribers = 200;

/** Blocks the searches of one organization until released. */
function holdingSearches(database: Database) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = { organization: 0, searches: 0 };
  const holding: Database = {
    ...database,
    reader: {
      ...database.reader,
      away(organization) {
        const away = database.reader.away(organization);
        return {
          ...away,
          async all<Row>(sql: string, values: Parameters<typeof away.all>[1]) {
            if (organization === held.organization) {
              held.searches += 1;
              await released;
            }
            return await away.all<Row>(sql, values);
          },
        };
      },
    },
  };
  return { holding, held, release: () => release() };
}

test('a segment is counted while slow counts of another organization run', async () => {
  const { holding, held, release } = holdingSearches(openSqlite(':memory:'));
  const platform = await openPlatform({ database: holding });
  const { organization: other } = await platform.addOrganization('Other');
  const addSegments = async (organization: OrganizationRecord, amount: number): Promise<string[]> => {
    const caller = platform.caller('tools', organization);
    const emails = Array.from({ length: subscribers }, (_, index) => ({
      email: `reader${index}@acme.example`,
    }));
    await platform.call('save_subscribers', { subscribers: emails }, { caller });
    const ids: string[] = [];
    for (let number = 0; number < amount; number += 1) {
      const made = await platform.call('create_segment', { name: `Segment ${number}`, rule }, { caller });
      ids.push((made.output as { id: string }).id);
    }
    return ids;
  };
  await addSegments(platform.organization, 5);
  const [segmentId] = await addSegments(other, 1);
  held.organization = platform.organization.key;
  const working = platform.deliver();
  const counted = async (): Promise<number | undefined> =>
    (await platform.platform.engine.store.forOrganization(other.key).segments.byId(segmentId!))?.counted
      ?.amount;
  await expect.poll(counted, { timeout: 10_000 }).toBe(subscribers);
  expect(held.searches).toBeGreaterThan(0);
  release();
  await working;
  await platform.close();
});
