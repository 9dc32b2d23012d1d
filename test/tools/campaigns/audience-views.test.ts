import { expect, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { openPlatform } from '../../world/platform.ts';

/** Counts so many events per subscriber that a slice holds about twenty of them. */
const smallSlices = { field: 'event.order.paid', operator: 'count_lt', value: 1_000 };
const many = 1_000;
const few = 100;

/** Counts the statements that scan subscribers. */
function countingScans(database: Database) {
  const scans = { amount: 0 };
  const counted: Database = {
    ...database,
    reader: {
      ...database.reader,
      away(organization) {
        const away = database.reader.away(organization);
        return {
          ...away,
          async all<Row>(sql: string, values: Parameters<typeof away.all>[1]) {
            scans.amount += 1;
            return await away.all<Row>(sql, values);
          },
        };
      },
    },
  };
  return { counted, scans };
}

async function openWith(subscribers: number) {
  const { counted, scans } = countingScans(openSqlite(':memory:'));
  const platform = await openPlatform({ database: counted });
  const use = async (tool: string, input: object) =>
    (await platform.call(tool, input)).output as { id: string };
  await use('save_subscribers', {
    subscribers: Array.from({ length: subscribers }, (_, index) => ({
      email: `reader${index}@acme.example`,
    })),
  });
  const campaign = async (filter: object) => {
    const { id: campaignId } = await use('create_campaign', {
      name: `May ${scans.amount}`,
      audience: { filter },
    });
    return campaignId;
  };
  const preview = async (campaignId: string): Promise<{ count: number; statements: number }> => {
    scans.amount = 0;
    const { output } = await platform.call('preview_campaign_audience', { campaignId });
    return { count: (output as { count: number }).count, statements: scans.amount };
  };
  return { platform, use, campaign, preview, scans };
}

test('a second preview of a large audience within a minute does not count again', async () => {
  const { platform, campaign, preview, use } = await openWith(many);
  const campaignId = await campaign(smallSlices);
  const first = await preview(campaignId);
  expect(first.count).toBe(many);
  expect(first.statements).toBeGreaterThan(20);
  const second = await preview(campaignId);
  expect(second.count).toBe(many);
  expect(second.statements).toBeLessThan(5);
  // Another audience has its own count.
  expect((await preview(await campaign({ ...smallSlices, value: 999 }))).statements).toBeGreaterThan(20);
  await use('create_subscriber', { email: 'new@acme.example' });
  await platform.clock.advance(60_000);
  expect((await preview(campaignId)).count).toBe(many + 1);
  await platform.close();
});

test('concurrent previews of one large audience count it once', async () => {
  const { platform, campaign, preview, scans } = await openWith(many);
  const campaignId = await campaign(smallSlices);
  const { statements } = await preview(campaignId);
  await platform.clock.advance(60_000);
  scans.amount = 0;
  await Promise.all(
    Array.from({ length: 5 }, () => platform.call('preview_campaign_audience', { campaignId })),
  );
  expect(scans.amount).toBeLessThan(statements + 20);
  await platform.close();
});

test('a cached preview does not show a subscriber who was erased meanwhile', async () => {
  const { platform, campaign, use } = await openWith(many);
  const campaignId = await campaign(smallSlices);
  const sample = async (): Promise<string[]> => {
    const { output } = await platform.call('preview_campaign_audience', { campaignId });
    return (output as { sample: { email: string }[] }).sample.map(({ email }) => email);
  };
  const [erased, ...others] = await sample();
  await use('delete_subscriber', { subscriber: erased! });
  expect(await sample()).toEqual(others);
  await platform.close();
});

test('a preview of a small audience counts it again each time', async () => {
  const { platform, campaign, preview, use } = await openWith(few);
  const campaignId = await campaign(smallSlices);
  expect((await preview(campaignId)).count).toBe(few);
  await use('create_subscriber', { email: 'new@acme.example' });
  expect((await preview(campaignId)).count).toBe(few + 1);
  await platform.close();
});
