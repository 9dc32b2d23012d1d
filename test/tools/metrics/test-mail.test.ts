import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { metricCounts } from '../../../src/model/metrics/email-metrics.ts';
import type { Database } from '../../../src/store/database.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { dayMs, mail, open, realMailbox } from '../../spec/scene.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { databases } from '../../world/postgres/databases.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Row = any;

/** Returns the rows of a result without periods and zero counts. */
async function rows({ use }: Pick<Place, 'use'>, input: Record<string, unknown> = {}): Promise<Row[]> {
  const { data } = await use('get_email_metrics', { interval: 'month', limit: 1, ...input });
  return data.map(({ period: _, ...row }: Row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== 0 && value !== null)),
  );
}

/** Sends one mail to a real mailbox, where it bounces, one to a test recipient, and one with a test token. */
async function sendOfEachKind({ use, platform, organization }: Place): Promise<void> {
  platform.mailbox.next(refused(550, 'rcpt', '5.1.1'));
  await use('send_email', mail({ to: 'gone@gmail.com' }));
  await platform.deliver();
  await use('send_email', mail({ to: 'bounce@example.com', from: 'x@tests.test' }));
  const { token } = await platform.addToken(organization, { mode: 'test' });
  const sent = await platform.http('POST', '/api/v2/emails', { token, body: mail({ to: realMailbox }) });
  expect(sent.status).toBeLessThan(300);
  await platform.deliver();
}

const groupLimit = { limit: 20 };

/** Counts test mail in the rows of all mail, as an earlier version did. */
async function mixCounts(database: Database): Promise<void> {
  const counts = metricCounts.join(', ');
  await database.transaction(async (queries) => {
    await queries.run(
      `INSERT INTO email_metrics (organization, grouped_by, hour, name, part, ${counts})
       SELECT organization, substr(grouped_by, 6), hour, name, part + 100, ${counts}
       FROM email_metrics WHERE grouped_by LIKE 'test!_%' ESCAPE '!'`,
      [],
    );
    await queries.run(`DELETE FROM email_metrics WHERE grouped_by LIKE 'test!_%' ESCAPE '!'`, []);
  });
}

/** Runs the statements of a migration that change rows. */
async function migrateAgain(database: Database, migration: string): Promise<void> {
  const text = await readFile(`src/store/migrations/${migration}`, 'utf8');
  const statements = text.replace(/^--.*$/gm, '').split(/;\s*$/m);
  await database.transaction(async (queries) => {
    for (const statement of statements) {
      if (/^\s*(?:INSERT|UPDATE|DELETE)/.test(statement)) await queries.run(statement, []);
    }
  });
}

onBothDatabases((place) => {
  test('metrics exclude mail of test tokens and to test recipients unless requested', async () => {
    await sendOfEachKind(place());
    expect(await rows(place())).toEqual([{ accepted: 1, bounced_hard: 1 }]);
    expect(await rows(place(), { include_test: true })).toEqual([
      { accepted: 3, delivered: 1, bounced_hard: 2 },
    ]);
  });

  test.each([
    [
      'provider',
      [['google', 1]],
      [
        ['google', 1],
        ['test', 2],
      ],
    ],
    ['source', [['api', 1]], [['api', 3]]],
    [
      'domain',
      [['acme.test', 1]],
      [
        ['acme.test', 2],
        ['tests.test', 1],
      ],
    ],
  ])('metrics by %s exclude test mail unless requested', async (group, live, all) => {
    await sendOfEachKind(place());
    const accepted = async (input: object): Promise<unknown> =>
      (await rows(place(), { group_by: group, ...groupLimit, ...input })).map((row) => [
        row.group,
        row.accepted,
      ]);
    expect(await accepted({})).toEqual(live);
    expect(await accepted({ include_test: true })).toEqual(all);
  });

  test('metrics by reason and by provider with reasons exclude test recipients unless requested', async () => {
    const { use } = place();
    await sendOfEachKind(place());
    await use('send_email', mail({ to: 'complaint@example.com' }));
    expect(await rows(place(), { group_by: 'reason', ...groupLimit })).toEqual([
      { group: 'mailbox', bounced_hard: 1 },
    ]);
    expect(await rows(place(), { group_by: 'provider_reason', ...groupLimit })).toEqual([
      { group: 'google/mailbox', bounced_hard: 1 },
    ]);
    const all = { include_test: true, ...groupLimit };
    expect(await rows(place(), { group_by: 'reason', ...all })).toEqual([
      { group: 'complaint', complained: 1 },
      { group: 'mailbox', bounced_hard: 2 },
    ]);
    expect(await rows(place(), { group_by: 'provider_reason', ...all })).toEqual([
      { group: 'google/mailbox', bounced_hard: 1 },
      { group: 'test/complaint', complained: 1 },
      { group: 'test/mailbox', bounced_hard: 1 },
    ]);
  });

  test('REST and MCP accept include_test and skip_empty', async () => {
    await sendOfEachKind(place());
    const { platform, token } = place();
    const get = async (query: string) =>
      (await platform.http('GET', `/api/v2/emails/metrics?${query}`, { token })).body as Row;
    expect((await get('skip_empty=true')).data).toMatchObject([{ accepted: 1 }]);
    expect((await get('skip_empty=true&include_test=true')).data).toMatchObject([{ accepted: 3 }]);
    const { result } = await assistantOf(platform, { token }).call('get_email_metrics', {
      include_test: true,
      skip_empty: true,
    });
    expect(result).toMatchObject({ data: [{ accepted: 3 }], has_more: false });
  });

  test('the option skip_empty omits periods without mail, and pages continue across them', async () => {
    const { use, platform } = place();
    const from = new Date(platform.clock.now() - 1).toISOString();
    for (const days of [3, 150, 1]) {
      await use('send_email', mail({ to: realMailbox }));
      await platform.clock.advance(days * dayMs);
      await use('send_email', mail());
    }
    const asked = { from, interval: 'day', skip_empty: true };
    const whole = await use('get_email_metrics', { ...asked, limit: 100 });
    expect(whole.data.map(({ accepted }: Row) => accepted)).toEqual([1, 1, 1]);
    expect(whole.has_more).toBe(false);
    const paged: Row[] = [];
    let after: string | undefined;
    do {
      const page = await use('get_email_metrics', { ...asked, limit: 1, after });
      paged.push(...page.data);
      after = page.next_after;
    } while (after !== undefined);
    expect(paged).toEqual(whole.data);
    const withTests = await use('get_email_metrics', { ...asked, limit: 100, include_test: true });
    expect(withTests.data.map(({ accepted }: Row) => accepted)).toEqual([1, 2, 2, 1]);
  });

  test('the option skip_empty returns an empty list when no mail was sent', async () => {
    const { use } = place();
    await use('send_email', mail());
    expect(await use('get_email_metrics', { skip_empty: true })).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    });
  });
});

