import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandOver } from '../../../src/world/mail/mail.ts';
import { openSession } from '../../../src/world/mail/smtp/smtp-session.ts';
import { type SmtpTimeouts, smtpTimeouts } from '../../../src/world/mail/smtp/smtp-timeouts.ts';
import { freePort } from '../programs/free-ports.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { simulatedResolver } from '../simulated/resolver.ts';
import type { SinkAnswer, SinkStage } from './mail-sink.ts';
import { mailbox, outgoing, scene, server } from './scene.ts';

let stage: ReturnType<typeof scene>;
beforeEach(() => {
  stage = scene();
});
afterEach(() => stage.end());

const minuteMs = 60_000;

/** Distinct timeouts, so that a test can tell which one is running. */
const timeouts: SmtpTimeouts = {
  connectMs: 1_001,
  tlsMs: 1_002,
  greetingMs: 1_003,
  authMs: 1_004,
  mailMs: 1_005,
  rcptMs: 1_006,
  dataMs: 1_007,
  blockMs: 1_008,
  contentMs: 60_000,
  finalMs: 1_009,
  leaveMs: 1_010,
};

const at =
  (where: SinkStage, answer: SinkAnswer) =>
  ({ stage }: { stage: SinkStage }) =>
    stage === where ? answer : undefined;

describe('a relay', () => {
  test('accepts a message, and its reply is stored', async () => {
    const sink = await stage.sink();
    expect(await stage.relay([sink]).send(outgoing())).toEqual({
      kind: 'accepted',
      by: `127.0.0.1:${sink.port}`,
      reply: '250 Ok: queued as sink',
      tls: null,
    });
  });

  test('gets consecutive messages over one connection', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink]);
    for (let n = 0; n < 30; n++) await mail.send(outgoing());
    expect([sink.connections, sink.messages.length]).toEqual([1, 30]);
  });

  test('gets many concurrent messages once each, within its connection limit', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink], { connectionsPerRelayMax: 4 });
    const messages = Array.from({ length: 200 }, (_, n) =>
      outgoing({ to: mailbox(`reader${n}@reader.example`) }),
    );
    const outcomes = await Promise.all(messages.map((message) => mail.send(message)));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(sink.connections).toBe(4);
    const reached = sink.messages.map(({ recipients }) => recipients.join());
    expect(reached.toSorted()).toEqual(messages.map(({ to }) => to.address).toSorted());
  });

  test('that allows fewer connections gets fewer, and still gets every message', async () => {
    let open = 0;
    const sink = await stage.sink({
      script({ stage }) {
        if (stage === 'greeting' && ++open > 3) return { code: 421, text: '4.7.0 Too many connections' };
        return undefined;
      },
    });
    const mail = stage.relay([sink], { connectionsPerRelayMax: 10 });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => mail.send(outgoing())));
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(60).fill('accepted'));
    expect(mail.log).toEqual([]);
  });

  test('that closed a kept connection gets the message over a new connection', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink]);
    await mail.send(outgoing());
    sink.script = ({ stage, connection }) => (stage === 'mail' && connection === 1 ? 'drop' : undefined);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
    // 421 instead of a reply is the polite form of the same (RFC 5321 section 3.8).
    sink.script = ({ stage, connection }) =>
      stage === 'mail' && connection === 2 ? { code: 421, text: '4.4.2 Idle too long' } : undefined;
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect([sink.connections, sink.messages.length, mail.log]).toEqual([3, 3, []]);
  });

  test('that was restarted gets the next message over a new connection', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink]);
    await Promise.all([mail.send(outgoing()), mail.send(outgoing()), mail.send(outgoing())]);
    sink.hangUp();
    await sink.emptied();
    const outcomes = await Promise.all([mail.send(outgoing()), mail.send(outgoing()), mail.send(outgoing())]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  test('is disconnected after a minute without mail', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink();
    const mail = stage.relay([sink], { clock });
    await mail.send(outgoing());
    await clock.advance(minuteMs - 1);
    expect(sink.open()).toBe(1);
    await clock.advance(1);
    await sink.emptied();
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(sink.connections).toBe(2);
  });

  test('is not offered a message beyond its announced size limit', async () => {
    const sink = await stage.sink({ sizeMax: 10_000 });
    const mail = stage.relay([sink]);
    expect(await mail.send(outgoing({ html: 'x'.repeat(20_000) }))).toMatchObject({
      kind: 'refused',
      stage: 'mail',
      code: 552,
      enhanced: '5.3.4',
    });
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(sink.connections).toBe(1);
  });
});

