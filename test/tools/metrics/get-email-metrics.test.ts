import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, mail, open, realMailbox } from '../../spec/scene.ts';
import { refused, unreachable } from '../../world/mail/capture-mail.ts';
import { databases } from '../../world/postgres/databases.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Row = any;

const nothing = {
  accepted: 0,
  delivered: 0,
  delivery_delayed: 0,
  bounced_hard: 0,
  bounced_soft: 0,
  complained: 0,
  suppressed: 0,
  failed: 0,
  opened: 0,
  opened_machine: 0,
  clicked: 0,
  clicked_machine: 0,
};

/** Returns the rows of a result, test mail included, without zero counts. */
async function rows({ use }: Pick<Place, 'use'>, input: Record<string, unknown> = {}): Promise<Row[]> {
  const { data } = await use('get_email_metrics', { include_test: true, ...input });
  return data.map((row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== 0 && value !== null)),
  );
}

/** Returns the sums over all periods by group. */
async function sums(place: Pick<Place, 'use'>, group: string): Promise<Record<string, Row>> {
  const found = await rows(place, { group_by: group, interval: 'month' });
  return Object.fromEntries(found.map(({ period: _, group: name, ...counts }) => [name, counts]));
}

onBothDatabases((place) => {
  test('each outcome of a mail counts once, and rows without a group are totals', async () => {
    const { use, platform } = place();
    const { mailbox } = platform;
    mailbox.next(refused(550, 'rcpt', '5.1.1'), refused(552, 'rcpt', '5.2.2'), unreachable());
    await use('send_email', mail({ to: 'gone@gmail.com' }));
    await platform.deliver();
    await use('send_email', mail({ to: 'full@gmail.com' }));
    await platform.deliver();
    await use('send_email', mail({ to: 'slow@hotmail.co.uk' }));
    await platform.deliver();
    await use('send_email', mail({ to: 'complaint@example.com' }));
    await use('send_email', mail({ to: 'open@example.com', from: 'news@other.test' }));
    const [now] = await rows(place(), { limit: 1 });
    expect(now).toEqual({
      period: new Date(Math.floor(platform.clock.now() / dayMs) * dayMs).toISOString(),
      accepted: 5,
      delivered: 2,
      delivery_delayed: 1,
      bounced_hard: 1,
      bounced_soft: 1,
      complained: 1,
      opened: 1,
    });
    expect(await sums(place(), 'provider')).toEqual({
      google: { accepted: 2, bounced_hard: 1, bounced_soft: 1 },
      outlook: { accepted: 1, delivery_delayed: 1 },
      test: { accepted: 2, delivered: 2, complained: 1, opened: 1 },
    });
    expect(await sums(place(), 'domain')).toEqual({
      'acme.test': {
        accepted: 4,
        delivered: 1,
        delivery_delayed: 1,
        bounced_hard: 1,
        bounced_soft: 1,
        complained: 1,
      },
      'other.test': { accepted: 1, delivered: 1, opened: 1 },
    });
    expect(await sums(place(), 'reason')).toEqual({
      mailbox: { bounced_hard: 1 },
      full: { bounced_soft: 1 },
      connection: { delivery_delayed: 1 },
      complaint: { complained: 1 },
    });
    expect(await sums(place(), 'source')).toMatchObject({ api: { accepted: 5 } });
    expect(await sums(place(), 'campaign')).toEqual({});
  });

  test('replayed and refused requests do not count', async () => {
    const { outcome, refusal } = place();
    const key = { idempotencyKey: 'one' };
    await outcome('send_email', mail(), key);
    expect((await outcome('send_email', mail(), key)).replayed).toBe(true);
    await refusal('send_email', mail({ subject: '' }));
    expect((await rows(place(), { limit: 1 }))[0]).toMatchObject({ accepted: 1, delivered: 1 });
  });

  test('a delayed mail counts once as delayed, and its later delivery counts too', async () => {
    const { use, platform } = place();
    const { clock, mailbox } = platform;
    mailbox.next(refused(451), refused(451));
    await use('send_email', mail({ to: realMailbox }));
    for (let tries = 0; tries < 3; tries += 1) {
      await platform.deliver();
      await clock.advance(dayMs / 2);
    }
    const found = await rows(place(), { interval: 'month', group_by: 'provider' });
    expect(found.map(({ period: _, ...counts }: Row) => counts)).toEqual([
      { group: 'other', accepted: 1, delivery_delayed: 1 },
    ]);
  });

  test('pages continue after the last row by period and name, without gaps or repeats', async () => {
    const { use, platform } = place();
    const from = new Date(platform.clock.now() - 1).toISOString();
    for (let day = 0; day < 3; day += 1) {
      for (const domain of ['b.test', 'a.test', 'Z.test'])
        await use('send_email', mail({ from: `x@${domain}` }));
      await platform.clock.advance(dayMs);
    }
    const asked = { from, group_by: 'domain', include_test: true };
    const whole = await rows(place(), { ...asked, limit: 100 });
    expect(whole.map(({ group }: Row) => group)).toEqual(
      Array.from({ length: 3 }, () => ['a.test', 'b.test', 'z.test']).flat(),
    );
    const paged: Row[] = [];
    let after: string | undefined;
    do {
      const page = await use('get_email_metrics', { ...asked, limit: 2, after });
      paged.push(...page.data);
      expect(page.has_more).toBe(page.next_after !== undefined);
      after = page.next_after;
    } while (after !== undefined);
    expect(paged.map(({ period, group }) => [period, group])).toEqual(
      whole.map(({ period, group }: Row) => [period, group]),
    );
  });

  test('without groups a day without mail is a row of zeros', async () => {
    const { use } = place();
    const { data, has_more: hasMore } = await use('get_email_metrics', {
      from: '2025-03-01T00:00:00Z',
      to: '2025-03-03T00:00:00Z',
    });
    expect(hasMore).toBe(false);
    expect(data).toEqual([
      { period: '2025-03-02T00:00:00.000Z', group: null, ...nothing },
      { period: '2025-03-01T00:00:00.000Z', group: null, ...nothing },
    ]);
  });

  test("days and hours follow the organization's time zone, including half-hour offsets and days of 25 hours", async () => {
    const { use, platform } = place();
    await use('update_organization_settings', { timezone: 'Asia/Kolkata' });
    await use('send_email', mail());
    const { data } = await use('get_email_metrics', {
      interval: 'hour',
      group_by: 'source',
      include_test: true,
    });
    expect(data[0].period).toMatch(/:30:00\.000Z$/);
    const at = Date.parse(data[0].period);
    expect(platform.clock.now() - at).toBeLessThan(60 * 60_000);
    await use('update_organization_settings', { timezone: 'Europe/Berlin' });
    const days = await use('get_email_metrics', { from: '2025-10-25T12:00:00Z', to: '2025-10-27T12:00:00Z' });
    expect(days.data.map(({ period }: Row) => period)).toEqual([
      '2025-10-26T23:00:00.000Z',
      '2025-10-25T22:00:00.000Z',
      '2025-10-24T22:00:00.000Z',
    ]);
    const weeks = await use('get_email_metrics', {
      interval: 'week',
      from: '2025-10-26T12:00:00Z',
      to: '2025-10-27T12:00:00Z',
    });
    expect(weeks.data.map(({ period }: Row) => period)).toEqual([
      '2025-10-26T23:00:00.000Z',
      '2025-10-19T22:00:00.000Z',
    ]);
    const months = await use('get_email_metrics', {
      interval: 'month',
      from: '2025-10-01T00:00:00Z',
      to: '2025-11-01T00:00:00Z',
    });
    expect(months.data.map(({ period }: Row) => period)).toEqual([
      '2025-10-31T23:00:00.000Z',
      '2025-09-30T22:00:00.000Z',
    ]);
  });

  test('sending domains beyond the first hundred are counted together', async () => {
    const { use } = place();
    for (let number = 0; number < 103; number += 1) {
      await use('send_email', mail({ to: `p${number}@example.com`, from: `x@d${number}.test` }));
    }
    const asked = { group_by: 'domain', limit: 100, interval: 'month', include_test: true };
    const { data } = await use('get_email_metrics', asked);
    const { data: rest } = await use('get_email_metrics', {
      ...asked,
      after: `${data[99].period}/${data[99].group}`,
    });
    const all: Row[] = [...data, ...rest];
    expect(all).toHaveLength(101);
    expect(all.find(({ group }) => group === 'other').accepted).toBe(3);
  });

  test('organizations are counted separately', async () => {
    const { use, platform } = place();
    const { organization } = await platform.addOrganization('Other');
    const caller = platform.caller('v2', organization);
    await platform.call('send_email', mail(), { caller });
    expect((await rows(place(), { limit: 1 }))[0].accepted).toBeUndefined();
    await use('send_email', mail());
    expect((await rows(place(), { limit: 1 }))[0].accepted).toBe(1);
  });

  test('concurrent sends within an hour are all counted without a deadlock', async () => {
    const { use, platform } = place();
    const sends = Array.from({ length: 60 }, (_, number) =>
      use('send_email', mail({ to: `p${number}@example.com`, from: `x@d${number % 7}.test` })),
    );
    const real = Array.from({ length: 40 }, (_, number) =>
      use('send_email', mail({ to: `p${number}@takes-mail.com`, from: `x@d${number % 5}.test` })),
    );
    await Promise.all([...sends, ...real, platform.deliver(), platform.deliver()]);
    await platform.deliver();
    expect((await rows(place(), { limit: 1 }))[0]).toMatchObject({ accepted: 100, delivered: 60 });
    const domains = await sums(place(), 'domain');
    expect(Object.values(domains).reduce((sum, { accepted }) => sum + accepted, 0)).toBe(100);
  });

  test.each([
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    [{ from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    [{ from: '2025-11-01T00:00:00Z', to: '2026-01-01T00:00:00Z', interval: 'hour' }, 'from'],
    [{ after: 'yesterday' }, 'after'],
    [{ after: '2026-01-01T00:30:00Z' }, 'after'],
    [{ interval: 'year' }, 'interval'],
    [{ limit: 101 }, 'limit'],
  ])('get_email_metrics rejects %j', async (input, path) => {
    const failure = await place().refusal('get_email_metrics', input);
    expect(failure.failure).toBe('validation_error');
    expect(failure.details).toMatchObject([{ path }]);
  });
});

test("a recipient's repeated opens count once, and machine opens count separately", async () => {
  const { http, call, clock, deliver, mailbox } = await open();
  const use = async (tool: string, input: unknown) => (await call(tool, input)).output as Row;
  await call('add_domain', { name: 'acme.dev', open_tracking: true });
  await call('send_email', mail({ from: 'hello@acme.dev', to: realMailbox }));
  await deliver();
  await clock.advance(60_000);
  const pixel = /"http:\/\/posthouse\.example(\/o\/[^"]+)"/.exec(mailbox.messages[0]!.html)![1]!;
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (let reads = 0; reads < 3; reads += 1) {
    await http('GET', pixel, { token: null, headers: { 'user-agent': firefox, 'sec-fetch-dest': 'image' } });
    await http('GET', pixel, { token: null, headers: { 'user-agent': 'Barracuda Sentinel' } });
    await clock.advance(60_000);
  }
  expect((await rows({ use }, { limit: 1 }))[0]).toMatchObject({ opened: 1, opened_machine: 1 });
});

