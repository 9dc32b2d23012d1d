import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SimulatedClock, simulatedClock } from '../simulated/clock.ts';
import { type DirectScene, directScene, sendAll, to } from './direct-scene.ts';
import type { SinkScript } from './mail-sink.ts';

const start = Date.UTC(2026, 10, 21);
const minuteMs = 60_000;

let stage: DirectScene;
let clock: SimulatedClock;
beforeEach(() => {
  stage = directScene();
  clock = simulatedClock(start);
});
afterEach(() => stage.end());

const many = (count: number, domain = 'reader.example') => Array.from({ length: count }, () => to(domain));
const bare = { 'reader.example': { addresses: ['127.0.0.2'] } };

/** Counts simultaneous connections, which sinks do not record. */
function counting(script: SinkScript = () => undefined): {
  most: number;
  script: SinkScript;
  open: () => number;
} {
  const counted = {
    most: 0,
    open: () => 0,
    script: ((at) => {
      counted.most = Math.max(counted.most, counted.open());
      return script(at);
    }) as SinkScript,
  };
  return counted;
}

describe('a destination', () => {
  test('starts with two connections, and further mail is held for seconds', async () => {
    const counted = counting();
    const sink = await stage.sink('127.0.0.2', { script: counted.script });
    counted.open = sink.open;
    const mail = stage.mail(stage.names(bare), { clock });
    const outcomes = await Promise.all(many(40).map((message) => mail.send(message)));
    const held = outcomes.flatMap((outcome) => (outcome.kind === 'held' ? [outcome.until - start] : []));
    expect([sink.messages.length, held.length]).toEqual([4, 36]);
    expect(Math.min(...held)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...held)).toBeLessThan(30_000);
    expect(new Set(held).size).toBeGreaterThan(10);
    expect(counted.most).toBeLessThanOrEqual(2);
  });

  test('gets more connections as it accepts mail, up to its maximum', async () => {
    const counted = counting();
    const sink = await stage.sink('127.0.0.2', { script: counted.script });
    counted.open = sink.open;
    const mail = stage.mail(stage.names(bare), { clock, connectionsPerDestinationMax: 3 });
    const { kinds } = await sendAll(mail, many(120), clock);
    expect(kinds).toEqual(new Array(120).fill('accepted'));
    expect(sink.messages).toHaveLength(120);
    expect(counted.most).toBe(3);
  });

  test('is shared by all domains of a provider, whatever the names of their servers', async () => {
    const counted = counting();
    const sink = await stage.sink('127.0.0.2', { script: counted.script });
    counted.open = sink.open;
    const zone = Object.fromEntries(
      [1, 2, 3, 4, 5].flatMap((n) => [
        [`tenant${n}.example`, { mx: [{ exchange: `tenant${n}.mail.protection.outlook.com`, priority: 0 }] }],
        [`tenant${n}.mail.protection.outlook.com`, { addresses: ['127.0.0.2'] }],
      ]),
    );
    const mail = stage.mail(stage.names(zone), { clock });
    const messages = Array.from({ length: 60 }, (_, n) => to(`tenant${(n % 5) + 1}.example`));
    const { kinds } = await sendAll(mail, messages, clock);
    expect(kinds).toEqual(new Array(60).fill('accepted'));
    expect(counted.most).toBeLessThanOrEqual(5);
    expect(counted.most).toBeGreaterThan(2);
  });

  test('does not delay another destination', async () => {
    const slow = await stage.sink('127.0.0.2', {
      script: ({ stage }) => (stage === 'mail' ? 'hang' : undefined),
    });
    await stage.sink('127.0.0.3');
    const names = stage.names({ ...bare, 'quick.example': { addresses: ['127.0.0.3'] } });
    const mail = stage.mail(names, { clock });
    const waiting = many(40).map((message) => mail.send(message));
    await slow.reached('mail');
    expect(await mail.send(to('quick.example'))).toMatchObject({ kind: 'accepted' });
    const settled = await Promise.all(
      waiting.map((sent) => Promise.race([sent, Promise.resolve().then(() => ({ kind: 'waits' }))])),
    );
    expect(settled.filter(({ kind }) => kind === 'waits').length).toBeLessThanOrEqual(4);
  });

  test('that refuses further connections gets its mail over the existing connections', async () => {
    const sink = await stage.sink('127.0.0.2');
    sink.script = ({ stage }) =>
      stage === 'greeting' && sink.open() > 1 ? { code: 421, text: '4.7.0 Too many connections' } : undefined;
    const mail = stage.mail(stage.names(bare), { clock });
    const { kinds } = await sendAll(mail, many(30), clock);
    expect(kinds).toEqual(new Array(30).fill('accepted'));
    expect(sink.messages).toHaveLength(30);
    expect(clock.now() - start).toBeLessThan(2 * minuteMs);
  });

  test('gets at most its share of mails per connection', async () => {
    const sink = await stage.sink('127.0.0.2');
    const names = stage.names({
      'icloud.com': { mx: [{ exchange: 'mx01.mail.icloud.com', priority: 10 }] },
      'mx01.mail.icloud.com': { addresses: ['127.0.0.2'] },
    });
    const mail = stage.mail(names, { clock });
    for (let n = 0; n < 11; n++) await mail.send(to('icloud.com'));
    expect(sink.messages.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3]);
  });
});

