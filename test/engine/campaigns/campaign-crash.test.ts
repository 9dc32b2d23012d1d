import { describe, expect, test } from 'vitest';
import { type CampaignRecord, campaignCounts } from '../../../src/model/campaign/campaign.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { isLongRun } from '../../world/simulated/random.ts';
import { addReaders, readers, scheduleCampaign, untilSent } from './campaign-scene.ts';

class Died extends Error {}

/** A database whose process dies at its `fatal`th transaction, before or after the commit. */
function dyingDatabase(database: Database, fatal: number, when: 'before' | 'after') {
  let count = 0;
  let dead = false;
  const dying: Database = {
    ...database,
    async transaction(work) {
      count += 1;
      if (count === fatal && when === 'before') dead = true;
      if (dead) throw new Died();
      const value = await database.transaction(work);
      if (count >= fatal) dead = true;
      if (dead) throw new Died();
      return value;
    },
    async close() {},
  };
  return { dying, died: () => dead, count: () => count };
}

const leaseMs = 20_000;
const people = [...readers(5), 'open@example.com', 'bounce@example.com'];
const real = readers(5).filter((email) => email !== 'reader-3@mailbox.dev');
const abTest: CampaignRecord['abTest'] = {
  variants: ['First', 'Second'].map((subject) => ({ name: subject, subject, preview: null, body: null })),
  percent: 50,
  metric: 'opens',
  waitMinutes: 1,
  winner: null,
};

/** Sends a small campaign with one crash; checks the result and returns whether the crash happened. */
async function sendWithDeath(database: Database, fatal: number, when: 'before' | 'after'): Promise<boolean> {
  const first = await openPlatform({ database: { ...database, close: async () => {} } });
  const { organization, clock, mailbox } = first;
  await addReaders(first, organization, people);
  await first.call('unsubscribe_subscriber', { subscriber: 'reader-3@mailbox.dev' });
  const id = await scheduleCampaign(first, organization, { abTest });
  const { dying, died } = dyingDatabase(database, fatal, when);
  // Counting starts after the transactions of `openPlatform`.
  let counting = false;
  const mortal = await openPlatform({
    database: { ...dying, transaction: (work) => (counting ? dying : database).transaction(work) },
    clock,
    mail: mailbox,
    seed: 2,
  });
  counting = true;
  await untilSent(mortal, organization, id, { stepMs: 5_000, stepsMax: 30 }).catch(() => {});
  await mortal.close();
  await clock.advance(leaseMs);

  await untilSent(first, organization, id, { stepMs: 5_000 });
  const mails = new Map(mailbox.messages.map(({ messageId, to }) => [messageId, to.address]));
  expect([...mails.values()].sort(), `${when} ${fatal}`).toEqual(real);
  await expectConsistent(first, id);
  return died();
}

async function expectConsistent(posthouse: SimulatedPlatform, id: string): Promise<void> {
  const store = posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
  const names = campaignCounts.map((count) => `${id} ${count}` as never);
  const counts = await store.counts.readAll(names);
  const read = campaignCounts.map((count) => [count, counts.get(`${id} ${count}` as never) ?? 0]);
  expect(Object.fromEntries(read)).toMatchObject({
    recipients: 6,
    skipped: 0,
    leaving: 4,
    attempted: 4,
    sent: 6,
    delivered: 1,
    opened: 1,
    bounced: 1,
    failed: 0,
  });
  const { rows } = await store.recipients.page((await store.campaigns.keyOf(id))!, {}, { limit: 100 });
  expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('accepted'));
  expect(new Set(rows.map(({ emailId }) => emailId)).size).toBe(6);
  const all = await store.emails.page({ campaignId: id }, { limit: 100 });
  expect(all.rows).toHaveLength(6);
  const sum = (count: string) =>
    [0, 1].map(async (variant) => await store.counts.read(`${id}/${variant} ${count}` as never));
  expect((await Promise.all(sum('sent'))).reduce((a, b) => a + b)).toBe(6);
  expect((await Promise.all(sum('recipients'))).reduce((a, b) => a + b)).toBe(6);
}