describe.each([true, false])("a relay's reply, pipelining %s,", (pipelining) => {
  test.each([
    ['greeting', 554, '5.7.1 Go away', '5.7.1'],
    ['mail', 451, '4.7.1 Try later', '4.7.1'],
    ['mail', 553, '5.1.8 Bad sender', '5.1.8'],
    ['rcpt', 450, '4.2.1 Greylisted', '4.2.1'],
    ['rcpt', 550, '5.1.1 No such user', '5.1.1'],
    ['rcpt', 550, 'No such user', null],
    ['data', 451, '4.3.0 Try later', '4.3.0'],
    ['data', 554, '5.7.1 Not today', '5.7.1'],
    ['final', 452, '4.3.1 Full', '4.3.1'],
    ['final', 554, '5.7.1 This is spam', '5.7.1'],
    ['final', 421, '4.3.2 Shutting down', '4.3.2'],
  ] as const)('at %s with %i %s becomes the outcome', async (where, code, text, enhanced) => {
    const sink = await stage.sink({ pipelining, script: at(where, { code, text }) });
    const mail = stage.relay([sink]);
    expect(await mail.send(outgoing())).toEqual({
      kind: 'refused',
      by: `127.0.0.1:${sink.port}`,
      stage: where,
      code,
      enhanced,
      reply: `${code} ${text}`,
    });
    expect(sink.messages).toEqual([]);
  });

  test.each(['mail', 'rcpt', 'data', 'final'] as const)(
    'about one message at %s keeps the connection usable',
    async (where) => {
      const sink = await stage.sink({ pipelining, script: at(where, { code: 550, text: '5.7.1 no' }) });
      const mail = stage.relay([sink]);
      expect(await mail.send(outgoing())).toMatchObject({ kind: 'refused', stage: where });
      sink.script = () => undefined;
      expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
      expect(sink.connections).toBe(1);
    },
  );

  test.each(['greeting', 'mail', 'rcpt', 'data', 'final'] as const)(
    'is missing when the relay drops the connection at %s',
    async (where) => {
      const sink = await stage.sink({ pipelining, script: at(where, 'drop') });
      expect(await stage.relay([sink]).send(outgoing())).toMatchObject({
        kind: 'unreachable',
        by: `127.0.0.1:${sink.port}`,
        stage: where,
        why: expect.stringMatching(/closed|reset/),
      });
    },
  );

  test.each([
    ['greeting', 'greetingMs'],
    ['mail', 'mailMs'],
    ['rcpt', 'rcptMs'],
    ['data', 'dataMs'],
    ['final', 'finalMs'],
  ] as const)('is missing when the relay is silent too long at %s', async (where, limit) => {
    const clock = simulatedClock();
    const sink = await stage.sink({ pipelining, script: at(where, 'hang') });
    const sent = stage.relay([sink], { clock, timeouts }).send(outgoing());
    await sink.reached(where);
    await clock.waitedFor(timeouts[limit]);
    await clock.advance(timeouts[limit]);
    expect(await sent).toMatchObject({ kind: 'unreachable', stage: where, why: 'no answer within 1 s' });
    await sink.emptied();
  });
});

test('the timeouts are at least those of RFC 5321 section 4.5.3.2', () => {
  expect(smtpTimeouts).toMatchObject({
    greetingMs: 5 * minuteMs,
    mailMs: 5 * minuteMs,
    rcptMs: 5 * minuteMs,
    dataMs: 2 * minuteMs,
    blockMs: 3 * minuteMs,
    finalMs: 10 * minuteMs,
  });
});

