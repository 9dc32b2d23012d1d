import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import {
  holdQueue,
  queueHeldSince,
  releaseQueue,
  waitingMail,
} from '../../../src/engine/organizations/queue-hold.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { addReaders, scheduleCampaign } from '../campaigns/campaign-scene.ts';

const mail = { from: 'hello@acme.dev', to: 'grace@takes-mail.com', subject: 'Hello', markdown: 'Hello' };

async function hold({ platform: { engine } }: SimulatedPlatform): Promise<void> {
  await engine.store.database.transaction((queries) => holdQueue(queries, engine.world.clock.now()));
}

describe.each(databases)('on %s,', (_name, openDatabase) => {
  test('no mail is sent while the queue is held, and each mail is sent once after the release', async () => {
    const scene = await openPlatform({ database: await openDatabase() });
    await hold(scene);
    await scene.call('send_email', mail);
    await scene.call('create_subscriber', { email: 'eve@takes-mail.com', doubleOptIn: true });
    await addReaders(scene, scene.organization, ['ada@takes-mail.com']);
    const campaignId = await scheduleCampaign(scene, scene.organization);
    for (let day = 0; day < 5; day += 1) {
      await scene.deliver();
      await scene.clock.advance(24 * 60 * 60_000);
    }
    expect(scene.mailbox.messages).toEqual([]);
    const { database } = scene.platform.engine.store;
    expect(await waitingMail(database.reader)).toMatchObject({ mails: 1, confirmations: 1, campaigns: 1 });

    expect(await database.transaction(releaseQueue)).toMatchObject({
      mails: 1,
      confirmations: 1,
      campaigns: 1,
    });
    expect(await database.transaction(releaseQueue)).toBe(null);
    await scene.deliver();
    const reached = scene.mailbox.messages.map(({ to }) => to.address);
    expect(new Set(reached).size).toBe(reached.length);
    expect(reached).toEqual(
      expect.arrayContaining(['grace@takes-mail.com', 'eve@takes-mail.com', 'ada@takes-mail.com']),
    );
    const { output } = await scene.call('get_campaign', { campaignId });
    expect(output).toMatchObject({ problem: null });
    await scene.close();
  });

  test('a held campaign reports the hold as its problem', async () => {
    const scene = await openPlatform({ database: await openDatabase() });
    await hold(scene);
    await addReaders(scene, scene.organization, ['ada@takes-mail.com']);
    const campaignId = await scheduleCampaign(scene, scene.organization);
    await scene.deliver();
    const { output } = await scene.call('get_campaign', { campaignId });
    expect(output).toMatchObject({ problem: expect.stringContaining('held since a backup was restored') });
    await scene.close();
  });

  test('a running worker continues soon after the release', async () => {
    const scene = await openPlatform({ database: await openDatabase() });
    await hold(scene);
    scene.platform.worker.start();
    await scene.call('send_email', mail);
    await scene.clock.advance(5_000);
    await scene.deliver();
    expect(scene.mailbox.messages).toEqual([]);
    await scene.platform.engine.store.database.transaction(releaseQueue);
    await scene.clock.advance(1_000);
    await scene.deliver();
    expect(scene.mailbox.messages).toHaveLength(1);
    await scene.close();
  });

  test('a database that was not restored is never held', async () => {
    const database = await openDatabase();
    const first = await openPlatform({ database });
    expect(await queueHeldSince(first.platform.engine.store.database.reader)).toBe(null);
    await first.close();
  });
});

test('a copied PostgreSQL database holds its queue at its first start, and the original database never does', async () => {
  const original = await freshPostgres();
  const first = await openPlatform({ database: await openPostgres(original.url) });
  await first.call('send_email', mail);
  await first.close();
  const server = inject('postgresUrl');
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  const name = original.url.split('/').at(-1)!;
  await client.query(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  await client.end();

  const copy = await openPlatform({ seed: 2, database: await openPostgres(`${original.url}_copy`) });
  await copy.deliver();
  expect(copy.mailbox.messages).toEqual([]);
  await copy.platform.engine.store.database.transaction(releaseQueue);
  await copy.deliver();
  expect(copy.mailbox.messages).toHaveLength(1);
  await copy.close();
  const later = await openPlatform({ seed: 2, database: await openPostgres(`${original.url}_copy`) });
  expect(await queueHeldSince(later.platform.engine.store.database.reader)).toBe(null);
  await later.close();

  const again = await openPlatform({ seed: 3, database: await openPostgres(original.url) });
  await again.deliver();
  expect(again.mailbox.messages).toHaveLength(1);
  await again.close();
});