describe.each(databases)('on %s,', (_, openDatabase) => {
  test('a migration and a sweep move old counts of test mail to separate counters, which expire', async () => {
    const { call, clock, platform } = await open({ database: await openDatabase() });
    const { database } = platform.engine.store;
    const use = async (tool: string, input: unknown) => (await call(tool, input)).output as Row;
    const send = async (to: string) => await call('send_email', mail({ to }));
    await send('open@example.com');
    await send('complaint@example.com');
    await clock.advance(2 * dayMs);
    await send('open@example.com');
    await send('complaint@example.com');
    await send(realMailbox);
    await mixCounts(database);
    await migrateAgain(database, '0051-test-mail-metrics.sql');
    const from = new Date(clock.now() - 5 * dayMs).toISOString();
    const asked = { from, interval: 'day', limit: 20 };
    const totals = { ...asked, skip_empty: true };
    expect(await rows({ use }, totals)).toEqual([{ accepted: 1 }]);
    expect(await rows({ use }, { ...totals, include_test: true })).toEqual([
      { accepted: 3, delivered: 2, opened: 1, complained: 1 },
      { accepted: 2, delivered: 2, opened: 1, complained: 1 },
    ]);
    await migrateAgain(database, '0054-mixed-metric-hours.sql');
    // Mail after the migration is counted separately from the start.
    await send('open@example.com');
    const before = await rows({ use }, { ...asked, group_by: 'source' });
    expect(before.map(({ accepted }) => accepted)).toEqual([3]);
    await sweep(platform.engine);
    await sweep(platform.engine);
    for (const group_by of ['source', 'domain']) {
      const found = await rows({ use }, { ...asked, group_by });
      expect(found.map(({ group: _, ...row }) => row)).toEqual([{ accepted: 1 }]);
      const all = await rows({ use }, { ...asked, group_by, include_test: true });
      expect(all.map(({ group: _, ...row }) => row)).toEqual([
        { accepted: 4, delivered: 3, opened: 2, complained: 1 },
        { accepted: 2, delivered: 2, opened: 1, complained: 1 },
      ]);
    }
    expect(await rows({ use }, { ...asked, group_by: 'reason' })).toEqual([]);
    expect(await rows({ use }, { ...asked, group_by: 'reason', include_test: true })).toEqual([
      { group: 'complaint', complained: 1 },
      { group: 'complaint', complained: 1 },
    ]);
    await clock.advance(402 * dayMs);
    await sweep(platform.engine);
    expect(await database.reader.all('SELECT hour FROM email_metrics', [])).toEqual([]);
  });

  test('a migration counts mail again if an earlier version did not finish its first count', async () => {
    const { call, clock, platform } = await open({ database: await openDatabase() });
    const { database } = platform.engine.store;
    const use = async (tool: string, input: unknown) => (await call(tool, input)).output as Row;
    for (const to of ['open@example.com', realMailbox, 'complaint@example.com']) {
      await call('send_email', mail({ to }));
    }
    await clock.advance(dayMs);
    await call('send_email', mail({ to: realMailbox }));
    await call('send_email', mail({ to: 'open@example.com' }));
    await mixCounts(database);
    const [{ last }] = (await database.reader.all<Row>('SELECT MAX(key) AS last FROM emails', [])) as [Row];
    const unfinished = { mails: last - 2, events: 1, mail: last - 3, event: 1 };
    await database.transaction(async (queries) => {
      await queries.run(`INSERT INTO instance (name, remembered) VALUES ('email metrics to fill', $1)`, [
        JSON.stringify(unfinished),
      ]);
    });
    await migrateAgain(database, '0054-mixed-metric-hours.sql');
    await migrateAgain(database, '0058-recount-unfinished-metrics.sql');
    await sweep(platform.engine);
    const from = new Date(clock.now() - 5 * dayMs).toISOString();
    const asked = { from, interval: 'day', limit: 20, group_by: 'source' };
    expect(await rows({ use }, asked)).toEqual([
      { group: 'api', accepted: 1 },
      { group: 'api', accepted: 1 },
    ]);
    expect(await rows({ use }, { ...asked, include_test: true })).toEqual([
      { group: 'api', accepted: 2, delivered: 1, opened: 1 },
      { group: 'api', accepted: 3, delivered: 2, opened: 1, complained: 1 },
    ]);
  });
});