describe('an unusable relay', () => {
  test('is skipped at once and gets a cooldown', async () => {
    const clock = simulatedClock();
    const down = await freePort();
    const sink = await stage.sink();
    const mail = stage.relay([`smtp://127.0.0.1:${down}`, sink], { clock });
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted', by: `127.0.0.1:${sink.port}` });
    expect(mail.log).toMatchObject([
      { msg: 'a relay failed and is paused', relay: `127.0.0.1:${down}`, restMs: 30_000 },
    ]);
  });

  test.each([
    ['refuses the greeting', at('greeting', { code: 554, text: 'no' })],
    ['answers 421 to the greeting', at('greeting', { code: 421, text: 'busy' })],
    ['goes away at MAIL', at('mail', 'drop')],
    ['answers 421 to MAIL', at('mail', { code: 421, text: '4.3.2 closing' })],
    ['goes away at RCPT', at('rcpt', 'drop')],
    ['answers 421 to RCPT', at('rcpt', { code: 421, text: '4.3.2 closing' })],
    ['goes away at DATA', at('data', 'drop')],
    ['wants us to sign in first', at('mail', { code: 530, text: '5.7.0 Authentication required' })],
  ])('is skipped if it %s', async (_name, script) => {
    const [first, second] = [await stage.sink({ script }), await stage.sink()];
    const mail = stage.relay([first, second]);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted', by: `127.0.0.1:${second.port}` });
    expect([first.messages.length, second.messages.length, mail.log.length]).toEqual([0, 1, 1]);
  });

  test('is retried after 30 s, then 60 s, finally every 5 min, and starts over after a success', async () => {
    const clock = simulatedClock();
    const refusing = at('greeting', { code: 421, text: 'busy' });
    const sink = await stage.sink({ script: refusing });
    const mail = stage.relay([sink], { clock });
    const hostCooldown = () =>
      mail.log.flatMap((line) => (line.restMs === undefined ? [] : [line.restMs / 1_000]));
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'refused', stage: 'greeting' });
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      expect(hostCooldown().at(-1)).toBe(seconds);
      const before = sink.connections;
      await clock.advance(seconds * 1_000 - 1);
      expect(await mail.send(outgoing())).toEqual({
        kind: 'held',
        by: `127.0.0.1:${sink.port}`,
        until: clock.now() + 1,
        why: 'it failed before and is tried again in 1 s',
        reason: 'relay_rests',
      });
      expect(sink.connections).toBe(before);
      await clock.advance(1);
      await mail.send(outgoing());
      expect(sink.connections).toBe(before + 1);
    }
    await clock.advance(300_000);
    sink.script = () => undefined;
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(mail.log.at(-1)).toMatchObject({ msg: 'a relay works again' });
    sink.script = refusing;
    sink.hangUp();
    await sink.emptied();
    await mail.send(outgoing());
    expect(hostCooldown().at(-1)).toBe(30);
  });

  test('counts one failure for concurrent messages', async () => {
    const clock = simulatedClock();
    const mail = stage.relay([`smtp://127.0.0.1:${await freePort()}`], { clock });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => mail.send(outgoing())));
    // The other mail was never offered, so it does not count as attempted.
    expect(outcomes.filter(({ kind }) => kind === 'unreachable')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(49);
    expect(mail.log).toMatchObject([{ restMs: 30_000 }]);
  });

  test('is preferred again after its cooldown', async () => {
    const clock = simulatedClock();
    const [first, second] = [await stage.sink({ script: at('greeting', 'drop') }), await stage.sink()];
    const mail = stage.relay([first, second], { clock });
    await mail.send(outgoing());
    first.script = () => undefined;
    await mail.send(outgoing());
    await clock.advance(30_000);
    await mail.send(outgoing());
    expect([first.messages.length, second.messages.length]).toEqual([1, 2]);
  });

  test('without a resolvable name counts as unreachable', async () => {
    const resolver = simulatedResolver({ 'down.invalid': { unavailable: 'SERVFAIL' } });
    const mail = stage.relay(['smtp://down.invalid:25'], { resolver });
    expect(await mail.send(outgoing())).toMatchObject({
      kind: 'unreachable',
      stage: 'connect',
      why: 'its name cannot be looked up: SERVFAIL',
    });
  });

  test('is resolved by the configured resolver', async () => {
    const sink = await stage.sink();
    const resolver = simulatedResolver({ 'mail.acme.example': { addresses: ['127.0.0.1'] } });
    const mail = stage.relay([`smtp://mail.acme.example:${sink.port}`], { resolver });
    expect(await mail.send(outgoing())).toMatchObject({
      kind: 'accepted',
      by: `mail.acme.example:${sink.port}`,
    });
    expect(resolver.asked).toEqual(['A/AAAA mail.acme.example']);
  });
});

