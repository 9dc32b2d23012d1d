import { expect, test } from 'vitest';
import { enrolPage } from '../../../../src/engine/campaigns/sending/enrol-recipients.ts';
import { startCampaign } from '../../../../src/engine/campaigns/start-campaign.ts';
import { type Audience, allActive } from '../../../../src/model/campaign/campaign.ts';
import { claimJobs, type Job } from '../../../../src/store/jobs.ts';
import { openPostgres } from '../../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../../src/store/sqlite/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { freshPostgres } from '../../../world/postgres/postgres.ts';
import { addReaders, readers, scheduleCampaign } from '../campaign-scene.ts';

/** A SENDING campaign with its job and no enrolled recipient. */
async function begun(posthouse: SimulatedPlatform, audience: Audience): Promise<{ id: string; job: Job }> {
  const { engine } = posthouse.platform;
  const id = await scheduleCampaign(posthouse, posthouse.organization, { audience });
  const jobs = await claimJobs(engine.store.database, 'send_campaign', 1, posthouse.clock.now(), 20_000, 0);
  await startCampaign(engine, jobs[0]!);
  return { id, job: jobs[0]! };
}

const stageOf = async ({ platform, organization }: SimulatedPlatform, id: string) =>
  (await platform.engine.store.forOrganization(organization.key).campaigns.byId(id))!.progress!;

test('each transaction enrolls fewer subscribers when they need more work', async () => {
  const posthouse = await openPlatform({ database: openSqlite(':memory:') });
  const { database } = posthouse.platform.engine.store;
  await addReaders(posthouse, posthouse.organization, readers(100));
  const filter = {
    and: Array.from({ length: 100 }, (_, index) => ({
      field: `attributes.a${index % 50}`,
      operator: 'neq' as const,
      value: 'x',
    })),
  };
  const { id, job } = await begun(posthouse, { ...allActive, filter });
  const lines = async () =>
    (await database.reader.get<{ amount: number }>('SELECT count(*) AS amount FROM campaign_recipients', []))!
      .amount;
  const seen: number[] = [];
  while ((await stageOf(posthouse, id)).stage === 'gathering') {
    await enrolPage(posthouse.platform.engine, job);
    seen.push(await lines());
  }
  expect(seen).toEqual([12, 24, 36, 48, 60, 72, 84, 96, 100]);
  await posthouse.close();
});

test('on PostgreSQL, a subscriber edited during enrollment is enrolled exactly once', async () => {
  const { url, drop } = await freshPostgres();
  const posthouse = await openPlatform({ database: await openPostgres(url) });
  const { platform, organization, call } = posthouse;
  const people = 12_000;
  await addReaders(posthouse, organization, readers(people));
  const { database } = platform.engine.store;
  await database.transaction((queries) => queries.run("UPDATE subscribers SET last_name = 'in'", []));
  const { id, job } = await begun(posthouse, {
    ...allActive,
    filter: { field: 'lastName', operator: 'eq', value: 'in' },
  });
  let edited = 0;
  const edit = async (number: number): Promise<void> => {
    const subscriber = `reader-${number}@mailbox.dev`;
    if (number % 3 === 0) await call('unsubscribe_subscriber', { subscriber });
    else if (number % 3 === 1) await call('update_subscriber', { subscriber, lastName: 'out' });
    else await call('add_subscriber_tags', { subscriber, tags: ['news'] });
    edited += 1;
  };
  while ((await stageOf(posthouse, id)).stage === 'gathering') {
    const { gatheredThrough } = await stageOf(posthouse, id);
    const near = (index: number) => Math.min(gatheredThrough + 1 + index * 83, people - index);
    const edits = Array.from({ length: 30 }, (_, index) => edit(near(index)));
    await Promise.all([enrolPage(platform.engine, job), ...edits]);
  }
  expect(edited).toBe(150);
  const rows = await database.reader.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM campaign_recipients',
    [],
  );
  expect(rows?.amount).toBe(people);
  const counted = await platform.engine.store
    .forOrganization(organization.key)
    .counts.read(`${id} recipients` as never);
  expect(counted).toBe(people);
  await posthouse.close();
  await drop();
});

test('on PostgreSQL, applying and deleting a tag during enrollment of its audience does not deadlock', async () => {
  const { url, drop } = await freshPostgres();
  const posthouse = await openPlatform({ database: await openPostgres(url) });
  const { platform, organization, call } = posthouse;
  await addReaders(posthouse, organization, readers(6_000));
  const { database } = platform.engine.store;
  const { id: tag } = (await call('create_tag', { name: 'news' })).output as { id: string };
  await database.transaction((queries) =>
    queries.run(
      `INSERT INTO subscriber_tags (subscriber, tag, created_at)
       SELECT subscribers.key, tags.key, 0 FROM subscribers, tags WHERE subscribers.key % 30 <> 0`,
      [],
    ),
  );
  const { job } = await begun(posthouse, { ...allActive, tags: { any: [tag], all: [], none: [] } });
  const deletion = async (): Promise<string> => {
    const result = await call('delete_tag', { tag: 'news' }).catch((error: unknown) => error);
    return (result as { failure?: string }).failure ?? 'deleted';
  };
  const tagging = async (index: number): Promise<void> => {
    await call('add_subscriber_tags', {
      subscriber: `reader-${30 * (index + 1)}@mailbox.dev`,
      tags: ['news'],
    });
  };
  const all = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => tagging(index)),
    deletion(),
    enrolPage(platform.engine, job),
    ...Array.from({ length: 20 }, (_, index) => tagging(index + 20)),
    deletion(),
  ]);
  expect(all.filter((one) => one === 'conflict')).toHaveLength(2);
  expect(await deadlocksUntilClosed(posthouse, url)).toBe(0);
  await drop();
});

test('on PostgreSQL, deleting an unused tag while it is being applied leaves no rows', async () => {
  const { url, drop } = await freshPostgres();
  const posthouse = await openPlatform({ database: await openPostgres(url) });
  await addReaders(posthouse, posthouse.organization, readers(60));
  const { database } = posthouse.platform.engine.store;
  for (let round = 0; round < 3; round += 1) {
    await posthouse.call('create_tag', { name: 'news' });
    const tagging = async (index: number): Promise<unknown> =>
      await posthouse.call('add_subscriber_tags', {
        subscriber: `reader-${20 * round + index + 1}@mailbox.dev`,
        tags: ['news'],
      });
    // The last one creates a new tag.
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => tagging(index)),
      posthouse.call('delete_tag', { tag: 'news' }),
      ...Array.from({ length: 10 }, (_, index) => tagging(index + 10)),
    ]);
  }
  const left = await database.reader.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM subscriber_tags WHERE tag NOT IN (SELECT key FROM tags)',
    [],
  );
  expect(left?.amount).toBe(0);
  await posthouse.close();
  await drop();
});

/** Returns the number of deadlocks; a connection reports its own when it closes. */
async function deadlocksUntilClosed(posthouse: SimulatedPlatform, url: string): Promise<number> {
  await posthouse.close();
  const database = await openPostgres(url);
  const row = await database.reader.get<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    [],
  );
  await database.close();
  return Number(row?.deadlocks);
}