describe.each(databases)('on %s,', (_, openDatabase) => {
  test('mail of an earlier version is counted once and deleted after 400 days', async () => {
    const { call, clock, platform, deliver, mailbox } = await open({ database: await openDatabase() });
    const { database } = platform.engine.store;
    const use = async (tool: string, input: unknown) => (await call(tool, input)).output as Row;
    mailbox.next(refused(451), refused(451), refused(550, 'rcpt', '5.1.1'));
    await call('send_email', mail({ to: 'gone@gmail.com' }));
    for (let tries = 0; tries < 3; tries += 1) {
      await deliver();
      await clock.advance(2 * 60 * 60_000);
    }
    await call('send_email', mail({ to: 'open@example.com' }));
    const asked = { interval: 'month', group_by: 'provider' };
    const before = await rows({ use }, asked);
    expect(before.map(({ period: _period, ...counts }) => counts)).toEqual([
      { group: 'google', accepted: 1, delivery_delayed: 1, bounced_hard: 1 },
      { group: 'test', accepted: 1, delivered: 1, opened: 1 },
    ]);
    // Recreates the state after the migration of a database with mail.
    const migration = await readFile('src/store/migrations/0038-email-metrics.sql', 'utf8');
    const uncounted = /^INSERT INTO instance[^;]+/m.exec(migration)![0];
    await database.transaction(async (queries) => {
      await queries.run('DELETE FROM email_metrics', []);
      await queries.run(uncounted, []);
    });
    expect(await rows({ use }, asked)).toEqual([]);
    await call('send_email', mail({ to: 'later@example.com' }));
    for (let sweeps = 0; sweeps < 2; sweeps += 1) {
      await sweep(platform.engine);
      const [google, test] = await rows({ use }, asked);
      expect(google).toEqual(before[0]);
      expect(test).toEqual({ ...before[1], accepted: 2, delivered: 2 });
    }
    await clock.advance(399 * dayMs);
    await sweep(platform.engine);
    expect(
      await rows({ use }, { ...asked, from: new Date(clock.now() - 399 * dayMs).toISOString() }),
    ).toHaveLength(2);
    await clock.advance(2 * dayMs);
    await sweep(platform.engine);
    expect(await database.reader.all('SELECT hour FROM email_metrics', [])).toEqual([]);
  });
});

test("a migration's transaction keeps its time limit", async () => {
  const kinds: unknown[] = [];
  const database = await migratedSqlite();
  const asked: typeof database = {
    ...database,
    transaction: (work, kind) => {
      kinds.push(kind);
      return database.transaction(work, kind);
    },
  };
  await open({ database: asked });
  expect(kinds).toContain('unlimited');
});
