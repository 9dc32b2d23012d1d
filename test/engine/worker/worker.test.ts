import { afterEach, beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { addJobs } from '../../../src/store/jobs.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let looks: Map<string, number>;
let posthouse: SimulatedPlatform;

beforeEach(async () => {
  looks = new Map();
  posthouse = await openPlatform({ database: counting(openSqlite(':memory:')) });
  posthouse.platform.worker.start();
});
afterEach(() => posthouse.close());

/** Counts a database's queries for due jobs; their first value is the kind. */
function counting(database: Database): Database {
  const { reader } = database;
  return {
    ...database,
    reader: {
      ...reader,
      async all<Row>(sql: string, values: Parameters<typeof reader.all>[1]) {
        if (sql.includes('hop (organization)'))
          looks.set(`${values[0]}`, (looks.get(`${values[0]}`) ?? 0) + 1);
        return await reader.all<Row>(sql, values);
      },
    },
  };
}

test('a running worker looks for due mail at every wake-up, and for due domain checks once a minute', async () => {
  const { organization, platform, clock } = posthouse;
  const later = { organization: organization.key, subject: 'later', runAt: clock.now() + 60 * minuteMs };
  await platform.engine.store.database.transaction((queries) =>
    addJobs(
      queries,
      [
        { ...later, kind: 'deliver_email' },
        { ...later, kind: 'check_domain' },
      ],
      clock.now(),
    ),
  );
  await clock.advance(1);
  looks.clear();
  for (let second = 0; second < 5 * 60; second++) {
    posthouse.platform.worker.wake();
    await posthouse.clock.advance(secondMs);
  }
  expect(looks.get('deliver_email')).toBeGreaterThanOrEqual(5 * 60);
  expect(looks.get('check_domain')).toBe(5);
});

test('a worker queries only the kinds that have jobs', async () => {
  await posthouse.clock.advance(1);
  looks.clear();
  for (let second = 0; second < 60; second++) await posthouse.clock.advance(secondMs);
  expect([...looks.keys()]).toEqual([]);
});

test('a running worker starts the daily domain check within a minute of its time', async () => {
  const { output } = await posthouse.call('add_domain', { name: 'acme.com' });
  const { id } = output as { id: string };
  const due = posthouse.clock.now() + 10 * secondMs;
  await posthouse.platform.engine.store.database.transaction((queries) =>
    queries.run('UPDATE jobs SET run_at = $1 WHERE subject = $2', [due, id]),
  );
  const lookedAt = async () =>
    ((await posthouse.call('get_domain', { id })).output as { last_checked_at: string | null })
      .last_checked_at;
  await posthouse.clock.advance(9 * secondMs);
  expect(await lookedAt()).toBeNull();
  await posthouse.clock.advance(minuteMs + secondMs);
  expect(Date.parse((await lookedAt())!)).toBeLessThanOrEqual(due + minuteMs);
});

test('an organization with slow recipient servers leaves capacity to other organizations', async () => {
  const direct = await openPlatform({ settings: { delivery: 'direct' } });
  const { worker, engine } = direct.platform;
  const other = await direct.addOrganization('The other one');
  const hanging = direct.mailbox.hang();
  const accept = async (caller: ReturnType<typeof direct.caller>, prefix: string, mails: number) => {
    for (let at = 0; at < mails; at += 100) {
      const emails = Array.from({ length: Math.min(100, mails - at) }, (_, n) => ({
        from: 'hello@acme.dev',
        to: `${prefix}${at + n}@slow.dev`,
        subject: 'Hello',
        markdown: 'Hello',
      }));
      await direct.call('send_email_batch', { emails }, { caller });
    }
  };
  await accept(direct.caller('tools'), 'one', 500);
  worker.start();
  /** Waits until this many mails are in flight, then some seconds without more. */
  const inFlight = async (mails: number) => {
    while (direct.mailbox.inFlight() < mails) {
      await direct.clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (let turn = 0; turn < 200; turn += 1) {
      await direct.clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return direct.mailbox.inFlight();
  };
  expect(await inFlight(200)).toBe(200);
  await accept(direct.caller('tools', other.organization), 'two', 10);
  expect(await inFlight(210)).toBe(210);
  expect(direct.mailbox.messages.filter(({ to }) => to.local.startsWith('two'))).toHaveLength(10);
  hanging.release();
  await engine.store.database.check();
  await worker.drain();
  await direct.close();
});
