import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { type DirectScene, directScene } from '../../world/mail/direct-scene.ts';
import type { MailSink, SinkScript } from '../../world/mail/mail-sink.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';
import type { DnsName, DnsServer } from '../../world/simulated/dns-server.ts';

/** The whole platform with direct delivery to loopback mail servers, found through a loopback DNS server. */
let scene: DirectScene;
let posthouse: SimulatedPlatform;
let clock: SimulatedClock;
let sink: MailSink;
let dns: DnsServer;

const zone: Record<string, DnsName> = {
  'reader.dev': { MX: [{ priority: 10, exchange: 'mx.reader.dev' }] },
  'mx.reader.dev': { A: ['127.0.0.1'] },
  'never.dev': { MX: [{ priority: 0, exchange: '' }], A: ['127.0.0.1'] },
};

beforeEach(async () => {
  scene = directScene();
  clock = simulatedClock();
  sink = await scene.sink('127.0.0.1');
  const { server, resolver } = await scene.dns(zone);
  dns = server;
  posthouse = await openPlatform({
    clock,
    settings: { delivery: 'direct' },
    mail: scene.mail(resolver, { clock }),
  });
});

afterEach(async () => {
  await scene.end();
  await posthouse.close();
});

async function send(to: string): Promise<string> {
  const mail = { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' };
  const { output } = await posthouse.call('send_email', mail);
  await posthouse.deliver();
  return (output as { id: string }).id;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
async function get(id: string): Promise<any> {
  return (await posthouse.call('get_email', { id })).output;
}

const types = (email: { events: { type: string }[] }): string[] => email.events.map(({ type }) => type);

/** Responds this way to the first `times` recipients. */
function answering(times: number, code: number, text: string): SinkScript {
  let left = times;
  return ({ stage }) => (stage === 'rcpt' && left-- > 0 ? { code, text } : undefined);
}

describe('direct mail', () => {
  verifies(
    'direct.delivered',
    'goes to the MX host, and its event names the host and the encryption',
    async () => {
      const email = await get(await send('ada@reader.dev'));
      expect(types(email)).toEqual(['queued', 'sent', 'delivered']);
      expect(email.events[2].data).toMatchObject({ by: `mx.reader.dev:${sink.port}`, attempt: 1, tls: null });
      expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['ada@reader.dev']]);
      expect(dns.asked).toContain('MX reader.dev');
    },
  );

  verifies('direct.deferred', 'is delivered by a retry after a 4yz reply', async () => {
    sink.script = answering(1, 451, '4.3.0 Try again later');
    const id = await send('ada@reader.dev');
    expect(await get(id)).toMatchObject({ last_event: 'delivery_delayed' });
    await posthouse.deliver();
    expect(sink.messages).toHaveLength(0);
    await clock.advance(minuteMs);
    await posthouse.deliver();
    const email = await get(id);
    expect(types(email)).toEqual(['queued', 'delivery_delayed', 'sent', 'delivered']);
    expect(email.events[3].data).toMatchObject({ attempt: 2 });
    expect(sink.messages).toHaveLength(1);
  });

  verifies(
    'direct.bounced',
    'bounces after a permanent rejection, which causes a cooldown and later a suppression',
    async () => {
      sink.script = answering(1, 550, '5.1.1 No such mailbox');
      expect(await get(await send('unknown@reader.dev'))).toMatchObject({ last_event: 'bounced' });
      await expect(send('unknown@reader.dev')).rejects.toMatchObject({ failure: 'RECIPIENT_RATE_LIMITED' });
      await clock.advance(61 * minuteMs);
      expect(await get(await send('unknown@reader.dev'))).toMatchObject({ last_event: 'suppressed' });
      expect(sink.received).toHaveLength(0);
    },
  );

  verifies('direct.null-mx', 'to a domain that accepts no mail bounces without a connection', async () => {
    const email = await get(await send('ada@never.dev'));
    expect(email.last_event).toBe('bounced');
    expect(email.events[1].data).toMatchObject({ bounce: { type: 'hard', subType: 'mailbox' } });
    expect(sink.connections).toBe(0);
    expect(await get(await send('ada@no-such-domain.dev'))).toMatchObject({ last_event: 'bounced' });
  });

  verifies('direct.given-up', 'deferred for three days becomes a soft bounce', async () => {
    sink.script = answering(1_000, 451, '4.7.1 Greylisted');
    const id = await send('ada@reader.dev');
    for (let hours = 0; hours < 80; hours += 1) {
      await clock.advance(60 * minuteMs);
      await posthouse.deliver();
    }
    const email = await get(id);
    expect(email.last_event).toBe('bounced');
    expect(email.events.at(-1).data).toMatchObject({ bounce: { type: 'soft' } });
    expect(types(email).filter((type) => type === 'delivery_delayed').length).toBeGreaterThan(15);
  });
});

