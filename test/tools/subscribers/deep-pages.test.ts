import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';

const amount = 60_000;
const limit = 100;
const hourMs = 3_600_000;

const emailAt = (number: number): string => `reader${number}@acme.example`;

onBothDatabases((place) => {
  const write = async (sql: string, values: readonly (string | number)[]): Promise<void> => {
    const { database } = place().platform.platform.engine.store;
    await database.transaction((queries) => queries.run(sql, values));
  };

  /** Inserts subscribers from `first` to `last`, numbered by age, oldest first. Their count is kept separately. */
  async function insert({ organization }: Place, first: number, last: number, at: number): Promise<void> {
    const id = organization.key * 100_000;
    await write(
      `INSERT INTO subscribers (id, organization, email, attributes, tags, status, source, search, created_at, updated_at, event_count)
       WITH RECURSIVE numbers (n) AS (
         SELECT CAST($1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)
       SELECT 'sub_0000000000000000' || (1000000000 + $3 + n), $4, 'reader' || n || '@acme.example', '{}', '', 'ACTIVE', 'API',
         'reader' || n || '@acme.example', $5, $5, 0 FROM numbers ORDER BY n`,
      [first, last, id, organization.key, at],
    );
  }

  async function addCount({ organization }: Place, by: number): Promise<void> {
    await write(
      `INSERT INTO counts (organization, counted, amount) VALUES ($1, 'subscribers', $2)
       ON CONFLICT (organization, counted) DO UPDATE SET amount = counts.amount + excluded.amount`,
      [organization.key, by],
    );
  }

  const page = async (number: number): Promise<{ emails: string[]; total: number }> => {
    const { items, total } = await place().use('page_subscribers', { page: number, limit });
    return { emails: items.map(({ email }: { email: string }) => email), total };
  };

  /** @param newestFirst the whole list */
  async function expectPages(newestFirst: readonly string[]): Promise<void> {
    const last = Math.ceil(newestFirst.length / limit);
    for (const number of [1, 2, 250, 251, 252, 300, 350, 351, 352, last - 1, last, last + 1]) {
      const emails = newestFirst.slice((number - 1) * limit, number * limit);
      expect([number, await page(number)]).toEqual([number, { emails, total: newestFirst.length }]);
    }
  }

  const numbered = Array.from({ length: amount }, (_, index) => emailAt(amount - 1 - index));

  test('deep pages show the same subscribers after some were added and erased', async () => {
    const here = place();
    await insert(here, 0, amount - 1, here.platform.clock.now() - 2 * hourMs);
    await addCount(here, amount);
    await expectPages(numbered);
    await here.use('create_subscriber', { email: 'new@acme.example' });
    await expectPages(['new@acme.example', ...numbered]);
    await here.use('delete_subscriber', { subscriber: emailAt(5_000) });
    await here.use('delete_subscriber', { subscriber: emailAt(59_000) });
    const left = numbered.filter((email) => email !== emailAt(5_000) && email !== emailAt(59_000));
    await expectPages(['new@acme.example', ...left]);
  });

  test('deep pages include a subscriber whose transaction ended after newer subscribers were added', async () => {
    const here = place();
    const late = emailAt(11_000);
    await insert(here, 0, amount - 1, here.platform.clock.now());
    const { key } = here.organization;
    const move = 'UPDATE subscribers SET organization = $1 WHERE organization = $2 AND email = $3';
    await write(move, [-key, key, late]);
    await addCount(here, amount - 1);
    await expectPages(numbered.filter((email) => email !== late));
    await write(move, [key, -key, late]);
    await addCount(here, 1);
    await expectPages(numbered);
  });
});
