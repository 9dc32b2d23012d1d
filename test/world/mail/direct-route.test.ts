import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smtpTimeouts } from '../../../src/world/mail/smtp/smtp-timeouts.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { type DirectScene, directScene, to } from './direct-scene.ts';
import type { SinkAnswer, SinkStage } from './mail-sink.ts';
import { scriptedSmtp } from './scripted-smtp.ts';

let stage: DirectScene;
beforeEach(() => {
  stage = directScene();
});
afterEach(() => stage.end());

const at =
  (where: SinkStage, answer: SinkAnswer) =>
  ({ stage }: { stage: SinkStage }) =>
    stage === where ? answer : undefined;

const mx = (...exchanges: string[]) =>
  exchanges.map((exchange, index) => ({ exchange, priority: 10 * (index + 1) }));

describe('mail for a domain', () => {
  test('goes to the most preferred MX in DNS', async () => {
    const [first, second] = [await stage.sink('127.0.0.2'), await stage.sink('127.0.0.3')];
    const { resolver } = await stage.dns({
      'reader.example': { MX: mx('one.reader.example', 'two.reader.example').reverse() },
      'one.reader.example': { A: ['127.0.0.2'] },
      'two.reader.example': { A: ['127.0.0.3'] },
    });
    expect(await stage.mail(resolver).send(to('reader.example'))).toEqual({
      kind: 'accepted',
      by: `one.reader.example:${first.port}`,
      reply: '250 Ok: queued as sink',
      tls: null,
    });
    expect([first.messages.length, second.connections]).toEqual([1, 0]);
  });

  test.each<[string, ((at: { stage: SinkStage }) => SinkAnswer | undefined) | null]>([
    ['cannot be reached', null],
    ['greets with 554', at('greeting', { code: 554, text: 'No service' })],
    ['greets with 421', at('greeting', { code: 421, text: 'busy' })],
    ['hangs up before its greeting', at('greeting', 'drop')],
    ['answers 421 to MAIL', at('mail', { code: 421, text: '4.3.2 closing' })],
    ['disconnects at RCPT', at('rcpt', 'drop')],
    ['disconnects at DATA', at('data', 'drop')],
    ['requires authentication', at('mail', { code: 530, text: '5.7.0 Authentication required' })],
  ])('goes to the next MX if the first MX %s', async (_name, script) => {
    const first = script === null ? null : await stage.sink('127.0.0.2', { script });
    const second = await stage.sink('127.0.0.3');
    const resolver = stage.names({
      'reader.example': { mx: mx('one.reader.example', 'two.reader.example') },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    expect(await stage.mail(resolver).send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      by: `two.reader.example:${second.port}`,
    });
    expect([first?.messages.length ?? 0, second.messages.length]).toEqual([0, 1]);
  });

  test.each<[SinkStage, number, string]>([
    ['mail', 451, '4.7.1 Try later'],
    ['rcpt', 450, '4.2.1 Greylisted'],
    ['rcpt', 550, '5.1.1 No such user'],
    ['data', 554, '5.7.1 No'],
    ['final', 554, '5.7.1 Spam'],
    ['final', 421, '4.3.2 Shutting down'],
  ])('is not offered to other servers after the reply %s with %i', async (where, code, text) => {
    const first = await stage.sink('127.0.0.2', { script: at(where, { code, text }) });
    const second = await stage.sink('127.0.0.3');
    const resolver = stage.names({
      'reader.example': { mx: mx('one.reader.example', 'two.reader.example') },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    expect(await stage.mail(resolver).send(to('reader.example'))).toMatchObject({
      kind: 'refused',
      by: `one.reader.example:${first.port}`,
      stage: where,
      code,
    });
    expect(second.connections).toBe(0);
  });

  test('is not offered to other servers after the final dot', async () => {
    await stage.sink('127.0.0.2', { script: at('final', 'drop') });
    const second = await stage.sink('127.0.0.3');
    const resolver = stage.names({
      'reader.example': { mx: mx('one.reader.example', 'two.reader.example') },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    expect(await stage.mail(resolver).send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'final',
    });
    expect(second.connections).toBe(0);
  });

  test('goes to the domain itself if there is no MX', async () => {
    const sink = await stage.sink('127.0.0.2');
    const { resolver } = await stage.dns({ 'reader.example': { A: ['127.0.0.2'] } });
    expect(await stage.mail(resolver).send(to('reader.example'))).toMatchObject({
      kind: 'accepted',
      by: `reader.example:${sink.port}`,
    });
  });

  test('goes over IPv6 if there is no IPv4 address', async () => {
    const sink = await stage.sink('::1');
    const { resolver } = await stage.dns({
      'reader.example': { MX: mx('six.reader.example') },
      'six.reader.example': { AAAA: ['::1'] },
    });
    expect(await stage.mail(resolver).send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect(sink.messages).toHaveLength(1);
  });

  test('goes to the next address of a server, of either family, if the first does not respond', async () => {
    const sink = await stage.sink('::1');
    const other = await stage.sink('127.0.0.3');
    const resolver = stage.names({
      'six.example': { mx: mx('mx.six.example') },
      'mx.six.example': { addresses: ['127.0.0.2', '::1'] },
      'four.example': { mx: mx('mx.four.example') },
      'mx.four.example': { addresses: ['127.0.0.2', '127.0.0.3'] },
    });
    const mail = stage.mail(resolver);
    expect(await mail.send(to('six.example'))).toMatchObject({ kind: 'accepted' });
    expect(await mail.send(to('four.example'))).toMatchObject({ kind: 'accepted' });
    expect([sink.messages.length, other.messages.length]).toEqual([1, 1]);
  });

  test('tries at most five servers with four addresses each', async () => {
    const tried: string[] = [];
    const answering = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4', '127.0.1.5'];
    const script = at('greeting', { code: 554, text: 'no' });
    for (const host of answering) {
      await stage.sink(host, {
        script: (about) => {
          if (about.stage === 'greeting') tried.push(host);
          return script(about);
        },
      });
    }
    const resolver = stage.names({
      'many.example': {
        mx: mx(
          'a.example.net',
          'b.example.net',
          'c.example.net',
          'd.example.net',
          'e.example.net',
          'f.example.net',
        ),
      },
      'a.example.net': { addresses: answering },
      ...Object.fromEntries(
        ['b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.example.net`, { addresses: ['127.0.1.1'] }]),
      ),
    });
    expect(await stage.mail(resolver).send(to('many.example'))).toMatchObject({
      kind: 'refused',
      stage: 'greeting',
      code: 554,
    });
    expect(tried).toHaveLength(4 + 4);
  });
});

describe('direct delivery makes no connection', () => {
  test.each<[string, Parameters<DirectScene['names']>[0], object]>([
    [
      'to a domain with a null MX',
      { 'reader.example': { mx: [{ exchange: '', priority: 0 }] } },
      { kind: 'no_route', fault: 'null_mx' },
    ],
    ['to a domain that does not exist', {}, { kind: 'no_route', fault: 'domain_not_found' }],
    [
      'to a domain without MX and address',
      { 'reader.example': { txt: ['x'] } },
      { kind: 'no_route', fault: 'domain_not_found' },
    ],
    [
      'without a DNS response',
      { 'reader.example': { unavailable: 'SERVFAIL' } },
      { kind: 'held', reason: 'dns', by: 'reader.example' },
    ],
    [
      'to servers without an address',
      { 'reader.example': { mx: mx('gone.reader.example') }, 'gone.reader.example': { txt: ['x'] } },
      { kind: 'unreachable', stage: 'connect', why: 'it has no address' },
    ],
    [
      'to a server whose address lookup fails',
      {
        'reader.example': { mx: mx('one.reader.example') },
        'one.reader.example': { unavailable: 'timeout' },
      },
      { kind: 'held', reason: 'dns', why: expect.stringContaining('timeout') },
    ],
    [
      'to this server itself',
      { 'reader.example': { mx: mx('OUT.acme.example') }, 'out.acme.example': { addresses: ['127.0.0.2'] } },
      { kind: 'refused', by: 'posthouse', code: 554, enhanced: '5.4.6' },
    ],
  ])('%s', async (_name, zone, expected) => {
    const sink = await stage.sink('127.0.0.2');
    expect(await stage.mail(stage.names(zone)).send(to('reader.example'))).toMatchObject(expected);
    expect(sink.connections).toBe(0);
  });

  test('to private addresses unless allowed', async () => {
    const sink = await stage.sink('127.0.0.2');
    const zone = {
      'reader.example': { mx: mx('one.reader.example') },
      'one.reader.example': {
        addresses: ['127.0.0.2', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.2'],
      },
      'bare.example': { addresses: ['127.0.0.2'] },
    };
    const mail = stage.mail(stage.names(zone), { allowPrivate: false });
    for (const domain of ['reader.example', 'bare.example']) {
      expect(await mail.send(to(domain))).toMatchObject({
        kind: 'unreachable',
        stage: 'connect',
        why: 'it has no address of the public internet',
      });
    }
    expect(sink.connections).toBe(0);
  });

  test('for a null MX from a real DNS server', async () => {
    const sink = await stage.sink('127.0.0.2');
    const { resolver } = await stage.dns({
      'null.example': { MX: [{ priority: 0, exchange: '' }], A: ['127.0.0.2'] },
    });
    const mail = stage.mail(resolver);
    expect(await mail.send(to('null.example'))).toMatchObject({ kind: 'no_route', fault: 'null_mx' });
    expect(await mail.send(to('nowhere.example'))).toMatchObject({
      kind: 'no_route',
      fault: 'domain_not_found',
    });
    expect(sink.connections).toBe(0);
  });
});

describe('a silent server', () => {
  const timeouts = { ...smtpTimeouts, greetingMs: 1_003 };

  test('is abandoned, and the next server gets the mail', async () => {
    const clock = simulatedClock();
    const first = await stage.sink('127.0.0.2', { script: at('greeting', 'hang') });
    await stage.sink('127.0.0.3');
    const resolver = stage.names({
      'reader.example': { mx: mx('one.reader.example', 'two.reader.example') },
      'one.reader.example': { addresses: ['127.0.0.2'] },
      'two.reader.example': { addresses: ['127.0.0.3'] },
    });
    const sent = stage.mail(resolver, { clock, timeouts }).send(to('reader.example'));
    await first.reached('greeting');
    await clock.waitedFor(1_003);
    await clock.advance(1_003);
    expect(await sent).toMatchObject({ kind: 'accepted' });
    await first.emptied();
  });

  test('that has closed its half of the connection is abandoned at once', async () => {
    const server = await scriptedSmtp({
      script: (command) => (command.startsWith('MAIL') ? 'half-close' : undefined),
    });
    const resolver = stage.names({ 'reader.example': { addresses: ['127.0.0.1'] } });
    const mail = stage.mail(resolver, { port: server.port });
    expect(await mail.send(to('reader.example'))).toMatchObject({
      kind: 'unreachable',
      stage: 'mail',
      why: expect.stringMatching(/closed/),
    });
    await server.close();
  });
});

describe('SMTP connections', () => {
  test('are reused for the next mail, and closed when idle', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink('127.0.0.2');
    const resolver = stage.names({ 'reader.example': { addresses: ['127.0.0.2'] } });
    const mail = stage.mail(resolver, { clock });
    for (let n = 0; n < 5; n++)
      expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect([sink.connections, sink.open()]).toEqual([1, 1]);
    await clock.advance(10_000);
    await sink.emptied();
    await mail.close();
    expect(clock.timers()).toBe(0);
  });

  test('are replaced after the server closed them', async () => {
    const sink = await stage.sink('127.0.0.2');
    const resolver = stage.names({ 'reader.example': { addresses: ['127.0.0.2'] } });
    const mail = stage.mail(resolver);
    await mail.send(to('reader.example'));
    sink.script = ({ stage, connection }) =>
      stage === 'mail' && connection === 1
        ? { code: 421, text: '4.7.0 Too many messages on this connection' }
        : undefined;
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'accepted' });
    expect([sink.connections, sink.messages.length]).toEqual([2, 2]);
  });

  test('are closed at the end, after the mail in flight', async () => {
    const sink = await stage.sink('127.0.0.2');
    const resolver = stage.names({ 'reader.example': { addresses: ['127.0.0.2'] } });
    const mail = stage.mail(resolver);
    const sent = mail.send(to('reader.example'));
    await mail.close();
    expect(await sent).toMatchObject({ kind: 'accepted' });
    await sink.emptied();
    expect(await mail.send(to('reader.example'))).toMatchObject({ kind: 'held', reason: 'stopping' });
  });

  test('that hang are cut when the platform stops', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink('127.0.0.2', { script: at('rcpt', 'hang') });
    const resolver = stage.names({
      'reader.example': { mx: mx('a.example.net', 'b.example.net') },
      'a.example.net': { addresses: ['127.0.0.2'] },
      'b.example.net': { addresses: ['127.0.0.2'] },
    });
    const mail = stage.mail(resolver, { clock });
    const sent = [1, 2, 3, 4].map(() => mail.send(to('reader.example')));
    await sink.reached('rcpt');
    const closed = mail.close();
    await clock.advance(8_000);
    await closed;
    const outcomes = await Promise.all(sent);
    // Only the mail on a connection counts as attempted.
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'unreachable')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'held')).toHaveLength(2);
    expect(sink.connections).toBeLessThanOrEqual(2);
    await sink.emptied();
  });
});

