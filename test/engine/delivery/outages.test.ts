import { afterEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import type { Mail } from '../../../src/world/mail/mail.ts';
import { type DirectScene, directScene } from '../../world/mail/direct-scene.ts';
import { scene } from '../../world/mail/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { freePort } from '../../world/programs/free-ports.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';

const relays = scene();
let direct: DirectScene | null = null;
let posthouse: SimulatedPlatform;

afterEach(async () => {
  await relays.end();
  await direct?.end();
  await posthouse.close();
});

type Fields = Record<string, unknown>;

async function send(to = 'ada@reader.dev'): Promise<string> {
  const mail = { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' };
  return ((await posthouse.call('send_email', mail)).output as { id: string }).id;
}

async function get(id: string): Promise<Fields & { events: { type: string; data: Fields }[] }> {
  return (await posthouse.call('get_email', { id })).output as never;
}

/** Sends a mail and waits until its retries end. */
async function finished(clock: SimulatedClock, to: string): Promise<Fields> {
  const id = await send(to);
  await posthouse.deliver();
  for (let hours = 0; hours < 80; hours += 4) {
    await clock.advance(4 * hourMs);
    await posthouse.deliver();
  }
  return await get(id);
}

const subscriberStatus = async (email: string) =>
  ((await posthouse.call('get_subscriber', { subscriber: email })).output as Fields).status;

describe.each(databases)('an unreachable relay, on %s', (_, openDatabase) => {
  test('costs one attempt per cooldown, and the queued mails are sent after the cooldown', async () => {
    const clock = simulatedClock();
    const port = await freePort();
    const sink = `smtp://127.0.0.1:${port}`;
    const database = await openDatabase();
    posthouse = await openPlatform({ clock, database, mail: relays.relay([sink], { clock }) });
    const ids: string[] = [];
    for (let mail = 0; mail < 5; mail += 1) ids.push(await send(`reader${mail}@reader.dev`));
    await posthouse.deliver();
    for (const rest of [30, 60, 120]) {
      const attempts = await database.reader.all<{ attempts: number; run_at: number }>(
        'SELECT attempts, run_at FROM jobs ORDER BY attempts DESC, key LIMIT 10',
        [],
      );
      expect(attempts).toHaveLength(5);
      expect(attempts.reduce((all, row) => all + row.attempts, 0)).toBe([30, 60, 120].indexOf(rest) + 1);
      const untried = attempts.filter((row) => row.attempts === 0);
      for (const row of untried) expect(row.run_at - clock.now()).toBe(rest * secondMs);
      await clock.advance(rest * secondMs);
      if (rest !== 120) await posthouse.deliver();
    }
    expect((await get(ids[4]!)).events.map(({ type }) => type)).toEqual(['queued', 'delivery_delayed']);
    const working = await relays.sink({ port });
    await posthouse.deliver();
    expect(working.messages.length).toBeGreaterThanOrEqual(2);
    await clock.advance(5 * minuteMs);
    await posthouse.deliver();
    for (const id of ids) expect(await get(id)).toMatchObject({ last_event: 'sent' });
  });
});

describe('a recipient address', () => {
  async function open(mail: (clock: SimulatedClock) => Mail, delivery: 'direct' | 'relay') {
    const clock = simulatedClock();
    posthouse = await openPlatform({ clock, settings: { delivery }, mail: mail(clock) });
    await posthouse.call('create_subscriber', { email: 'ada@reader.dev' });
    return clock;
  }

  test('is suppressed after five soft bounces because its servers are unreachable', async () => {
    direct = directScene();
    await direct.port();
    const names = direct.names({
      'reader.dev': { mx: [{ exchange: 'mx.reader.dev', priority: 10 }] },
      'mx.reader.dev': { addresses: ['127.0.0.1'] },
    });
    const clock = await open((of) => direct!.mail(names, { clock: of }), 'direct');
    for (let mail = 1; mail <= 5; mail += 1) {
      expect(await finished(clock, 'ada@reader.dev')).toMatchObject({ last_event: 'bounced' });
    }
    expect(await get(await send())).toMatchObject({ last_event: 'suppressed' });
  });

  test('is not suppressed because its MX lookup fails', async () => {
    direct = directScene();
    await direct.port();
    const names = direct.names({ 'reader.dev': { unavailable: 'SERVFAIL' } });
    const clock = await open((of) => direct!.mail(names, { clock: of }), 'direct');
    for (let mail = 1; mail <= 6; mail += 1) {
      expect(await finished(clock, 'ada@reader.dev')).toMatchObject({ last_event: 'failed' });
    }
    expect(await subscriberStatus('ada@reader.dev')).toBe('ACTIVE');
  });

  test('stays active while every relay is down', async () => {
    const relay = `smtp://127.0.0.1:${await freePort()}`;
    const clock = await open((of) => relays.relay([relay], { clock: of }), 'relay');
    for (let mail = 1; mail <= 6; mail += 1) {
      expect(await finished(clock, 'ada@reader.dev')).toMatchObject({ last_event: 'failed' });
    }
    expect(await subscriberStatus('ada@reader.dev')).toBe('ACTIVE');
  });
});
