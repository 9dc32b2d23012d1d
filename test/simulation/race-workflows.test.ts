import pg from 'pg';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

/** `npm run test:long` races more people. */
const people = Number(process.env.PEOPLE ?? 150);
/** The number of parallel events, each on its own connection. */
const inFlight = 3;
const mail = {
  key: 'mail',
  type: 'send_email',
  from: 'Acme <hello@acme.dev>',
  subject: 'Hello',
  markdown: 'Hello. [Leave]({{unsubscribeUrl}})',
};

test(`each of ${people} runs wakes when its event arrives while it starts to wait`, async () => {
  const { platform, statesOf, close } = await raced({
    steps: [{ key: 'wait', type: 'wait_for_event', name: 'order.paid', timeout: '5 days' }],
  });
  expect(await statesOf()).toEqual([
    { status: 'COMPLETED', via: 'event_received', mails: 0, amount: people },
  ]);
  expect(platform.log.filter(({ level }) => level === 'error')).toEqual([]);
  await close();
});

test(`each of ${people} runs gets its mail or its goal when both happen at once`, async () => {
  const { platform, statesOf, close } = await raced({
    goal: { field: 'event.order.paid', operator: 'exists' },
    steps: [mail, { key: 'later', type: 'delay', duration: '5 days' }],
  });
  // Whether the mail was first or not, the goal has ended each run: before the mail, or in the delay after
  // it.
  const states = await statesOf();
  expect(states.map(({ status }) => status)).toEqual(states.map(() => 'COMPLETED'));
  expect(states.reduce((sum, { amount }) => sum + amount, 0)).toBe(people);
  for (const { mails } of states) expect(mails).toBeLessThanOrEqual(1);
  expect(platform.log.filter(({ level }) => level === 'error')).toEqual([]);
  await close();
});

type States = { status: string; via: string; mails: number; amount: number }[];

/** Enters everyone into a workflow, with their events arriving meanwhile. */
async function raced(definition: Record<string, unknown>): Promise<{
  platform: SimulatedPlatform;
  statesOf(): Promise<States>;
  close(): Promise<void>;
}> {
  const fresh = await freshPostgres();
  const platform = await openPlatform({ database: await openPostgres(fresh.url) });
  const { call } = platform;
  const { worker, engine } = platform.platform;
  const trigger = { type: 'EVENT', name: 'user.signed_up' };
  const { id } = (await call('save_workflow', { name: 'Race', trigger, ...definition })).output as {
    id: string;
  };
  await call('activate_workflow', { workflowId: id });
  const emails = Array.from({ length: people }, (_, index) => `person-${index}@example.com`);
  const left = [...emails];
  const track = async (name: string, from: string[]) => {
    for (let email = from.shift(); email !== undefined; email = from.shift()) {
      await call('track_event', { name, email });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, () => track('user.signed_up', left)));
  // The database does this by itself within a minute, but not in tests.
  await analyze(fresh.url);
  const paying = [...emails];
  const working = async () => {
    while (paying.length > 0) await worker.runDue();
  };
  await Promise.all([working(), ...Array.from({ length: inFlight }, () => track('order.paid', paying))]);
  await worker.runDue();
  return {
    platform,
    statesOf: async () =>
      await engine.store.database.reader.all<States[number]>(
        `SELECT status, via, mails, CAST(count(*) AS INTEGER) AS amount FROM (
           SELECT states.status,
             (SELECT max(via) FROM workflow_visits WHERE run = states.run) AS via,
             (SELECT CAST(count(email_id) AS INTEGER) FROM workflow_visits WHERE run = states.run) AS mails
           FROM workflow_states AS states) AS each
         GROUP BY status, via, mails ORDER BY status, via, mails`,
        [],
      ),
    async close() {
      await platform.close();
      await fresh.drop();
    },
  };
}

async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}
