import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { personIn, signedIn } from '../../surfaces/console/scene.ts';
import { openPlatform } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

/** Counts so many events per subscriber that a slice holds about twenty of them. */
const smallSlices = { field: 'event.order.paid', operator: 'count_lt', value: 1_000 };
const many = 1_000;
const few = 80;

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
  expect((await preview(campaignId)).count).toBe(many);
  await platform.close();
});

test('concurrent previews of one large audience count it once', async () => {
  const { platform, campaign, preview, scans } = await openWith(many);
  const campaignId = await campaign(smallSlices);
  const { statements } = await preview(campaignId);
  await platform.clock.advance(86_400_000);
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

type Preview = { count: number; counted_at: string; warnings: string[]; sample: { email: string }[] };

const hourMs = 3_600_000;
const noneNow = 'No subscriber would receive it now';

onBothDatabases((place) => {
  /** Creates a campaign whose count is kept, adds a matching subscriber, and lets two hours pass. */
  async function keptFor(here: Place, { filter = smallSlices as object, matches = many } = {}) {
    const { use, platform } = here;
    const subscribers = Array.from({ length: many }, (_, index) => ({
      email: `reader${index}@acme.example`,
    }));
    await use('save_subscribers', { subscribers });
    const { id: campaignId } = await use('create_campaign', {
      name: 'May',
      fromEmail: 'news@acme.example',
      subject: 'Our news',
      markdown: '[Unsubscribe]({{unsubscribeUrl}})',
      audience: { filter },
    });
    const preview = async (more: object = {}): Promise<Preview> =>
      await use('preview_campaign_audience', { campaignId, ...more });
    const first = await preview();
    expect(first.count).toBe(matches);
    await use('create_subscriber', { email: 'new@acme.example' });
    await platform.clock.advance(2 * hourMs);
    return { campaignId, preview, first };
  }

  test('an old count is shown at once with its age, and the next previews show the new count', async () => {
    const here = place();
    const { preview, first } = await keptFor(here);
    const old = await preview();
    expect(old).toMatchObject({ count: many, counted_at: first.counted_at });
    expect(old.warnings[0]).toBe(
      'Counted 2 hours ago: ask again for a newer count, or pass exact: true to count now',
    );
    let newer = old;
    for (let turns = 0; newer.counted_at === old.counted_at && turns < 10_000; turns += 1) {
      await nextTurn();
      newer = await preview();
    }
    expect(newer.count).toBe(many + 1);
    expect(Date.parse(newer.counted_at) - Date.parse(old.counted_at)).toBe(2 * hourMs);
    expect(newer.warnings.join()).not.toContain('Counted');
  });

  test('an exact preview counts now, and later previews show its count', async () => {
    const { preview } = await keptFor(place());
    const exact = await preview({ exact: true });
    expect(exact.count).toBe(many + 1);
    expect(exact.warnings.join()).not.toContain('Counted');
    expect(await preview()).toMatchObject({ count: many + 1, counted_at: exact.counted_at });
  });

  test('an exact preview does not share a count that began before it', async () => {
    const here = place();
    const { preview } = await keptFor(here);
    await preview();
    await here.use('create_subscriber', { email: 'second@acme.example' });
    const exact = await preview({ exact: true });
    expect(exact.count).toBe(many + 2);
    for (let again = 0; again < 100; again += 1) {
      await nextTurn();
      expect((await preview()).count).toBe(many + 2);
    }
  });

  test('the console shows the age of an old count, and counts now for the review and on request', async () => {
    const here = place();
    const { campaignId } = await keptFor(here);
    const at = await signedIn(here.platform, await personIn(here.platform, here.organization));
    const page = async (part: string) => (await at.get(`/console/campaigns/${campaignId}/${part}`)).text;
    const old = await page('audience');
    expect(old).toContain('<b>1,000 people</b> will receive');
    expect(old).toContain(
      `Counted 2 hours ago. <a href="/console/campaigns/${campaignId}/audience?exact=true">`,
    );
    expect(old).not.toContain('ask again');
    expect(await page('review')).toContain('Goes to 1,001 people now');
    await here.use('create_subscriber', { email: 'second@acme.example' });
    const exact = await page('audience?exact=true');
    expect(exact).toContain('<b>1,002 people</b> will receive');
    expect(exact).not.toContain('Counted');
  });

  test('an old count of zero does not say that no subscriber would receive it now', async () => {
    const filter = { and: [smallSlices, { field: 'email', operator: 'contains', value: 'new@' }] };
    const { preview, first } = await keptFor(place(), { filter, matches: 0 });
    expect(first.warnings).toContain(noneNow);
    const old = await preview();
    expect([old.count, old.warnings.includes(noneNow)]).toEqual([0, false]);
  });

  test('the sample of an old count leaves out a subscriber who unsubscribed meanwhile', async () => {
    const here = place();
    const { preview, first } = await keptFor(here);
    const [gone, ...others] = first.sample.map(({ email }) => email);
    await here.use('unsubscribe_subscriber', { subscriber: gone! });
    expect((await preview()).sample.map(({ email }) => email)).toEqual(others);
  });
});