describe.each(databases)('on %s,', (name, openDatabase) => {
  test('a crash at any transaction leaves each mail sent exactly once', async () => {
    const stride = name === 'SQLite' || isLongRun ? 1 : 7;
    for (const when of ['before', 'after'] as const) {
      let fatal = 1;
      for (; ; fatal += stride) {
        const database = await openDatabase();
        const died = await sendWithDeath(database, fatal, when);
        await database.close();
        if (!died) break;
      }
      expect(fatal).toBeGreaterThan(15);
    }
  });
});

/** A campaign of five subscribers approved for different ones, and the reason it waits. */
const agreements: [string, Pick<CampaignRecord, 'approvedRecipients' | 'approvedPeople'>, RegExp][] = [
  [
    'more recipients than approved',
    { approvedRecipients: 4, approvedPeople: null },
    /^5 people are now in its audience, but 4 were approved/,
  ],
  [
    'recipients other than the approved ones',
    { approvedRecipients: 5, approvedPeople: { whole: true, drawn: [[7, 'a mark']] } },
    /^5 of the 5 people now in its audience were not approved/,
  ],
];

/** Crashes such a campaign once; it must be paused without any mail. */
async function holdWithDeath(
  database: Database,
  [, approval, why]: (typeof agreements)[number],
  fatal: number,
  when: 'before' | 'after',
): Promise<boolean> {
  const first = await openPlatform({ database: { ...database, close: async () => {} } });
  const { organization, clock, mailbox, deliver } = first;
  await addReaders(first, organization, readers(5));
  const id = await scheduleCampaign(first, organization, { ...approval, abTest });
  const { dying, died } = dyingDatabase(database, fatal, when);
  let counting = false;
  const mortal = await openPlatform({
    database: { ...dying, transaction: (work) => (counting ? dying : database).transaction(work) },
    clock,
    mail: mailbox,
    seed: 2,
  });
  counting = true;
  await mortal.deliver().catch(() => {});
  await mortal.close();
  for (let step = 0; step < 3; step += 1) {
    await clock.advance(leaseMs);
    await deliver();
  }
  const store = first.platform.engine.store.forOrganization(organization.key);
  const { status, paused, progress } = (await store.campaigns.byId(id))!;
  expect([status, paused, progress?.problem], `${when} ${fatal}`).toEqual([
    'SENDING',
    true,
    expect.stringMatching(why),
  ]);
  expect((await store.emails.page({ campaignId: id }, { limit: 1 })).rows).toEqual([]);
  expect(await store.counts.read(`${id} recipients` as never)).toBe(5);
  return died();
}

describe.each(databases)('on %s,', (name, openDatabase) => {
  test.each(agreements)('after a crash at any transaction, a campaign mails no %s', async (...agreement) => {
    const stride = name === 'SQLite' || isLongRun ? 1 : 3;
    for (const when of ['before', 'after'] as const) {
      let fatal = 1;
      for (; ; fatal += stride) {
        const database = await openDatabase();
        const died = await holdWithDeath(database, agreement, fatal, when);
        await database.close();
        if (!died) break;
      }
      expect(fatal).toBeGreaterThan(4);
    }
  });
});

