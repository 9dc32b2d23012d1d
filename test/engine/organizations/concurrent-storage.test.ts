import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Queries, Value } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { reusedPostgres } from '../../world/postgres/reused-postgres.ts';

/** PostgreSQL only, because SQLite has a single writer. */

let posthouse: SimulatedPlatform;
let token: string;
let id: string;
/** Runs once, after a transaction has read the stored octets and before it writes. */
let meanwhile: (() => Promise<void>) | null = null;

beforeEach(async () => {
  const database = await reusedPostgres();
  posthouse = await openPlatform({ database: pausedAfterReadingStorage(database) });
  const made = await posthouse.addOrganization('Limited');
  token = made.token;
  id = made.organization.id;
});
afterEach(() => posthouse.close());

test('rejects a mail if a concurrent mail used the room', async () => {
  await limit(100_000);
  meanwhile = async () => expect(await send('bob@mailbox.dev')).toBe(200);
  expect(await send('ada@mailbox.dev')).toBe(413);
  expect(await kept()).toBeLessThan(100_000);
});

test('accepts two concurrent mails if both fit', async () => {
  await limit(200_000);
  meanwhile = async () => expect(await send('bob@mailbox.dev')).toBe(200);
  expect(await send('ada@mailbox.dev')).toBe(200);
  expect(await kept()).toBeGreaterThan(120_000);
});

test('rejects a template if a concurrent template used the room', async () => {
  await limit(8_000);
  meanwhile = async () => expect(await addTemplate('summer')).toBe(201);
  expect(await addTemplate('winter')).toBe(413);
  expect(await kept()).toBeLessThan(8_000);
});

function pausedAfterReadingStorage(database: Database): Database {
  const pausing = (queries: Queries): Queries => ({
    ...queries,
    async all<Row>(sql: string, values: readonly Value[]) {
      const rows = await queries.all<Row>(sql, values);
      if (meanwhile !== null && sql.includes('octets FROM storage')) {
        const act = meanwhile;
        meanwhile = null;
        await act();
      }
      return rows;
    },
  });
  return {
    ...database,
    transaction: (work, kind) => database.transaction((queries) => work(pausing(queries)), kind),
  };
}

async function limit(octets: number): Promise<void> {
  await posthouse.call('update_organization', { id, storage_octets_max: octets });
}

async function kept(): Promise<number> {
  return (await posthouse.http('GET', '/api/v2/organization', { token })).body.storage_octets;
}

async function send(to: string): Promise<number> {
  const body = { from: 'hello@acme.dev', to, subject: 'Hello', html: `<p>${'x'.repeat(60_000)}</p>` };
  return (await posthouse.http('POST', '/api/v2/emails', { token, body })).status;
}

async function addTemplate(name: string): Promise<number> {
  const body = { name, subject: 'Hello', html: `<p>${'x'.repeat(5_000)}</p>` };
  return (await posthouse.http('POST', '/api/v2/templates', { token, body })).status;
}