describe('a message is not offered again', () => {
  test.each([
    [
      'after the final dot, when the first goes away',
      at('final', 'drop'),
      { kind: 'unreachable', stage: 'final' },
    ],
    [
      'after the final dot, when the first answers 421',
      at('final', { code: 421, text: '4.3.2 closing' }),
      { kind: 'refused', stage: 'final', code: 421 },
    ],
    [
      'when the first judged the recipient',
      at('rcpt', { code: 550, text: '5.1.1 who?' }),
      { kind: 'refused', code: 550 },
    ],
    [
      'when the first judged the message',
      at('final', { code: 554, text: 'spam' }),
      { kind: 'refused', code: 554 },
    ],
    [
      'when the first put the message off',
      at('rcpt', { code: 451, text: '4.7.1 later' }),
      { kind: 'refused', code: 451 },
    ],
  ])('to another relay %s', async (_name, script, outcome) => {
    const [first, second] = [await stage.sink({ script }), await stage.sink()];
    const mail = stage.relay([first, second]);
    expect(await mail.send(outgoing())).toMatchObject(outcome);
    expect([second.connections, mail.log.length]).toEqual([0, 0]);
  });

  test('to another relay after the final dot when the first stays silent for ten minutes', async () => {
    const clock = simulatedClock();
    const [first, second] = [await stage.sink({ script: at('final', 'hang') }), await stage.sink()];
    const sent = stage.relay([first, second], { clock }).send(outgoing());
    await first.reached('final');
    await clock.waitedFor(10 * minuteMs);
    await clock.advance(10 * minuteMs - 1);
    expect(first.open()).toBe(1);
    await clock.advance(1);
    expect(await sent).toMatchObject({ kind: 'unreachable', stage: 'final', why: 'no answer within 600 s' });
    expect(second.connections).toBe(0);
  });

  test('over another connection after the final dot', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink]);
    await mail.send(outgoing());
    sink.script = at('final', 'drop');
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'final' });
    expect([sink.received.length, sink.connections]).toEqual([2, 1]);
  });
});

describe('TLS with a relay', () => {
  test('starts with the connection for smtps', async () => {
    const sink = await stage.sink({ tls: 'implicit' });
    expect(await stage.relay([sink]).send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]!.tls).toBe(true);
  });

  test.each([
    ['', 'starttls', true],
    ['', 'none', false],
    ['?tls=required', 'starttls', true],
    ['?tls=never', 'starttls', false],
  ] as const)('is used with smtp://…%s and a server that offers %s: %s', async (query, tls, used) => {
    const sink = await stage.sink({ tls });
    expect(await stage.relay([`${sink.url}${query}`]).send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]!.tls).toBe(used);
  });

  test('that is required but not offered stops the message', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([`${sink.url}?tls=required`]);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'tls' });
    expect(sink.received).toEqual([]);
  });

  test.each(['implicit', 'starttls'] as const)(
    'with an invalid certificate stops the message (%s)',
    async (tls) => {
      const sink = await stage.sink({ tls });
      const mail = stage.relay([], { relays: [{ ...server(sink.url), verifyCertificate: true }] });
      expect(await mail.send(outgoing())).toMatchObject({
        kind: 'unreachable',
        stage: 'tls',
        why: expect.stringContaining('certificate'),
      });
      expect(sink.received).toEqual([]);
    },
  );

  test('fails at once if the server does not speak TLS', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([`smtps://127.0.0.1:${sink.port}`]);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'tls' });
  });

  test('is abandoned if the handshake does not finish', async () => {
    const clock = simulatedClock();
    const silent = await rawServer(() => {});
    const sent = stage.relay([`smtps://127.0.0.1:${silent.port}`], { clock, timeouts }).send(outgoing());
    await clock.waitedFor(timeouts.tlsMs);
    await clock.advance(timeouts.tlsMs);
    expect(await sent).toMatchObject({ kind: 'unreachable', stage: 'tls', why: 'no answer within 1 s' });
    await silent.close();
  });
});

