import { expect, onTestFinished, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { walksOf, watched } from '../watched-database.ts';

test('statements that release captured mail read only its rows', async () => {
  const database = await migratedSqlite();
  const { wrapped, watch } = watched(database);
  const posthouse = await openPlatform({ database: wrapped, sendingEnabled: false });
  onTestFinished(async () => {
    await posthouse.close();
    await database.close();
  });
  const letter = { from: 'hello@acme.dev', to: 'ada@takes-mail.com', subject: 'News', markdown: 'Hello' };
  await posthouse.call('send_email', letter);
  await posthouse.call('update_organization', { id: posthouse.organization.id, sending_enabled: true });
  const caller = posthouse.caller('tools', { ...posthouse.organization, sendingEnabled: true });
  const from = watch.transactions.length;
  const { output } = await posthouse.call('release_emails', {}, { caller });
  expect(output).toMatchObject({ released: 1 });
  const statements = watch.transactions.slice(from).flat();
  expect(statements.some(({ sql }) => sql.includes("delivery_mode = 'live'"))).toBe(true);
  expect(await walksOf(database, statements)).toEqual([]);
});