describe('a provider that requests slower sending', () => {
  const throttling: SinkScript = ({ stage }) =>
    stage === 'mail'
      ? { code: 421, text: '4.7.28 Our system has detected an unusual rate of mail' }
      : undefined;

  test('is paused, twice as long each time, without attempts in between', async () => {
    const first = await stage.sink('127.0.0.2', { script: throttling });
    const second = await stage.sink('127.0.0.3');
    const names = stage.names({
      'reader.example': {
        mx: [
          { exchange: 'one.reader.example', priority: 1 },
          { exchange: 'two.reader.example', priority: 2 },
        ],
      },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    const mail = stage.mail(names, { clock });
    for (const minutes of [1, 2, 4]) {
      const connections = first.connections;
      expect(await mail.send(to('reader.example'))).toMatchObject({
        kind: 'refused',
        code: 421,
        enhanced: '4.7.28',
      });
      const outcomes = await Promise.all(many(20).map((message) => mail.send(message)));
      expect(outcomes.every(({ kind }) => kind === 'held')).toBe(true);
      const untils = outcomes.map((outcome) => (outcome.kind === 'held' ? outcome.until - clock.now() : 0));
      expect(Math.min(...untils)).toBeGreaterThanOrEqual(minutes * minuteMs);
      expect(Math.max(...untils)).toBeLessThan(minutes * minuteMs * 1.25 + 30_000);
      expect(first.connections).toBe(connections + 1);
      await clock.advance(minutes * minuteMs * 1.25);
    }
    // Its other servers belong to the same provider.
    expect(second.connections).toBe(0);
    expect(mail.log.map(({ provider }) => provider)).toEqual([
      'reader.example',
      'reader.example',
      'reader.example',
    ]);
  });

  test('gets its mail once it accepts mail again', async () => {
    const sink = await stage.sink('127.0.0.2', { script: throttling });
    const mail = stage.mail(stage.names(bare), { clock });
    await mail.send(to('reader.example'));
    sink.script = () => undefined;
    const { kinds, held } = await sendAll(mail, many(25), clock);
    expect(kinds).toEqual(new Array(25).fill('accepted'));
    expect(held).toBeGreaterThanOrEqual(25);
    expect(clock.now() - start).toBeLessThan(10 * minuteMs);
  });

  test('is paused for all domains it hosts', async () => {
    const sink = await stage.sink('127.0.0.2', { script: throttling });
    const names = stage.names({
      'one.example': { mx: [{ exchange: 'aspmx.l.google.com', priority: 1 }] },
      'two.example': { mx: [{ exchange: 'alt1.aspmx.l.google.com', priority: 1 }] },
      'aspmx.l.google.com': { addresses: ['127.0.0.2'] },
      'alt1.aspmx.l.google.com': { addresses: ['127.0.0.2'] },
    });
    const mail = stage.mail(names, { clock });
    expect(await mail.send(to('one.example'))).toMatchObject({ kind: 'refused' });
    expect(await mail.send(to('two.example'))).toMatchObject({ kind: 'held', by: 'google' });
    expect(sink.connections).toBe(1);
  });

  test('is not paused because of one busy mailbox', async () => {
    const sink = await stage.sink('127.0.0.2', {
      script: ({ stage, address }) =>
        stage === 'rcpt' && address === 'busy@reader.example'
          ? { code: 450, text: '4.2.1 The user you are trying to contact is receiving mail too quickly' }
          : undefined,
    });
    const mail = stage.mail(stage.names(bare), { clock });
    const busy = to('reader.example');
    const to_ = { ...busy.to, local: 'busy', address: 'busy@reader.example' };
    expect(await mail.send({ ...busy, to: to_ })).toMatchObject({ kind: 'refused', code: 450 });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect(sink.connections).toBe(1);
  });
});

describe('unreachable servers', () => {
  test('are contacted by one mail while the others are held, and later mails try once each', async () => {
    await stage.port();
    const mail = stage.mail(stage.names(bare), { clock });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'connect',
      why: 'the connection was refused',
    });
    for (const seconds of [30, 60, 120]) {
      for (const message of many(4)) {
        const outcome = await mail.send(message);
        expect(outcome).toMatchObject({ kind: 'held', by: 'reader.example' });
        if (outcome.kind === 'held') {
          expect(outcome.until - clock.now()).toBeGreaterThanOrEqual(seconds * 1_000);
          expect(outcome.until - clock.now()).toBeLessThan(seconds * 1_000 + 30_000);
        }
      }
      await clock.advance(seconds * 1_000);
      expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'unreachable' });
    }
  });

  test('are skipped during their cooldown and contacted again afterwards', async () => {
    const second = await stage.sink('127.0.0.3');
    const names = stage.names({
      'reader.example': {
        mx: [
          { exchange: 'one.reader.example', priority: 1 },
          { exchange: 'two.reader.example', priority: 2 },
        ],
      },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    const mail = stage.mail(names, { clock });
    for (let n = 0; n < 3; n++)
      expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect(second.messages).toHaveLength(3);
    const first = await stage.sink('127.0.0.2');
    await mail.send(to('reader.example'));
    expect(first.messages).toHaveLength(0);
    await clock.advance(30_000);
    await mail.send(to('reader.example'));
    expect(first.messages).toHaveLength(1);
  });

  test('of one domain do not delay other domains of the provider', async () => {
    await stage.sink('127.0.0.3');
    const names = stage.names({
      'dead.example': { mx: [{ exchange: 'dead.mail.protection.outlook.com', priority: 0 }] },
      'dead.mail.protection.outlook.com': { addresses: ['127.0.0.2'] },
      'well.example': { mx: [{ exchange: 'well.mail.protection.outlook.com', priority: 0 }] },
      'well.mail.protection.outlook.com': { addresses: ['127.0.0.3'] },
    });
    const mail = stage.mail(names, { clock });
    expect(await mail.send(to('dead.example'))).toMatchObject({ kind: 'unreachable' });
    expect(await mail.send(to('dead.example'))).toMatchObject({ kind: 'held' });
    expect(await mail.send(to('well.example'))).toMatchObject({ kind: 'accepted' });
  });

  test('with failing DNS cost one lookup per cooldown', async () => {
    await stage.port();
    const names = stage.names({ 'reader.example': { unavailable: 'SERVFAIL' } });
    const mail = stage.mail(names, { clock });
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'held', reason: 'dns' });
    for (let n = 0; n < 5; n++) expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'held' });
    expect(names.asked).toEqual(['MX reader.example']);
    await clock.advance(30_000);
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'held', reason: 'dns' });
    expect(names.asked).toHaveLength(2);
  });
});

