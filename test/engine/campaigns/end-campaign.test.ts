import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flows } from '../../../src/engine/worker/jobs.ts';
import {
  allActive,
  type CampaignRecord,
  campaignCounts,
  countedAs,
} from '../../../src/model/campaign/campaign.ts';
import type { Failure } from '../../../src/model/failure.ts';
import { claimJobs, type Job } from '../../../src/store/jobs.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { addReaders, readers, scheduleCampaign } from './campaign-scene.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const abTest: CampaignRecord['abTest'] = {
  variants: ['First', 'Second'].map((subject) => ({ name: subject, subject, preview: null, body: null })),
  percent: 50,
  metric: 'opens',
  waitMinutes: 60,
  winner: null,
};

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
  });
  afterEach(async () => {
    await posthouse.close();
  });

  const store = () => posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
  const schedule = (fields?: Partial<CampaignRecord>) =>
    scheduleCampaign(posthouse, posthouse.organization, fields);
  const add = (...addresses: string[]) => addReaders(posthouse, posthouse.organization, addresses);
  const campaign = async (id: string) => (await store().campaigns.byId(id))!;
  const ledger = async (id: string) =>
    (await store().recipients.page((await campaign(id)).key, {}, { limit: 1_000 })).rows;
  const call = async (tool: string, input: unknown) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
    (await posthouse.call(tool, input)).output as any;
  const end = (campaignId: string) => call('end_campaign', { campaignId });
  const refusal = async (tool: string, input: unknown): Promise<Failure> =>
    await posthouse.call(tool, input).then(
      () => expect.fail(`${tool} was not refused`),
      (error: Failure) => error,
    );
  const countsOf = async (id: string): Promise<Record<string, number>> => {
    const counts = await store().counts.readAll(campaignCounts.map((count) => countedAs(id, count)));
    const entries = campaignCounts.map((count) => [count, counts.get(countedAs(id, count)) ?? 0]);
    return Object.fromEntries(entries.filter(([, amount]) => amount !== 0));
  };
  /** Claims the sending job like a worker. */
  const claim = async (): Promise<Job> => {
    const { database } = posthouse.platform.engine.store;
    return (await claimJobs(database, 'send_campaign', 1, posthouse.clock.now(), 20 * secondMs, 0))[0]!;
  };
  /** Runs all due campaigns without deliveries. */
  const claimAndRun = async () => {
    const { engine } = posthouse.platform;
    const jobs = await claimJobs(
      engine.store.database,
      'send_campaign',
      5,
      posthouse.clock.now(),
      20 * secondMs,
      0,
    );
    for (const job of jobs) await flows.send_campaign.run(engine, job);
  };
  const runOnce = async () => await flows.send_campaign.run(posthouse.platform.engine, await claim());
  const pass = async (ms: number, stepMs: number) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await posthouse.deliver();
      await posthouse.clock.advance(stepMs);
    }
  };
  const endsOf = async (id: string) =>
    (await ledger(id)).map(({ state, reason, lastEvent }) => `${state} ${reason} ${lastEvent}`).sort();

  test('ending a campaign skips its waiting recipients and counts them in its statistics', async () => {
    await add(...readers(5));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(1);
    expect(await end(id)).toMatchObject({ status: 'ARCHIVED', paused: false, sentAt: null, problem: null });
    await pass(2 * dayMs, hourMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    expect(await endsOf(id)).toEqual(['accepted null sent', ...Array(4).fill('skipped campaign_ended null')]);
    expect(await countsOf(id)).toEqual({ recipients: 5, skipped: 4, leaving: 1, attempted: 1, sent: 1 });
    expect(await call('get_campaign', { campaignId: id })).toMatchObject({
      status: 'ARCHIVED',
      stats: { recipients: 5, sent: 1, skipped: 4 },
    });
    const report = await call('get_campaign_report', { campaignId: id });
    expect(report).toMatchObject({
      status: 'ARCHIVED',
      skipped: [{ reason: 'campaign_ended', count: 4 }],
      notes: expect.arrayContaining(['It was ended early: 4 recipients did not receive it']),
    });
    // Its series ends a week after its end, as after a normal send.
    await posthouse.clock.advance(400 * dayMs);
    const later = await call('get_campaign_report', { campaignId: id });
    expect(Date.parse(later.series.until) - Date.parse(later.series.from)).toBeLessThan(10 * dayMs);
    expect((await call('list_campaign_recipients', { campaignId: id, state: 'SKIPPED' })).data).toHaveLength(
      4,
    );
  });

  test('ending a campaign cancels accepted mails without an attempt', async () => {
    await add(...readers(5));
    const id = await schedule();
    await runOnce();
    expect(await countsOf(id)).toEqual({ recipients: 5, leaving: 5 });
    await end(id);
    await pass(5 * dayMs, hourMs);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await endsOf(id)).toEqual(Array(5).fill('skipped campaign_ended canceled'));
    expect(await countsOf(id)).toEqual({ recipients: 5, skipped: 5, leaving: 5, attempted: 5 });
    const [line] = await ledger(id);
    const { events } = await call('get_email', { id: line!.emailId! });
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['queued', 'canceled']);
  });

  test('a deferred mail of an ended campaign is not retried', async () => {
    await add(...readers(3));
    posthouse.mailbox.next(refused(451, 'rcpt', '4.3.0'));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(1);
    await end(id);
    await pass(4 * dayMs, hourMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    expect(await endsOf(id)).toEqual([
      'skipped campaign_ended canceled',
      'skipped campaign_ended null',
      'skipped campaign_ended null',
    ]);
    expect(await countsOf(id)).toEqual({ recipients: 3, skipped: 3, leaving: 1, attempted: 1 });
    expect((await campaign(id)).progress).toMatchObject({ stage: 'ended' });
  });

  test('a mail in flight finishes and is not cancelled when its campaign ends', async () => {
    await add(...readers(2));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    let ended: unknown = null;
    posthouse.mailbox.script = async () => {
      ended ??= await end(id);
      return { kind: 'accepted', by: 'x', reply: '250 ok' };
    };
    await pass(hourMs, minuteMs);
    expect(ended).toMatchObject({ status: 'ARCHIVED' });
    expect(await endsOf(id)).toEqual(['accepted null sent', 'skipped campaign_ended null']);
    expect(await countsOf(id)).toEqual({ recipients: 2, skipped: 1, leaving: 1, attempted: 1, sent: 1 });
    expect((await campaign(id)).progress).toMatchObject({ stage: 'ended' });
  });

  test('a mail in flight is not retried if it is deferred after its campaign ended', async () => {
    await add(...readers(2));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    posthouse.mailbox.script = async () => {
      await end(id);
      return refused(451, 'rcpt', '4.3.0');
    };
    await pass(4 * dayMs, 10 * minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    expect(await endsOf(id)).toEqual(['skipped campaign_ended canceled', 'skipped campaign_ended null']);
  });

  test('a follow-up campaign to missed recipients waits for mail in flight, so no subscriber gets both mails', async () => {
    await add(...readers(2));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    const { mailbox } = posthouse;
    const inFlight = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    mailbox.script = async () => {
      inFlight.resolve();
      await answer.promise;
      return accepted;
    };
    const delivering = posthouse.deliver();
    await inFlight.promise;
    await end(id);
    const filter = { field: 'email_reached', operator: 'neq', value: id } as const;
    const rest = await schedule({ subject: 'Rest', audience: { ...allActive, filter } });
    for (let step = 0; step < 5; step += 1) {
      await claimAndRun();
      await posthouse.clock.advance(secondMs);
    }
    expect(await campaign(rest)).toMatchObject({ status: 'SENDING', progress: { gatheredThrough: 0 } });
    answer.resolve();
    await delivering;
    await pass(minuteMs, secondMs);
    expect(mailbox.messages.map(({ subject, to }) => `${subject} ${to.local}`)).toEqual([
      'News reader-1',
      'Rest reader-2',
    ]);
    expect(await campaign(rest)).toMatchObject({ status: 'SENT' });
  });

  test('a campaign can be ended while paused, held for a problem, or enrolling', async () => {
    await add(...readers(3));
    const paused = await schedule({ throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    await call('pause_campaign', { campaignId: paused });
    const held = await schedule({ approvedRecipients: 1 });
    const early = await schedule();
    await pass(10 * secondMs, secondMs);
    posthouse.mailbox.messages.length = 0;
    expect((await campaign(held)).progress?.problem).toMatch(/^3 people are now in its audience/);
    expect(await end(paused)).toMatchObject({ status: 'ARCHIVED', paused: false });
    expect(await end(held)).toMatchObject({ status: 'ARCHIVED', paused: false, problem: null });
    expect((await refusal('end_campaign', { campaignId: early })).details).toEqual({ status: 'SENT' });
    await pass(4 * hourMs, 10 * minuteMs);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await countsOf(held)).toEqual({ recipients: 3, skipped: 3 });
    for (const id of [paused, held]) {
      for (const tool of ['resume_campaign', 'pause_campaign', 'restore_campaign', 'send_campaign']) {
        const { failure } = await refusal(tool, { campaignId: id });
        expect([tool, failure]).toEqual([tool, tool === 'send_campaign' ? 'campaign_not_draft' : 'conflict']);
      }
    }
  });

  test('ending a campaign again returns the same result, even much later', async () => {
    await add(...readers(2));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    const [one, two] = await Promise.all([end(id), end(id)]);
    expect([one.status, two.status]).toEqual(['ARCHIVED', 'ARCHIVED']);
    await pass(dayMs, hourMs);
    const last = await end(id);
    expect(last).toMatchObject({ status: 'ARCHIVED', updatedAt: one.updatedAt, stats: { skipped: 1 } });
    expect(await endsOf(id)).toEqual(['accepted null sent', 'skipped campaign_ended null']);
  });

  test('ending a draft, scheduled or sent campaign is rejected', async () => {
    const draft = await schedule({ status: 'DRAFT' });
    const put = await schedule({ status: 'ARCHIVED' });
    await add(...readers(1));
    const sent = await schedule();
    await pass(10 * secondMs, secondMs);
    const later = await schedule({ scheduledAt: posthouse.clock.now() + dayMs });
    for (const [id, status] of [
      [draft, 'DRAFT'],
      [put, 'ARCHIVED'],
      [sent, 'SENT'],
      [later, 'SCHEDULED'],
    ] as const) {
      const { failure, details } = await refusal('end_campaign', { campaignId: id });
      expect([failure, details]).toEqual(['conflict', { status }]);
    }
    expect((await refusal('end_campaign', { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' })).failure).toBe(
      'not_found',
    );
  });

  test('an A/B test waiting for its winner can be ended, and its recipients are counted', async () => {
    await add(...readers(8));
    const id = await schedule({ abTest });
    await pass(10 * secondMs, secondMs);
    expect((await campaign(id)).progress?.stage).toBe('choosing');
    await end(id);
    await pass(2 * hourMs, minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(4);
    expect(await countsOf(id)).toMatchObject({ recipients: 8, skipped: 4, sent: 4 });
    expect((await campaign(id)).abTest?.winner).toBeNull();
    const { abTest: test } = await call('get_campaign', { campaignId: id });
    const of = (name: string) =>
      test.variants.map(({ stats }: { stats: Record<string, number> }) => stats[name]);
    expect([of('recipients'), of('sent'), of('skipped')]).toEqual([
      [2, 2],
      [2, 2],
      [0, 0],
    ]);
  });

  test('an A/B test with waiting variants can be ended, and each variant counts its recipients', async () => {
    await add(...readers(8));
    const id = await schedule({ abTest, throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    await end(id);
    await pass(2 * hourMs, minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
    expect(await countsOf(id)).toMatchObject({ recipients: 8, skipped: 7, sent: 1 });
    const { abTest: test } = await call('get_campaign', { campaignId: id });
    const sum = (name: string) =>
      test.variants.reduce(
        (all: number, { stats }: { stats: Record<string, number> }) => all + stats[name]!,
        0,
      );
    expect([sum('recipients'), sum('sent'), sum('skipped')]).toEqual([4, 1, 3]);
  });

  test('a worker with a page in flight discards the page and ends the campaign', async () => {
    await add(...readers(3));
    const id = await schedule();
    const job = await claim();
    await flows.send_campaign.run(posthouse.platform.engine, job);
    await end(id);
    await pass(minuteMs, secondMs);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await countsOf(id)).toMatchObject({ recipients: 3, skipped: 3 });
  });

  test('an ended campaign cannot be deleted, nor its mails retried, before its end is complete', async () => {
    await add(...readers(2));
    posthouse.mailbox.next(refused(550, 'rcpt', '5.7.1'));
    const id = await schedule({ throttle: { perHour: 1, perDomain: null } });
    await posthouse.deliver();
    await end(id);
    const early = await refusal('delete_campaign', { campaignId: id });
    expect([early.failure, early.message]).toEqual(['validation_error', expect.stringContaining('ended')]);
    await pass(minuteMs, secondMs);
    const bounced = (await ledger(id)).find(({ lastEvent }) => lastEvent === 'bounced')!;
    await posthouse.clock.advance(2 * dayMs);
    const retried = await refusal('retry_email', { id: bounced.emailId });
    expect([retried.failure, retried.message]).toEqual(['conflict', expect.stringContaining('ended')]);
    await call('delete_campaign', { campaignId: id });
    await pass(dayMs, hourMs);
    expect(posthouse.mailbox.messages).toHaveLength(1);
  });
});

test('a campaign that ends just before choosing a winner does not wait', async () => {
  const database = openSqlite(':memory:');
  let between: (() => Promise<boolean>) | null = null;
  const posthouse = await openPlatform({
    database: {
      ...database,
      async transaction(work) {
        const requeues = new Error('where from').stack!.includes('requeue');
        if (requeues && (await between?.())) between = null;
        return await database.transaction(work);
      },
    },
  });
  const { organization, clock, deliver, call, mailbox } = posthouse;
  await addReaders(posthouse, organization, readers(8));
  const campaignId = await scheduleCampaign(posthouse, organization, { abTest });
  const store = posthouse.platform.engine.store.forOrganization(organization.key);
  const stage = async () => (await store.campaigns.byId(campaignId))?.progress?.stage;
  between = async () => {
    if ((await stage()) !== 'choosing') return false;
    await call('end_campaign', { campaignId });
    return true;
  };
  for (let step = 0; step < 5; step += 1) {
    await deliver();
    await clock.advance(secondMs);
  }
  expect(between).toBeNull();
  expect(await stage()).toBe('ended');
  expect(mailbox.messages.length).toBeLessThanOrEqual(4);
  await posthouse.close();
});

test('ending a campaign while two workers send it on PostgreSQL counts each of 1,000 recipients as sent or skipped', async () => {
  const { url, drop } = await freshPostgres();
  const one = await openPlatform({ database: await openPostgres(url) });
  const { clock, mailbox, organization } = one;
  const two = await openPlatform({ database: await openPostgres(url), clock, mail: mailbox, seed: 2 });
  await addReaders(one, organization, readers(1_000));
  const id = await scheduleCampaign(one, organization, { abTest: { ...abTest!, waitMinutes: 0 } });
  let sent = 0;
  let ending: Promise<unknown> | null = null;
  mailbox.script = () => {
    sent += 1;
    if (sent === 150) {
      ending = Promise.all([
        one.call('end_campaign', { campaignId: id }),
        two.call('end_campaign', { campaignId: id }),
      ]);
    }
    return { kind: 'accepted', by: 'x', reply: '250 ok' };
  };
  for (let round = 0; round < 60; round += 1) {
    await Promise.all([one.deliver(), two.deliver()]);
    await clock.advance(secondMs);
  }
  await ending;
  const store = one.platform.engine.store.forOrganization(organization.key);
  const counts = await store.counts.readAll(campaignCounts.map((count) => countedAs(id, count)));
  const read = (count: (typeof campaignCounts)[number]) => counts.get(countedAs(id, count)) ?? 0;
  expect(mailbox.messages.length).toBeLessThan(1_000);
  expect(read('sent')).toBe(mailbox.messages.length);
  expect(read('sent') + read('skipped')).toBe(1_000);
  expect(read('recipients')).toBe(1_000);
  expect(read('leaving')).toBe(read('attempted'));
  const { key } = (await store.campaigns.byId(id))!;
  const { rows } = await store.recipients.page(key, { state: 'accepted' }, { limit: 1_000 });
  expect(rows.every(({ lastEvent }) => lastEvent === 'sent')).toBe(true);
  expect(rows).toHaveLength(read('sent'));
  const variantOf = async (count: 'sent' | 'skipped' | 'recipients') =>
    (await Promise.all([0, 1].map((variant) => store.counts.read(countedAs(id, count, variant))))).reduce(
      (a, b) => a + b,
    );
  expect(await variantOf('sent')).toBeLessThanOrEqual(read('sent'));
  await two.close();
  await one.close();
  await drop();
});
