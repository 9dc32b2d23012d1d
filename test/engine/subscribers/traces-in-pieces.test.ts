import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Value } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { walksOf, watched } from '../watched-database.ts';

const email = 'often.asked@quokka.dev';
/** More than any single transaction changes. */
const amount = 1_100;
const heldAmount = 45;

describe.each(databases)('a subscriber in very many pending rows and results, on %s,', (_, open) => {
  let database: Database;
  let watching: ReturnType<typeof watched>;
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    database = await open();
    watching = watched(database);
    posthouse = await openPlatform({ database: watching.wrapped });
    await posthouse.call('save_webhook', { url: 'https://hooks.acme.dev/in' });
    await posthouse.call('create_subscriber', { email }, { idempotencyKey: 'first' });
    await addRows();
  });
  afterEach(async () => {
    await posthouse.close();
    await database.close();
  });

  async function addRows(): Promise<void> {
    await database.transaction(async (queries) => {
      const copy = async (table: string, changed: Record<string, (n: number) => Value>): Promise<void> => {
        const found = await queries.all<Record<string, Value>>(`SELECT * FROM ${table} LIMIT 1`, []);
        const { key: _, ...row } = found[0]!;
        await queries.insert(
          `INSERT INTO ${table} (${Object.keys(row).join()})`,
          Array.from({ length: amount }, (_, n) =>
            Object.entries(row).map(([name, value]) => changed[name]?.(n) ?? value),
          ),
        );
      };
      await copy('webhook_outbox', {});
      await copy('idempotency', { slot: (n) => `slot ${n}` });
      await copy('idempotency_people', { slot: (n) => `slot ${n}` });
      const { key } = (await queries.get<{ key: number }>('SELECT key FROM subscribers', []))!;
      const organization = posthouse.organization.key;
      await queries.insert(
        'INSERT INTO workflow_inbox (organization, kind, subscriber, at, data, starts, cause_depth)',
        Array.from({ length: amount }, () => [organization, 'event', key, 1, '{}', 1, 0]),
      );
      await queries.insert(
        `INSERT INTO approvals (id, organization, status, tool, call_mark, arguments, about, shown, asked_at, expires_at)`,
        Array.from({ length: amount }, (_, n) => [
          ...[
            `apr_${n}`,
            organization,
            'declined',
            'send_email',
            `${n}`,
            '',
            '',
            JSON.stringify({ to: email }),
            1,
            2,
          ],
        ]),
      );
      const { secretBox } = posthouse.platform.engine;
      const held = [...Array.from({ length: heldAmount }, () => email), 'another@numbat.dev'];
      await queries.insert(
        `INSERT INTO approvals (id, organization, status, tool, call_mark, arguments, about, shown, asked_at, expires_at)`,
        held.map((to, n) => {
          const sealed = secretBox.seal('arguments of an approval', JSON.stringify({ to }));
          const call = [`apr_held${n}`, organization, 'pending', 'send_email', `held ${n}`, sealed];
          return [...call, '', '{}', 1, 2];
        }),
      );
    });
  }

  async function left(): Promise<Record<string, number>> {
    const amounts: Record<string, number> = {};
    for (const [table, condition] of [
      ['webhook_outbox', `to_key = '${email}'`],
      ['webhook_messages', `to_key = '${email}'`],
      ['workflow_inbox', '1 = 1'],
      ['idempotency', `answer <> ''`],
      ['approvals', `shown LIKE '%quokka%'`],
    ]) {
      const row = await database.reader.get<{ amount: number }>(
        `SELECT count(*) AS amount FROM ${table} WHERE ${condition}`,
        [],
      );
      amounts[table!] = Number(row?.amount);
    }
    return amounts;
  }
  const nothing = { webhook_outbox: 0, webhook_messages: 0, workflow_inbox: 0, idempotency: 0, approvals: 0 };

  test('is erased in transactions that change a bounded number of rows each, along indexes', async () => {
    expect((await left()).workflow_inbox).toBe(amount);
    const from = watching.watch.transactions.length;
    await posthouse.call('delete_subscriber', { subscriber: email });
    await posthouse.deliver();
    expect(await left()).toEqual(nothing);
    const transactions = watching.watch.transactions.slice(from);
    const changed = transactions.map((statements) => statements.reduce((sum, one) => sum + one.changed, 0));
    expect(Math.max(...changed)).toBeLessThan(amount);
    if (database.reader.dialect.name === 'sqlite')
      expect(await walksOf(database, transactions.flat())).toEqual([]);
  });

  test('is removed from held calls without opening all of them in one transaction', async () => {
    const from = watching.watch.transactions.length;
    await posthouse.call('delete_subscriber', { subscriber: email });
    const held = await database.reader.all(`SELECT id FROM approvals WHERE arguments <> ''`, []);
    expect(held).toEqual([{ id: `apr_held${heldAmount}` }]);
    const reads = watching.watch.transactions
      .slice(from)
      .map((statements) => statements.filter(({ sql }) => sql.startsWith('SELECT key, arguments')).length);
    expect(Math.max(...reads)).toBe(1);
  });

  test('is in no webhook message, even if the message is created before the erasure ends', async () => {
    await posthouse.call('delete_subscriber', { subscriber: email });
    expect((await left()).webhook_outbox).toBeGreaterThan(0);
    // As if the worker had not started the erasure.
    await database.transaction((queries) => queries.run(`DELETE FROM jobs WHERE kind = 'erase_person'`, []));
    await posthouse.deliver();
    expect(await left()).toMatchObject({ webhook_outbox: 0, webhook_messages: 0 });
  });
});