describe('the doctor', () => {
  test('reports that mail can be sent', async () => {
    const sink = await stage.sink('127.0.0.2');
    const resolver = stage.names({
      'big.example': { mx: mx('mx.big.example') },
      'mx.big.example': { addresses: ['127.0.0.2'] },
    });
    const mail = stage.mail(resolver, { checkDomains: ['big.example'] });
    expect(await mail.check()).toEqual([
      { ok: true, sentence: 'DNS answers: mail for big.example goes to mx.big.example.' },
      { ok: true, sentence: `Port ${sink.port} is open to the outside: mx.big.example answered.` },
    ]);
    expect(sink.received).toEqual([]);
    await sink.emptied();
  });

  test('reports a blocked port in plain words', async () => {
    const port = await stage.port();
    const resolver = stage.names({
      'big.example': { mx: mx('mx.big.example') },
      'mx.big.example': { addresses: ['127.0.0.2'] },
      'large.example': { mx: mx('mx.large.example') },
      'mx.large.example': { addresses: ['127.0.0.3'] },
    });
    const [dns, outside] = await stage
      .mail(resolver, { checkDomains: ['big.example', 'large.example'] })
      .check();
    expect(dns).toMatchObject({ ok: true });
    expect(outside).toMatchObject({ ok: false });
    expect(outside?.sentence).toContain(
      `Port ${port} seems to be blocked on the way out: neither mx.big.example nor mx.large.example could be reached`,
    );
    const [, alone] = await stage.mail(resolver, { checkDomains: ['big.example'] }).check();
    expect(alone?.sentence).toContain('mx.big.example could not be reached (the connection was refused)');
  });

  test('reports that DNS does not answer', async () => {
    await stage.port();
    const resolver = stage.names({ 'big.example': { unavailable: 'no answer' } });
    expect(await stage.mail(resolver, { checkDomains: ['big.example'] }).check()).toEqual([
      { ok: false, sentence: expect.stringContaining('DNS does not say where mail for big.example goes') },
    ]);
  });
});
