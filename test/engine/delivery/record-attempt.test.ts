import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordAttempt } from '../../../src/engine/delivery/record-attempt.ts';
import type { Database, Queries } from '../../../src/store/database.ts';
import { claimJobs, type Job } from '../../../src/store/jobs.ts';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { addReaders, readers, scheduleCampaign } from '../campaigns/campaign-scene.ts';

const leaseMs = 20_000;

/** Observes a database's transactions: repeats, and a statement that fails on purpose. */
function watched(database: Database) {
  const watch = {
    /** Transactions that were run again because the first run was rolled back. */
    again: 0,
    /** Transactions that completed jobs. */
    settled: 0,
    poisoned: '',
  };
  const looked = (queries: Queries): Queries => ({
    ...queries,
    async all<Row>(sql: string, values: Parameters<Queries['all']>[1]) {
      if (sql.includes('DELETE FROM jobs')) watch.settled += 1;
      return await queries.all<Row>(sql, values);
    },
    async insert<Row>(head: string, rows: Parameters<Queries['insert']>[1], tail?: string) {
      const poison = watch.poisoned !== '' && head.includes('email_events');
      if (poison && rows.some((row) => row.includes(watch.poisoned))) throw new Error('poisoned');
      return await queries.insert<Row>(head, rows, tail);
    },
  });
  const watching: Database = {
    ...database,
    async transaction(work) {
      let before = 0;
      return await database.transaction(async (queries) => {
        watch.again += Math.sign(before);
        before += 1;
        return await work(looked(queries));
      });
    },
  };
  return { watch, database: watching };
}

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  let watch: ReturnType<typeof watched>['watch'];
  beforeEach(async () => {
    const looked = watched(await openDatabase());
    watch = looked.watch;
    posthouse = await openPlatform({ database: looked.database });
  });
  afterEach(() => posthouse.close());

  async function send(amount: number, to = (at: number) => `reader-${at}@mailbox.dev`): Promise<string[]> {
    const emails = Array.from({ length: amount }, (_, at) => ({
      from: 'hello@acme.dev',
      to: to(at),
      subject: 'Hello',
      markdown: 'Hello',
    }));
    const { output } = await posthouse.call('send_email_batch', { emails });
    return (output as { data: { id: string }[] }).data.map(({ id }) => id);
  }
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects
  const get = async (id: string): Promise<any> => (await posthouse.call('get_email', { id })).output;
  const eventTypes = async (id: string): Promise<string[]> =>
    (await get(id)).events.map((event: { type: string }) => event.type);
  const claim = async (limit = 100): Promise<Job[]> =>
    await claimJobs(
      posthouse.platform.engine.store.database,
      'deliver_email',
      limit,
      posthouse.clock.now(),
      leaseMs,
      0,
    );
  const handedOver = {
    kind: 'handed_over',
    by: 'a relay',
    reply: '250 Ok',
    arrived: false,
    tls: null,
  } as const;
  const ended = {
    kind: 'ended',
    means: { class: 'bounced', kind: 'mailbox', hardness: 'hard', suppresses: 'now' },
    by: 'a relay',
    reply: '550 No such user',
  } as never;
  async function record(job: Job, attempt: Parameters<typeof recordAttempt>[3]): Promise<void> {
    const { engine } = posthouse.platform;
    const email = await engine.store.forOrganization(job.organization).emails.byId(job.subject);
    await recordAttempt(engine, job, email!, attempt);
  }

  test('attempts that end together are recorded in one group with their own results', async () => {
    const ids = await send(60);
    const answers = [accepted, refused(450, 'rcpt', '4.2.0'), refused(550, 'rcpt', '5.1.1')];
    const of = (id: string) => ids.indexOf(id) % answers.length;
    posthouse.mailbox.script = ({ envelopeId }) => answers[of(envelopeId!)]!;
    await posthouse.deliver();
    expect(watch.settled).toBeLessThan(10);
    const expected = ['sent', 'delivery_delayed', 'bounced'];
    for (const id of ids) {
      expect(await eventTypes(id)).toEqual(['queued', expected[of(id)]]);
      expect((await get(id)).last_event).toBe(expected[of(id)]);
    }
    const bounced = ids.findIndex((id) => of(id) === 2);
    await expect(send(1, () => `reader-${bounced}@mailbox.dev`)).rejects.toMatchObject({
      failure: 'RECIPIENT_RATE_LIMITED',
    });
  });

  test('a result that cannot be stored does not fail its group and is retried', async () => {
    const ids = await send(20);
    watch.poisoned = ids[7]!;
    await posthouse.deliver();
    for (const [at, id] of ids.entries()) {
      expect(await eventTypes(id)).toEqual(at === 7 ? ['queued'] : ['queued', 'sent']);
    }
    watch.poisoned = '';
    await posthouse.clock.advance(10 * 60_000);
    await posthouse.deliver();
    expect(await eventTypes(ids[7]!)).toEqual(['queued', 'sent']);
  });

  test('a worker without the lease writes nothing, not even in a group with the new lease holder', async () => {
    const ids = await send(10);
    const first = await claim();
    await posthouse.clock.advance(leaseMs + 1);
    const inOtherHands = await claim(4);
    const again = await claim();
    const isAgain = ({ key }: Job) => again.some((job) => job.key === key);
    // All first claims are lost; for six of them the second claim is in the same group.
    await Promise.all([
      ...first.map((job) => record(job, isAgain(job) ? ended : handedOver)),
      ...again.map((job) => record(job, handedOver)),
    ]);
    expect([first.length, inOtherHands.length, again.length]).toEqual([10, 4, 6]);
    for (const id of ids) {
      const unfinished = inOtherHands.some(({ subject }) => subject === id);
      expect(await eventTypes(id)).toEqual(unfinished ? ['queued'] : ['queued', 'sent']);
    }
  });

  test('a group records a deferred attempt once', async () => {
    const [id] = await send(1);
    const [job] = await claim();
    const means = { class: 'deferred', kind: 'mailbox' } as never;
    const nextAt = posthouse.clock.now() + 60_000;
    const putOff = { kind: 'put_off', means, by: 'a relay', reply: '450 Later', nextAt } as const;
    await record(job!, putOff);
    await record(job!, putOff);
    expect(await eventTypes(id!)).toEqual(['queued', 'delivery_delayed']);
  });

  test('an SMTP reply about an erased recipient is not stored', async () => {
    const { engine } = posthouse.platform;
    const [id] = await send(1);
    const [job] = await claim();
    const store = engine.store.forOrganization(job!.organization);
    const email = (await store.emails.byId(id!))!;
    await engine.store.database.transaction((queries) =>
      queries.run(`UPDATE emails SET to_key = '', to_text = '' WHERE id = $1`, [id!]),
    );
    await recordAttempt(engine, job!, email, ended);
    expect((await get(id!)).last_event).toBe('bounced');
    const { output } = await posthouse.call('list_suppressions', {});
    expect((output as { data: unknown[] }).data).toEqual([]);
  });

  test('the mails of a campaign are counted once, in any grouping', async () => {
    await addReaders(posthouse, posthouse.organization, readers(250));
    const id = await scheduleCampaign(posthouse, posthouse.organization);
    for (let step = 0; step < 20; step += 1) {
      await posthouse.deliver();
      await posthouse.clock.advance(1_000);
    }
    const { counts } = posthouse.platform.engine.store.forOrganization(posthouse.organization.key);
    const count = async (what: string) => await counts.read(`${id} ${what}` as never);
    expect([await count('sent'), await count('attempted'), await count('bounced')]).toEqual([250, 250, 0]);
  });

  test('groups of two processes that write to the same mailboxes do not deadlock', async () => {
    // Two processes draw different ids.
    const other = await openPlatform({ seed: 2, database: posthouse.platform.engine.store.database });
    const pairs = 30;
    for (let round = 0; round < 5; round += 1) {
      await send(pairs * 2, (at) => `reader-${round}-${at % pairs}@mailbox.dev`);
      const jobs = await claim(pairs * 2);
      expect(jobs).toHaveLength(pairs * 2);
      const emails = posthouse.platform.engine.store.forOrganization(posthouse.organization.key).emails;
      const loaded = await Promise.all(
        jobs.map(async (job) => ({ job, email: (await emails.byId(job.subject))! })),
      );
      const first = loaded.slice(0, pairs);
      const second = loaded.slice(pairs).reverse();
      await Promise.all([
        ...first.map(({ job, email }) => recordAttempt(posthouse.platform.engine, job, email, ended)),
        ...second.map(({ job, email }) => recordAttempt(other.platform.engine, job, email, ended)),
      ]);
      // A deadlock would be resolved by running one transaction again.
      expect(watch.again).toBe(0);
    }
  });
});
