import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enrolPage } from '../../../src/engine/campaigns/sending/enrol-recipients.ts';
import { startCampaign } from '../../../src/engine/campaigns/start-campaign.ts';
import { recordReturn } from '../../../src/engine/delivery/record-return.ts';
import { recordEmailEvents } from '../../../src/engine/ledger/record-email-events.ts';
import { flows } from '../../../src/engine/worker/jobs.ts';
import { type CampaignRecord, campaignCounts, countedAs } from '../../../src/model/campaign/campaign.ts';
import { claimJobs, type Job } from '../../../src/store/jobs.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, readers, scheduleCampaign, untilSent } from './campaign-scene.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
  });
  afterEach(async () => {
    await posthouse.close();
  });

  const store = () => posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
  const within = <T>(work: (store: OrganizationStore) => Promise<T>): Promise<T> =>
    posthouse.platform.engine.store.database.transaction((queries) =>
      work(new OrganizationStore(queries, posthouse.organization.key)),
    );
  const schedule = (fields?: Partial<CampaignRecord>) =>
    scheduleCampaign(posthouse, posthouse.organization, fields);
  const add = (...addresses: string[]) => addReaders(posthouse, posthouse.organization, addresses);
  const sent = (id: string, options?: { stepMs?: number; stepsMax?: number }) =>
    untilSent(posthouse, posthouse.organization, id, options);
  const addressees = () => posthouse.mailbox.messages.map(({ to }) => to.address).sort();
  const campaign = async (id: string) => (await store().campaigns.byId(id))!;
  const ledger = async (id: string) =>
    (await store().recipients.page((await campaign(id)).key, {}, { limit: 1_000 })).rows;
  const shown = async (campaignId: string) =>
    (await posthouse.call('get_campaign', { campaignId })).output as {
      problem: string | null;
      status: string;
      stats: Record<'recipients' | 'sent' | 'bounced' | 'failed' | 'skipped' | 'complained', number>;
    };
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
  const runOnce = async () => await flows.send_campaign.run(posthouse.platform.engine, await claim());
  const pause = (campaignId: string) => posthouse.call('pause_campaign', { campaignId });
  const resume = (campaignId: string) => posthouse.call('resume_campaign', { campaignId });
  const pass = async (ms: number, stepMs: number) => {
    let worked = 0;
    for (let passed = 0; passed < ms; passed += stepMs) {
      worked += await posthouse.deliver();
      await posthouse.clock.advance(stepMs);
    }
    return worked;
  };

  test('a paused campaign sends nothing, not even accepted mail, and sends everything once after the resume', async () => {
    await add(...readers(5));
    const id = await schedule();
    await runOnce();
    await pause(id);
    // Each of the five is checked a handful of times an hour, not every few seconds.
    expect(await pass(hourMs, 10 * secondMs)).toBeLessThanOrEqual(5 * 7 + 1);
    await pass(9 * hourMs, hourMs);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await campaign(id)).toMatchObject({ status: 'SENDING', paused: true });
    await posthouse.deliver();
    await resume(id);
    expect(await sent(id, { stepMs: 250, stepsMax: 20 })).toBeLessThan(5 * secondMs);
    expect(addressees()).toEqual(readers(5));
    expect((await campaign(id)).progress).toMatchObject({ releasing: false });
  });

  test('a recipient waiting for a retry keeps the scheduled time when the campaign is resumed', async () => {
    await add(...readers(2));
    posthouse.mailbox.next(refused(451, 'rcpt', '4.3.0'), refused(451, 'rcpt', '4.3.0'));
    const id = await schedule();
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(2);
    await pause(id);
    await resume(id);
    await posthouse.deliver();
    await posthouse.clock.advance(secondMs);
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(2);
    await pass(3 * hourMs, 10 * minuteMs);
    expect((await ledger(id)).map(({ lastEvent }) => lastEvent)).toEqual(['sent', 'sent']);
  });

  test('a campaign paused during enrollment continues where it stopped', async () => {
    await add(...readers(5_200));
    const id = await schedule();
    const { engine } = posthouse.platform;
    const job = await claim();
    await startCampaign(engine, job);
    await enrolPage(engine, job);
    await pause(id);
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'reader-5100@mailbox.dev' });
    await pass(minuteMs, 20 * secondMs);
    expect(await campaign(id)).toMatchObject({ paused: true, progress: { stage: 'gathering' } });
    await resume(id);
    await posthouse.deliver();
    await gatheredAll(id);
    expect(await shown(id)).toMatchObject({ stats: { recipients: 5_200 } });
  });

  const gatheredAll = async (id: string) => {
    for (let rounds = 0; (await campaign(id)).progress?.stage === 'gathering' && rounds < 20; rounds += 1) {
      await posthouse.clock.advance(secondMs);
      await posthouse.deliver();
    }
  };

  test('a campaign paused with its last mails in flight becomes SENT when resumed', async () => {
    await add(...readers(3));
    const id = await schedule();
    for (let runs = 0; (await campaign(id)).progress?.stage !== 'settling' && runs < 10; runs += 1) {
      await runOnce();
      await posthouse.clock.advance(secondMs);
    }
    await pause(id);
    await pass(hourMs, 5 * minuteMs);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await campaign(id)).toMatchObject({ status: 'SENDING', progress: { stage: 'settling' } });
    await resume(id);
    await sent(id, { stepsMax: 10 });
    expect(addressees()).toEqual(readers(3));
  });

  test('a cap that delays a campaign is checked again when the campaign is resumed', async () => {
    await add(...readers(3));
    const { id: tokenId } = await posthouse.addToken(posthouse.organization, {
      send_cap: { per_hour: 2, per_day: null },
    });
    const id = await schedule({ token: (await store().tokens.byId(tokenId))!.key });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toHaveLength(2);
    await pause(id);
    await resume(id);
    const job = await claim();
    expect(job).toMatchObject({ subject: id });
    await flows.send_campaign.run(posthouse.platform.engine, job);
    await sent(id, { stepMs: 5 * minuteMs });
    expect(addressees()).toEqual(readers(3));
  });

  test('mails held by a cap do not use up the throttle of recipient domains', async () => {
    await add(...readers(2), 'ada@other.dev');
    const { id: tokenId } = await posthouse.addToken(posthouse.organization, {
      send_cap: { per_hour: 3, per_day: null },
    });
    const token = (await store().tokens.byId(tokenId))!;
    const first = await schedule({ token: token.key, audience: await only('ada@other.dev') });
    await sent(first);
    const second = await schedule({ token: token.key, throttle: { perHour: null, perDomain: 120 } });
    await pass(10 * secondMs, secondMs);
    // Two of three are sent at once, and the cap holds the last, of another domain.
    expect(posthouse.mailbox.messages).toHaveLength(3);
    const { reader } = posthouse.platform.engine.store.database;
    const { key } = await campaign(second);
    expect(
      await reader.all('SELECT recipient_domain FROM campaign_paces WHERE campaign = $1 LIMIT 5', [key]),
    ).toEqual([{ recipient_domain: 'mailbox.dev' }]);
  });

  const only = async (subscriber: string) => {
    const { id } = (await posthouse.call('get_subscriber', { subscriber })).output as { id: string };
    return { tags: { any: [], all: [], none: [] }, segmentId: null, filter: null, subscriberIds: [id] };
  };

  test('a full destination does not delay mail to other destinations', async () => {
    await add(...readers(1_200, 'full.dev'), 'ada@mailbox.dev');
    posthouse.mailbox.script = ({ to }) =>
      to.domain === 'full.dev'
        ? {
            kind: 'held',
            by: 'full.dev',
            until: posthouse.clock.now() + 5 * secondMs,
            why: 'it is full',
            reason: 'provider_full',
          }
        : { kind: 'accepted', by: 'x', reply: '250 ok' };
    const id = await schedule();
    await pass(12 * secondMs, secondMs);
    expect(await countsOf(id)).toMatchObject({ recipients: 1_201, leaving: 1_201, sent: 1 });
    posthouse.mailbox.script = () => ({ kind: 'accepted', by: 'x', reply: '250 ok' });
    await sent(id);
    await pass(30 * secondMs, secondMs);
    expect(await countsOf(id)).toMatchObject({ attempted: 1_201, sent: 1_201 });
    expect(new Set((await ledger(id)).map(({ lastEvent }) => lastEvent))).toEqual(new Set(['sent']));
  });

  test('an A/B test of the whole audience does not wait for a winner', async () => {
    await add(...readers(10));
    const variant = (name: string) => ({ name, subject: name, preview: null, body: null });
    const abTest = {
      variants: [variant('A'), variant('B')],
      percent: 100,
      metric: 'opens',
      waitMinutes: 600,
      winner: null,
    } as const;
    const id = await schedule({ abTest });
    await sent(id, { stepsMax: 10 });
    expect(addressees()).toEqual(readers(10).sort());
  });

  test('recipients wait while there is no sender, and each gets one mail when there is a sender again', async () => {
    await add(...readers(450));
    await posthouse.call('update_organization_settings', { default_from: 'Acme <hello@acme.dev>' });
    const id = await schedule({ fromEmail: null, throttle: { perHour: 6_000, perDomain: null } });
    await posthouse.deliver();
    const before = posthouse.mailbox.messages.length;
    expect(before).toBeGreaterThan(0);
    await posthouse.call('update_organization_settings', { default_from: null });
    await pass(hourMs, 2 * minuteMs);
    expect(posthouse.mailbox.messages).toHaveLength(before);
    const { stats, ...rest } = await shown(id);
    expect(rest).toMatchObject({
      status: 'SENDING',
      problem: expect.stringContaining('no longer has a sender'),
    });
    expect(stats.skipped).toBe(0);
    const result = posthouse.log.filter(({ message }) => message === 'a campaign cannot continue');
    expect(result).toMatchObject([{ level: 'warn', facts: { campaign: id } }]);
    await posthouse.call('update_organization_settings', { default_from: 'Acme <hello@acme.dev>' });
    await pass(6 * minuteMs, 30 * secondMs);
    expect((await shown(id)).problem).toBeNull();
    await sent(id, { stepMs: 30 * secondMs });
    expect(addressees()).toEqual(readers(450).sort());
  });

  test('a bounce or complaint that arrives before its delivery attempt is recorded ends the wait', async () => {
    for (const kind of ['complained', 'bounced'] as const) {
      await add(`${kind}@mailbox.dev`);
      const id = await schedule({ audience: await only(`${kind}@mailbox.dev`) });
      await runOnce();
      const [line] = await ledger(id);
      const { engine } = posthouse.platform;
      const at = posthouse.clock.now();
      await within(async (inside) => {
        if (kind === 'bounced') {
          await recordEmailEvents(inside, line!.emailId!, [{ type: kind, at, machine: false, details: {} }]);
        } else {
          const complaint = { kind: 'feedback', report: { type: 'abuse', by: null } } as const;
          await recordReturn(engine, inside, line!.emailId!, complaint, at);
        }
      });
      await sent(id, { stepsMax: 10 });
      expect(await countsOf(id)).toEqual({
        recipients: 1,
        leaving: 1,
        attempted: 1,
        [kind]: 1,
        ...(kind === 'complained' ? { sent: 1 } : {}),
      });
    }
    expect(posthouse.mailbox.messages).toEqual([]);
  });

  test('every recipient of a finished campaign counts once: sent, bounced, failed or skipped', async () => {
    await add(...readers(9));
    await posthouse.call('add_suppression', { email: 'reader-1@mailbox.dev' });
    posthouse.mailbox.script = ({ to }) => {
      if (to.local === 'reader-5') return refused(550, 'rcpt', '5.1.1');
      if (to.local === 'reader-6') return { ...refused(554, 'data', '5.6.0'), by: 'posthouse' };
      if (to.local === 'reader-7') return refused(451, 'rcpt', '4.3.0');
      return { kind: 'accepted', by: 'x', reply: '250 ok' };
    };
    const id = await schedule();
    await runOnce();
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'reader-2@mailbox.dev' });
    await posthouse.call('delete_subscriber', { subscriber: 'reader-3@mailbox.dev' });
    await posthouse.call('update_subscriber', {
      subscriber: 'reader-4@mailbox.dev',
      email: 'moved@mailbox.dev',
    });
    await sent(id);
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'reader-7@mailbox.dev' });
    await pass(3 * hourMs, 10 * minuteMs);
    const { stats } = await shown(id);
    expect(stats).toMatchObject({ recipients: 9, sent: 2, bounced: 1, failed: 1, skipped: 5 });
    expect(stats.recipients).toBe(stats.sent + stats.bounced + stats.failed + stats.skipped);
  });
});