test('a subscriber erased between read and write gets no mail, and the other recipients get theirs', async () => {
  const database = openSqlite(':memory:');
  let between: (() => Promise<unknown>) | null = null;
  let acting: Promise<unknown> | null = null;
  let page = 0;
  const posthouse = await openPlatform({
    database: {
      ...database,
      async transaction(work) {
        // Stack frames: this function, the wrapper that keeps the notes of a transaction, and its callers.
        const calledBy = new Error('where from').stack!.split('\n').slice(2, 8);
        const accepts = calledBy.some((frame) => frame.includes('acceptNextGroup'));
        if (between !== null && accepts) {
          page += 1;
          acting = between();
          between = null;
        }
        // Several are in flight, and the first one takes the page.
        if (accepts) await acting;
        return await database.transaction(work);
      },
    },
  });
  const { organization, mailbox } = posthouse;
  await addReaders(posthouse, organization, readers(5));
  const id = await scheduleCampaign(posthouse, organization);
  between = () => posthouse.call('delete_subscriber', { subscriber: 'reader-2@mailbox.dev' });
  await untilSent(posthouse, organization, id);
  expect(page).toBe(1);
  expect(mailbox.messages.map(({ to }) => to.local)).toEqual([
    'reader-1',
    'reader-3',
    'reader-4',
    'reader-5',
  ]);
  const store = posthouse.platform.engine.store.forOrganization(organization.key);
  const mails = await store.emails.page({ campaignId: id }, { limit: 100 });
  expect(mails.rows.map(({ to }) => to)).not.toContain('reader-2@mailbox.dev');
  expect(mails.rows).toHaveLength(4);
  for (const [count, amount] of [
    ['recipients', 5],
    ['skipped', 1],
    ['sent', 4],
  ] as const) {
    expect([count, await store.counts.read(`${id} ${count}` as never)]).toEqual([count, amount]);
  }
  await posthouse.close();
});

test('a subscriber who changes address between read and write gets one mail, at the new address', async () => {
  const database = openSqlite(':memory:');
  let between: (() => Promise<unknown>) | null = null;
  let acting: Promise<unknown> | null = null;
  const posthouse = await openPlatform({
    database: {
      ...database,
      async transaction(work) {
        // Stack frames: this function, the wrapper that keeps the notes of a transaction, and its callers.
        const calledBy = new Error('where from').stack!.split('\n').slice(2, 8);
        const accepts = calledBy.some((frame) => frame.includes('acceptNextGroup'));
        if (between !== null && accepts) {
          acting = between();
          between = null;
        }
        // Several are in flight, and the first one takes the page.
        if (accepts) await acting;
        return await database.transaction(work);
      },
    },
  });
  const { organization, mailbox, call } = posthouse;
  await addReaders(posthouse, organization, readers(3));
  const id = await scheduleCampaign(posthouse, organization);
  between = async () => {
    await call('update_subscriber', { subscriber: 'reader-1@mailbox.dev', email: 'moved@mailbox.dev' });
    await call('update_subscriber', { subscriber: 'reader-2@mailbox.dev', email: 'reader-1@mailbox.dev' });
  };
  await untilSent(posthouse, organization, id);
  expect(between).toBeNull();
  expect(mailbox.messages.map(({ to }) => to.local)).toEqual(['moved', 'reader-1', 'reader-3']);
  const store = posthouse.platform.engine.store.forOrganization(organization.key);
  const mails = await store.emails.page({ campaignId: id }, { limit: 100 });
  for (const { to, subscriberId } of mails.rows) {
    expect((await store.subscribers.find({ email: to }))?.id).toBe(subscriberId);
  }
  await posthouse.close();
});

test('two workers on one PostgreSQL send a campaign together, each mail once', async () => {
  const { url, drop } = await freshPostgres();
  const one = await openPlatform({ database: await openPostgres(url) });
  const { clock, mailbox, organization } = one;
  const two = await openPlatform({ database: await openPostgres(url), clock, mail: mailbox, seed: 2 });
  const people = [...readers(350), ...readers(50, 'other.dev')];
  await addReaders(one, organization, people);
  const ids = [
    await scheduleCampaign(one, organization),
    await scheduleCampaign(one, organization, { abTest: { ...abTest!, waitMinutes: 0 } }),
  ];
  const both = { ...one, deliver: async () => (await Promise.all([one.deliver(), two.deliver()]))[0] };
  for (const id of ids) await untilSent(both, organization, id);
  expect(mailbox.messages).toHaveLength(800);
  expect(new Set(mailbox.messages.map(({ messageId }) => messageId)).size).toBe(800);
  for (const address of people) {
    expect(mailbox.messages.filter(({ to }) => to.address === address)).toHaveLength(2);
  }
  for (const id of ids) {
    const store = one.platform.engine.store.forOrganization(organization.key);
    expect(await store.counts.read(`${id} sent` as never)).toBe(400);
    expect(await store.counts.read(`${id} recipients` as never)).toBe(400);
  }
  await two.close();
  await one.close();
  await drop();
});
