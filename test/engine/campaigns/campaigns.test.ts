import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enrolPage } from '../../../src/engine/campaigns/sending/enrol-recipients.ts';
import { startCampaign } from '../../../src/engine/campaigns/start-campaign.ts';
import { recordEmailEvents, recordUnsubscribe } from '../../../src/engine/ledger/record-email-events.ts';
import { flows } from '../../../src/engine/worker/jobs.ts';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { allActive, type CampaignRecord, campaignCounts } from '../../../src/model/campaign/campaign.ts';
import { mailCounts, nothingHappened, tallied } from '../../../src/model/campaign/mail-counts.ts';
import { claimJobs, type Job } from '../../../src/store/jobs.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, readers, scheduleCampaign, untilSent } from './campaign-scene.ts';

const minuteMs = 60_000;
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
  const countsOf = async (owner: string): Promise<Record<string, number>> => {
    const names = campaignCounts.map((count) => `${owner} ${count}` as never);
    const counts = await store().counts.readAll(names);
    const entries = campaignCounts.map((count) => [count, counts.get(`${owner} ${count}` as never) ?? 0]);
    return Object.fromEntries(entries.filter(([, amount]) => amount !== 0));
  };
  /** Claims the sending job like a worker. */
  const claim = async (): Promise<Job> => {
    const { database } = posthouse.platform.engine.store;
    return (await claimJobs(database, 'send_campaign', 1, posthouse.clock.now(), 20_000, 0))[0]!;
  };
  const lastEvents = async (id: string) => {
    const rows = await ledger(id);
    return rows.map(({ email, state, reason, lastEvent }) => [email, state, reason, lastEvent]).reverse();
  };

  test('every ACTIVE subscriber gets one mail and has one recipient row', async () => {
    await add(...readers(450));
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'reader-7@mailbox.dev' });
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    const id = await schedule();
    await sent(id);
    const expected = [...readers(450).filter((email) => email !== 'reader-7@mailbox.dev'), 'ada@mailbox.dev'];
    expect(addressees()).toEqual(expected.sort());
    expect(posthouse.mailbox.messages.find(({ to }) => to.local === 'ada')?.text).toContain('Hello Ada');
    expect(await countsOf(id)).toEqual({ recipients: 450, leaving: 450, attempted: 450, sent: 450 });
    const lines = await ledger(id);
    expect(lines).toHaveLength(450);
    for (const line of lines) {
      expect(line).toMatchObject({ state: 'accepted', reason: null, lastEvent: 'sent' });
      expect(line.emailId).toMatch(/^eml_/);
    }
    expect(await campaign(id)).toMatchObject({ status: 'SENT', progress: { stage: 'settling' } });
    const { database } = posthouse.platform.engine.store;
    expect(
      await database.reader.all('SELECT key FROM jobs WHERE kind <> $1 LIMIT 5', ['check_domain']),
    ).toEqual([]);
  });

  test('a campaign to an empty audience becomes SENT at once', async () => {
    const id = await schedule();
    await sent(id);
    expect(await countsOf(id)).toEqual({});
  });

  test('a campaign waits for its scheduled time', async () => {
    await add('ada@mailbox.dev');
    const id = await schedule({ scheduledAt: posthouse.clock.now() + hourMs });
    await posthouse.deliver();
    expect(await campaign(id)).toMatchObject({ status: 'SCHEDULED' });
    await posthouse.clock.advance(hourMs);
    await sent(id);
    expect(addressees()).toEqual(['ada@mailbox.dev']);
  });

  test('a subscriber edited during enrollment is enrolled exactly once', async () => {
    await posthouse.call('create_tag', { name: 'news' });
    const tags = ['news'];
    for (const name of ['ada', 'bob', 'cleo', 'dan', 'eve', 'finn']) {
      await posthouse.call('create_subscriber', { email: `${name}@mailbox.dev`, tags });
    }
    await add('late@mailbox.dev');
    const tag = (await posthouse.call('get_tag', { tag: 'news' })).output as { id: string };
    const id = await schedule({ audience: { ...allActive, tags: { any: [tag.id], all: [], none: [] } } });
    const job = await claim();
    await startCampaign(posthouse.platform.engine, job);
    expect((await campaign(id)).progress?.stage).toBe('gathering');

    await posthouse.call('unsubscribe_subscriber', { subscriber: 'ada@mailbox.dev' });
    await posthouse.call('remove_subscriber_tags', { subscriber: 'bob@mailbox.dev', tags });
    await posthouse.call('delete_subscriber', { subscriber: 'cleo@mailbox.dev' });
    await posthouse.call('update_subscriber', { subscriber: 'dan@mailbox.dev', email: 'daniel@mailbox.dev' });
    await posthouse.call('create_subscriber', { email: 'eve@mailbox.dev', firstName: 'Eve', tags });
    await posthouse.call('add_subscriber_tags', { subscriber: 'late@mailbox.dev', tags });
    await posthouse.call('create_subscriber', { email: 'new@mailbox.dev', tags });
    // A tag of the audience is protected until enrollment has ended.
    await expect(posthouse.call('delete_tag', { tag: 'news' })).rejects.toMatchObject({
      failure: 'conflict',
      details: { campaignId: id },
    });
    await posthouse.call('update_tag', { tag: 'news', name: 'newsletter' });

    await posthouse.clock.advance(20_000);
    await sent(id);
    await posthouse.call('delete_tag', { tag: 'newsletter' });
    expect(await lastEvents(id)).toEqual([
      ['ada@mailbox.dev', 'skipped', 'unsubscribed', null],
      ['bob@mailbox.dev', 'accepted', null, 'sent'],
      ['daniel@mailbox.dev', 'accepted', null, 'sent'],
      ['eve@mailbox.dev', 'accepted', null, 'sent'],
      ['finn@mailbox.dev', 'accepted', null, 'sent'],
      ['late@mailbox.dev', 'accepted', null, 'sent'],
    ]);
    const counts = await countsOf(id);
    expect(counts.recipients).toBe(counts.leaving! + counts.skipped!);
  });

  test('an edit at any page border of the enrollment neither loses nor repeats a recipient', async () => {
    const people = readers(10_400);
    await add(...people);
    const { database } = posthouse.platform.engine.store;
    await database.transaction((queries) =>
      queries.run(
        `UPDATE subscribers SET last_name = 'in' WHERE organization = $1 AND email NOT LIKE 'reader-1%00@%'`,
        [posthouse.organization.key],
      ),
    );
    const outside = people.filter((email) => /^reader-1\d*00@/.test(email));
    const filter = { field: 'lastName', operator: 'eq', value: 'in' } as const;
    const id = await schedule({ audience: { ...allActive, filter } });
    const { engine } = posthouse.platform;
    const job = await claim();
    await startCampaign(engine, job);
    const rename = async (number: number, lastName: string) =>
      await posthouse.call('update_subscriber', { subscriber: `reader-${number}@mailbox.dev`, lastName });
    let borders = 0;
    for (; (await campaign(id)).progress?.stage === 'gathering'; borders += 1) {
      // After the border, before it, and near the end: subscribers leave the audience.
      for (const place of [1, 5_001, 10_300]) await rename(place + 2 * borders, 'out');
      for (const place of [3_000, 7_000, 10_200]) {
        await posthouse.call('unsubscribe_subscriber', {
          subscriber: `reader-${place + borders}@mailbox.dev`,
        });
      }
      // Joins the audience in a range that was already enrolled.
      if (borders === 2) await rename(1_000, 'in');
      await enrolPage(engine, job);
    }
    expect(borders).toBe(5);
    const { key } = await campaign(id);
    const lines = await database.reader.all<{ amount: number }>(
      'SELECT count(*) AS amount FROM campaign_recipients WHERE campaign = $1',
      [key],
    );
    expect(lines).toEqual([{ amount: people.length - outside.length }]);
    expect(await countsOf(id)).toEqual({ recipients: people.length - outside.length });
  });

  test('a subscriber who unsubscribes, bounces or is erased before the send is skipped with the reason', async () => {
    await add(...readers(6));
    const id = await schedule();
    const job = await claim();
    await startCampaign(posthouse.platform.engine, job);
    await enrolPage(posthouse.platform.engine, job);
    expect((await campaign(id)).progress?.stage).toBe('sending');
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'reader-1@mailbox.dev' });
    await posthouse.call('delete_subscriber', { subscriber: 'reader-2@mailbox.dev' });
    await posthouse.call('add_suppression', { email: 'reader-3@mailbox.dev' });
    await posthouse.clock.advance(20_000);
    await sent(id);
    expect(addressees()).toEqual(['reader-4@mailbox.dev', 'reader-5@mailbox.dev', 'reader-6@mailbox.dev']);
    expect(await lastEvents(id)).toEqual([
      ['reader-1@mailbox.dev', 'skipped', 'unsubscribed', null],
      ['reader-3@mailbox.dev', 'skipped', 'suppressed', null],
      ...[4, 5, 6].map((number) => [`reader-${number}@mailbox.dev`, 'accepted', null, 'sent']),
    ]);
    expect(await countsOf(id)).toEqual({ recipients: 6, skipped: 3, leaving: 3, attempted: 3, sent: 3 });
  });

  test('a subscriber who unsubscribes after acceptance does not get the mail', async () => {
    await add('ada@mailbox.dev', 'bob@mailbox.dev');
    const id = await schedule();
    await flows.send_campaign.run(posthouse.platform.engine, await claim());
    await posthouse.call('unsubscribe_subscriber', { subscriber: 'ada@mailbox.dev' });
    await posthouse.deliver();
    expect(addressees()).toEqual(['bob@mailbox.dev']);
    expect((await lastEvents(id))[0]).toEqual(['ada@mailbox.dev', 'accepted', null, 'suppressed']);
    await sent(id);
    expect(await countsOf(id)).toEqual({ recipients: 2, leaving: 2, attempted: 2, sent: 1, skipped: 1 });
  });

  test('test recipients and captured mail do not delay a campaign', async () => {
    await add('open@example.com', 'bounce@example.com', 'ada@example.com');
    const id = await schedule();
    await sent(id);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await countsOf(id)).toEqual({ recipients: 3, sent: 3, delivered: 2, opened: 1, bounced: 1 });
    expect((await ledger(id)).find(({ email }) => email === 'open@example.com')?.openedAt).not.toBeNull();

    await posthouse.call('update_organization', { id: posthouse.organization.id, sending_enabled: false });
    await add('bob@mailbox.dev');
    const captured = await schedule();
    await sent(captured);
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await countsOf(captured)).toMatchObject({ recipients: 3, sent: 2 });
  });

  test('later events of campaign mails are counted once each', async () => {
    await add(...readers(4));
    posthouse.mailbox.script = ({ to }) =>
      to.local === 'reader-4'
        ? refused(550, 'rcpt', '5.1.1')
        : { kind: 'accepted', by: 'x', reply: '250 ok' };
    const id = await schedule();
    await sent(id);
    const lines = (await ledger(id)).reverse();
    const event = (type: 'opened' | 'clicked' | 'delivered', machine: boolean) => ({
      type,
      machine,
      at: posthouse.clock.now(),
      details: {},
    });
    const note = (index: number, ...events: ReturnType<typeof event>[]) =>
      within((inside) => recordEmailEvents(inside, lines[index]!.emailId!, events));
    await note(0, event('opened', true), event('opened', true));
    await note(1, event('opened', true));
    await note(1, event('opened', false), event('clicked', false));
    await note(1, event('opened', false), event('clicked', true));
    await note(2, event('delivered', false));
    const mail = await store().emails.byId(lines[1]!.emailId!);
    await within((inside) => recordUnsubscribe(inside, mail!, posthouse.clock.now()));
    await within((inside) => recordUnsubscribe(inside, mail!, posthouse.clock.now()));
    expect(await countsOf(id)).toEqual({
      recipients: 4,
      leaving: 4,
      attempted: 4,
      sent: 3,
      delivered: 1,
      opened: 1,
      clicked: 1,
      machine_opened: 1,
      unsubscribed: 1,
      bounced: 1,
    });
    expect((await ledger(id)).reverse().map(({ openedAt }) => openedAt !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test('a failed mail counts as failed only until it is retried', async () => {
    await add('ada@mailbox.dev');
    posthouse.mailbox.script = () => ({ ...refused(554, 'data', '5.6.0'), by: 'posthouse' });
    const id = await schedule();
    await sent(id);
    expect(await countsOf(id)).toEqual({ recipients: 1, leaving: 1, attempted: 1, failed: 1 });
    const [line] = await ledger(id);
    posthouse.mailbox.script = () => ({ kind: 'accepted', by: 'x', reply: '250 ok' });
    await posthouse.call('retry_email', { id: line!.emailId });
    expect(await countsOf(id)).toEqual({ recipients: 1, leaving: 1, attempted: 1 });
    await posthouse.deliver();
    expect(await countsOf(id)).toEqual({ recipients: 1, leaving: 1, attempted: 1, sent: 1 });
  });

  test('an A/B test sends the better variant to the remaining audience', async () => {
    await add(...readers(300));
    const variant = (name: string, subject: string) => ({ name, subject, preview: null, body: null });
    const abTest = {
      variants: [variant('a', 'First'), variant('b', 'Second')],
      percent: 40,
      metric: 'opens',
      waitMinutes: 30,
      winner: null,
    } as const;
    const id = await schedule({ abTest });
    await posthouse.deliver();
    const tested = (await ledger(id)).filter(({ emailId }) => emailId !== null);
    const withVariant = (wanted: number) => tested.filter(({ variant }) => variant === wanted).length;
    expect([withVariant(0), withVariant(1), tested.length]).toEqual([60, 60, 120]);
    expect((await campaign(id)).progress).toMatchObject({ stage: 'choosing' });
    const second = tested.find((line) => line.variant === 1)!;
    const opened = { type: 'opened', at: posthouse.clock.now(), machine: false, details: {} } as const;
    await within((inside) => recordEmailEvents(inside, second.emailId!, [opened]));
    await posthouse.clock.advance(30 * minuteMs);
    await sent(id);
    expect((await campaign(id)).abTest?.winner).toBe(1);
    expect(addressees()).toEqual(readers(300).sort());
    const subjects = posthouse.mailbox.messages.map(({ subject }) => subject);
    const first = subjects.filter((subject) => subject === 'First').length;
    expect(first).toBe(tested.filter((line) => line.variant === 0).length);
    expect(await countsOf(id)).toMatchObject({ recipients: 300, sent: 300, opened: 1 });
    expect(await countsOf(`${id}/0`)).toMatchObject({ recipients: first, sent: first });
    expect(await countsOf(`${id}/1`)).toMatchObject({
      recipients: 300 - first,
      sent: 300 - first,
      opened: 1,
    });
  });

  test('each variant of an A/B test with few subscribers has a recipient, and the remaining subscribers wait', async () => {
    await add(...readers(8));
    const variant = (name: string, subject: string) => ({ name, subject, preview: null, body: null });
    const variants = [variant('a', 'First'), variant('b', 'Second')];
    const id = await schedule({
      abTest: { variants, percent: 20, metric: 'clicks', waitMinutes: 30, winner: null },
    });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages.map(({ subject }) => subject).sort()).toEqual(['First', 'Second']);
    await posthouse.clock.advance(30 * minuteMs);
    await sent(id);
    expect(addressees()).toEqual(readers(8).sort());
  });

  test('a throttle spreads the mails over the hour', async () => {
    await add(...readers(30));
    const id = await schedule({ throttle: { perHour: 600, perDomain: null } });
    const tookMs = await sent(id, { stepMs: 1_000 });
    expect(tookMs).toBeGreaterThanOrEqual(2 * minuteMs);
    expect(tookMs).toBeLessThan(4 * minuteMs);
    expect(addressees()).toEqual(readers(30).sort());
  });

  test('a throttle per recipient domain delays only busy domains', async () => {
    await add(...readers(6), ...readers(300, 'small.dev').slice(0, 2), ...readers(3, 'other.dev'));
    const id = await schedule({ throttle: { perHour: null, perDomain: 60 } });
    await posthouse.deliver();
    expect(addressees()).toEqual(['reader-1@mailbox.dev', 'reader-1@other.dev', 'reader-1@small.dev']);
    const tookMs = await sent(id, { stepMs: 10_000 });
    expect(tookMs).toBeGreaterThanOrEqual(5 * minuteMs);
    expect(addressees()).toHaveLength(11);
    expect(new Set(addressees()).size).toBe(11);
  });

  test("a campaign obeys its token's limits: a cap delays it, and forbidden recipients are skipped", async () => {
    await add(...readers(7), 'other@elsewhere.dev');
    const { id: tokenId } = await posthouse.addToken(posthouse.organization, {
      allowed_recipients: ['*@mailbox.dev'],
      send_cap: { per_hour: 3, per_day: null },
    });
    const token = (await store().tokens.byId(tokenId))!;
    const id = await schedule({ token: token.key });
    await posthouse.call('revoke_token', { id: tokenId });
    await posthouse.deliver();
    expect(addressees()).toHaveLength(3);
    await sent(id, { stepMs: 10 * minuteMs });
    expect(addressees()).toEqual(readers(7));
    expect((await ledger(id))[0]).toMatchObject({ state: 'skipped', reason: 'not_allowed' });
  });

  test('two concurrent campaigns each reach all their recipients once', async () => {
    await add(...readers(250));
    const both = [await schedule(), await schedule()];
    for (const id of both) await sent(id);
    expect(addressees()).toEqual([...readers(250), ...readers(250)].sort());
  });

  test("at most a thousand mails of a campaign are queued ahead of the organization's receipts", async () => {
    await add(...readers(1_500));
    const id = await schedule();
    await flows.send_campaign.run(posthouse.platform.engine, await claim());
    expect(await countsOf(id)).toEqual({ recipients: 1_500, leaving: 1_000 });
    await posthouse.clock.advance(1_000);
    await sent(id);
    expect(new Set(addressees()).size).toBe(1_500);
    expect(posthouse.mailbox.messages).toHaveLength(1_500);
  });

  test('a worker that lost its lease writes nothing', async () => {
    await add(...readers(3));
    const id = await schedule();
    const late = await claim();
    await posthouse.clock.advance(20_000);
    const taken = await claim();
    expect(taken.fence).toBe(late.fence + 1);
    await flows.send_campaign.run(posthouse.platform.engine, late);
    expect((await campaign(id)).status).toBe('SCHEDULED');
    await flows.send_campaign.run(posthouse.platform.engine, taken);
    await sent(id);
    expect(addressees()).toEqual(readers(3));
  });

  test('after the sweep, only the mails of a deleted campaign remain', async () => {
    await add(...readers(3));
    const id = await schedule();
    await sent(id);
    await within((inside) => inside.campaigns.remove(id));
    await sweep(posthouse.platform.engine);
    const { reader } = posthouse.platform.engine.store.database;
    for (const table of ['campaigns', 'campaign_recipients']) {
      expect(await reader.all(`SELECT 1 AS one FROM ${table} LIMIT 1`, [])).toEqual([]);
    }
    expect(await countsOf(id)).toEqual({});
    const mails = await reader.all<{ id: string }>('SELECT id FROM emails LIMIT 10', []);
    expect(mails).toHaveLength(3);
    const opened = { type: 'opened', at: posthouse.clock.now(), machine: false, details: {} } as const;
    await within((inside) => recordEmailEvents(inside, mails[0]!.id, [opened]));
    expect(await countsOf(id)).toEqual({});
  });

  test('the statistics of a campaign are the sums over its mails', async () => {
    await add(...readers(20), 'bounce@example.com', 'complaint@example.com', 'delay@example.com');
    const answers = [refused(450, 'rcpt', '4.2.0'), refused(550, 'rcpt', '5.1.1')];
    posthouse.mailbox.next(...answers, ...answers);
    const id = await schedule();
    await sent(id);
    const sums: Record<string, number> = {};
    for (const { emailId } of await ledger(id)) {
      const counts = mailCounts(tallied(nothingHappened, await store().emails.events(emailId!)));
      for (const [count, amount] of Object.entries(counts)) sums[count] = (sums[count] ?? 0) + amount;
    }
    const counts = await countsOf(id);
    for (const count of ['sent', 'delivered', 'bounced', 'complained', 'failed'] as const) {
      expect([count, counts[count] ?? 0]).toEqual([count, sums[count]]);
    }
  });
});