test("recipients still get their mail after their campaign's domain lost its verification for a while", async () => {
  const posthouse = await openPlatform({ settings: { requireVerifiedDomain: true } });
  const { organization, platform, mailbox, clock } = posthouse;
  const people = readers(450);
  await addReaders(posthouse, organization, people);
  const { reader } = platform.engine.store.database;
  await posthouse.call('add_domain', { name: 'acme.dev', warm_up: false });
  const setState = (state: string) =>
    platform.engine.store.database.transaction((queries) =>
      queries.run('UPDATE domains SET status = $1 WHERE name = $2', [state, 'acme.dev']),
    );
  await setState('verified');
  const id = await scheduleCampaign(posthouse, organization, {
    throttle: { perHour: 6_000, perDomain: null },
  });
  await posthouse.deliver();
  const before = mailbox.messages.length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(450);
  await setState('failed');
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await clock.advance(minuteMs);
    await posthouse.deliver();
  }
  expect(mailbox.messages).toHaveLength(before);
  expect((await posthouse.call('get_campaign', { campaignId: id })).output).toMatchObject({
    problem: expect.stringContaining('not verified'),
    stats: { skipped: 0 },
  });
  await setState('verified');
  await untilSent(posthouse, organization, id, { stepMs: 30_000 });
  expect(mailbox.messages.map(({ to }) => to.address).sort()).toEqual([...people].sort());
  expect((await posthouse.call('get_campaign', { campaignId: id })).output).toMatchObject({
    problem: null,
    stats: { recipients: 450, sent: 450, skipped: 0 },
  });
  expect(await reader.all('SELECT 1 AS one FROM emails LIMIT 1000', [])).toHaveLength(450);
  await posthouse.close();
});