describe('authentication at a relay', () => {
  const auth = { user: 'acme', password: 'p@ss:w/rd%' };

  test('uses the user and password from the URL', async () => {
    const sink = await stage.sink({ auth });
    expect(await stage.relay([sink]).send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]!.user).toBe('acme');
  });

  test('that is refused is no verdict on the message', async () => {
    const [first, second] = [await stage.sink({ auth }), await stage.sink()];
    const wrong = `smtp://acme:wrong@127.0.0.1:${first.port}`;
    expect(await stage.relay([wrong]).send(outgoing())).toMatchObject({
      kind: 'refused',
      stage: 'auth',
      code: 535,
    });
    expect(await stage.relay([wrong, second]).send(outgoing())).toMatchObject({
      kind: 'accepted',
      by: `127.0.0.1:${second.port}`,
    });
  });

  test('that is deferred, dropped or unanswered counts against the relay', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink({ auth, script: at('auth', { code: 454, text: '4.7.0 Later' }) });
    const mail = stage.relay([sink], { clock, timeouts });
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'refused', stage: 'auth', code: 454 });
    await clock.advance(30_000);
    sink.script = at('auth', 'drop');
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'auth' });
    await clock.advance(60_000);
    sink.script = at('auth', 'hang');
    const sent = mail.send(outgoing());
    await sink.reached('auth');
    await clock.waitedFor(timeouts.authMs);
    await clock.advance(timeouts.authMs);
    expect(await sent).toMatchObject({ kind: 'unreachable', stage: 'auth', why: 'no answer within 1 s' });
  });

  test('stops the message if AUTH is not offered', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([`smtp://acme:x@127.0.0.1:${sink.port}`]);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'unreachable', stage: 'auth' });
    expect(sink.received).toEqual([]);
  });
});

/** Minimal server for behaviour that real servers do not show. */
async function rawServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
}

describe('a large message', () => {
  test('arrives completely', async () => {
    const sink = await stage.sink();
    const html = '<p>Zoë, 0123456789</p>\n'.repeat(100_000);
    expect(await stage.relay([sink]).send(outgoing({ html }))).toMatchObject({ kind: 'accepted' });
    expect(sink.messages[0]!.raw.length).toBeGreaterThan(html.length);
    expect(sink.messages[0]!.raw.toString('latin1')).toMatch(/\r\n--=_posthouse_alternative--\r\n$/);
  });

  test.each([
    ['goes away', 'unreachable', (socket: Socket) => socket.destroy()],
    ['answers', 'refused', (socket: Socket) => socket.write('552 5.3.4 Too big\r\n')],
  ])('counts as not sent if the relay %s mid-message', async (_name, kind, interrupt) => {
    const relay = await rawServer((socket) => {
      let taken = 0;
      socket.write('220 raw\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1', 0, 10);
        if (taken > 0 || text.startsWith('Subject')) {
          taken += chunk.length;
          if (taken > 100_000) {
            socket.pause();
            interrupt(socket);
          }
        } else if (text.startsWith('DATA')) socket.write('354 go on\r\n');
        else socket.write('250 ok\r\n');
      });
    });
    const dial = {
      clock: simulatedClock(),
      resolver: simulatedResolver(),
      timeouts: smtpTimeouts,
      ehloName: 'us.example',
    };
    const { signal } = new AbortController();
    const opened = await openSession(server(`smtp://127.0.0.1:${relay.port}`), dial, signal);
    if ('fault' in opened) throw new Error(opened.fault.kind);
    // More than the buffers of two sockets.
    const bytes = Buffer.from(
      'Subject: x\r\n\r\n'.padEnd(64, 'x').concat(`${'y'.repeat(98)}\r\n`.repeat(400_000)),
    );
    bytes.write('\r\n', 62);
    const outcome = await opened.session.deliver({
      envelopeFrom: 'a@acme.example',
      to: 'b@reader.example',
      bytes,
      eightBit: false,
      utf8: false,
      envelopeId: null,
    });
    expect(outcome).toMatchObject({ kind, stage: 'data' });
    await opened.session.gone;
    expect(opened.session.alive).toBe(false);
    await relay.close();
  });
});

