import { expect, onTestFinished, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { watched } from '../watched-database.ts';

const entries = 2_000;
const rowsMax = 400;

test('changing an address in many refused sends writes a bounded number of rows per transaction', async () => {
  const database = await migratedSqlite();
  const { wrapped, watch } = watched(database);
  const posthouse = await openPlatform({ database: wrapped });
  onTestFinished(async () => {
    await posthouse.close();
    await database.close();
  });
  const { output } = await posthouse.call('create_subscriber', { email: 'ada@acme.dev' });
  const { id } = output as { id: string };
  await database.transaction((queries) =>
    queries.run(
      `INSERT INTO audit_entries (id, organization, at, door, tool, effect, about, request_id, outcome, refused_recipient, refused_recipients)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${entries})
       SELECT 'aud_' || n, $1, 1, 'v2', 'send_email', 'send', '[]', 'msg', 'rate_limit_exceeded', 'ada@acme.dev', 1 FROM numbers`,
      [posthouse.organization.key],
    ),
  );
  const from = watch.transactions.length;
  await posthouse.call('update_subscriber', { subscriber: id, email: 'grace@acme.dev' });
  const changed = watch.transactions
    .slice(from)
    .map((statements) => statements.reduce((sum, one) => sum + one.changed, 0));
  expect(Math.max(...changed)).toBeLessThan(rowsMax);
  const noted = await database.reader.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM audit_entries WHERE refused_subscriber = $1',
    [id],
  );
  expect(noted?.amount).toBe(entries);
});