describe('the limit of a sender at a receiver', () => {
  test('is checked when the provider is known, and may postpone a mail before any attempt', async () => {
    const sink = await stage.sink('127.0.0.2');
    const names = stage.names({
      'reader.example': { mx: [{ exchange: 'aspmx.l.google.com', priority: 1 }] },
      'aspmx.l.google.com': { addresses: ['127.0.0.2'] },
    });
    const mail = stage.mail(names, { clock });
    const asked: string[] = [];
    const until = start + 24 * 60 * minuteMs;
    const held = await mail.send(to('reader.example'), async (provider) => {
      asked.push(provider);
      return { until, why: 'the domain is being warmed up' };
    });
    expect(held).toEqual({
      kind: 'held',
      by: 'google',
      until,
      why: 'the domain is being warmed up',
      reason: 'warm_up',
    });
    expect([asked, sink.connections]).toEqual([['google'], 0]);
    expect(await mail.send(to('reader.example'), async () => null)).toMatchObject({ kind: 'accepted' });
  });

  test('is not checked for a mail that would be held anyway', async () => {
    await stage.sink('127.0.0.2');
    const mail = stage.mail(stage.names(bare), { clock });
    let asked = 0;
    const outcomes = await Promise.all(
      many(20).map((message) =>
        mail.send(message, async () => {
          asked += 1;
          return null;
        }),
      ),
    );
    expect([asked, outcomes.filter(({ kind }) => kind === 'accepted').length]).toEqual([4, 4]);
  });

  test('does not lose the mail if the check fails', async () => {
    await stage.sink('127.0.0.2');
    const mail = stage.mail(stage.names(bare), { clock });
    const broken = async () => {
      throw new Error('the database is gone');
    };
    expect(await mail.send(to('reader.example'), broken)).toMatchObject({
      kind: 'unreachable',
      by: 'posthouse',
    });
    const { kinds } = await sendAll(mail, many(10), clock);
    expect(kinds).toEqual(new Array(10).fill('accepted'));
  });
});
