import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { addJobs } from '../../../src/store/jobs.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { openClockScene } from './clock-scene.ts';

const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello' };

const timesSent = ({ mailbox }: SimulatedPlatform) => mailbox.messages.length;

async function send(posthouse: SimulatedPlatform): Promise<string> {
  return ((await posthouse.call('send_email', mail)).output as { id: string }).id;
}

type Fields = Record<string, unknown>;

async function get(posthouse: SimulatedPlatform, id: string): Promise<Fields> {
  return (await posthouse.call('get_email', { id })).output as Fields;
}

/** Returns the time of the next attempt of a deferred mail. */
async function nextAttemptAt({ reader }: Database, id: string): Promise<number> {
  return (await reader.get<{ run_at: number }>('SELECT run_at FROM jobs WHERE subject = $1', [id]))!.run_at;
}

describe.each(databases)('on %s,', (_, openDatabase) => {
  const open = () => openClockScene(openDatabase);

  test('a deferred mail is sent on time when the clock is set back an hour', async () => {
    const { clock, database, start, pass } = await open();
    const posthouse = await start();
    await pass(minuteMs);
    posthouse.mailbox.next(refused(451));
    const id = await send(posthouse);
    while ((await get(posthouse, id)).last_event === 'queued') await pass(secondMs);
    expect(timesSent(posthouse)).toBe(1);
    const waitMs = (await nextAttemptAt(database, id)) - clock.now();
    clock.setBy(-hourMs);
    await pass(waitMs + minuteMs);
    expect(timesSent(posthouse)).toBe(2);
    expect((await get(posthouse, id)).last_event).toBe('sent');
    expect(posthouse.log.map(({ message }) => message)).toContain(
      'The wall clock was set: moving all waiting rows to the new time',
    );
  });

  test('an assistant cannot mail more people without approval when the clock is set forward an hour', async () => {
    const { clock, start, pass } = await open();
    const posthouse = await start();
    const { token } = await posthouse.addToken(posthouse.organization, { assistant: true });
    const sendTo = async (index: number): Promise<number> => {
      const body = { ...mail, to: `p${index}@mailbox.dev` };
      return (await posthouse.http('POST', '/api/v2/emails', { token, body })).status;
    };
    await pass(minuteMs);
    for (let index = 0; index < 10; index += 1) expect(await sendTo(index)).toBe(200);
    clock.setBy(hourMs);
    await pass(minuteMs);
    expect(await sendTo(10)).toBe(403);
    await pass(15 * minuteMs);
    expect(await sendTo(10)).toBe(200);
  });

  test('two processes that notice that the clock was set back shift waiting jobs once', async () => {
    const { clock, database, start, pass } = await open();
    const posthouse = await start();
    await start({ seed: 2 });
    await pass(minuteMs);
    await database.transaction((queries) =>
      addJobs(
        queries,
        [
          {
            organization: posthouse.organization.key,
            kind: 'check_domain',
            subject: 'dom_x',
            runAt: clock.now() + 5 * hourMs,
          },
        ],
        clock.now(),
      ),
    );
    clock.setBy(-hourMs);
    const setAt = clock.now();
    await pass(2 * minuteMs);
    const leftOver = (await nextAttemptAt(database, 'dom_x')) - (setAt + 5 * hourMs);
    expect(Math.abs(leftOver)).toBeLessThan(minuteMs);
  });

  test('a deferred mail is sent after a restart during which the clock was set back', async () => {
    const { clock, database, start, pass } = await open();
    const before = await start();
    await pass(minuteMs);
    before.mailbox.next(refused(451));
    const id = await send(before);
    while ((await get(before, id)).last_event === 'queued') await pass(secondMs);
    const waitMs = (await nextAttemptAt(database, id)) - clock.now();
    await before.platform.worker.drain();
    clock.setBy(-hourMs);
    const after = await start({ seed: 2 });
    await pass(waitMs + minuteMs);
    expect(timesSent(after)).toBe(1);
    expect((await get(after, id)).last_event).toBe('sent');
  });

  test('a start an hour after the last one causes no clock warning', async () => {
    const { clock, start, pass } = await open();
    const before = await start();
    await pass(minuteMs);
    await before.platform.worker.drain();
    await clock.advance(hourMs);
    const after = await start({ seed: 2 });
    await pass(minuteMs);
    expect(after.log.filter(({ level }) => level === 'warn')).toEqual([]);
    const id = await send(after);
    await pass(minuteMs);
    expect((await get(after, id)).last_event).toBe('sent');
  });

  test('the lease of a dead process ends within a minute even if the clock is set back an hour', async () => {
    const { clock, shared, start, pass } = await open();
    const living = await start();
    await pass(minuteMs);
    await living.platform.worker.drain();
    // It claims the mail and dies without renewing.
    const dead = await openPlatform({ database: shared, clock, seed: 2 });
    dead.mailbox.hang();
    const id = await send(dead);
    void dead.deliver();
    while (timesSent(dead) === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.setBy(-hourMs);
    const next = await start({ seed: 3 });
    await pass(minuteMs);
    expect(timesSent(next)).toBe(1);
    expect((await get(next, id)).last_event).toBe('sent');
  });

  test.each([
    ['forward', hourMs],
    ['back', -hourMs],
  ])('jobs in flight in a live process stay claimed by it when the clock is set %s', async (_, byMs) => {
    const { clock, start, pass } = await open();
    const holder = await start();
    const other = await start({ seed: 2 });
    await pass(minuteMs);
    const hanging = holder.mailbox.hang();
    other.mailbox.script = holder.mailbox.script;
    const id = await send(holder);
    await pass(5 * secondMs);
    const [first, second] = [timesSent(holder), timesSent(other)];
    expect(first + second).toBe(1);
    clock.setBy(byMs);
    await pass(3 * minuteMs);
    hanging.release();
    other.mailbox.script = holder.mailbox.script;
    await pass(minuteMs);
    expect(timesSent(holder) + timesSent(other)).toBe(1);
    expect((await get(holder, id)).last_event).toBe('sent');
  });

  test('a process whose clock is an hour ahead claims no jobs of other processes', async () => {
    const { clock, idle, start } = await open();
    const ahead = simulatedClock(clock.now());
    const both = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += secondMs / 2) {
        await Promise.all([clock.advance(secondMs / 2), ahead.advance(secondMs / 2)]);
        await idle();
      }
    };
    const holder = await start();
    await both(minuteMs);
    const hanging = holder.mailbox.hang();
    const id = await send(holder);
    await both(5 * secondMs);
    expect(timesSent(holder)).toBe(1);
    ahead.setBy(hourMs);
    const other = await start({ seed: 2, clock: ahead });
    await both(3 * minuteMs);
    expect(timesSent(other)).toBe(0);
    expect(
      other.log.filter(({ message }) => message.startsWith('The clock of this machine differs')),
    ).toHaveLength(1);
    hanging.release();
    await both(minuteMs);
    expect((await get(holder, id)).last_event).toBe('sent');
  });

  test('a campaign is sent at its wall-clock time after any clock change', async () => {
    const { clock, start, pass } = await open();
    const posthouse = await start();
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    await pass(minuteMs);
    const { output } = await posthouse.call('create_campaign', {
      name: 'May',
      subject: 'May',
      fromEmail: 'news@acme.dev',
      html: '<p>May <a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
    });
    const { id } = output as { id: string };
    const at = clock.now() + 2 * minuteMs;
    await posthouse.call('send_campaign', { campaignId: id, scheduledAt: new Date(at).toISOString() });
    clock.setBy(-hourMs);
    await pass(5 * minuteMs);
    expect(timesSent(posthouse)).toBe(0);
    clock.setBy(hourMs);
    await pass(2 * minuteMs);
    expect(timesSent(posthouse)).toBe(1);
  });
});