describe('a server that breaks the protocol', () => {
  test.each([
    ['speaks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['greets with a success that is none', '250 hello\r\n'],
  ])('and %s is unreachable at the greeting', async (_name, greeting) => {
    const relay = await rawServer((socket) => socket.end(greeting));
    expect(await stage.relay([`smtp://127.0.0.1:${relay.port}`]).send(outgoing())).toMatchObject({
      kind: 'unreachable',
      stage: 'greeting',
    });
    await relay.close();
  });

  test('and replies out of turn is disconnected, and the next message uses a new connection', async () => {
    let connections = 0;
    const relay = await rawServer((socket) => {
      connections += 1;
      let inMessage = false;
      socket.write('220 raw\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        if (inMessage) {
          inMessage = !text.endsWith('\r\n.\r\n');
          // An extra reply would be mistaken for the reply to the next command.
          if (!inMessage) socket.write('250 taken\r\n250 and again\r\n');
        } else if (text.startsWith('DATA')) {
          inMessage = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      });
    });
    const mail = stage.relay([`smtp://127.0.0.1:${relay.port}`]);
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted', reply: '250 taken' });
    expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted', reply: '250 taken' });
    expect(connections).toBe(2);
    await relay.close();
  });
});

test('a relay whose replies are one behind is not trusted', async () => {
  let heard = '';
  const relay = await rawServer((socket) => {
    socket.write('220 raw\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      heard += text;
      if (text.startsWith('MAIL')) socket.write('250 ok\r\n250 ok\r\n');
      // The reply to RCPT arrives after DATA; taken for the reply to DATA, it would release the message.
      else if (text.startsWith('RCPT')) socket.write('250 ok\r\n');
      else if (text.startsWith('EHLO')) socket.write('250 raw\r\n');
    });
  });
  const mail = stage.relay([`smtp://127.0.0.1:${relay.port}`]);
  expect(await mail.send(outgoing())).toMatchObject({
    kind: 'unreachable',
    stage: 'data',
    why: 'its replies are out of step with what was asked',
  });
  expect(heard).not.toContain('Subject');
  await relay.close();
});

