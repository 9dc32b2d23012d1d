import { describe, expect, onTestFinished, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { simulatedClock } from '../../world/clock.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type BreakableDatabase, breakableDatabases } from '../../world/postgres/breakable-databases.ts';

const mails = 20;

/** Simulated time passes, and a real database answers meanwhile. */
async function pass({ clock, platform }: SimulatedPlatform, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += secondMs / 2) {
    await clock.advance(secondMs / 2);
    await platform.engine.store.database.check().catch(() => {});
  }
}

/** Simulated time passes until something is so, which the test waits for at most as long as any. */
async function until(house: SimulatedPlatform, so: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await so())) await pass(house, secondMs / 2);
}

async function accept(house: SimulatedPlatform): Promise<string[]> {
  const emails = Array.from({ length: mails }, (_, number) => ({
    from: 'hello@acme.dev',
    to: `reader-${number}@mailbox.dev`,
    subject: 'Hello',
    markdown: 'Hello',
  }));
  const { output } = await house.call('send_email_batch', { emails });
  return (output as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function lastEvents(house: SimulatedPlatform): Promise<string[]> {
  const { output } = await house.call('list_emails', { limit: 100 });
  return (output as { data: { last_event: string }[] }).data.map(({ last_event }) => last_event);
}

const timesSent = (house: SimulatedPlatform) => house.mailbox.messages.length;

async function open(make: () => BreakableDatabase) {
  const database = make();
  const house = await openPlatform({ database: await database.open() });
  return { house, database };
}

describe.each(breakableDatabases)('the outcome of a delivery that %s does not take', (_, make) => {
  test('is written when it does again, and no mail leaves twice', { timeout: 60_000 }, async () => {
    const { house, database } = await open(make);
    const ids = await accept(house);
    const hanging = house.mailbox.hang();
    house.platform.worker.start();
    await until(house, () => house.mailbox.inFlight() === mails);
    const takenAt = house.clock.now();
    await database.fail();
    hanging.release();
    // Longer than the leases last.
    await pass(house, minuteMs);
    expect(timesSent(house)).toBe(mails);
    await database.mend();
    await until(house, async () => (await lastEvents(house)).every((event) => event === 'sent'));
    await pass(house, 2 * minuteMs);
    expect(timesSent(house)).toBe(mails);
    const { output } = await house.call('get_email', { id: ids[0] });
    const sentAt = Date.parse((output as { sent_at: string }).sent_at);
    expect(sentAt - takenAt).toBeLessThan(10 * secondMs);
    await house.close();
  });

  test('holds back nothing that waits behind it', { timeout: 60_000 }, async () => {
    const { house, database } = await open(make);
    await accept(house);
    await database.fail();
    house.platform.worker.start();
    await pass(house, minuteMs);
    expect(timesSent(house)).toBe(0);
    await database.mend();
    await until(house, async () => (await lastEvents(house)).every((event) => event === 'sent'));
    expect(timesSent(house)).toBe(mails);
    const { output } = await house.call('list_emails', { limit: 1 });
    const [{ id }] = (output as { data: [{ id: string }] }).data;
    expect((await house.call('get_email', { id })).output).not.toMatchObject({
      events: expect.arrayContaining([{ unknown_attempts: expect.anything() }]),
    });
    await house.close();
  });

  test('is waited for by a drain, which ends once it is written', { timeout: 60_000 }, async () => {
    const { house, database } = await open(make);
    await accept(house);
    const hanging = house.mailbox.hang();
    house.platform.worker.start();
    await until(house, () => house.mailbox.inFlight() === mails);
    await database.fail();
    hanging.release();
    await pass(house, 2 * secondMs);
    let drained = false;
    const drain = house.platform.worker.drain().then(() => {
      drained = true;
    });
    await pass(house, 2 * secondMs);
    expect([drained, house.platform.worker.inFlight()]).toEqual([false, mails]);
    await database.mend();
    await until(house, () => drained);
    await drain;
    expect(await lastEvents(house)).toEqual(Array.from({ length: mails }, () => 'sent'));
    await house.close();
  });
});

test('after an outage another process leaves what was in hand to the one that holds its outcome', {
  timeout: 60_000,
}, async () => {
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

test('a process does not take again what it has in hand, though its lease ran out', async () => {
  const house = await openPlatform();
  await accept(house);
  const hanging = house.mailbox.hang();
  house.platform.worker.start();
  await until(house, () => house.mailbox.inFlight() === mails);
  // As when renewing was refused for so long.
  await house.platform.engine.store.database.transaction((queries) =>
    queries.run('UPDATE jobs SET run_at = $1 WHERE attempt_open = 1', [house.clock.now() - hourMs]),
  );
  house.platform.worker.wake();
  await pass(house, secondMs);
  expect(timesSent(house)).toBe(mails);
  hanging.release();
  await until(house, async () => (await lastEvents(house)).every((event) => event === 'sent'));
  expect(timesSent(house)).toBe(mails);
  await house.close();
});
