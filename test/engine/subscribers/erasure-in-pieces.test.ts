import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { erasedRowsMax } from '../../../src/engine/subscribers/erase-subscriber.ts';
import type { Database, Value } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { walksOf, watched } from '../watched-database.ts';

const email = 'often.read@quokka.dev';
const amount = 2 * Math.max(...Object.values(erasedRowsMax)) + 10;
const word = /quokka/i;

describe.each(databases)('a subscriber with more rows than one transaction may delete, on %s,', (_, open) => {
  let database: Database;
  let watching: ReturnType<typeof watched>;
  let posthouse: SimulatedPlatform;
  let id: string;
  let mailId: string;
  let webhook: string;
  beforeEach(async () => {
    database = await open();
    watching = watched(database);
    posthouse = await openPlatform({ database: watching.wrapped });
    webhook = (
      (await posthouse.call('save_webhook', { url: 'https://hooks.acme.dev/in' })).output as { id: string }
    ).id;
    id = (
      (await posthouse.call('create_subscriber', { email, firstName: 'Quokka' })).output as { id: string }
    ).id;
    await posthouse.call('track_event', { name: 'quokka.seen', email });
    mailId = (
      (await posthouse.call('send_email', {
        from: 'hello@acme.dev',
        to: email,
        subject: 'A quokka',
        markdown: 'Hello quokka',
      })) as { output: { id: string } }
    ).output.id;
    await posthouse.deliver();
    await copyRows();
  });
  afterEach(async () => {
    await posthouse.close();
    await database.close();
  });

  async function copyRows(): Promise<void> {
    const statements = [
      ['emails', 'key', { id: "id || '_' || n", message_id: 'message_id || n' }],
      ['email_events', 'key', { email_id: "email_id || '_' || n" }],
      ['events', 'key', { id: "id || '_' || n" }],
      ['webhook_messages', 'key', { id: "id || '_' || n" }],
    ] as const;
    await database.transaction(async (queries) => {
      for (const [table, key, changed] of statements) {
        const found = await queries.all<Record<string, Value>>(
          `SELECT * FROM ${table} ORDER BY key LIMIT 50`,
          [],
        );
        const names = Object.keys(found[0]!).filter((name) => name !== key);
        const chosen = names.map((name) =>
          name in changed ? (changed as Record<string, string>)[name] : name,
        );
        await queries.run(
          `INSERT INTO ${table} (${names.join()}) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${amount})
           SELECT ${chosen.join()} FROM numbers, ${table} WHERE key = (SELECT max(key) FROM ${table})`,
          [],
        );
      }
      await queries.run(
        `INSERT INTO audit_entries (id, organization, at, door, tool, effect, about, request_id, outcome, refused_recipient, refused_recipients)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${amount})
         SELECT 'aud_refused' || n, $1, 1, 'v2', 'send_email', 'send', '[]', 'msg', 'recipient_rate_limited', $2, 1 FROM numbers`,
        [posthouse.organization.key, email],
      );
    });
  }

  /** Counts the rows that still name the person, by table. */
  async function left(): Promise<Record<string, number>> {
    const amounts: Record<string, number> = {};
    for (const [table, condition] of [
      ['emails', 'to_key = $1'],
      ['events', 'email = $1'],
      ['webhook_messages', 'to_key = $1'],
      ['audit_entries', 'refused_recipient = $1'],
      ['erasures', 'to_key = $1'],
    ]) {
      const row = await database.reader.get<{ amount: number }>(
        `SELECT count(*) AS amount FROM ${table} WHERE ${condition}`,
        [email],
      );
      amounts[table!] = Number(row?.amount);
    }
    return amounts;
  }
  const nothing = { emails: 0, events: 0, webhook_messages: 0, audit_entries: 0, erasures: 0 };

  /** Calls every tool that could name the person, and returns all results. */
  async function everythingShown(): Promise<string> {
    const at = posthouse.clock.now() + 1;
    const page = { at, after: null };
    const asked: [string, object][] = [
      ['list_emails', { limit: 100 }],
      ['list_emails', { to: email }],
      ['list_emails', { query: 'quokka' }],
      ['list_emails', { subscriber: id }],
      ['list_emails', { from: 'acme', limit: 100 }],
      ['get_email', { id: mailId }],
      ['get_email', { id: `${mailId}_${amount}` }],
      ['view_in_browser', { id: mailId }],
      ['get_preferences', { id: mailId }],
      ['wait_for_email', { subject: 'quokka', timeout_seconds: 1 }],
      ['get_subscriber', { subscriber: id }],
      ['list_subscribers', { query: 'quokka' }],
      ['list_subscriber_events', { subscriber: id }],
      ['list_audit_log', { limit: 100 }],
      ['list_webhook_deliveries', { webhook, limit: 100 }],
      ['export_subscriber', { subscriber: email }],
      ['read_csv_export', { kind: 'emails', step: 'rows', ...page }],
      ['read_csv_export', { kind: 'subscribers', step: 'rows', ...page }],
      ...['emails.ndjson', 'events.ndjson', 'subscribers.ndjson', 'audit-log.ndjson', 'messages.mbox'].map(
        (section): [string, object] => ['read_organization_export', { section, ...page }],
      ),
    ];
    const texts: string[] = [];
    for (const [tool, input] of asked) {
      const asking = posthouse.call(tool, input).then(
        ({ output }) => JSON.stringify(output),
        (error: Error) => error.message,
      );
      let isWaiting = tool === 'wait_for_email';
      void asking.then(() => {
        isWaiting = false;
      });
      while (isWaiting) await posthouse.clock.advance(500);
      texts.push(`${tool} ${JSON.stringify(Object.keys(input))}: ${await asking}`);
    }
    return texts.join('\n');
  }

  test('cannot be found through any door while the erasure is pending', async () => {
    expect(await everythingShown()).toMatch(word);
    const { output } = await posthouse.call('delete_subscriber', { subscriber: email });
    expect(output).toEqual({ object: 'subscriber', id, deleted: true });
    expect(await left()).toMatchObject({ erasures: 1 });
    const shown = (await everythingShown()).split('\n').filter((line) => word.test(line));
    expect(shown).toEqual([]);
  });

  test('is erased in transactions that change a bounded number of rows each', async () => {
    const from = watching.watch.transactions.length;
    await posthouse.call('delete_subscriber', { subscriber: email });
    await posthouse.deliver();
    expect(await left()).toEqual(nothing);
    const changed = watching.watch.transactions
      .slice(from)
      .map((statements) => statements.reduce((sum, one) => sum + one.changed, 0));
    // Each mail with its events, each message with its deliveries, results and attempts.
    expect(Math.max(...changed)).toBeLessThan(
      5 * Object.values(erasedRowsMax).reduce((sum, rows) => sum + rows, 0),
    );
    expect(changed.filter((rows) => rows > 0).length).toBeGreaterThan(amount / erasedRowsMax.mails);
  });

  test('is erased by statements that read only their rows', async () => {
    const from = watching.watch.transactions.length;
    await posthouse.call('delete_subscriber', { subscriber: email });
    await posthouse.deliver();
    if (database.reader.dialect.name !== 'sqlite') return;
    const statements = watching.watch.transactions.slice(from).flat();
    expect(statements.some(({ sql }) => sql.includes('UPDATE emails'))).toBe(true);
    expect(await walksOf(database, statements)).toEqual([]);
  });

  test('is erased after a restart when the process died between two transactions', async () => {
    await posthouse.call('delete_subscriber', { subscriber: email });
    watching.watch.fatal = watching.watch.transactions.length + 3;
    await posthouse.deliver().catch(() => {});
    expect(await left()).toMatchObject({ erasures: 1 });
    watching.watch.fatal = Number.POSITIVE_INFINITY;
    const next = await openPlatform({ database: watching.wrapped, clock: posthouse.clock, seed: 2 });
    await next.clock.advance(60_000);
    await next.deliver();
    expect(await left()).toEqual(nothing);
    const row = await database.reader.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM subscribers',
      [],
    );
    expect(Number(row?.amount)).toBe(0);
  });

  test('leaves no rows for a new subscriber with the same address', async () => {
    await posthouse.call('delete_subscriber', { subscriber: email });
    const { output } = await posthouse.call('create_subscriber', { email });
    const again = output as { id: string };
    expect(again.id).not.toBe(id);
    const events = await posthouse.call('list_subscriber_events', { subscriber: email });
    expect(events.output).toMatchObject({ data: [] });
    const letter = { from: 'hello@acme.dev', to: email, subject: 'Another one', markdown: 'Hello' };
    const sent = (await posthouse.call('send_email', letter)).output as { id: string };
    const found = async () =>
      ((await posthouse.call('list_emails', { to: email })).output as { data: { id: string }[] }).data.map(
        (mail) => mail.id,
      );
    expect(await found()).toEqual([sent.id]);
    await posthouse.deliver();
    expect(await found()).toEqual([sent.id]);
    expect(posthouse.mailbox.messages.at(-1)?.subject).toBe('Another one');
    expect(await left()).toMatchObject({ emails: 1, events: 0, erasures: 0 });
  });

  test('does not lose the webhook messages about a new subscriber with the same address', async () => {
    await posthouse.call('delete_subscriber', { subscriber: email });
    const { id: again } = (await posthouse.call('create_subscriber', { email })).output as { id: string };
    await posthouse.deliver();
    const row = await database.reader.get<{ amount: number }>(
      `SELECT (SELECT count(*) FROM webhook_messages WHERE subscriber_id = $1)
         + (SELECT count(*) FROM webhook_outbox WHERE subscriber_id = $1) AS amount`,
      [again],
    );
    expect(Number(row?.amount)).toBe(1);
  });
});