describe('closing a relay', () => {
  test('sends QUIT and leaves no connection open', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink();
    const mail = stage.relay([sink], { clock });
    await Promise.all([mail.send(outgoing()), mail.send(outgoing()), mail.send(outgoing())]);
    await mail.close();
    await sink.emptied();
    expect(clock.timers()).toBe(0);
  });

  test('finishes messages in flight, including queued messages, and accepts no more', async () => {
    const sink = await stage.sink();
    const mail = stage.relay([sink], { connectionsPerRelayMax: 2 });
    const inFlight = Array.from({ length: 12 }, () => mail.send(outgoing()));
    const closed = mail.close();
    expect(await mail.send(outgoing())).toMatchObject({
      kind: 'held',
      by: 'posthouse',
      why: 'the platform is stopping',
    });
    await closed;
    expect((await Promise.all(inFlight)).every(({ kind }) => kind === 'accepted')).toBe(true);
    await sink.emptied();
    expect(sink.messages).toHaveLength(12);
  });

  test('disconnects from a relay that keeps a message waiting, and reports how far the message got', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink({ script: at('final', 'hang') });
    const mail = stage.relay([sink], { clock, timeouts, drainMs: 500 });
    const sent = mail.send(outgoing());
    await sink.reached('final');
    await clock.waitedFor(timeouts.finalMs);
    const closed = mail.close();
    await clock.advance(500);
    expect(await sent).toMatchObject({
      kind: 'unreachable',
      stage: 'final',
      why: 'the platform is stopping',
    });
    await closed;
    await sink.emptied();
    expect(clock.timers()).toBe(0);
  });

  test('does not wait for a silent greeting or an unresolvable name', async () => {
    const clock = simulatedClock();
    const sink = await stage.sink({ script: at('greeting', 'hang') });
    const never = new Promise<never>(() => {});
    const resolver = { ...simulatedResolver(), addresses: () => never };
    const greeting = stage.relay([sink], { clock, drainMs: 500 });
    const naming = stage.relay(['smtp://slow.example'], { clock, drainMs: 500, resolver });
    const sent = [greeting, naming].map((mail) => mail.send(outgoing()));
    await sink.reached('greeting');
    const closed = [greeting, naming].map((mail) => mail.close());
    await clock.advance(500);
    expect(await Promise.all(sent)).toMatchObject([
      { kind: 'unreachable', stage: 'greeting' },
      { kind: 'unreachable', stage: 'connect' },
    ]);
    await Promise.all(closed);
    await sink.emptied();
  });

  test('has no further effect when it is repeated', async () => {
    const mail = stage.relay([await stage.sink()]);
    await mail.send(outgoing());
    await Promise.all([mail.close(), mail.close()]);
  });

  test('returns quickly before any message was sent', async () => {
    await stage.relay([await stage.sink()]).close();
  });
});

describe("the doctor's check", () => {
  test('reports the relays that respond and the errors of the others, without a password', async () => {
    const auth = { user: 'acme', password: 'pa55word' };
    const [good, signed] = [await stage.sink(), await stage.sink({ auth })];
    const down = await freePort();
    const mail = stage.relay([
      good,
      signed,
      `smtp://acme:wr0ng@127.0.0.1:${signed.port}`,
      `smtp://acme:pa55word@127.0.0.1:${down}`,
    ]);
    const checks = await mail.check();
    expect(checks).toEqual([
      { ok: true, sentence: `The relay 127.0.0.1:${good.port} answers.` },
      { ok: true, sentence: `The relay 127.0.0.1:${signed.port} answers and takes our user and password.` },
      {
        ok: false,
        sentence: `The relay 127.0.0.1:${signed.port} cannot be used. Signing in to it answered: 535 Authentication failed.`,
      },
      {
        ok: false,
        sentence: `The relay 127.0.0.1:${down} cannot be used. Connecting to it failed: the connection was refused.`,
      },
    ]);
    expect(JSON.stringify(checks)).not.toMatch(/pa55word|wr0ng/);
    await Promise.all([good.emptied(), signed.emptied()]);
  });
});

test('the doctor does not wait long for a silent relay', async () => {
  const clock = simulatedClock();
  const sink = await stage.sink({ script: at('greeting', 'hang') });
  const slow = { ...timeouts, greetingMs: 5 * minuteMs };
  const checks = stage.relay([sink], { clock, timeouts: slow }).check();
  await clock.waitedFor(10_000);
  await clock.advance(10_000);
  expect(await checks).toEqual([
    {
      ok: false,
      sentence: `The relay 127.0.0.1:${sink.port} cannot be used. Its greeting failed: no answer within 10 s.`,
    },
  ]);
});

test('an internal error loses neither the message nor its caller', async () => {
  const sink = await stage.sink();
  const mail = stage.relay([sink]);
  const broken = { ...outgoing(), html: null as unknown as string };
  const outcome: HandOver = await mail.send(broken);
  expect(outcome).toMatchObject({ kind: 'unreachable', by: 'posthouse', stage: 'connect' });
  expect(mail.log).toMatchObject([{ msg: 'internal error while delivering a message' }]);
  expect(await mail.send(outgoing())).toMatchObject({ kind: 'accepted' });
});