describe('a new sending domain', () => {
  verifies('direct.warm-up', 'has a daily limit per provider, unless warm-up is off', async () => {
    await posthouse.call('add_domain', { name: 'acme.dev' });
    const { database } = posthouse.platform.engine.store;
    const sentToday = (sends: number) =>
      database.transaction((queries) => queries.run('UPDATE warm_up_sends SET sends = $1', [sends]));
    // Simulates 999 earlier mails to this provider today.
    await send('first@reader.dev');
    await sentToday(999);
    expect(await get(await send('second@reader.dev'))).toMatchObject({ last_event: 'delivered' });
    const third = await send('third@reader.dev');
    const waiting = await get(third);
    expect(types(waiting)).toEqual(['queued', 'delivery_delayed']);
    expect(waiting.events[1].data).toMatchObject({
      message: 'acme.dev is warming up: at most 1,000 mails per provider today',
    });
    await clock.advance(dayMs + 3 * 60 * minuteMs);
    await posthouse.deliver();
    expect(await get(third)).toMatchObject({ last_event: 'delivered' });
    await sentToday(1_000_000);
    await posthouse.call('update_domain', { id: 'acme.dev', warm_up: false });
    expect(await get(await send('fourth@reader.dev'))).toMatchObject({ last_event: 'delivered' });
  });

  verifies(
    'direct.warm-up',
    'delays its mail during the warm-up without suppressing an address',
    async () => {
      await posthouse.call('add_domain', { name: 'acme.dev' });
      const { database } = posthouse.platform.engine.store;
      await send('first@reader.dev');
      const spent = () =>
        database.transaction((queries) => queries.run('UPDATE warm_up_sends SET sends = 1000000', []));
      await spent();
      const id = await send('patient@reader.dev');
      for (let days = 0; days < 5; days += 1) {
        await clock.advance(dayMs);
        // Other mails were first, every morning.
        await posthouse.platform.engine.store.database.transaction((queries) =>
          queries.run(
            `INSERT INTO warm_up_sends (day, organization, domain, provider, sends)
           SELECT $1, organization, domain, provider, 1000000 FROM warm_up_sends LIMIT 1
           ON CONFLICT (day, organization, domain, provider) DO NOTHING`,
            [Math.floor(clock.now() / dayMs)],
          ),
        );
        await posthouse.deliver();
        expect(await get(id)).toMatchObject({ last_event: 'delivery_delayed' });
      }
      // Its days of attempts start now.
      sink.script = answering(1, 451, '4.3.0 Try again later');
      await clock.advance(dayMs);
      await posthouse.deliver();
      await clock.advance(10 * minuteMs);
      await posthouse.deliver();
      const email = await get(id);
      expect(types(email)).toEqual(['queued', 'delivery_delayed', 'delivery_delayed', 'sent', 'delivered']);
      expect(
        await database.reader.all('SELECT cooldown_until FROM recipient_guards WHERE bounces > 0', []),
      ).toEqual([]);
    },
  );

  test('counts a mail once in its warm-up, however often the MX hosts were in a cooldown', async () => {
    await posthouse.call('add_domain', { name: 'acme.dev' });
    zone['mx.reader.dev'] = { A: ['127.0.0.98'] };
    const { reader } = posthouse.platform.engine.store.database;
    const ids = [await send('one@reader.dev'), await send('two@reader.dev'), await send('three@reader.dev')];
    expect(await reader.all('SELECT sends FROM warm_up_sends', [])).toEqual([{ sends: 1 }]);
    for (const id of ids) expect((await get(id)).last_event).toMatch(/queued|delivery_delayed/);
    zone['mx.reader.dev'] = { A: ['127.0.0.1'] };
  });

  test('has no limit on its first day when warm-up is off from the start', async () => {
    await posthouse.call('add_domain', { name: 'acme.dev', warm_up: false });
    expect(await get(await send('first@reader.dev'))).toMatchObject({ last_event: 'delivered' });
    const { reader } = posthouse.platform.engine.store.database;
    expect(await reader.all('SELECT sends FROM warm_up_sends', [])).toEqual([]);
  });
});
