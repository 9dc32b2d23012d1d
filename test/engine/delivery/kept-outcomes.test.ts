import { describe, expect, onTestFinished, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type BreakableDatabase, breakableDatabases } from '../../world/postgres/breakable-databases.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';

const mails = 20;

/** Advances the clock while a real database responds. */
async function pass({ clock, platform }: SimulatedPlatform, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += secondMs / 2) {
    await clock.advance(secondMs / 2);
    await platform.engine.store.database.check().catch(() => {});
  }
}

/** Advances the clock until a condition holds. */
async function until(posthouse: SimulatedPlatform, so: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await so())) await pass(posthouse, secondMs / 2);
}

async function accept(posthouse: SimulatedPlatform): Promise<string[]> {
  const emails = Array.from({ length: mails }, (_, number) => ({
    from: 'hello@acme.dev',
    to: `reader-${number}@mailbox.dev`,
    subject: 'Hello',
    markdown: 'Hello',
  }));
  const { output } = await posthouse.call('send_email_batch', { emails });
  return (output as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function lastEvents(posthouse: SimulatedPlatform): Promise<string[]> {
  const { output } = await posthouse.call('list_emails', { limit: 100 });
  return (output as { data: { last_event: string }[] }).data.map(({ last_event }) => last_event);
}

const timesSent = (posthouse: SimulatedPlatform) => posthouse.mailbox.messages.length;

async function open(make: () => BreakableDatabase) {
  const database = make();
  const posthouse = await openPlatform({ database: await database.open() });
  return { posthouse, database };
}

describe.each(breakableDatabases)('a delivery result that cannot be stored in %s', (_, make) => {
  test('is stored after the outage without sending the mail twice', async () => {
    const { posthouse, database } = await open(make);
    const ids = await accept(posthouse);
    const hanging = posthouse.mailbox.hang();
    posthouse.platform.worker.start();
    await until(posthouse, () => posthouse.mailbox.inFlight() === mails);
    const takenAt = posthouse.clock.now();
    await database.fail();
    hanging.release();
    // Longer than the leases.
    await pass(posthouse, minuteMs);
    expect(timesSent(posthouse)).toBe(mails);
    await database.mend();
    await until(posthouse, async () => (await lastEvents(posthouse)).every((event) => event === 'sent'));
    await pass(posthouse, 2 * minuteMs);
    expect(timesSent(posthouse)).toBe(mails);
    const { output } = await posthouse.call('get_email', { id: ids[0] });
    const sentAt = Date.parse((output as { sent_at: string }).sent_at);
    expect(sentAt - takenAt).toBeLessThan(10 * secondMs);
    await posthouse.close();
  });

  test('does not delay other mail', async () => {
    const { posthouse, database } = await open(make);
    await accept(posthouse);
    await database.fail();
    posthouse.platform.worker.start();
    await pass(posthouse, minuteMs);
    expect(timesSent(posthouse)).toBe(0);
    await database.mend();
    await until(posthouse, async () => (await lastEvents(posthouse)).every((event) => event === 'sent'));
    expect(timesSent(posthouse)).toBe(mails);
    const { output } = await posthouse.call('list_emails', { limit: 1 });
    const [{ id }] = (output as { data: [{ id: string }] }).data;
    expect((await posthouse.call('get_email', { id })).output).not.toMatchObject({
      events: expect.arrayContaining([{ unknown_attempts: expect.anything() }]),
    });
    await posthouse.close();
  });

  test('delays a drain until it is stored', async () => {
    const { posthouse, database } = await open(make);
    await accept(posthouse);
    const hanging = posthouse.mailbox.hang();
    posthouse.platform.worker.start();
    await until(posthouse, () => posthouse.mailbox.inFlight() === mails);
    await database.fail();
    hanging.release();
    await pass(posthouse, 2 * secondMs);
    let drained = false;
    const drain = posthouse.platform.worker.drain().then(() => {
      drained = true;
    });
    await pass(posthouse, 2 * secondMs);
    expect([drained, posthouse.platform.worker.inFlight()]).toEqual([false, mails]);
    await database.mend();
    await until(posthouse, () => drained);
    await drain;
    expect(await lastEvents(posthouse)).toEqual(Array.from({ length: mails }, () => 'sent'));
    await posthouse.close();
  });
});

test('other processes do not retry a mail while its result waits in memory for the end of an outage', async () => {
  const database = breakableDatabases[1]![1]();
  const clock = simulatedClock();
  const holder = await openPlatform({ database: await database.open(), clock, seed: 1 });
  const other = await openPlatform({ database: await database.open(), clock, seed: 2 });
  onTestFinished(async () => {
    await Promise.all([holder.close(), other.close()]);
  });
  await accept(holder);
  const hanging = holder.mailbox.hang();
  holder.platform.worker.start();
  await until(holder, () => holder.mailbox.inFlight() === mails);
  other.platform.worker.start();
  await pass(other, 5 * secondMs);
  await database.fail();
  await pass(other, minuteMs);
  await database.mend();
  await until(other, () => other.platform.engine.store.database.outage.error === null);
  await until(holder, () => holder.platform.engine.store.database.outage.error === null);
  await pass(other, 30 * secondMs);
  expect(timesSent(other)).toBe(0);
  hanging.release();
  await until(holder, async () => (await lastEvents(holder)).every((event) => event === 'sent'));
  expect([timesSent(holder), timesSent(other)]).toEqual([mails, 0]);
});

test('a process does not claim its own job in flight, even after the lease expired', async () => {
  const posthouse = await openPlatform();
  await accept(posthouse);
  const hanging = posthouse.mailbox.hang();
  posthouse.platform.worker.start();
  await until(posthouse, () => posthouse.mailbox.inFlight() === mails);
  // As if renewals had failed for that long.
  await posthouse.platform.engine.store.database.transaction((queries) =>
    queries.run('UPDATE jobs SET run_at = $1 WHERE attempt_open = 1', [posthouse.clock.now() - hourMs]),
  );
  posthouse.platform.worker.wake();
  await pass(posthouse, secondMs);
  expect(timesSent(posthouse)).toBe(mails);
  hanging.release();
  await until(posthouse, async () => (await lastEvents(posthouse)).every((event) => event === 'sent'));
  expect(timesSent(posthouse)).toBe(mails);
  await posthouse.close();
});
